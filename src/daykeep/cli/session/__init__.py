"""``daykeep session``: conversations that are kept whole, and what must stay in force in them."""
