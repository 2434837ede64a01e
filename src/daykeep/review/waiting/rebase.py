"""Puts waiting items on the file as it is now: three-way, item by item, where it changed since they were proposed.

The three sides are the file as it was (kept beside a proposal in the history), the file as it is, and the item. What
somebody else did meanwhile is never overwritten: where both changed the same lines the item is in conflict, and all
three sides are shown to the person who decides.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.files.replace import sha256_of
from daykeep.memory.sources import hash_line, hash_source
from daykeep.review.queue.proposals import ADD, CHANGE, SUPERSEDE, Renewed, clean
from daykeep.review.verdict.hunks import find_hunk, is_made
from daykeep.text.claims import compare
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Proposal, ProposalStore, ProposedItem

FITS, MOVED, THERE, CONFLICT, GONE = "fits", "moved", "there", "conflict", "gone"
"""An item can be made as it was proposed; its lines stand elsewhere; it is made already; somebody changed the same
lines; the lines that it is about are no longer there."""

ALIKE = 0.6
"""So much of its characters a line keeps that is taken for the changed form of one that is gone: a person's edit of a
line keeps more, two lines about different things less (`difflib`'s ratio)."""
MOST_LINES = 6
"""So many lines of a conflict's side are shown."""


class Rebased(NamedTuple):
    """How one item stands to the file as it is now.

    ``before``, ``now`` and ``wanted`` are the three sides of the lines that it is about, without secrets; ``renewed``
    says where its lines are, None if they are where they were or are no longer there.
    """

    item: ProposedItem
    state: str
    reason: str
    before: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    renewed: Renewed | None = None


def rebase_item(item: ProposedItem, base: Document | None, now: Document | None) -> Rebased:
    """How an item stands to the file as it is ``now``; without a ``base`` as far as the item itself tells."""
    texts = now.texts if now is not None else []
    before = base.texts if base is not None else None
    if item.action == ADD:
        return _rebase_added(item, before, texts)
    if item.action == CHANGE:
        return _rebase_change(item, before, texts)
    return _rebase_replaced(item, before, texts)


def plan_rebase(proposal: Proposal, base: Document | None, now: Document | None) -> tuple[Rebased, ...]:
    """How the items of a proposal that wait stand to the file as it is now; nothing is written."""
    return tuple(rebase_item(item, base, now) for item in proposal.waiting)


def rebase(files: Files, store: ProposalStore, proposal: Proposal, *, now: datetime) -> tuple[Rebased, ...]:
    """Put a waiting proposal on the file as it is now; how its items stand to it.

    Items whose lines stand elsewhere learn where. One in conflict keeps what it was proposed on, and so does its
    proposal: what became of the lines would else be forgotten. Nothing is decided, and the file is not touched.
    """
    if any(item.is_new for item in proposal.items):
        return ()  # about no file that could have changed
    document = files.find_document(proposal.target)
    sha256 = sha256_of(document.data) if document is not None else None
    if sha256 == proposal.base_sha256 or not proposal.waiting:
        return ()
    found = plan_rebase(proposal, read_base(store, proposal), document)
    if not any(one.state in {CONFLICT, GONE} for one in found):
        renewed = [one.renewed for one in found if one.renewed is not None]
        store.rebase(proposal.id, renewed, base_sha256=sha256, now=now)
    return found


def read_base(store: ProposalStore, proposal: Proposal) -> Document | None:
    """The file that a proposal is about as it was, None if that was not kept."""
    data = store.find_base(proposal.id)
    return decode(data, proposal.target) if data is not None else None


def _rebase_added(item: ProposedItem, before: Sequence[str] | None, texts: Sequence[str]) -> Rebased:
    wanted = item.memory_lines
    present = {hash_line(text) for text in texts}
    if all(hash_line(text) in present for text in wanted if normalise_line(text)):
        return Rebased(item, THERE, "it stands there already", wanted=tuple(wanted))
    if before is None:
        return Rebased(item, FITS, "")
    known = {hash_line(text) for text in before}
    claim = "\n".join(wanted)
    for text in texts:
        if not normalise_line(text) or hash_line(text) in known:
            continue
        comparison = compare(claim, text)
        found = Rebased(item, CONFLICT, "", now=(clean(text),), wanted=tuple(wanted))
        if comparison.relation == "contradicts":
            return found._replace(reason=f"a line came meanwhile that says otherwise: {comparison.reason}")
        if comparison.relation == "same":
            return found._replace(state=THERE, reason="a line came meanwhile that says the same")
    return Rebased(item, FITS, "")


def _rebase_change(item: ProposedItem, before: Sequence[str] | None, texts: Sequence[str]) -> Rebased:
    wanted = tuple(item.memory_lines)
    old = tuple(line.text for line in item.supersedes)
    if find_hunk(texts, item) is not None:
        return Rebased(item, FITS, "", before=old, wanted=wanted)
    if is_made(texts, item):
        return Rebased(item, THERE, "it is made already", before=old, wanted=wanted)
    first = item.lines[0].number
    around = (before or texts)[first - 1 : first - 1 + len(item.lines)]
    there = tuple(map(clean, texts[first - 1 : first - 1 + min(len(item.lines), MOST_LINES)]))
    reason = "the lines around the place are no longer as they were"
    return Rebased(item, CONFLICT, reason, tuple(map(clean, around[:MOST_LINES])), there, wanted)


class _Old(NamedTuple):
    """A line that an item takes out: its number, its identity, its text."""

    number: int
    identity: str
    text: str


def _rebase_replaced(item: ProposedItem, before: Sequence[str] | None, texts: Sequence[str]) -> Rebased:
    old, identify = _old_lines(item)
    wanted = tuple(item.memory_lines) if item.action == SUPERSEDE else ()
    places = [_find(line, texts, identify) for line in old]
    missing = [line for line, place in zip(old, places, strict=True) if place is None]
    found = Rebased(item, FITS, "", before=tuple(line.text for line in old), wanted=wanted)
    if not missing:
        numbers = [place + 1 for place in places if place is not None]
        if numbers == [line.number for line in old]:
            return found
        return found._replace(
            state=MOVED, reason="its lines stand elsewhere now", renewed=_renew(item, numbers)
        )
    present = {hash_line(text) for text in texts}
    if wanted and all(hash_line(text) in present for text in wanted if normalise_line(text)):
        return found._replace(state=THERE, reason="it stands there already")
    now = _became(missing, before, texts, identify)
    if now:
        shown = tuple(map(clean, now[:MOST_LINES]))
        return found._replace(state=CONFLICT, reason="somebody changed the same lines meanwhile", now=shown)
    return found._replace(state=GONE, reason="the lines that it is about are gone")


def _old_lines(item: ProposedItem) -> tuple[list[_Old], Callable[[str], str]]:
    if item.action == SUPERSEDE:
        return [_Old(line.number, line.line, line.text) for line in item.supersedes], hash_line
    lines = [line for line in item.lines if normalise_line(line.text or "")]
    return [_Old(line.number, line.sha8, line.text or "") for line in lines], lambda text: hash_source([text])


def _find(line: _Old, texts: Sequence[str], identify: Callable[[str], str]) -> int | None:
    """The index of a line, the nearest to where it was if there are several; None if it is gone."""
    places = [
        index for index, text in enumerate(texts) if normalise_line(text) and identify(text) == line.identity
    ]
    return min(places, key=lambda index: abs(index + 1 - line.number), default=None)


def _renew(item: ProposedItem, numbers: Sequence[int]) -> Renewed:
    lines, supersedes = item.lines, item.supersedes
    if item.action == SUPERSEDE:
        supersedes = tuple(
            old._replace(number=number) for old, number in zip(supersedes, numbers, strict=True)
        )
    else:
        left = iter(numbers)
        lines = tuple(
            line._replace(number=next(left)) if normalise_line(line.text or "") else line for line in lines
        )
    return Renewed(item.id, item.fingerprint, lines, supersedes)


def _became(
    missing: Sequence[_Old],
    before: Sequence[str] | None,
    texts: Sequence[str],
    identify: Callable[[str], str],
) -> list[str]:
    """What stands now where lines are gone; nothing where they were taken out without anything in their place."""
    if before is None:
        return [text for line in missing if (text := _alike(line.text, texts))]
    places = {place for line in missing if (place := _find(line, before, identify)) is not None}
    now: list[str] = []
    for tag, first, last, start, end in SequenceMatcher(None, before, texts, autojunk=False).get_opcodes():
        if tag == "replace" and any(first <= place < last for place in places):
            now.extend(text for text in texts[start:end] if normalise_line(text))
    moved = [text for line in missing if (text := _alike(line.text, texts))]
    return now or moved


def _alike(line: str, texts: Sequence[str]) -> str:
    """The line that a line was turned into by an edit, wherever it stands; ``""`` if there is none."""
    shares = [
        (SequenceMatcher(None, line, text, autojunk=False).ratio(), text) for text in texts if text.strip()
    ]
    share, text = max(shares, default=(0.0, ""))
    return text if share >= ALIKE else ""
