"""Proposes what a person stated in a session as notes: unreviewed at once, and waiting in the queue for a person.

What was typed in a conversation reaches daykeep through the agent, so it has the origin agent: only a person's own
terminal shows that a person speaks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import RefusedError, UsageError
from daykeep.memory.notes.note import FEEDBACK, Statement
from daykeep.review.remembering.remember import apply_remembered, plan_remembered
from daykeep.review.remembering.wish import Meant, Wish
from daykeep.session.extract.extract import extract
from daykeep.session.history.place import check_session_id, session_file
from daykeep.text.comments import neutralise
from daykeep.text.language import language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from daykeep.files.store import Files
    from daykeep.review.remembering.remember import Place, Remembered
    from daykeep.session.extract.model import Stated
    from daykeep.session.units.model import Unit

MARK_FILE = "extract.json"
LOCK = "extract"
"""The name in the session's folder under which one extraction at a time goes on."""
ORIGIN = "agent"


class Proposed(NamedTuple):
    """What became, or would become, of one statement: the note's change, or why there is none."""

    stated: Stated
    done: Remembered | None
    refused: str = ""


class Extraction(NamedTuple):
    """The statements that are new since the last time; ``read`` is the last message that was read."""

    proposed: tuple[Proposed, ...]
    read: int


def plan_proposals(
    place: Place, session_id: str, units: Sequence[Unit], *, days: Mapping[int, date] | None = None
) -> Extraction:
    """What `apply_proposals` would do; reads only."""
    read = load_mark(place.files, session_id)
    new = _new(units, read)
    return Extraction(
        tuple(
            _try(plan_remembered, place, one, session_id)
            for one in extract(new, today=place.day, days=days)
            if one.message > read
        ),
        _last(new, read),
    )


def apply_proposals(
    place: Place, session_id: str, units: Sequence[Unit], *, days: Mapping[int, date] | None = None
) -> Extraction:
    """Keep each new lasting statement of the finished units as an unreviewed note that waits for a person.

    Each note is durable before the next; the mark of what was read comes last, and the same statement twice is one
    note. What a person rejected or forgot is refused. Raises LockedError, and ConflictError if notes keep changing.
    """
    with place.files.lock(session_file(check_session_id(session_id), LOCK), purpose="extraction"):
        read = load_mark(place.files, session_id)
        new = _new(units, read)
        found = [one for one in extract(new, today=place.day, days=days) if one.message > read]
        done = Extraction(
            tuple(_try(apply_remembered, place, one, session_id) for one in found), _last(new, read)
        )
        _save_mark(place.files, session_id, done.read, before=read)
    return done


def pass_quietly(
    files: Files,
    session_id: str,
    units: Sequence[Unit],
    *,
    today: date,
    days: Mapping[int, date] | None = None,
) -> bool:
    """Mark the finished units as read if nothing that lasts is stated in them; else nothing is done, and False.

    For callers that most often have nothing to propose: no store of notes or proposals is opened for it.
    """
    with files.lock(session_file(check_session_id(session_id), LOCK), purpose="extraction"):
        read = load_mark(files, session_id)
        new = _new(units, read)
        if any(one.message > read for one in extract(new, today=today, days=days)):
            return False
        _save_mark(files, session_id, _last(new, read), before=read)
    return True


def _save_mark(files: Files, session_id: str, read: int, *, before: int) -> None:
    if read > before:
        files.update_state(
            session_file(session_id, MARK_FILE), lambda value: {**value, "version": 1, "read": read}
        )


def _try(
    remember: Callable[[Place, Wish, Meant], Remembered], place: Place, stated: Stated, session_id: str
) -> Proposed:
    try:
        return Proposed(stated, remember(place, *_wish(stated, session_id)))
    except (RefusedError, UsageError) as error:
        return Proposed(stated, None, error.message)


def _last(units: Sequence[Unit], read: int) -> int:
    return max([read, *(unit.last for unit in units)])


def _wish(stated: Stated, session_id: str) -> tuple[Wish, Meant]:
    """The statement as a wish to remember, with what it was told from."""
    statement = stated.statement if stated.type != FEEDBACK else _explained(stated)
    statement = Statement(*map(neutralise, statement))
    reason = f"stated in turn {stated.unit_id} of session {session_id}, confidence {stated.confidence:.2f}: {stated.reason}"
    meant = Meant(statement, stated.type, reason, stated.dates)
    return Wish(statement.rule, stated.type, statement.why, statement.apply, origin=ORIGIN), meant


def _explained(stated: Stated) -> Statement:
    """A statement about how to work with its reason and when it applies: where these were not said, the words and the situation."""
    rule, why, apply = stated.statement
    words = _WORDS[language_of(rule)]
    when = words["about"].format(stated.about) if stated.about else words["always"]
    return Statement(rule, why or words["why"].format(stated.quote), apply or when)


_WORDS = {
    "en": {"why": "the user said: “{}”", "about": "whenever it comes up; then it was about: {}", "always": "whenever it comes up"},
    "zh": {"why": "用户原话：“{}”", "about": "凡遇到此类情况；当时说的是：{}", "always": "凡遇到此类情况"},
}  # fmt: skip


def _new(units: Sequence[Unit], read: int) -> list[Unit]:
    """The finished units behind the mark, up to the first open one, with the one before: its question may be answered."""
    first = next((place for place, unit in enumerate(units) if unit.first > read), len(units))
    if first == len(units):
        return []
    chosen = [*units[max(0, first - 1) : first]]
    for unit in units[first:]:
        if unit.is_open:
            break
        chosen.append(unit)
    return chosen


def load_mark(files: Files, session_id: str) -> int:
    """The number of the last message that was read for statements, 0 for none."""
    read = files.find_state(session_file(check_session_id(session_id), MARK_FILE)).value.get("read")
    return read if isinstance(read, int) and read > 0 else 0
