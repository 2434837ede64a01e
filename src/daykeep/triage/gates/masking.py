"""Whether a turn is full of results of tools: then these are hidden, and its calls stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import RESULT

if TYPE_CHECKING:
    from daykeep.triage.protocols import UnitView

LEAST_CHARS = 400
"""Results shorter than this together are not worth a placeholder."""


def masks(view: UnitView, share: float) -> str:
    """Why the results of a turn are hidden rather than it being changed otherwise; "" if they aren't.

    Their characters are at least ``share`` of the turn's, and at least ``LEAST_CHARS``.
    """
    results = sum(len(part.text) for part in view.parts if part.kind == RESULT)
    if results < LEAST_CHARS:
        return ""
    total = sum(len(part.text) for part in view.parts)
    return f"results of tools are {results / total:.0%} of it" if results >= share * total else ""
