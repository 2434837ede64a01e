"""Which lines of a daily log are not the log's own words.

Kinds: ``frontmatter``; ``code`` (fenced); ``managed`` (blocks that other tools keep, ``detail`` names the tool);
``own`` (daykeep's fences); ``origin`` (text that daykeep marked as foreign, ``detail`` is its origin);
``untrusted`` (text another tool marked as foreign, and block quotes of messages and pages); ``transcript`` (turns of a
conversation and their envelopes); ``template`` (placeholders nobody filled in). Regions of different kinds may overlap, those of one kind never do.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import find_blocks
from daykeep.text.fences import find_foreign, find_managed
from daykeep.text.quotes import find_quotes
from daykeep.text.templates import find_unfilled
from daykeep.text.turns import find_turns

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = ("frontmatter", "code", "managed", "own", "origin", "untrusted", "transcript", "template")


class Region(NamedTuple):
    """Lines ``first`` to ``last`` (1-based, inclusive) of one kind; ``detail`` says more, or is empty."""

    kind: str
    first: int
    last: int
    detail: str


def find_regions(lines: Sequence[str]) -> list[Region]:
    """Find every region of a log, by first line; linear in its size and safe on forged or unclosed marks.

    What may be foreign text runs on when its end is missing: an ``origin`` or ``untrusted`` block to the end of the
    file, another tool's block to the next heading of level 1 or 2. ``code`` follows :mod:`daykeep.text.blocks`.
    """
    blocks = find_blocks(lines)
    found = [Region("code", span.first, span.last, "") for span in blocks.code]
    if blocks.frontmatter_last:
        found.append(Region("frontmatter", 1, blocks.frontmatter_last, ""))
    foreign = find_foreign(lines)
    managed = find_managed(lines, blocks.mask, foreign)
    borders = [fence.first for fence in (*foreign, *managed)]
    found.extend(Region(*fence) for fence in (*foreign, *managed))
    found.extend(
        Region("transcript", first, last, detail) for first, last, detail in find_turns(lines, borders)
    )
    found.extend(Region(*fence) for fence in find_quotes(lines, blocks.mask))
    found.extend(Region("template", line, line, "") for line in find_unfilled(lines))
    return sorted(_join(found), key=itemgetter(1))


def _join(regions: list[Region]) -> list[Region]:
    """Join overlapping regions of one kind, and template lines that follow each other."""
    joined: list[Region] = []
    for region in sorted(regions):
        before = joined[-1] if joined else None
        if before and before.kind == region.kind and region.first <= before.last:
            joined[-1] = before._replace(last=max(before.last, region.last))
        elif before and before.kind == region.kind == "template" and region.first == before.last + 1:
            joined[-1] = before._replace(last=region.last)
        else:
            joined.append(region)
    return joined


def kinds_by_line(lines: Sequence[str]) -> list[frozenset[str]]:
    """The kinds of the regions that cover each line; index 0 is line 1, an ordinary line has none."""
    bits = bytearray(len(lines))
    for region in find_regions(lines):
        bit = 1 << KINDS.index(region.kind)
        first, last = region.first - 1, region.last
        bits[first:last] = bytes(value | bit for value in bits[first:last])
    names = {
        value: frozenset(kind for place, kind in enumerate(KINDS) if value >> place & 1)
        for value in set(bits)
    }
    return [names[value] for value in bits]
