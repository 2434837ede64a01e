"""Which turns are looked at next: every one gets its turn, and what was kept waits longer each time."""
