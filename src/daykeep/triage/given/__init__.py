"""Conversations that somebody gives as plain objects, and what a compression makes of them."""
