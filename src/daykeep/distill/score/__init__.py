"""How much a section of a daily log is worth remembering: reading, features, weights."""
