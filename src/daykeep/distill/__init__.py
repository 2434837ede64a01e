"""Distillation: what daily logs taught, moved to MEMORY.md with its source."""
