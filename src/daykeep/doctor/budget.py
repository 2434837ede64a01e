"""Which lines runtimes will cut from the layer files, before they do it silently.

Known cuts: OpenClaw keeps the first three quarters and the last quarter of a file that is over its budget; Claude
Code reads 200 lines or 25,000 bytes of MEMORY.md, whichever ends first; USER.md has a fixed 4,000 characters in the
current era; all layer files together have 60,000. What OpenClaw's own settings say of this workspace counts instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.doctor.finding import Finding, look_at
from daykeep.doctor.openclaw import injected_chars
from daykeep.errors import DaykeepError
from daykeep.text.blocks import COMMENT, FRONTMATTER, find_blocks
from daykeep.workspace.layout import LAYER_BUDGETS_CHARS, USER_BUDGET_CHARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject
    from daykeep.files.encoding import Document

TOTAL_BUDGET_CHARS = 60_000
MEMORY_BUDGET_BYTES = 25_000
HEAD_SHARE = 0.75
NEAR_SHARE = 0.85
"""From this share of a budget on, a file is said to come near it."""


class Cut(NamedTuple):
    """The lines that don't get through whole (1-based, inclusive)."""

    first: int
    last: int


def forecast_middle(document: Document, budget_chars: int) -> Cut | None:
    """The lines lost when the first 75 % and the last 25 % of the budget are kept; None if all fits.

    Line ends count as they stand in the file.
    """
    sizes = _line_chars(document)
    if sum(sizes) <= budget_chars:
        return None
    head = int(budget_chars * HEAD_SHARE)
    first = _fitting(sizes, head) + 1
    last = len(sizes) - _fitting(sizes[::-1], budget_chars - head)
    return Cut(first, max(first, last))


def forecast_tail(document: Document, *, lines: int, size_bytes: int) -> Cut | None:
    """The lines lost when reading stops at a number of lines or bytes; frontmatter and comments don't count."""
    counted = used = 0
    hidden = _uncounted(document)
    for line in document.lines:
        if line.number in hidden:
            continue
        counted += 1
        used += line.end - line.start + len(document.newline)
        if counted > lines or used > size_bytes:
            return Cut(line.number, len(document.lines))
    return None


def check_budgets(subject: Subject) -> Iterator[Finding]:
    """Forecast what is cut from each layer file, from MEMORY.md and from all of them together."""
    total = 0
    one, together = injected_chars(subject)
    budgets, most = (one,) if one else LAYER_BUDGETS_CHARS, together or TOTAL_BUDGET_CHARS
    for name in dict.fromkeys((*subject.layout.core, subject.layout.memory)):
        if not name:
            continue
        try:
            look = look_at(subject.files, name)
        except DaykeepError:
            continue  # reported by the content checks
        if look is None:
            continue
        document = look.document
        total += sum(_line_chars(document))
        if name == subject.layout.memory:
            yield from _check_memory(subject, document)
        elif name == subject.layout.user and subject.layout.era == "current":
            yield from _check_chars(document, (USER_BUDGET_CHARS,))
        else:
            yield from _check_chars(document, budgets)
    if total > most:
        said = f"the layer files hold {total:,} characters together; of the last ones, what is over {most:,} is dropped"
        yield Finding("budget:total", "warning", "", 0, said, "shorten the largest of them")


def _check_memory(subject: Subject, document: Document) -> Iterator[Finding]:
    lines = subject.memory_budget_lines
    hint = "move what is outdated to memory/archive/, or merge what says the same"
    yield from _check_chars(document, (subject.memory_budget_chars,), hint=hint)
    tail = forecast_tail(document, lines=lines, size_bytes=MEMORY_BUDGET_BYTES)
    if tail is not None:
        said = f"{document.name} will lose {_span(tail)} where {lines} lines or {MEMORY_BUDGET_BYTES:,} bytes are read"
        yield Finding(f"budget-lines:{document.name}", "warning", document.name, tail.first, said, hint)


def _check_chars(document: Document, budgets: tuple[int, ...], *, hint: str = "") -> Iterator[Finding]:
    """The loosest budget that cuts the file, and the strictest one if it cuts too; else a word when it is near."""
    name = document.name
    hint = hint or "shorten it: each session reads it whole"
    for index, budget in enumerate(budgets):
        cut = forecast_middle(document, budget)
        if cut is not None:
            level = "warning" if index == 0 or len(budgets) == 1 else "info"
            said = f"{name} will lose {_span(cut)} at {budget:,} characters"
            yield Finding(f"budget:{name}:{budget}", level, name, cut.first, said, hint)
    size, strictest = sum(_line_chars(document)), min(budgets)
    if strictest * NEAR_SHARE <= size <= strictest:
        said = f"{name} holds {size:,} of {strictest:,} characters"
        yield Finding(f"budget-near:{name}", "info", name, 0, said, hint)


def _span(cut: Cut) -> str:
    return f"line {cut.first}" if cut.first == cut.last else f"lines {cut.first}–{cut.last}"


def _line_chars(document: Document) -> list[int]:
    """Characters per line, the line end included as it stands in the file."""
    ends = [*(line.start for line in document.lines[1:]), len(document.data)]
    return [len(line.text) + min(end - line.end, 2) for line, end in zip(document.lines, ends, strict=False)]


def _fitting(sizes: list[int], room: int) -> int:
    """How many of the first lines fit whole."""
    for index, size in enumerate(sizes):
        room -= size
        if room < 0:
            return index
    return len(sizes)


def _uncounted(document: Document) -> set[int]:
    """Lines that Claude Code strips before it counts: frontmatter and comments that fill their lines."""
    mask = find_blocks(document.texts).mask
    return {number for number, kind in enumerate(mask, 1) if kind in (COMMENT, FRONTMATTER)}
