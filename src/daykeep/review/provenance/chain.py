"""The life of a line of memory, step by step: proposed, decided, learned, replaced, archived, taken back, restored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.memory.decisions import DECISIONS_FILE, VERDICTS
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import hash_line, load_sources
from daykeep.review.evidence.accounts import ARCHIVED, FORGOTTEN, SUPERSEDED, TAKEN_BACK, texts_in
from daykeep.review.evidence.remembered import Span, read_spans

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.memory.sources import SourceRecord

LEARNED, RESTORED, REPLACES = "learned", "restored", "replaces"

MAX_STEPS = 200
"""A chain that is longer was tampered with, or nobody reads it."""


class Step(NamedTuple):
    """Something that happened to a line.

    ``what`` is a verdict, learned, replaces, superseded, taken back, forgotten, restored or archived. ``at`` is
    an instant (ISO), or a day for the archive; ``by`` and ``proof``, which is what showed that it was a person (terminal
    or passphrase), are empty where they are not on record. ``others`` are the lines on the other side: those that it
    replaced, or that replaced it, as far as their text is known; for the archive the place there.
    """

    what: str
    at: str
    by: str = ""
    item: str = ""
    proposal: str = ""
    others: tuple[str, ...] = ()
    proof: str = ""


def find_chain(
    files: Files, line: str, *, present: Sequence[str], records: Sequence[SourceRecord] = ()
) -> tuple[Step, ...]:
    """Everything on record about a line (its text), oldest first; reads only.

    ``present`` are the lines of MEMORY.md as they are; ``records`` are sources of an earlier wording, whose steps are
    this line's too. What replaced the line, and what that replaced, is named with its text where memory, the archive or
    a log still holds it.
    """
    rows, _ = files.find_records(DECISIONS_FILE)
    hashes = {hash_line(line), *(record.line for record in records)}
    sources = load_sources(files)[0]
    own = [record for record in sources if record.line in hashes]
    items = {record.item for record in own}
    steps = [*_learned(own), *_archived(files, hashes)]
    texts = _Texts(files, present, sources)
    for row in rows:
        steps += _steps(row, hashes, items, texts)
    return tuple(sorted(dict.fromkeys(steps), key=_order)[:MAX_STEPS])


def is_on_record(files: Files, line: str) -> bool:
    """Whether a decision was about this line (its text), perhaps one whose source nobody knows."""
    wanted = hash_line(line)
    rows, _ = files.find_records(DECISIONS_FILE)
    return any(wanted in texts_in(row, key) for row in rows for key in ("lines", "replaces"))


def _order(step: Step) -> tuple[str, bool, str, bool]:
    """By day; a whole day comes behind the instants in it, and learning behind the decision of the same second."""
    return step.at[:10], len(step.at) == len("2026-03-10"), step.at, step.what == LEARNED


def _learned(records: Sequence[SourceRecord]) -> Iterator[Step]:
    seen: dict[str, SourceRecord] = {}
    for record in records:
        seen.setdefault(record.item, record)
    for record in seen.values():
        yield Step(LEARNED, record.at, item=record.item)


def _archived(files: Files, hashes: Collection[str]) -> Iterator[Step]:
    for entry in find_archived(files):
        if hash_line(entry.text) in hashes:
            yield Step(ARCHIVED, entry.archived_on, others=(f"{entry.name}:{entry.number}",))


def _steps(
    row: Mapping[str, Any], hashes: Collection[str], items: Collection[str], texts: _Texts
) -> Iterator[Step]:
    """What one record says of the line."""
    kind = str(row.get("kind"))
    at, by, item, proof = (str(row.get(key, "")) for key in ("at", "by", "item", "proof"))
    step = Step("", at, by, item, proof=proof)
    lines, replaces = list(texts_in(row, "lines")), list(texts_in(row, "replaces"))
    is_own = any(one in hashes for one in lines)
    if kind == "tombstone" and is_own:
        how = str(row.get("how", ""))
        if how != "superseded":  # the approval of the newer line says more
            yield step._replace(what=FORGOTTEN if how == "forget" else TAKEN_BACK)
    elif kind == "restore" and is_own:
        yield step._replace(what=RESTORED)
    elif kind in VERDICTS:
        step = step._replace(proposal=str(row.get("proposal", "")))
        if is_own or item in items:
            yield step._replace(what=kind)
            if replaces and kind == "approved":
                yield step._replace(what=REPLACES, others=texts.find(replaces))
        elif kind == "approved" and any(one in hashes for one in replaces):
            yield step._replace(what=SUPERSEDED, others=texts.find(lines))


class _Texts:
    """The texts behind hashes of lines, as far as they can still be read; looked up only if asked."""

    def __init__(self, files: Files, present: Sequence[str], sources: Sequence[SourceRecord]) -> None:
        self._files = files
        self._present = present
        self._sources = sources
        self._known: dict[str, str] | None = None

    def find(self, lines: Sequence[str]) -> tuple[str, ...]:
        """The texts of lines, by their hashes; those that nothing holds any more are left out."""
        if self._known is None:
            archived = (entry.text for entry in find_archived(self._files))
            self._known = {hash_line(text): text for text in (*archived, *self._present)}
        missing = [line for line in lines if line not in self._known]
        if missing:
            spans = [
                Span(record.line, record.name, record.first, record.last, record.sha8)
                for record in self._sources
                if record.line in missing
            ]
            self._known |= read_spans(self._files, spans)
        return tuple(self._known[line] for line in lines if line in self._known)
