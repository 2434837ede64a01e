"""What providers say a conversation costs, read into one form, and which of these readings can be believed."""
