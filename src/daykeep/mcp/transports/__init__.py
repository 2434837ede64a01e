"""How messages come and go: over standard input and output, or over HTTP on this machine alone."""
