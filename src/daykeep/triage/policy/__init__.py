"""What each action means, in plain words that a person may change, and the numbers beside them."""
