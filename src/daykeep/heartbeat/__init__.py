"""Time and jobs: what is due, the beat that does it, and the daemon that beats."""
