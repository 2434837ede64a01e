"""How what was learned is taken back."""
