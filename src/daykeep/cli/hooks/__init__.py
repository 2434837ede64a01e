"""``daykeep hooks``: what lets Claude Code tell a workspace what happens."""
