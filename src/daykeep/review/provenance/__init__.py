"""Where a line of memory came from, or why there is none."""
