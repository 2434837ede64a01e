"""What entered memory and how it is taken back: commits of memory, why, revert, trust."""
