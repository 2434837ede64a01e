"""Which parts of a unit are recalled history: read again, and no new statement of anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.guard.inert import is_envelope, is_recall_tool
from daykeep.session.units.model import CALL, RESULT

if TYPE_CHECKING:
    from daykeep.session.units.model import Part


def is_recalled(part: Part) -> bool:
    """Whether a part is what a recall gave back, by its tool's name or by its form; in a text of anybody too.

    Such a part gives nothing to the facts block, to the memory of the session, to notes or to long-term memory: what it
    says counts where it was said first.
    """
    return (part.kind == RESULT and is_recall_tool(part.name)) or (
        part.kind != CALL and is_envelope(part.text)
    )
