"""What a person stated in a conversation that will still hold in the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from daykeep.memory.notes.note import Statement
    from daykeep.text.dates.values import Found


class Saying(NamedTuple):
    """One sentence in a person's own words, and where it was said.

    ``text`` is the sentence as written; ``seen`` is what it is judged by: passages in quotation marks are somebody else's words and
    blanked there. ``asked`` is the question with which the assistant ended right before, "" if it asked nothing.
    ``place`` counts the sentences of the message from 0, ``total`` is how many there are, ``before`` the one before it.
    ``message`` is the number of the message in the history, from 1.
    """

    text: str
    seen: str
    unit_id: str
    message: int
    asked: str = ""
    place: int = 0
    total: int = 1
    before: str = ""


class Stated(NamedTuple):
    """One lasting statement of the person.

    ``statement`` is the rule or fact in a form that stands alone, with absolute dates, its reason and when it applies where
    these were said. ``quote`` are the words as written in the message. ``type`` is ``user``, ``feedback``, ``project`` or
    ``reference``, ``reason`` says what tells it. ``confidence`` (0 to 1) is how likely the statement lasts beyond the
    conversation. ``dates`` are the relative dates that were made absolute. ``about`` is what the person said before it, "" at the
    beginning: the situation in which the statement was made.
    """

    statement: Statement
    type: str
    quote: str
    unit_id: str
    message: int
    confidence: float
    reason: str
    dates: tuple[Found, ...] = ()
    about: str = ""
