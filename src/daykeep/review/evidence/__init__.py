"""What the records and the logs say of a line: why it went, what was refused, where its source stands now."""
