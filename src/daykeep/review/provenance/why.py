"""Walks from a line of MEMORY.md to where it came from: source lines, day, origin, score, and the commit that wrote it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DocumentError, UsageError
from daykeep.files.encoding import decode
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import (
    AskedRecord,
    SourceRecord,
    find_sources,
    hash_line,
    load_asked,
    load_sources,
)
from daykeep.memory.wordings import find_wordings, load_wordings
from daykeep.review.evidence.heads import records_below
from daykeep.review.evidence.locate import Place, find_texts, locate, read_lines
from daykeep.review.provenance.chain import find_chain, is_on_record
from daykeep.review.record import ITEM_TRAILER, REMEMBERED_TRAILER, RESTORED_TRAILER
from daykeep.text.similarity import containment, normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.files.store import Files
    from daykeep.git.history import Commit, History, HistoryOff
    from daykeep.memory.leaving.archive import Archived
    from daykeep.memory.wordings import Wording
    from daykeep.review.provenance.chain import Step

SIMILAR = 0.6
"""A line that shares this much of its text with a source is taken for an edited form of what came from there."""

NEAREST_LINES = 3
CANDIDATES = 20
_NUMBERED = re.compile(r"(?P<name>.+):(?P<number>[1-9][0-9]{0,8})")


class Source(NamedTuple):
    """One record of where the line came from, and where those source lines are now."""

    record: SourceRecord
    place: Place


class Said(NamedTuple):
    """Where the same was said in other words, and where those lines are now."""

    wording: Wording
    place: Place


class Answer(NamedTuple):
    """What is known of a line of memory.

    ``numbers`` are its places in MEMORY.md (empty: it is no longer there), ``archived`` those in the archive of what
    left MEMORY.md; ``edited`` says that the records are of
    an earlier wording; ``written`` is the commit in which daykeep learned it, ``first_seen`` the first commit that
    has it; ``off`` is why git could not be asked. ``chain`` is all that happened to the line, oldest first. ``also`` is
    where else it was said, in other words, oldest first; ``asked`` says who asked for it in so many words.
    """

    name: str
    line: str
    numbers: tuple[int, ...]
    sources: tuple[Source, ...]
    edited: bool
    written: Commit | None
    first_seen: Commit | None
    off: str | None
    archived: tuple[Archived, ...] = ()
    chain: tuple[Step, ...] = ()
    also: tuple[Said, ...] = ()
    asked: tuple[AskedRecord, ...] = ()


def why(files: Files, history: History | HistoryOff, line_text: str, *, memory: str) -> Answer:
    """Everything that is known of a line of MEMORY.md (``memory`` is its name); reads only.

    ``line_text`` is the line, a part of it that no other line has, or "MEMORY.md:12". A line that MEMORY.md lacks is
    looked for in the archive, then among the records; another wording of a line that is there means that line. A heading or a bullet that only names what stands below it comes
    from where that comes from. Raises DocumentError if there is no such line (the message
    names the nearest one) and UsageError if several lines have that part.
    """
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    git = history if isinstance(history, History) else None
    document = files.find_document(memory)
    lines = document.texts if document is not None else []
    archive = find_archived(files)
    wordings = load_wordings(files)
    line, numbers = _find_line(files, lines, _kept_wording(line_text, wordings, lines), memory, archive)
    records = find_sources(files, line)
    if not records and numbers:
        records = records_below(files, lines, numbers[0])
    edited = not records
    if edited:
        kept = [*lines, *(entry.text for entry in archive)]
        records = _records_of_earlier_wording(files, kept, line)
    newest_first = sorted(records, key=lambda record: record.at, reverse=True)
    sources = tuple(Source(record, locate(files, git, record)) for record in newest_first)
    asked = tuple(record for record in load_asked(files) if record.line == hash_line(line))
    return Answer(
        name=memory,
        line=line,
        numbers=numbers,
        sources=sources,
        edited=edited and bool(sources),
        written=_find_writing_commit(git, memory, [*records, *asked]) if git else None,
        first_seen=_find_first_commit(git, memory, line) if git else None,
        off=None if isinstance(history, History) else history.reason,
        archived=tuple(entry for entry in archive if normalise_line(entry.text) == normalise_line(line)),
        chain=find_chain(files, line, present=lines, records=records),
        also=tuple(_also_said(files, git, line, records, wordings)),
        asked=asked,
    )


def _kept_wording(asked: str, wordings: Sequence[Wording], lines: Sequence[str]) -> str:
    """What is asked for or, if that is on record as another wording of a line that is there, that line."""
    wanted, texts = hash_line(asked), {hash_line(text): text for text in lines}
    if wanted in texts:
        return asked
    kept = (
        texts[line] for one in reversed(wordings) if wanted in one.said for line in one.lines if line in texts
    )
    return next(kept, asked)


def _also_said(
    files: Files, git: History | None, line: str, records: Sequence[SourceRecord], wordings: Sequence[Wording]
) -> Iterator[Said]:
    hashes = [hash_line(line), *(record.line for record in records)]
    for one in find_wordings(wordings, hashes, [record.item for record in records]):
        record = SourceRecord(
            item=one.item,
            kind="",
            line="",
            name=one.name,
            first=one.first,
            last=one.last,
            sha8=one.sha8,
            day=one.day,
            origin=one.origin,
            score=0.0,
            at=one.at,
            commit=None,
        )
        yield Said(one, locate(files, git, record))


def _find_line(
    files: Files, lines: Sequence[str], asked: str, memory: str, archive: Sequence[Archived]
) -> tuple[str, tuple[int, ...]]:
    numbered = _find_numbered(lines, asked.strip(), memory, archive)
    if numbered is not None:
        return numbered
    wanted = normalise_line(asked)
    if not wanted:
        said = (
            f'"{asked.strip()}" is too short to be a line of memory' if asked.strip() else "no line was given"
        )
        raise UsageError(said, hint='daykeep why "the line, or a part of it"')
    normal = [normalise_line(line) for line in lines]
    numbers = tuple(number for number, text in enumerate(normal, 1) if text == wanted)
    if not numbers:
        holding = [number for number, text in enumerate(normal, 1) if wanted in text]
        if len({normal[number - 1] for number in holding}) > 1:
            raise _ambiguous(asked, [(memory, number, lines[number - 1]) for number in holding])
        numbers = tuple(holding)
    if numbers:
        return lines[numbers[0] - 1], numbers
    archived = _find_archived_line(wanted, asked, archive)
    if archived is not None:
        return archived, ()
    if find_sources(files, asked) or is_on_record(files, asked):
        return asked, ()
    raise _not_there(asked, lines, normal, memory)


def _find_numbered(
    lines: Sequence[str], asked: str, memory: str, archive: Sequence[Archived]
) -> tuple[str, tuple[int, ...]] | None:
    """The line that "MEMORY.md:12" means, or a number of the archive; None for any other text."""
    numbered = _NUMBERED.fullmatch(asked)
    if numbered is None:
        return None
    number = int(numbered["number"])
    if numbered["name"] == memory:
        if number > len(lines):
            count = f"{len(lines)} line{'' if len(lines) == 1 else 's'}"
            raise DocumentError(
                f"{memory} has {count}, no line {number}", hint="give a part of the line instead"
            )
        return lines[number - 1], (number,)
    for entry in archive:
        if (entry.name, entry.number) == (numbered["name"], number):
            return entry.text, ()
    return None


def _find_archived_line(wanted: str, asked: str, archive: Sequence[Archived]) -> str | None:
    """The archived line that is meant, or None; UsageError if a part is in several."""
    normal = [(normalise_line(entry.text), entry) for entry in archive]
    holding = [entry for text, entry in normal if text == wanted]
    holding = holding or [entry for text, entry in normal if wanted in text]
    if len({normalise_line(entry.text) for entry in holding}) > 1:
        raise _ambiguous(asked, [(entry.name, entry.number, entry.text) for entry in holding])
    return holding[0].text if holding else None


def _ambiguous(asked: str, holding: Sequence[tuple[str, int, str]]) -> UsageError:
    """The error for a part that several lines have, each as (name, number, text)."""
    shown = [f"{name}:{number}: {text.strip()}" for name, number, text in holding[:CANDIDATES]]
    more = f"\n… and {len(holding) - CANDIDATES} more" if len(holding) > CANDIDATES else ""
    return UsageError(
        f'"{asked}" is in {len(holding)} lines:\n' + "\n".join(shown) + more,
        hint=f'give more of the line, or its number: daykeep why "{holding[0][0]}:{holding[0][1]}"',
        details={
            "candidates": [
                {"name": name, "line": number, "text": text} for name, number, text in holding[:CANDIDATES]
            ]
        },
    )


def _not_there(asked: str, lines: Sequence[str], normal: Sequence[str], memory: str) -> DocumentError:
    scored = [
        (containment(normalise_line(asked), text), number) for number, text in enumerate(normal, 1) if text
    ]
    near = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))[
        :NEAREST_LINES
    ]
    message = f'"{asked}" is not in {memory}'
    if near:
        number = near[0][1]
        message += f"; the nearest line is {memory}:{number}: {lines[number - 1].strip()}"
    return DocumentError(
        message,
        hint="`daykeep why-not TEXT` says why it is not remembered, `daykeep history` what was learned and taken back",
        details={"nearest": [{"line": number, "text": lines[number - 1]} for _, number in near]},
    )


def _records_of_earlier_wording(files: Files, lines: Sequence[str], line: str) -> list[SourceRecord]:
    """The records whose own line is no longer in memory and whose source, still in its log, resembles this line most."""
    present = {hash_line(text) for text in lines}
    wanted = normalise_line(line)
    best: tuple[float, list[SourceRecord]] = (SIMILAR, [])
    logs: dict[str, Sequence[str]] = {}
    for record in load_sources(files)[0]:
        if record.line in present:
            continue
        if record.name not in logs:
            logs[record.name] = read_lines(files, record.name)
        source = normalise_line(" ".join(find_texts(logs[record.name], record)))
        share = min(containment(wanted, source), containment(source, wanted)) if source else 0.0
        if share > best[0]:
            best = (share, [record])
        elif share == best[0] and best[1]:
            best[1].append(record)
    return best[1]


_WRITING = frozenset((ITEM_TRAILER, RESTORED_TRAILER, REMEMBERED_TRAILER))


def _find_writing_commit(
    history: History, memory: str, records: Sequence[SourceRecord | AskedRecord]
) -> Commit | None:
    """The last commit that put one of the records' items into the file."""
    items = {record.item for record in records}
    for commit in history.log([memory]) if items else []:
        if any(key in _WRITING and value in items for key, value in commit.trailers):
            return commit
    return None


def _find_first_commit(history: History, memory: str, line: str) -> Commit | None:
    """The first commit whose MEMORY.md has the line."""
    wanted = normalise_line(line)
    commits = history.log([memory])[::-1]
    for commit, data in zip(
        commits, history.read_each([(commit.id, memory) for commit in commits]), strict=True
    ):
        if data is not None and any(normalise_line(text) == wanted for text in decode(data).texts):
            return commit
    return None
