"""An agent's workspace that keeps itself: plain files, daily logs, weekly distillation, reviewed in git."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from daykeep.loop.session import Session

__all__ = ["Session", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`Session` is read when it is asked for: importing daykeep costs nothing."""
    if name == "Session":
        from daykeep.loop.session import Session  # noqa: PLC0415 - see above

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
