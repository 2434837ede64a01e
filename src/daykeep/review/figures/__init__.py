"""What memory did, in numbers and pictures."""
