"""Where in MEMORY.md a new thing goes, and how it is written in the file's own style."""
