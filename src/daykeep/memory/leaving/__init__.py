"""What leaves a full MEMORY.md, and where it is then."""
