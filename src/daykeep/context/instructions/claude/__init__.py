"""Which instruction files Claude Code reads: managed, user, one folder after the other, rules, memory."""
