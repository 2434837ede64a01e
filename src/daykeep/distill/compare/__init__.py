"""What is known already, in the same words or in others."""
