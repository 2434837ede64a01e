"""Puts what was restated into a view, at the end of a message of the user that no model has answered yet. Pure.

A block that was made when the last message was the user's stands there; one that was made later waits for the user's next
message. So no message that was sent before is changed, and what is cached stays cached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.transcripts.messages.blocks import text_block
from daykeep.transcripts.messages.model import NOTHING, SYNTHETIC, USER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.view.model import View


def with_restated(view: View, units: Sequence[Unit], blocks: Iterable[tuple[int, str]]) -> View:
    """The view with each block at its place; one whose message has left the view is left out.

    ``blocks`` are the number of the last message of the history when each was made, and its text.
    """
    shown = _shown(view, units)
    numbers = sorted(shown)
    messages = list(view.messages)
    for number, text in blocks:
        target = next((one for one in numbers if one >= number and _is_users(messages, shown[one])), None)
        if target is None or not text:
            continue
        place = shown[target]
        message = messages[place]
        messages[place] = message._replace(blocks=(*message.blocks, text_block(text)), given=NOTHING)
    return view._replace(messages=tuple(messages))


def _shown(view: View, units: Sequence[Unit]) -> dict[int, int]:
    """The places in the view (from 0) of the history's messages that stand in it."""
    known = {unit.id: unit for unit in units}
    found: dict[int, int] = {}
    for place in view.places:
        unit = known.get(place.unit_id)
        if unit is None or not place.first or place.last - place.first + 1 != len(unit.messages):
            continue
        found.update({unit.first + step: place.first - 1 + step for step in range(len(unit.messages))})
    return found


def _is_users(messages: Sequence[Message], place: int) -> bool:
    return messages[place].role == USER and messages[place].mark != SYNTHETIC
