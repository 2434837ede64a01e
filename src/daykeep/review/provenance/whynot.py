"""Why something is not in memory, as far as memory and its records say: it is there, elsewhere, waiting, or refused."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.secrets import mask_secrets
from daykeep.memory.decisions import DECISIONS_FILE, REJECTED, find_verdicts
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.leaving.budget import Limits, measure_until
from daykeep.memory.sources import hash_line
from daykeep.memory.wordings import load_wordings
from daykeep.review.evidence.accounts import ARCHIVED, FORGOTTEN, Accounts
from daykeep.review.evidence.remembered import rejected_texts, taken_back_texts
from daykeep.review.notes.files import read_notes
from daykeep.text.claims import KnownClaims, compare
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Proposal

REMEMBERED, OVER_BUDGET, KNOWN = "remembered", "over budget", "known in other words"
WAITING, REJECTED_ONCE, TAKEN_OUT = "waiting", "rejected", "taken out"

SHOWN = 5
"""So many places of one kind are named."""

COMPARED = 2_000
"""So many texts, the latest, are compared in other words."""


class Finding(NamedTuple):
    """One reason: its ``code`` (a word or two), what is said, where (``number`` 0: the whole file), and what to do next."""

    code: str
    said: str
    name: str = ""
    number: int = 0
    text: str = ""
    next_step: str = ""


def find_in_memory(files: Files, asked: str, *, memory: str, limits: Limits) -> list[Finding]:
    """Where MEMORY.md or a note says it already, word for word or else in other words."""
    document = files.find_document(memory)
    places = [(memory, number, text) for number, text in enumerate(document.texts if document else (), 1)]
    notes = list(_note_lines(files))
    wanted = normalise_line(asked)
    found = [place for place in [*places, *notes] if wanted in normalise_line(place[2])]
    if found:
        return [_remembered(document, place, memory, limits) for place in found[:SHOWN]]
    recorded = _find_recorded(files, asked, places)
    if recorded is not None:
        return [recorded]
    hit = _find_in_words(asked, [*places, *notes])
    if hit is None:
        return []
    (name, number, text), relation = hit
    code, said = {
        "same": (KNOWN, f"it is known in other words, kept as “{text.strip()}”"),
        "refines": ("known in part", "a shorter form of it is known"),
        "contradicts": ("known otherwise", "memory says otherwise"),
    }[relation]
    step = f'daykeep why "{name}:{number}"'
    return [Finding(code, said, name, number, text, step)]


def _find_recorded(files: Files, asked: str, places: Sequence[tuple[str, int, str]]) -> Finding | None:
    """The line that was kept instead of this wording when it was logged, as far as that is on record."""
    wanted = hash_line(asked)
    lines = {hash_line(text): (name, number, text) for name, number, text in reversed(places)}
    for one in reversed(load_wordings(files)):
        kept = next((lines[line] for line in one.lines if line in lines), None)
        if wanted in one.said and kept is not None:
            name, number, text = kept
            said = f"it was logged on {one.day} and is kept as “{text.strip()}”"
            return Finding(KNOWN, said, name, number, text, f'daykeep why "{name}:{number}"')
    return None


def find_on_record(files: Files, asked: str, *, memory: str, waiting: Sequence[Proposal]) -> list[Finding]:
    """What the records say of it: it waits, was rejected, taken back, forgotten, replaced or archived."""
    found = [*_find_waiting(asked, waiting), *_find_rejected(files, asked)]
    decisions, _ = files.find_records(DECISIONS_FILE)
    reason = Accounts(files, decisions).find(hash_line(asked))
    if reason is not None and reason.how != ARCHIVED:
        by = f" by {reason.by}" if reason.by else ""
        step = f"daykeep revert {reason.item}" if reason.how == FORGOTTEN else f'daykeep why "{asked}"'
        found.append(
            Finding(reason.how, f"it was {reason.how}{by} on {reason.at[:10]}", text=asked, next_step=step)
        )
    elif reason is None and not found:
        found += _find_taken_out(files, asked)
    wanted = normalise_line(asked)
    kept = [one for one in find_archived(files) if wanted in normalise_line(one.text)]
    said = f"it left {memory} for the archive"
    found += [
        Finding(
            ARCHIVED,
            f"{said} on {one.archived_on}",
            one.name,
            one.number,
            one.text,
            f'daykeep why "{one.name}:{one.number}"',
        )
        for one in kept[:SHOWN]
    ]
    return found


def _remembered(
    document: Document | None, place: tuple[str, int, str], memory: str, limits: Limits
) -> Finding:
    name, number, text = place
    if name != memory or document is None:
        return Finding(REMEMBERED, "a note holds it", name, number, text, f'daykeep why "{name}:{number}"')
    step = f'daykeep why "{name}:{number}"'
    if not measure_until(document, number).fits(limits):
        said = f"it is remembered, but beyond the {limits.chars:,} characters or {limits.lines:,} lines that agents read"
        return Finding(OVER_BUDGET, said, name, number, text, "daykeep doctor")
    return Finding(REMEMBERED, f"{memory} holds it, and agents read it there", name, number, text, step)


def _find_in_words(
    asked: str, places: Iterable[tuple[str, int, str]]
) -> tuple[tuple[str, int, str], str] | None:
    """The place that says the same, more, less or otherwise; headings say nothing."""
    told = [place for place in places if normalise_line(place[2]) and not place[2].lstrip().startswith("#")]
    told = told[-COMPARED:]
    match = KnownClaims((str(key), text) for key, (_, _, text) in enumerate(told)).find(asked)
    if match is None or match.comparison.relation == "different":
        return None
    return told[int(match.key)], match.comparison.relation


def _find_waiting(asked: str, waiting: Sequence[Proposal]) -> Iterator[Finding]:
    wanted = normalise_line(asked)
    items = [(proposal, item) for proposal in waiting for item in proposal.waiting]
    exact = [one for one in items if any(wanted in normalise_line(text) for text in one[1].memory_lines)]
    found = exact or [
        one for one in items if compare(asked, "\n".join(one[1].memory_lines)).relation == "same"
    ]
    for proposal, item in found[:SHOWN]:
        said = f"it waits for you: {item.reason}"
        if not exact:
            said = f"it waits for you in other words: {item.reason}"
        number = item.lines[0].number if item.lines else 0
        text = item.memory_lines[0] if item.memory_lines else ""
        yield Finding(WAITING, said, item.name, number, text, f"daykeep review show {proposal.id}")


def _find_rejected(files: Files, asked: str) -> Iterator[Finding]:
    line = hash_line(asked)
    verdicts = [
        one for one in find_verdicts(files).values() if one.kind == REJECTED and one.action != "archive"
    ]
    hit = [one for one in verdicts if line in one.lines]
    words = ""
    texts: dict[str, str] = {}
    if not hit:
        texts = rejected_texts(files)
        same = {item for item, text in _latest(texts.items()) if _is_same(asked, text)}
        hit = [one for one in verdicts if one.item in same]
        words = " in other words"
    for one in hit[:SHOWN]:
        number = one.source[0][0] if one.source else 0
        said = f"it was rejected{words} by {one.by} on {one.at[:10]}"
        step = f"daykeep review undo {one.item}, or write it into MEMORY.md yourself"
        text = texts.get(one.item, asked).split("\n")[0]
        yield Finding(REJECTED_ONCE, said, one.name, number, text, step)


def _find_taken_out(files: Files, asked: str) -> Iterator[Finding]:
    for item, text in _latest(taken_back_texts(files).items()):
        if _is_same(asked, text):
            said = "it was taken back or forgotten before, in these or other words"
            step = f"daykeep history shows when; reverting that commit brings item {item} back"
            yield Finding(TAKEN_OUT, said, text=mask_secrets(text)[0], next_step=step)
            return


def _latest(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return list(pairs)[-COMPARED:]


def _is_same(asked: str, text: str) -> bool:
    wanted = normalise_line(asked)
    return any(wanted in normalise_line(line) for line in text.split("\n")) or (
        compare(asked, text).relation == "same"
    )


def _note_lines(files: Files) -> Iterator[tuple[str, int, str]]:
    for note in islice(read_notes(files), COMPARED):
        yield from ((note.name, number, text) for number, text in enumerate(note.texts, 1))
