"""Conversations read whole, as blocks: repaired where a provider would refuse them, and written for each provider."""
