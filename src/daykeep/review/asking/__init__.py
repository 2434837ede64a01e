"""What is asked of memory: changes that are proposed, and lines that are to be forgotten."""
