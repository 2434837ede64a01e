"""One lock per name: who holds it, what was announced under it, and who waits."""
