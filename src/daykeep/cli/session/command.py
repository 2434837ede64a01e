"""``daykeep session``: conversations that are kept whole, and what must stay in force in them."""

from __future__ import annotations

from daykeep.cli.session import histories, keeping, learning  # noqa: F401 - they add their commands
from daykeep.cli.session.group import session

__all__ = ["session"]
