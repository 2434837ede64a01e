"""What was said in a session, word for word, in files that only grow."""
