"""Finding chunks: which terms look for them, how they lead to them, and which of those found are the best."""
