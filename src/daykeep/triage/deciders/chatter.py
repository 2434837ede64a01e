"""When a turn is chatter: small talk by which nothing is answered and nothing is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import AGENT, CALL, MEDIA, PERSON, RESULT, TEXT
from daykeep.triage.seeing.marks import find_marks
from daykeep.triage.talk.reply import ASKS, read_reply, refuses
from daykeep.triage.talk.standing import START, speaks_of_nothing

if TYPE_CHECKING:
    from daykeep.triage.protocols import UnitView
    from daykeep.triage.talk.message import Talk

REPLY_CHARS = 240
"""A longer answer to small talk tells something."""
_REQUEST_CHARS = 240


def is_chatter(view: UnitView, talk: Talk) -> bool:
    """Whether small talk is only that: how things stood before it decides, and the answer to it must tell nothing."""
    return speaks_of_nothing(talk, view.standing) and _tells_nothing(view)


def _tells_nothing(view: UnitView) -> bool:
    """Whether the answer is short, holds no detail, asks for nothing new, and nothing was done."""
    if any(part.kind in {CALL, RESULT, MEDIA} for part in view.parts):
        return False
    told = view.said_by(AGENT)
    if len(told) > REPLY_CHARS or find_marks(told):
        return False
    return read_reply(told) != ASKS or view.standing == START


def is_refused_request(view: UnitView, said: str) -> bool:
    """Whether a short request was turned down and nothing came of it: no detail was given, nothing was done."""
    if not said or len(said) > _REQUEST_CHARS or any(part.kind != TEXT for part in view.parts):
        return False
    if view.later_references or find_marks(view.said_by(PERSON)):
        return False
    told = view.said_by(AGENT)
    return len(told) <= 2 * REPLY_CHARS and not find_marks(told) and refuses(told)
