"""What approved items do to MEMORY.md: planned on a document, without touching a disk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.memory.leaving.archive import Leaving
from daykeep.memory.leaving.itemlines import add_between, add_blank_beside, without_lines
from daykeep.memory.placing.place import Block, apply_placement, plan_placement
from daykeep.memory.sources import hash_line, hash_source
from daykeep.review.queue.proposals import ADD, ARCHIVE, CHANGE, FORGET, SUPERSEDE
from daykeep.review.verdict.hunks import APPEND, find_hunk, is_made, put_hunk, without_places
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line
from daykeep.text.unmerged import find_unmerged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from daykeep.files.encoding import Document
    from daykeep.review.queue.proposals import ProposedItem

_LEAD = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)、])\s+|\s+")


class Planned(NamedTuple):
    """The document with the changes made; every byte that they do not concern stays.

    ``items`` are those that were made, or were there already; ``leaving`` are the lines that go to the archive,
    ``refused`` the items that can't be made as things are, each with the reason.
    """

    document: Document
    items: tuple[ProposedItem, ...]
    leaving: tuple[Leaving, ...]
    refused: tuple[tuple[ProposedItem, str], ...]


def plan_changes(
    document: Document | None,
    items: Sequence[ProposedItem],
    *,
    name: str,
    language: str,
    owners: Mapping[str, str] | None = None,
    archived: AbstractSet[str] = frozenset(),
) -> Planned:
    """Make the items' changes: lines replaced first, then those that leave, then those that are added.

    ``owners`` gives the item that each line on record (by hash) belongs to, for the archive. Lines that are in
    memory already are not added again, and what is in the archive already (``archived``, hashes of lines) need not
    leave any more. Nothing is made in a file with an unsolved merge conflict: who solves that by taking one side
    whole would lose it.
    """
    unmerged = next(find_unmerged(document.texts), None) if document is not None else None
    if document is not None and unmerged is not None:
        said = f"{name} holds an unsolved merge conflict (lines {unmerged[0]}–{unmerged[1]})"
        return Planned(document, (), (), tuple((item, said) for item in items))
    making = _Making(document if document is not None else decode(b"", name), owners or {}, archived)
    for item in _in_order(items):
        if item.action == SUPERSEDE:
            making.supersede(item)
        elif item.action == ARCHIVE:
            making.archive(item)
        elif item.action == FORGET:
            making.forget(item)
        elif item.action == CHANGE:
            making.change(item)
    making.add([item for item in items if item.action == ADD], language)
    refused = {item.id for item, _ in making.refused}
    made = tuple(item for item in items if item.id not in refused)
    return Planned(making.document, made, tuple(making.leaving), tuple(making.refused))


class _Making:
    """The document while its changes are made."""

    def __init__(self, document: Document, owners: Mapping[str, str], archived: AbstractSet[str]) -> None:
        self.document = document
        self.owners = owners
        self.archived = archived
        self.leaving: list[Leaving] = []
        self.refused: list[tuple[ProposedItem, str]] = []

    def supersede(self, item: ProposedItem) -> None:
        """Put the new lines in the place of the first old one, and take the others out."""
        places = self._places([(old.number, old.line) for old in item.supersedes], hash_line)
        if places is None or not places:
            if not _missing(item.memory_lines, {hash_line(text) for text in self.document.texts}):
                return  # an earlier try got this far
            self.refused.append((item, "the line that it would replace is no longer in memory as it was"))
            return
        self.leaving.append(
            self._leave(places, item.kind, f"replaced by what was logged on {item.day.isoformat()}")
        )
        first = places[0]
        lines = _in_style(item.memory_lines, self.document.texts[first])
        data = self.document.replace_lines(first + 1, first + 1, lines)
        self.document = decode(data, self.document.name)
        rest = {index + len(lines) - 1 for index in places[1:]}
        if rest:
            self.document = decode(without_lines(self.document, rest), self.document.name)

    def archive(self, item: ProposedItem) -> None:
        """Take the item's lines out."""
        lines = [(line.number, line.sha8) for line in item.lines if normalise_line(line.text or "")]
        places = self._places(lines, lambda text: hash_source([text]))
        if not places:
            if _missing(item.memory_lines, self.archived):  # else an earlier try got this far
                self.refused.append((item, "its lines are no longer in memory as they were"))
            return
        going = set(places)
        everything = range(len(self.document.texts))
        add_between(self.document.texts, everything, going)
        self.leaving.append(self._leave(sorted(going), item.kind, item.reason))
        add_blank_beside(self.document.texts, everything, going)
        self.document = decode(without_lines(self.document, going), self.document.name)

    def forget(self, item: ProposedItem) -> None:
        """Take the item's lines out for good."""
        lines = [(line.number, line.sha8) for line in item.lines if normalise_line(line.text or "")]
        places = self._places(lines, lambda text: hash_source([text]))
        if places is None:
            present = {hash_source([text]) for text in self.document.texts}
            if present.isdisjoint(identity for _, identity in lines):
                return  # an earlier try got this far
            self.refused.append((item, "its lines are no longer there as they were"))
            return
        self.document = decode(without_places(self.document, places or ()), self.document.name)

    def change(self, item: ProposedItem) -> None:
        """Put lines of the file in the place of others, where both sides of the place are as they were."""
        place = find_hunk(self.document.texts, item)
        if place is None:
            if not is_made(self.document.texts, item):
                self.refused.append((item, "the lines around the place are no longer as they were"))
            return
        self.document = decode(put_hunk(self.document, place, item.memory_lines), self.document.name)

    def add(self, items: Sequence[ProposedItem], language: str) -> None:
        """Add what is not there yet under the headings that fit it."""
        blocks = []
        present = {hash_line(text) for text in self.document.texts}
        for item in items:
            lines = _missing(item.memory_lines, present)
            if lines:
                blocks.append(Block(item.kind, item.title or item.day.isoformat(), item.day, tuple(lines)))
        if blocks:
            placements = plan_placement(
                self.document if self.document.data else None, blocks, language=language
            )
            self.document = apply_placement(self.document, placements)

    def _places(self, lines: Sequence[tuple[int, str]], identify: Callable[[str], str]) -> list[int] | None:
        """The indices of lines, each given by its number and identity: of several the nearest; None if one is gone."""
        there: dict[str, list[int]] = {}
        for index, text in enumerate(self.document.texts):
            if normalise_line(text):
                there.setdefault(identify(text), []).append(index)
        found: set[int] = set()
        for number, identity in lines:
            free = [index for index in there.get(identity, ()) if index not in found]
            if not free:
                return None
            found.add(min(free, key=lambda index: abs(index + 1 - number)))
        return sorted(found)

    def _leave(self, places: Sequence[int], kind: str, reason: str) -> Leaving:
        texts = self.document.texts
        owner = next(
            (self.owners[line] for index in places if (line := hash_line(texts[index])) in self.owners), ""
        )
        titles: tuple[str, ...] = ()
        for section in parse_sections(texts):
            if section.line and section.line <= places[0] + 1 <= section.last:
                titles = (*section.parents, section.title)
        headings = titles[1:] if len(titles) > 1 else titles  # the file's own title says nothing there
        return Leaving(
            owner,
            kind,
            tuple(index + 1 for index in places),
            headings,
            tuple(texts[index] for index in places),
            reason,
        )


def _in_order(items: Sequence[ProposedItem]) -> list[ProposedItem]:
    """Changes of a file from its end upwards, so that none moves the place of another; what comes at its end, last."""
    hunks = [item for item in items if item.action == CHANGE and item.rule != APPEND]
    hunks.sort(key=lambda item: item.lines[0].number + item.before, reverse=True)
    ends = [item for item in items if item.action == CHANGE and item.rule == APPEND]
    return [*(item for item in items if item.action != CHANGE), *hunks, *ends]


def _in_style(lines: Sequence[str], old: str) -> list[str]:
    """New lines in the place of an old one: the first with its indentation and mark, the others below it.

    >>> _in_style(["- Use a pool", "  of ten"], "  * Use no pool")
    ['  * Use a pool', '    of ten']
    """
    found = _LEAD.match(old)
    lead = found.group() if found else ""
    mine = _LEAD.match(lines[0])
    own = mine.group() if mine else ""
    result = [lead + lines[0][len(own) :]]
    for line in lines[1:]:
        if line.startswith(" " * len(own)) and own:
            result.append(" " * len(lead) + line[len(own) :])
        else:
            indent = lead[: len(lead) - len(lead.lstrip())]
            result.append(indent + line)
    return result


def _missing(lines: Sequence[str], present: AbstractSet[str]) -> list[str]:
    """The lines, if any of them is not in memory by its hash; a part of an item is never added."""
    return [] if all(hash_line(text) in present for text in lines if normalise_line(text)) else list(lines)
