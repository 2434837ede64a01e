"""Forgetting: lines leave MEMORY.md, the notes and the archive of memory for good, and are not learned again.

Daily logs stay as they are: they are the record of what happened. A tombstone, which holds hashes only, keeps the next
distillation from bringing the lines back, also in other words as long as a log still has some.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError, UsageError
from daykeep.files.ids import short_hash
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.memory.leaving.archive import archive_names
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.memory.sources import hash_line, hash_source, load_asked, load_sources
from daykeep.review.account.merged import settle_merge
from daykeep.review.asking.copies import remove_copies
from daykeep.review.asking.repeats import Line, find_repeats
from daykeep.review.forgetting.notes import find_meant, is_named
from daykeep.review.notes.files import body_numbers, is_note_file, note_names
from daykeep.review.notes.index import notes_beside
from daykeep.review.queue.proposals import FORGET, Draft, ProposedItem, SourceLine, clean
from daykeep.review.record import FORGOTTEN_TRAILER, LOCK, commit_edits, commit_safely, try_commit
from daykeep.review.verdict.elsewhere import make_elsewhere
from daykeep.text.frontmatter import frontmatter_end
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import date, datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff

ORIGIN = "forget"
SHORTEST_ID, SHORTEST_TEXT = 4, 2
MOST_LINES = 200
"""More lines than a person can look at are not forgotten at once."""

_ID = re.compile(r"[0-9a-f]{4,12}")
_WORD = re.compile(r"[^\W_]+")


class Forgetting(NamedTuple):
    """What would be forgotten: lines of memory, and the lines of logs that say the same and stay there.

    ``notes`` are the files of notes that go as a whole, with their line in the index.
    """

    asked: str
    lines: tuple[Line, ...]
    logged: tuple[Line, ...]
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The files that the lines stand in."""
        return list(dict.fromkeys(line.name for line in self.lines))


class Forgotten(NamedTuple):
    """What was forgotten, what could not be (each line with the reason), the commit, and the ids to take it back by."""

    lines: tuple[Line, ...]
    refused: tuple[tuple[Line, str], ...]
    commit: str | None
    items: tuple[str, ...] = ()


def plan_forget(files: Files, asked: str, *, memory: str) -> Forgetting:
    """The lines that are meant: those of the item with this id, else those that hold the text, else all its words.

    A note is meant as a whole by its file or name, then alone, and by a text that says what it is about. Headings are
    no lines of memory. Raises UsageError for an id of several items, a text too short to mean anything,
    and more lines than can be looked at.
    """
    wanted = asked.strip()
    everything = list(_memory_lines(files, memory))
    store = workspace_store(files)
    meant = find_meant(store, wanted)
    whole = [store.name_of(note.path) for note in meant]
    if any(is_named(store, note, wanted) for note in meant):
        found = [line for line in everything if line.name in whole]
    else:
        found = _of_item(files, wanted, everything) or _of_text(wanted, everything, whole)
    if len(found) > MOST_LINES:
        raise UsageError(f'"{asked}" is in {len(found)} lines of memory', hint="give more of the text")
    lines = tuple(found)
    going = tuple(name for name in dict.fromkeys(line.name for line in lines) if _goes(files, name, lines))
    return Forgetting(wanted, lines, tuple(find_repeats(files, [line.text for line in lines])), going)


def _goes(files: Files, name: str, lines: Sequence[Line]) -> bool:
    """Whether nothing of a note is left without these lines."""
    document = files.find_document(name) if is_note_file(name) else None
    if document is None:
        return False
    going = {line.number for line in lines if line.name == name}
    return not set(body_numbers(document.texts)) - going


def draft_forgetting(files: Files, plan: Forgetting, *, origin: str, day: date) -> list[Draft]:
    """The proposals to forget these lines, one for each file."""
    drafts = []
    for name in plan.names:
        document = files.find_document(name)
        sha256 = document.sha256 if document is not None else None
        drafts.append(Draft(ORIGIN, name, sha256, (_item(plan, name, origin=origin, day=day),)))
    return drafts


def apply_forget(
    files: Files,
    history: History | HistoryOff,
    plan: Forgetting,
    *,
    language: str,
    now: datetime,
    day: date,
    by: str,
    proof: str = "",
    author: str,
    problems: list[str],
) -> Forgotten:
    """Take the lines out, for a person who asked for it; ``proof`` is what showed that: terminal or passphrase.

    Changes that nobody has committed yet get a commit of their own first. Order on disk: a copy of the lines,
    tombstones, approval, file, for each file; then one commit, and with it the copies go. After a kill in between,
    the same call goes on. A line that changed meanwhile stays and is named. ConflictError if a file keeps changing.
    """
    record: dict[str, Any] = {"at": now, "author": author, "problems": problems}
    writing: dict[str, Any] = {"language": language, "now": now, "by": by, "how": ORIGIN, "proof": proof}
    done: list[Line] = []
    refused: list[tuple[Line, str]] = []
    ids: list[str] = []
    with files.lock(LOCK, purpose="forget"):
        for name in plan.names:
            settle_merge(files, history, name, now=now)
            edited = [name, *notes_beside([name])]
            try_commit(history, problems, partial(commit_edits, names=edited, **record))
            item = _item(plan, name, origin="user", day=day)
            made = make_elsewhere(files, name, [item], before=lambda _items: None, **writing)
            lines = [line for line in plan.lines if line.name == name]
            done += lines if made.items else []
            refused += [(line, made.refused[0][1]) for line in lines] if made.refused else []
            ids += [item.id] if made.items else []
        commit = try_commit(history, problems, lambda git: _commit(git, plan, len(done), ids, record))
        if commit is not None:
            remove_copies(files, ids)
    return Forgotten(tuple(done), tuple(refused), commit, tuple(ids))


def _commit(
    git: History, plan: Forgetting, count: int, ids: Sequence[str], record: Mapping[str, Any]
) -> str | None:
    if not count:
        return None
    subject = f"Forgot {count} line{'' if count == 1 else 's'} of memory"
    trailers = [(FORGOTTEN_TRAILER, item) for item in ids]
    names = [*plan.names, *notes_beside(plan.names), DECISIONS_FILE]
    return commit_safely(git, names, subject, trailers=trailers, **record)


def _item(plan: Forgetting, name: str, *, origin: str, day: date) -> ProposedItem:
    lines = [line for line in plan.lines if line.name == name]
    return ProposedItem(
        id=_id_of(lines),
        kind=FORGET,
        title="",
        day=day,
        name=name,
        lines=tuple(SourceLine(line.number, hash_source([line.text]), clean(line.text)) for line in lines),
        origin=origin,
        score=1.0,
        rule=FORGET,
        worded=False,
        action=FORGET,
        reason=clean(f'"{plan.asked}" was asked to be forgotten'),
    )


def _id_of(lines: Sequence[Line]) -> str:
    shape = "\n".join([FORGET, *(f"{line.name} {hash_line(line.text)}" for line in lines)])
    return short_hash(shape.encode("utf-8", "surrogateescape"), 12)


def _memory_lines(files: Files, memory: str) -> Iterator[Line]:
    """Every line of MEMORY.md, of the notes and of the archive of memory that says something."""
    for name in (memory, *note_names(files), *archive_names(files)):
        try:
            document = files.find_document(name)
        except DaykeepError:
            continue  # what can't be read can't be changed either; doctor names it
        texts = document.texts if document is not None else []
        head = frontmatter_end(texts)
        headings = {section.line for section in parse_sections(texts, bold_headings=False)}
        for number, text in enumerate(texts, 1):
            if number > head and number not in headings and normalise_line(text):
                yield Line(name, number, text)


def _of_item(files: Files, wanted: str, lines: Sequence[Line]) -> list[Line]:
    if not _ID.fullmatch(wanted):
        return []
    hashes: dict[str, set[str]] = {}
    learned = [(record.item, record.line) for record in load_sources(files)[0]]
    for item, line in (*learned, *((asked.item, asked.line) for asked in load_asked(files))):
        if item.startswith(wanted):
            hashes.setdefault(item, set()).add(line)
    if len(hashes) > 1:
        raise UsageError(f'"{wanted}" could be {len(hashes)} things', hint="give more of the id")
    known = next(iter(hashes.values()), set())
    return [line for line in lines if hash_line(line.text) in known]


def _of_text(wanted: str, lines: Sequence[Line], whole: Collection[str]) -> list[Line]:
    """The lines that hold a text, else all its words; all of the notes that are about it."""
    text = normalise_line(wanted).casefold()
    if len(text) < SHORTEST_TEXT:
        raise UsageError(f'"{wanted}" is too short to say what is meant')
    plain = [(line, normalise_line(line.text).casefold()) for line in lines]
    found = {line for line, there in plain if text in there}
    words = _WORD.findall(text)
    if not found and len(words) > 1:
        found = {line for line, there in plain if all(word in there for word in words)}
    return [line for line in lines if line in found or line.name in whole]
