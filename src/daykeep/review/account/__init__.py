"""What left memory and what stands there, line by line, and who answers for it."""
