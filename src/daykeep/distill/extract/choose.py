"""Which lines of a section carry its knowledge, and how they stand in memory."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.distill.extract.titles import as_memory
from daykeep.distill.score.reading import FORM, find_label_end
from daykeep.distill.score.tokens import BIT
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.items import PROBLEM_FIX, ItemLine
from daykeep.text.todos import find_todo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.distill.extract.pieces import Pieces
    from daykeep.distill.score.reading import Line

ITEM_LINES = 8
"""An item has this many lines at most, with the code in it: what is longer is a document, not a memory."""

FENCE_LINES = 6
"""A code block is taken whole when it is this long at most, with its fences, and left out otherwise."""

_BOXES = FORM["open_box"] | FORM["done_box"]
_CHAIN = BIT["problem"] | BIT["cause"] | BIT["fix"]


def choose_lines(
    lines: Sequence[Line], sums: Sequence[int], kind: str, threshold: int, log: Pieces
) -> list[Line]:
    """The lines to keep, in order: those from ``threshold`` on, else the best one, ITEM_LINES at most.

    Checkboxes, what went on in a session, and lines that hold nothing but a credential are never chosen. In a
    problem_fix the labelled problem, cause and fix stay together. A label whose text follows brings the line below it
    along.
    """
    usable = [
        place for place, line in enumerate(lines) if _may_be_kept(line, log) and not _is_header(lines, place)
    ]
    if not usable:
        return []
    chosen = {place for place in usable if sums[place] >= threshold} or {
        max(usable, key=lambda p: (sums[p], -p))
    }
    if kind == PROBLEM_FIX:
        chosen |= {
            p for p in usable if lines[p].label_bits & _CHAIN and not lines[p].bits & FORM["label_empty"]
        }
    for place in sorted(chosen):
        if lines[place].bits & FORM["label_empty"] and place + 1 not in chosen:
            chosen.discard(place)
            if place + 1 in usable:
                chosen.add(place + 1)
    best = sorted(chosen, key=lambda p: (-sums[p], p))
    kept = [place for place in best if not _is_credential(lines[place])][:ITEM_LINES]
    return [lines[place] for place in sorted(kept)]


def _may_be_kept(line: Line, log: Pieces) -> bool:
    if line.bits & _BOXES or line.number in log.deeds or find_todo(line.text) is not None:
        return False
    if line.number in log.code:
        first, last = log.code[line.number]
        return last - first < FENCE_LINES
    return not (line.bits & FORM["table"] and not line.text.strip("|-: \t"))


def _is_header(lines: Sequence[Line], place: int) -> bool:
    """Whether a line is the first row of a table, which only names its columns."""
    below = lines[place + 1 : place + 2]
    return bool(lines[place].bits & FORM["table"] and below and not below[0].text.strip("|-: \t"))


_SECRETIVE = BIT["secret"] | BIT["hex"] | BIT["equals"] | BIT["long_number"] | BIT["url"]


def _is_credential(line: Line) -> bool:
    """Whether a line holds a secret and, beside its label, nothing else."""
    text = line.text
    if line.bits & BIT["equals"] and _key_pattern().match(text):
        return True
    if not line.bits & _SECRETIVE and len(max(line.tokens, key=len, default="")) < 16:
        return False
    masked, secrets = mask_secrets(text)
    if not secrets:
        return False
    body = masked.lstrip("-*+•> \t")
    _, after = find_label_end(body)
    return sum(1 for word in body[after:].split() if word.strip("*`[]<>").isalpha()) < 4


@cache
def _key_pattern() -> re.Pattern[str]:
    """``API_KEY=value``, whatever stands for the value: also where it was masked before."""
    return re.compile(r"[^\w]*\w*(?:KEY|TOKEN|SECRET|PASSWORD)\w*\s?=\s?\S+\s*$")


def memory_texts(chosen: Sequence[Line], lines: Sequence[str], log: Pieces) -> list[ItemLine]:
    """The chosen lines as they will stand in memory, with their code blocks whole.

    A label on a line of its own that was not chosen is joined to the first line below it. A row of a table becomes
    a bullet that names its columns. Nesting is kept where the line above was chosen too, and taken away otherwise.
    """
    numbers = {line.number for line in chosen}
    found: list[ItemLine] = []
    indents: list[int] = []
    done = 0
    for line in chosen:
        if line.number <= done:
            continue
        if line.number in log.code:
            first, last = log.code[line.number]
            found += [ItemLine(n, lines[n - 1], lines[n - 1].rstrip()) for n in range(first, last + 1)]
            done = last
            indents.clear()
            continue
        while indents and indents[-1] >= line.indent:
            indents.pop()
        text = _as_memory(line, lines, numbers, depth=len(indents))
        indents.append(line.indent)
        found.append(ItemLine(line.number, line.text, text))
    return found


def _as_memory(line: Line, lines: Sequence[str], chosen: set[int], *, depth: int) -> str:
    if line.bits & FORM["table"]:
        return _row_as_bullet(line, lines)
    bare = line.text.strip()
    label = _label_above(line, lines, chosen)
    if label:
        mark, body = _split_bullet(bare, line)
        return f"{mark or '- '}{label} {body}"
    if bare.startswith("#"):
        return as_memory(bare, code=False)
    return "  " * depth + bare if line.bits & FORM["bullet"] else bare


def _split_bullet(bare: str, line: Line) -> tuple[str, str]:
    if not line.bits & FORM["bullet"]:
        return "", bare
    mark, _, rest = bare.partition(" ")
    return f"{mark} ", rest.lstrip()


def _label_above(line: Line, lines: Sequence[str], chosen: set[int]) -> str:
    """The label right above a line (blank lines between), when it says nothing itself and was not chosen."""
    number = line.number - 1
    while number >= 1 and not lines[number - 1].strip():
        number -= 1
    if number < 1 or number in chosen:
        return ""
    above = (
        lines[number - 1].strip().lstrip("-*+• \t")
        if lines[number - 1].strip()[:2] != "**"
        else lines[number - 1].strip()
    )
    label, after = find_label_end(above)
    if not label or above[after:].strip(" *_:："):
        return ""
    name = label.strip(" :：*")
    return f"**{name}:**" if name else ""


def _row_as_bullet(line: Line, lines: Sequence[str]) -> str:
    """``| a | b |`` as "- Column: a; Other: b"; without a header row the cells alone."""
    number = line.number
    while number > 1 and lines[number - 2].lstrip().startswith("|"):
        number -= 1
    cells = _cells(line.text)
    header = _cells(lines[number - 1])
    named = number < line.number and not lines[number].strip("|-: \t") and len(header) >= len(cells)
    if named:
        parts = [
            f"{name}: {cell}" if name else cell for name, cell in zip(header, cells, strict=False) if cell
        ]
    else:
        parts = [cell for cell in cells if cell]
    return "- " + "; ".join(parts)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
