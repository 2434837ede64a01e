"""One item as a person needs to see it to decide: what, why, where from, where to, what it resembles and replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.memory.items import show_score
from daykeep.review.queue.proposals import CHANGE, FORGET, SUPERSEDE, TEACHES
from daykeep.tui.cells import display
from daykeep.tui.landing import COMES, GAP, GOES, STAYS, find_landing
from daykeep.tui.rows import COMES as COMES_STYLE
from daykeep.tui.rows import DIM, HERE, LABEL, TITLE, WARNING, Row, paragraph, row
from daykeep.tui.rows import GOES as GOES_STYLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.review.queue.proposals import ProposedItem
    from daykeep.review.waiting.view import LogLine, View

AROUND = 2
"""Lines of the file that are shown before and after the place where a change would land."""

_STYLES = {GOES: GOES_STYLE, COMES: COMES_STYLE, STAYS: DIM}
_STATES = {
    "here": "",
    "moved": ", moved since",
    "changed": ", changed since: this is how it was",
    "gone": ", no longer there",
}


def kind_of(item: ProposedItem) -> str:
    """What the item is, in a word or two: its kind where it teaches something, else what it does."""
    return (
        item.kind.replace("_", " and ")
        if item.action in TEACHES or item.is_note or item.is_new
        else item.action
    )


def detail_rows(view: View, columns: int, *, airy: bool) -> list[Row]:
    """Everything about one item, in rows of at most so many columns; ``airy`` puts blank rows between its parts."""
    item = view.choice.item
    parts = (_head(view, columns), _source(view, columns), _pair(item, columns), _place(view, columns))
    rows: list[Row] = []
    for part in (*parts, _conflict(view, columns), _resembles(item, columns)):
        block = list(part)
        if block and rows and airy:
            rows.append(row(""))
        rows += block
    return rows


def source_rows(lines: Sequence[LogLine], columns: int) -> list[Row]:
    """The whole log, numbered, with a mark at the lines that an item comes from."""
    return list(_numbered(lines, columns))


def _head(view: View, columns: int) -> Iterator[Row]:
    item = view.choice.item
    score = f"  {show_score(item.score)}" if item.action in TEACHES else ""
    named = kind_of(item) + (", replaces a line" if item.action == SUPERSEDE else "") + score
    titled = f"{named}: {item.title}" if item.title else named
    yield from paragraph("", flat(titled), columns, style=TITLE)
    if item.action != SUPERSEDE and not view.difference.added:  # else they are shown where they would land
        for line in item.memory_lines:
            yield from paragraph("", line, columns)
    if item.edited is not None and item.action != CHANGE:  # of a change they are what was asked for
        yield row("edited: these are your words", DIM)
    yield from paragraph("why ", flat(item.reason), columns, lead_style=LABEL)
    if item.reasons:
        yield from paragraph("for ", "; ".join(map(flat, item.reasons)), columns, lead_style=LABEL)


def _pair(item: ProposedItem, columns: int) -> Iterator[Row]:
    if item.action != SUPERSEDE:
        return
    for old in item.supersedes:
        yield from paragraph("old - ", old.text, columns, style=GOES_STYLE, lead_style=LABEL)
    for text in item.memory_lines:
        yield from paragraph("new + ", text, columns, style=COMES_STYLE, lead_style=LABEL)


def _source(view: View, columns: int) -> Iterator[Row]:
    item = view.choice.item
    if item.action in {FORGET, CHANGE}:
        said = f"asked for on {item.day.isoformat()}, origin {item.origin}"
    else:
        said = f"logged on {item.day.isoformat()}, origin {item.origin}, {item.rule} rules"
    yield from paragraph(
        f"{display(flat(view.log))}  ", said + _STATES[view.state], columns, style=DIM, lead_style=LABEL
    )
    yield from _numbered(view.context, columns)


def _numbered(lines: Sequence[LogLine], columns: int) -> Iterator[Row]:
    before = None
    for line in lines:
        if before is not None and line.number != before + 1:
            yield row(f"      {GAP}", DIM)
        lead = f"{'>' if line.is_source else ' '}{line.number:>4} "
        style = HERE if line.is_source else DIM
        yield from paragraph(lead, line.text, columns, style=style, lead_style=style)
        before = line.number


def _place(view: View, columns: int) -> Iterator[Row]:
    under = f", under {' / '.join(view.headings)}" if view.headings else ""
    yield from paragraph("", flat(f"{view.choice.target}{under}"), columns, style=LABEL)
    if view.obstacle:
        yield from paragraph(
            "can't be approved as things are: ",
            flat(view.obstacle),
            columns,
            style=WARNING,
            lead_style=WARNING,
        )
        return
    landing = find_landing(view.before, view.after, view.difference, around=AROUND)
    if not landing:
        state = "gone" if view.choice.item.action == FORGET else "there"
        yield row(f"its lines are {state} already", DIM)
    for line in landing:
        if line.sign == GAP:
            yield row(f"      {GAP}", DIM)
            continue
        style = _STYLES[line.sign]
        lead = f"{line.sign}{line.number:>4} "
        yield from paragraph(lead, line.text, columns, style=style, lead_style=style)


def _conflict(view: View, columns: int) -> Iterator[Row]:
    found = view.rebased
    if found is None or found.state != "conflict":
        return
    yield from paragraph("in conflict: ", flat(found.reason), columns, style=WARNING, lead_style=WARNING)
    for lead, lines in (("was      ", found.before), ("is now   ", found.now), ("would be ", found.wanted)):
        for number, text in enumerate(lines):
            yield from paragraph(lead if number == 0 else " " * len(lead), text, columns, lead_style=LABEL)


def _resembles(item: ProposedItem, columns: int) -> Iterator[Row]:
    if not item.duplicates:
        return
    yield row("resembles what is there", LABEL)
    for text in item.duplicates:
        yield from paragraph("  ~ ", flat(text), columns)


def flat(text: str) -> str:
    """Text on one line, so that nothing in a proposal can pass for a row of this program."""
    return " ".join(text.split())
