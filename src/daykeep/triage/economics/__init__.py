"""What taking something out of a conversation costs now and saves later, in tokens at the price of fresh input."""
