"""What was asked to be remembered and refused before: notes that were rejected or forgotten, known in other words too.

The records hold hashes only. The words of a note that is gone are read where they still stand: in the history or,
where there is none, in the copy that is kept of it for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError, RefusedError
from daykeep.files.encoding import decode
from daykeep.git.values import HistoryOff
from daykeep.memory.decisions import DECISIONS_FILE, find_tombstone_spans, find_tombstones, lift_tombstone
from daykeep.memory.sources import hash_line, hash_source
from daykeep.review.asking.copies import find_copy
from daykeep.review.evidence.accounts import FORGOTTEN, TAKEN_BACK
from daykeep.review.notes.files import body_numbers
from daykeep.text.claims import compare
from daykeep.text.similarity import normalise_line
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History

MOST_COMPARED = 500
"""So many of the notes that are gone, the latest, are compared in other words."""
HOW = "remember"
_HOWS = {"forget": FORGOTTEN, "review": "rejected"}


class Refused(NamedTuple):
    """A thing that a person did not want to be remembered: what it said, its item, who said so and on which day.

    ``how`` is forgotten, rejected or taken back.
    """

    text: str
    item: str
    by: str
    day: str
    how: str

    def __str__(self) -> str:
        return (
            f"it was {self.how}{f' by {self.by}' if self.by else ''}{f' on {self.day}' if self.day else ''}"
        )


def check_wanted(
    files: Files, history: History | HistoryOff, text: str, *, by: str, records: Files | None = None
) -> str:
    """That the same was refused before, in words, where a person (``by``) asks for it now; ``""`` if it was not.

    ``records`` as in `find_refused`. Raises RefusedError where no person asks.
    """
    refused = find_refused(files, history, text, records=records)
    if refused is not None and not by:
        raise RefusedError(
            f"not remembered: {refused}, in these or other words: “{refused.text.splitlines()[0].strip()}”",
            hint="only a person brings it back: `daykeep remember` at their own terminal",
        )
    return str(refused) if refused is not None else ""


def lift_refused(
    files: Files,
    history: History | HistoryOff,
    text: str,
    *,
    now: datetime,
    by: str,
    proof: str = "",
    records: Files | None = None,
) -> None:
    """Put on record that a person wants again whatever says the same as a text; ``records`` as in `find_refused`."""
    book = records or files
    while (refused := find_refused(files, history, text, records=records)) is not None:
        lines = [line for line, item in find_tombstones(book).items() if item == refused.item]
        lift_tombstone(book, item=refused.item, lines=lines, now=now, by=by, how=HOW, proof=proof)


def find_refused(
    files: Files, history: History | HistoryOff, text: str, *, records: Files | None = None
) -> Refused | None:
    """What says the same and was rejected, forgotten or taken back before, in these or in other words; None if nothing.

    ``records`` is the place of the records where it is not beside the notes.
    """
    book = records or files
    dead = find_tombstones(book)
    if not dead:
        return None
    lines = [line for line in text.splitlines() if normalise_line(line)]
    hit = next((dead[line] for line in map(hash_line, lines) if line in dead), None)
    if hit is not None:
        return _tell(book, hit, text)
    for item, said in _texts(files, history, dead, book):
        if compare(text, said).relation == "same" or any(
            compare(text, line).relation == "same" for line in said.splitlines()
        ):
            return _tell(book, item, said)
    return None


def _texts(
    files: Files, history: History | HistoryOff, dead: dict[str, str], book: Files
) -> list[tuple[str, str]]:
    """The items of notes that are gone, with what they said."""
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    alive = set(dead.values())
    for item, name, number, sha8 in find_tombstone_spans(book):
        if (book is not files or name.startswith(f"{NOTES_FOLDER}/")) and item in alive:
            found.setdefault((item, name), []).append((number, sha8))
    texts = []
    for (item, name), lines in list(found.items())[-MOST_COMPARED:]:
        said = _from_copy(files, item) or _from_history(history, name, lines)
        if said:
            texts.append((item, "\n".join(said)))
    return texts


def _from_copy(files: Files, item: str) -> list[str]:
    copy = find_copy(files, item)
    if copy is None:
        return []
    whole = [line.text for line in copy.lines]
    return [whole[number - 1] for number in body_numbers(whole)]


def _from_history(history: History | HistoryOff, name: str, lines: Sequence[tuple[int, str]]) -> list[str]:
    """The lines of a note as the newest commit that has them all holds them."""
    if isinstance(history, HistoryOff):
        return []
    try:
        commits = [commit.id for commit in history.log([name])]
        contents = history.read_each([(commit, name) for commit in commits])
    except DaykeepError:  # a record that was tampered with, or a history that can't be read: it tells nothing
        return []
    for data in contents:
        texts = decode(data, name).texts if data is not None else []
        there = {hash_source([text]): text for text in texts}
        said = [there[sha8] for _, sha8 in lines if sha8 in there]
        if said and len(said) == len(lines):
            return said
    return []


def _tell(files: Files, item: str, text: str) -> Refused:
    for row in reversed(files.find_records(DECISIONS_FILE)[0]):
        if row.get("kind") == "tombstone" and row.get("item") == item:
            how = _HOWS.get(str(row.get("how", "")), TAKEN_BACK)
            return Refused(text, item, str(row.get("by", "")), str(row.get("at", ""))[:10], how)
    return Refused(text, item, "", "", TAKEN_BACK)
