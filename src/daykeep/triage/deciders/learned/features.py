"""What a turn looks like, as the names of features that are there; no word of the conversation is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT
from daykeep.triage.seeing.marks import find_decisions, find_marks
from daykeep.triage.talk.chinese import has_han
from daykeep.triage.talk.message import read_message
from daykeep.triage.talk.reply import read_reply, refuses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.triage.protocols import UnitView
    from daykeep.triage.talk.message import Talk

_FLAGS = ("thanks", "parts", "closes", "praises", "greets", "pleased", "agrees", "declines", "refuses")
_WORDS = (1, 2, 4, 6, 10, 20)
_REPLY_CHARS = (40, 120, 300)


def find_features(view: UnitView) -> frozenset[str]:
    """The names of the features that a turn has."""
    said, told = view.said_by(PERSON), view.said_by(AGENT)
    talk = read_message(said)
    return frozenset((*_of_message(said, talk, view.standing), *_of_reply(told), *_of_turn(view)))


def _of_message(said: str, talk: Talk, before: str) -> Iterator[str]:
    """What the person's message is, alone and together with how things stood before it."""
    flags = [name for name in _FLAGS if getattr(talk, name)]
    yield "small" if talk.is_small else "speech"
    if talk.is_social:
        yield "social"
    if before:
        yield f"before={before}"
        yield f"before={before},social={talk.is_social}"
    yield from flags
    yield from (f"before={before},{name}" for name in flags if before)
    length = 2 * len(said) // 5 if has_han(said) else len(said.split())
    yield from (f"words>{most}" for most in _WORDS if length > most)
    if find_marks(said):
        yield "says a detail"
    if not talk.is_small and find_decisions(said, most=1):
        yield "decides"
    if "?" in said or "？" in said:
        yield "asks"


def _of_reply(told: str) -> Iterator[str]:
    """What the assistant's answer is."""
    yield f"reply={read_reply(told)}"
    yield from (f"reply>{most}" for most in _REPLY_CHARS if len(told) > most)
    if find_marks(told):
        yield "tells a detail"
    if refuses(told):
        yield "refused"


def _of_turn(view: UnitView) -> Iterator[str]:
    """What was asked before the turn, what was done in it, and what came of it."""
    yield f"asked={read_reply(view.asked_before)}"
    kinds = {part.kind for part in view.parts}
    if CALL in kinds or RESULT in kinds:
        yield "works"
    if view.later_references:
        yield "used later"
    if view.duplicate_of:
        yield "repeats"
