"""The names of agents for whom instruction files can be written."""

from __future__ import annotations

AGENTS = ("agents", "claude", "codex", "copilot", "cursor", "gemini")
"""``agents`` are all that keep to AGENTS.md alone."""
