"""What may be stored: secrets, hidden characters, signs of injection, and what each origin may do."""
