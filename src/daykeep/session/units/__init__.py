"""The turns of a conversation: what belongs together when something is taken out of a model's view."""
