"""What a session is about, decided, found, prefers and still owes: a Markdown file that people and agents edit as well."""
