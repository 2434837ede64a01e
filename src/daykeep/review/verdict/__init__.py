"""What a person decides about proposals, and how it is carried out."""
