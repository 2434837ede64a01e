"""Long-term memory: MEMORY.md, where its lines came from, and what was decided about them."""
