"""What a model gets of a conversation: made from its history and the commits of triage, the same each time."""
