"""What somebody asks to remember, read: its type with the reason, its dates made absolute, or why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import RefusedError, UsageError
from daykeep.memory.notes.deciding import decide_type, find_derivable, split_reason
from daykeep.memory.notes.deciding.lead import without_lead
from daykeep.memory.notes.door import Request
from daykeep.memory.notes.note import FEEDBACK, REVIEWED, UNREVIEWED, Statement
from daykeep.text.comments import neutralise
from daykeep.text.dates.absolute import make_absolute

if TYPE_CHECKING:
    from datetime import date, datetime

    from daykeep.text.dates.values import Found

LIMIT_CHARS = 200_000
"""A longer text is no statement: it is a document, which a note could point to."""


class Wish(NamedTuple):
    """What is asked: the text, and what the caller says of it. ``origin`` is one that was checked.

    ``anyway`` keeps what could be looked up in the project.
    """

    text: str
    type: str = ""
    why: str = ""
    apply: str = ""
    name: str = ""
    origin: str = "agent"
    anyway: bool = False


class Meant(NamedTuple):
    """What is to be remembered: the statement with absolute dates, its type, and why it is that one.

    ``dates`` are those that were made absolute; ``doubt`` is the second best type where the choice was near.
    """

    statement: Statement
    type: str
    reason: str
    dates: tuple[Found, ...]
    doubt: str = ""

    @property
    def said(self) -> str:
        """The rule and its reason, by which it is told whether the same was refused before."""
        return "\n".join(part for part in (self.statement.rule, self.statement.why) if part)


def as_request(wish: Wish, meant: Meant, *, now: datetime, by: str) -> Request:
    """What is asked of a store of notes: what a person (``by``) asks for is reviewed by that, all else is not."""
    status = REVIEWED if by else UNREVIEWED
    return Request(meant.statement, meant.type, wish.origin, status=status, title=wish.name, now=now)


def read_wish(wish: Wish, *, today: date | None, language: str) -> Meant:
    """What a wish means on this day of the user's; None where nobody knows the day: words such as "tomorrow" stay. Pure.

    Raises UsageError for no text or far too much, RefusedError for what the project itself says better (unless
    ``anyway``) and for marks that only daykeep writes.
    """
    whole = f"{wish.text}\n{wish.why}\n{wish.apply}"
    if not wish.text.strip():
        raise UsageError(
            "there is nothing to remember", hint='daykeep remember "…", or `-` for standard input'
        )
    if len(whole) > LIMIT_CHARS:
        raise UsageError(
            f"{len(whole):,} characters are too many for a note; at most {LIMIT_CHARS:,}",
            hint="remember where the text can be found",
        )
    if neutralise(whole) != whole:
        raise RefusedError("the text holds a mark that only daykeep writes; nothing was remembered")
    derivable = None if wish.anyway else find_derivable(wish.text)
    if derivable:
        raise RefusedError(
            f"not remembered: {derivable}",
            hint="keep what can't be looked up: why it is so, and what follows; `--anyway` at your terminal keeps it",
        )
    said = split_reason(without_lead(wish.text.strip()))
    found: list[Found] = []
    rule, why, apply = (
        _absolute(text, today, found) for text in (said.rule, wish.why or said.why, wish.apply or said.apply)
    )
    statement = Statement(rule, why, apply)
    if wish.type:
        return Meant(statement, wish.type, "you chose it", tuple(found))
    choice = decide_type(wish.text.strip(), language=language)
    kind = choice.type or FEEDBACK
    return Meant(statement, kind, choice.reason, tuple(found), choice.runner_up or "")


def _absolute(text: str, today: date | None, found: list[Found]) -> str:
    if today is None:
        return text
    made = make_absolute(text, today)
    found.extend(made.found)
    return made.text
