"""Which instruction files an agent reads in a folder, in which order and why; and which it does not read."""
