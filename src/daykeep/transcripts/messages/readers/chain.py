"""Which of Claude Code's entries go to a model, and in which order: the last branch, back to the last compaction. Pure.

A compaction writes a boundary without a parent and a summary behind it. It may keep a segment of what stands before:
named in the boundary (the entries stay where they are) or written again under the same ids. The answers of calls that ran
side by side hang on the lines of one answer, so that the last of them does not lead to the others: they are found by
the answer's id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.entries.branches import Node, choose_branch, choose_chain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Entry(NamedTuple):
    """One entry: its number among the records, its line, its place, and what decides whether it belongs.

    ``answer`` is the id that the lines of one answer share; ``calls`` and ``results`` are the ids of tool calls in it. ``segment`` is
    what a compaction kept, ``copied`` whether the entry stands a second time behind a compaction, ``summary`` whether it stands for what was before.
    """

    number: int
    line: int
    node: Node
    kind: str
    answer: str = ""
    calls: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    segment: dict[str, Any] | None = None
    copied: bool = False
    summary: bool = False


class Chain(NamedTuple):
    """Entries in the order of the conversation, and the numbers of those that a compaction kept."""

    entries: tuple[Entry, ...]
    kept: frozenset[int]


def choose_entries(
    entries: Sequence[Entry], report: Callable[[int, str], None], *, whole: bool = False, link: str = ""
) -> Chain:
    """What goes to a model, in order; ids are unique. Entries whose parent is missing are told to ``report``.

    ``whole`` goes over compactions: what was said before them is part of it, and nothing counts as kept. With ``link`` (and
    ``whole``) these are the entries behind the one of that id; StartOverError if the conversation does not go on from it.
    """
    linked, segment = (list(entries), frozenset()) if whole else _relink(list(entries), report)
    ids = {link, *(entry.node.id for entry in linked)}
    linked = [_begun(entry) if entry.summary and entry.node.parent not in ids else entry for entry in linked]
    nodes = [entry.node for entry in linked]
    chosen = choose_branch(nodes, link=link) if whole else choose_chain(nodes)
    chosen = _with_attachments(_with_siblings(chosen, linked), linked)
    found = tuple(linked[index] for index in chosen)
    for entry in found:
        if entry.node.parent and entry.node.parent not in ids and entry.summary:
            report(
                entry.line, "hangs on a compaction that is missing; the conversation begins with its summary"
            )
        elif entry.node.parent and entry.node.parent not in ids:
            report(
                entry.line,
                f"hangs on entry '{entry.node.parent}', which is missing; what stands before it is taken",
            )
    if whole:
        return Chain(found, frozenset())
    kept = {entry.number for entry in found if entry.copied or entry.node.id in segment}
    return Chain(found, frozenset(kept))


def _begun(entry: Entry) -> Entry:
    """A summary whose compaction is missing: it begins the conversation all the same."""
    return entry._replace(node=entry.node._replace(breaks=True))


def _relink(entries: list[Entry], report: Callable[[int, str], None]) -> tuple[list[Entry], frozenset[str]]:
    """The entries with the last boundary's segment hung between its anchor and what follows; and the segment's ids."""
    place = max((i for i, entry in enumerate(entries) if entry.node.breaks), default=-1)
    segment = entries[place].segment if place >= 0 else None
    if segment is None:
        return entries, frozenset()
    head, anchor, tail = (segment.get(key) for key in ("headUuid", "anchorUuid", "tailUuid"))
    index = {entry.node.id: number for number, entry in enumerate(entries)}
    anchor = anchor if anchor in index else entries[place].node.id
    inside: set[str] = set()
    here = tail
    while isinstance(here, str) and here in index and here not in inside:
        inside.add(here)
        if here == head:
            break
        here = entries[index[here]].node.parent
    if head not in inside:
        report(entries[place].line, "names a kept segment that is not whole in the file; it is left out")
        return entries, frozenset()
    for number, entry in enumerate(entries):
        node = entry.node
        if node.id == head:
            entries[number] = entry._replace(node=node._replace(parent=anchor))
        elif node.parent == anchor and number > place and node.id not in inside:
            entries[number] = entry._replace(node=node._replace(parent=str(tail)))
    return entries, frozenset(inside)


def _with_siblings(chosen: list[int], entries: Sequence[Entry]) -> list[int]:
    """With the other lines of the answers that were chosen, and the results of their calls."""
    answers = {entries[index].answer for index in chosen if entries[index].answer}
    taken = set(chosen)
    more = [
        i for i, entry in enumerate(entries) if i not in taken and entry.answer and entry.answer in answers
    ]
    taken.update(more)
    calls = {call: entries[i].answer for i in taken for call in entries[i].calls}
    done = {result for i in taken for result in entries[i].results}
    for i, entry in enumerate(entries):
        if (
            i not in taken
            and entry.results
            and all(one in calls and one not in done for one in entry.results)
        ):
            more.append(i)
            done.update(entry.results)
    return _insert(chosen, sorted(more), entries, calls) if more else chosen


def _insert(chosen: list[int], more: list[int], entries: Sequence[Entry], calls: dict[str, str]) -> list[int]:
    """Each further entry beside those of its answer, whose lines and results then stand together as in the file."""

    def answer_of(index: int) -> str:
        entry = entries[index]
        return entry.answer or next((calls[one] for one in entry.results if one in calls), "")

    groups: dict[str, list[int]] = {}
    for index in more:
        groups.setdefault(answer_of(index), []).append(index)
    for index in chosen:
        if (answer := answer_of(index)) in groups:
            groups[answer].append(index)
    found: list[int] = []
    grouped = {index for group in groups.values() for index in group}
    for index in chosen:
        if index not in grouped:
            found.append(index)
        else:
            found += sorted(groups.pop(answer_of(index), []))
    return found


def _with_attachments(chosen: list[int], entries: Sequence[Entry]) -> list[int]:
    """With attachments that hang on a chosen entry, unless somebody speaks behind them: then they are another branch's."""
    ids = {entries[index].node.id for index in chosen}
    led: set[str] = set()
    after: dict[str, list[int]] = {}
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if entry.node.id in ids:
            continue
        if entry.kind == "attachment" and entry.node.id not in led:
            after.setdefault(entry.node.parent, []).append(index)
        else:
            led.add(entry.node.parent)
    found: list[int] = []
    for index in chosen:
        waiting = [index]
        while waiting:
            here = waiting.pop()
            found.append(here)
            waiting += after.pop(entries[here].node.id, [])
    return found
