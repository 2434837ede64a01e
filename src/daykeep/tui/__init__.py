"""The full-screen review: what waits for a person, and what is decided about it, with one key an item."""
