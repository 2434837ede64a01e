"""Search: chunks, their index, the ranking, and the sources that are searched."""
