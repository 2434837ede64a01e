"""What an approved item did to a file, taken back out of the file as it is now: planned, without touching a disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import GitError
from daykeep.files.encoding import decode
from daykeep.memory.leaving.itemlines import without_item, without_lines
from daykeep.memory.sources import hash_line, hash_source
from daykeep.review.queue.proposals import ADD, CHANGE, SUPERSEDE
from daykeep.review.takeback.merge import take_back
from daykeep.review.verdict.change import plan_changes
from daykeep.review.verdict.hunks import APPEND, find_made
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.files.encoding import Document
    from daykeep.review.queue.proposals import ProposedItem
    from daykeep.review.takeback.merge import Merge


class Inverse(NamedTuple):
    """The file's bytes after it; ``back`` are the hashes of lines that are there again, ``obstacle`` why it can't be."""

    data: bytes
    back: frozenset[str] = frozenset()
    obstacle: str = ""


class Past(NamedTuple):
    """What is known of the file as it was.

    ``before`` is the file when the item was proposed, None if that was not kept; ``archived`` the texts in the archive
    of memory by their hash; ``merge`` git's three-way merge, None without a history. ``own`` are the lines, by hash, that
    daykeep has on record to have written into the file.
    """

    before: Document | None = None
    archived: Mapping[str, str] = {}
    merge: Merge | None = None
    own: frozenset[str] = frozenset()


def plan_inverse(document: Document, item: ProposedItem, past: Past, *, language: str) -> Inverse:
    """Take out what the item added and put back what it took out; what was written since stays.

    Where lines of it were changed since, nothing is guessed: there is an obstacle, and the bytes are those of now.
    """
    if item.action == ADD:
        return _without_added(document, item, past)
    if item.action == CHANGE:
        return _unchange(document, item, past)
    old = _old_lines(item, past)
    if old is None:
        return Inverse(document.data, obstacle="the text of its lines is not kept; put them back yourself")
    back = frozenset(hash_line(text) for _, text in old if normalise_line(text))
    there = {hash_line(text) for text in document.texts}
    if item.action != SUPERSEDE and back <= there:
        return Inverse(document.data, back)
    elsewhere = back & there - set(map(hash_line, item.memory_lines))
    merged = None if elsewhere else _merge(document, item, past, language)  # a merge would put those in twice
    if merged is not None:
        return Inverse(merged, back)
    return _replace_back(document, item, old) if item.action == SUPERSEDE else _insert_back(document, old)


def is_undone(document: Document, item: ProposedItem) -> bool:
    """Whether nothing that the item added stands in the file, and all that it took out does."""
    there = {hash_line(text) for text in document.texts}
    old = {one.line for one in item.supersedes}
    added = {hash_line(text) for text in item.memory_lines if normalise_line(text)} - old
    return added.isdisjoint(there) and old <= there


def _without_added(document: Document, item: ProposedItem, past: Past) -> Inverse:
    known = {hash_line(text) for text in past.before.texts} if past.before is not None else set()
    hashes = {hash_line(text) for text in item.memory_lines if normalise_line(text)} - known
    present = hashes & {hash_line(text) for text in document.texts}
    if present and present != hashes:
        return Inverse(
            document.data, obstacle="some of its lines were changed since; take out the rest yourself"
        )
    if not present:
        return Inverse(document.data)
    before = past.before.data if past.before is not None else None
    return Inverse(without_item(document.data, before, hashes, own=past.own))


def _old_lines(item: ProposedItem, past: Past) -> list[tuple[int, str]] | None:
    """The lines that the item took out, with the numbers that they had; None if the text of one is not known."""
    if item.action == SUPERSEDE:
        wanted = [(old.number, old.text, old.line) for old in item.supersedes]
        found = [(number, _text_of(text, line, past)) for number, text, line in wanted]
    else:
        texts = [(line.number, line.text, line.sha8) for line in item.lines if line.text is not None]
        found = [(number, _source_of(number, text, sha8, past)) for number, text, sha8 in texts]
    whole = [(number, text) for number, text in found if text is not None]
    return whole if len(whole) == len(found) else None


def _text_of(text: str, line: str, past: Past) -> str | None:
    if hash_line(text) == line:
        return text
    texts = past.before.texts if past.before is not None else []
    return past.archived.get(line) or next((one for one in texts if hash_line(one) == line), None)


def _source_of(number: int, text: str, sha8: str, past: Past) -> str | None:
    if hash_source([text]) == sha8:
        return text
    texts = past.before.texts if past.before is not None else []
    near = [texts[number - 1]] if number <= len(texts) else []
    there = [one for one in (*near, *texts, *past.archived.values()) if hash_source([one]) == sha8]
    return there[0] if there else None


def _merge(document: Document, item: ProposedItem, past: Past, language: str) -> bytes | None:
    """The inverse by a three-way merge, None where that is not possible or leaves anything in doubt."""
    if past.before is None or past.merge is None:
        return None
    made = plan_changes(past.before, [item], name=document.name, language=language)
    if made.refused:
        return None
    try:
        merged = take_back(past.merge, base=made.document.data, ours=document.data, theirs=past.before.data)
    except GitError:
        return None
    return None if merged.conflicts else merged.data


def _replace_back(document: Document, item: ProposedItem, old: Sequence[tuple[int, str]]) -> Inverse:
    """Put the old lines where the new ones stand now, as far as nobody has put them back elsewhere."""
    texts = document.texts
    wanted = [hash_line(text) for text in item.memory_lines if normalise_line(text)]
    there = [hash_line(text) for text in texts]
    back = frozenset(hash_line(text) for _, text in old)
    starts = [at for at in range(len(there)) if there[at : at + len(wanted)] == wanted]
    if not starts:
        if back <= set(there):
            return Inverse(document.data, back)
        return Inverse(document.data, obstacle="its lines were changed since; put the old ones back yourself")
    first = min(starts, key=lambda at: abs(at + 1 - old[0][0]))
    elsewhere = {*there[:first], *there[first + len(wanted) :]}
    lines = [text for _, text in old if hash_line(text) not in elsewhere]
    if not lines:
        return Inverse(without_lines(document, set(range(first, first + len(wanted)))), back)
    return Inverse(document.replace_lines(first + 1, first + len(wanted), lines), back)


def _insert_back(document: Document, old: Sequence[tuple[int, str]]) -> Inverse:
    """Put lines back at the numbers that they had; blank lines that went with them are not known any more."""
    there = {hash_line(text) for text in document.texts}
    back = frozenset(hash_line(text) for _, text in old if normalise_line(text))
    if back & there:
        return Inverse(
            document.data, obstacle="some of its lines are there again; put back the rest yourself"
        )
    for number, text in sorted(old):
        data = document.insert(min(number, len(document.texts) + 1), [text])
        document = decode(data, document.name)
    return Inverse(document.data, back)


def _unchange(document: Document, item: ProposedItem, past: Past) -> Inverse:
    """Put the old lines of a change where the new ones stand."""
    old = [_text_of(one.text, one.line, past) for one in item.supersedes]
    lines = [text for text in old if text is not None]
    if len(lines) != len(old):
        return Inverse(document.data, obstacle="the text that it replaced is not kept; put it back yourself")
    first = find_made(document.texts, item)
    if first is None:
        return Inverse(document.data, obstacle="it was changed since; take it back yourself")
    start = first if item.rule == APPEND else first + item.before
    count = len(item.memory_lines)
    if lines and count:
        data = document.replace_lines(start + 1, start + count, lines)
    elif lines:
        data = document.insert(start + 1, lines)
    else:
        data = without_lines(document, set(range(start, start + count)))
    return Inverse(data)
