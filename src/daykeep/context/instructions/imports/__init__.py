"""What a file's text imports with ``@path``: which text counts, which words are meant, and which files those are."""
