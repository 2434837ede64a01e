"""The vocabulary that claims are read by, in English and Chinese."""
