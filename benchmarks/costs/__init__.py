"""Replays a session's calls under policies of what a model still reads, and counts what each call would cost."""
