"""Notes that stand for turns: written, checked, repaired, or given up."""
