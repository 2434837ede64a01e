"""Makes of one proposed item one for each of its lines, so that they can be decided one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import UsageError
from daykeep.review.queue.proposals import ADD, ARCHIVE, FORGET, part_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.review.queue.proposals import ProposedItem

SPLITS = (ADD, ARCHIVE, FORGET)
"""The actions whose lines stand for themselves; what replaces other lines does so as a whole."""

_FENCES = ("```", "~~~")


def plan_split(item: ProposedItem) -> tuple[ProposedItem, ...]:
    """An item for each line, with the lines that are indented below it, and fenced blocks whole; in their order.

    Each part keeps where its line was logged; of lines that somebody worded anew, all that they came from. Raises
    UsageError for an item of one line and for one that takes the place of other lines.
    """
    if item.action not in SPLITS:
        raise UsageError(
            f"item {item.id} takes the place of other lines as a whole",
            hint="edit it, or reject it and propose again what you want of it",
        )
    carried = [line for line in item.lines if line.text is not None]
    groups = group_lines(item.memory_lines)
    if len(groups) < 2:
        raise UsageError(f"item {item.id} says one thing only; there is nothing to split")
    follows = not item.worded and (item.edited is None or len(item.edited) == len(carried))
    parts = []
    for number, group in enumerate(groups, 1):
        part = item._replace(id=part_id(item.id, number))
        if follows:
            part = part._replace(lines=tuple(carried[index] for index in group if index < len(carried)))
        if item.edited is not None or not follows:
            part = part._replace(edited=tuple(item.memory_lines[index] for index in group))
        parts.append(part)
    return tuple(parts)


def group_lines(lines: Sequence[str]) -> list[list[int]]:
    """The indices of lines that belong together: each outer line with what is below it, blank lines left out.

    >>> group_lines(["- one", "  more", "", "- two"])
    [[0, 1], [3]]
    """
    groups: list[list[int]] = []
    outer = min((_indent(line) for line in lines if line.strip()), default=0)
    fence = ""
    for index, line in enumerate(lines):
        mark = line.lstrip()[:3]
        if not line.strip() and not fence:
            continue
        if not groups or (not fence and _indent(line) <= outer):
            groups.append([])
        groups[-1].append(index)
        if mark in _FENCES:
            fence = "" if fence == mark else fence or mark
    return groups


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
