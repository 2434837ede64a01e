"""The group ``daykeep session``, to which the modules of this folder add their commands."""

from __future__ import annotations

from daykeep.cli.frame import group


@group("session")
def session() -> None:
    """Keep conversations whole, and facts in force."""
