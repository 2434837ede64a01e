"""Other programs that search a folder of Markdown, each behind the same three calls, and what they are asked."""
