"""Shows how a context is put together: its sections in order, what is missing, and what of it is cached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.build.assemble import NO_ROOM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.context.build.section import Context, Section
    from daykeep.context.cache.plan import Plan

_HEAD = ("#", "section", "part", "stays", "place", "tokens", "sha256", "from")
_NUMBERS = (0, 5)
_SOURCES = 2
_WIDEST = 48


def explain_context(context: Context, *, conversation_tokens: int = 0, repairs: int = 0) -> Iterator[str]:
    """The table of sections, then what was cut or left out and why, the totals and the memo key."""
    yield from _table([_HEAD, *(_row(section) for section in context.sections)])
    cuts = _cuts(context)
    if cuts or context.left_out:
        yield ""
        yield "Not in this context:"
        yield from (f"  {cut}" for cut in cuts)
        yield from (f"  {left.key}: {left.reason}" for left in context.left_out)
    yield ""
    of = f" of {context.budget:,}" if context.budget else ""
    yield f"{context.tokens:,} tokens{of} in {len(context.sections)} sections"
    if conversation_tokens:
        mended = f", {repairs} repairs" if repairs else ""
        yield f"{conversation_tokens:,} tokens of conversation, which no budget cuts{mended}"
    yield f"memo key {context.key}"


def list_cut(context: Context) -> list[str]:
    """What had no room within the budget, cut or left out whole; nothing that was missing anyway."""
    whole = [f"{left.key}: {left.reason}" for left in context.left_out if left.reason.startswith(NO_ROOM)]
    return [*_cuts(context), *whole]


def _cuts(context: Context) -> list[str]:
    return [
        f"{section.key}: {cut.what}, {cut.reason}{_size(cut.tokens)}"
        for section in context.sections
        for cut in section.cut
    ]


def explain_plan(plan: Plan) -> Iterator[str]:
    """The breakpoints in order, then what is to be known about them."""
    yield "Cache breakpoints:" if plan.points else "No cache breakpoint."
    for number, point in enumerate(plan.points, 1):
        yield f"  {number}. {point.label}: {point.tokens:,} tokens up to here, {point.ttl} ({point.reason})"
    yield from (f"  {note}" for note in (*plan.changes, *plan.notes))


def _row(section: Section) -> tuple[str, ...]:
    sources = ", ".join(section.sources[:_SOURCES])
    more = len(section.sources) - _SOURCES
    return (
        str(section.position),
        section.key,
        section.part,
        section.stability,
        section.place,
        f"{section.tokens:,}",
        section.sha256[:12],
        f"{sources} and {more} more" if more > 0 else sources,
    )


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    cells = [[_short(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(_HEAD))]
    for row in cells:
        padded = (
            cell.rjust(width) if column in _NUMBERS else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()


def _short(text: str) -> str:
    """The end of a long path: what tells files apart."""
    return text if len(text) <= _WIDEST else f"…{text[1 - _WIDEST :]}"


def _size(tokens: int) -> str:
    return f" ({tokens:,} tokens)" if tokens else ""
