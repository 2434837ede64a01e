"""``daykeep review``: its verbs, its two screens, and the digest that goes by mail."""
