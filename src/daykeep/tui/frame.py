"""The whole screen as rows, for any size: list and item side by side where there is room, else one above the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.items import show_score
from daykeep.review.queue.proposals import APPROVED, DEFERRED, REJECTED, TEACHES
from daykeep.tui.cells import LEFT_TO_RIGHT, display, pad, turns, width
from daykeep.tui.detail import detail_rows, flat, kind_of
from daykeep.tui.rows import BAR, DIM, KEY, LABEL, MESSAGE, PLAIN, WARNING, Row, Span, fit, paragraph, row
from daykeep.tui.state import HELP, SOURCE, shown_choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.review.waiting.view import View
    from daykeep.tui.state import State

WIDE_COLUMNS = 120
"""From this width on the list and the item stand side by side."""
LEAST_COLUMNS, LEAST_ROWS = 40, 10
"""On a smaller screen nothing can be decided with open eyes: it asks for a larger one."""
_LIST_SHARE, _LIST_COLUMNS = 0.4, 76
_KIND_COLUMNS = 16
_AIRY_ROWS = 30
"""From this height on the parts of an item stand apart also below the list."""
_SIGNS = {"": "?", APPROVED: "+", REJECTED: "-", DEFERRED: "~"}

KEYS = (
    ("y", "approve"), ("n", "reject"), ("e", "edit"), ("d", "defer"), ("o", "source"), ("u", "undo"),
    ("/", "filter"), ("?", "keys"), ("q", "quit"),
)  # fmt: skip
SOURCE_KEYS = (("↑ ↓", "scroll"), ("space", "a page on"), ("o", "back"))
HELP_KEYS = (("?", "back"),)
FILTER_KEYS = (("enter", "keep the filter"), ("esc", "show all again"))
HELP_TEXT = (
    ("y", "approve: it goes to the file, at the place that is shown"),
    ("n", "reject: it is not proposed again, in other words neither"),
    ("e", "edit its lines in your editor, then decide"),
    ("d", "defer: it waits, and is asked about only with --deferred"),
    ("o", "show the whole source file, and back"),
    ("u", "undo the last decision or edit; again for the one before"),
    ("/", "filter: only items that hold all these words"),
    ("↑ ↓ or k j", "the item before, the next item; it stays undecided"),
    ("space, b", "scroll the item on and back; also PgDn, PgUp"),
    ("g G", "the first item, the last one"),
    ("q", "quit, and carry out what was decided"),
    ("Ctrl-C", "quit, and do nothing"),
)


class Frame(NamedTuple):
    """The screen: exactly as many rows as it is high, each exactly as wide; how far it can be scrolled, and a page.

    ``is_blind`` says that it is too small to show what would be decided about.
    """

    rows: tuple[Row, ...]
    furthest: int
    page: int
    is_blind: bool = False


def compose(state: State, view: View | str | None, source: Sequence[Row], columns: int, lines: int) -> Frame:
    """The screen for a sitting.

    ``view`` is the item under the cursor, or why it can't be shown, None without one; ``source`` are the rows of its
    source file for so many columns.
    """
    if columns < LEAST_COLUMNS or lines < LEAST_ROWS:
        return _too_small(columns, lines)
    height = lines - 3
    if state.page == SOURCE and not isinstance(view, str) and view is not None:
        body, furthest, page = _scrolled(source, state.scroll, columns, height)
        head = flat(view.log) + _seen(state.scroll, furthest, height)
        keys: Sequence[tuple[str, str]] = SOURCE_KEYS
    elif state.page == HELP:
        body, furthest, page = _scrolled(_help_rows(columns), state.scroll, columns, height)
        head, keys = "the keys", HELP_KEYS
    else:
        body, furthest, page = _list_and_item(state, view, columns, height)
        head, keys = _count(state), FILTER_KEYS if state.typing else KEYS
    top = fit((Span(BAR, " daykeep review  "), Span(BAR, display(head))), columns, fill=BAR)
    rows = (top, *body, _message(state, columns), _footer(keys, columns))
    return Frame(tuple(_guarded(one) for one in rows), furthest, page)


def source_scroll(rows: Sequence[Row], lines: int) -> int:
    """Where to begin so that the first source line stands in the upper third."""
    first = next((index for index, one in enumerate(rows) if one[0].text.startswith(">")), 0)
    return max(0, first - lines // 3)


def _too_small(columns: int, lines: int) -> Frame:
    said = fit(row("This screen is too small for a review: make it larger, or q to quit."), columns)
    blank = fit((), columns)
    return Frame((said, *[blank] * (lines - 1))[:lines], 0, 1, is_blind=True)


def _count(state: State) -> str:
    shown = state.shown
    at = shown.index(state.cursor) + 1 if state.cursor in shown else 0
    said = f"{at} of {len(shown)}"
    if len(shown) != len(state.choices):
        said += f" (of {len(state.choices)} in all)"
    done = [
        f"{count} {word}"
        for status, word in ((APPROVED, "to approve"), (REJECTED, "to reject"), (DEFERRED, "to defer"))
        if (count := state.count(status))
    ]
    return f"{said}   {', '.join(done) or 'nothing decided yet'}"


def _list_and_item(
    state: State, view: View | str | None, columns: int, height: int
) -> tuple[list[Row], int, int]:
    if columns >= WIDE_COLUMNS:
        left = min(int(columns * _LIST_SHARE), _LIST_COLUMNS)
        right = columns - left - 3
        rows, furthest, page = _item(state, view, right, height, airy=True)
        more = _more(state, furthest)
        if more:
            rows[-1] = fit((Span(DIM, f"↓ {more}"),), right)
        bar = Span(DIM, " │ ")
        items = _list_rows(state, left, height)
        return [(*one, bar, *other) for one, other in zip(items, rows, strict=True)], furthest, page
    above = max(3, min(len(state.shown), height // 4))
    rows, furthest, page = _item(state, view, columns, height - above - 1, airy=height > _AIRY_ROWS)
    more = _more(state, furthest)
    said = f" {more} " if more else ""
    divider = (Span(DIM, "─" * (columns - width(said) - 2) + said + "──"),)
    return [*_list_rows(state, columns, above), divider, *rows], furthest, page


def _more(state: State, furthest: int) -> str:
    """What is said about rows of the item that are out of sight below; "" where there are none."""
    more = furthest - min(state.scroll, furthest)
    return f"{more} more row{'s' if more > 1 else ''}: space" if more else ""


def _item(
    state: State, view: View | str | None, columns: int, height: int, *, airy: bool
) -> tuple[list[Row], int, int]:
    if view is None:
        rows = [row("Nothing holds these words.", DIM)]
    elif isinstance(view, str):
        rows = list(paragraph("", view, columns, style=WARNING))
    else:
        rows = detail_rows(view, columns, airy=airy)
    return _scrolled(rows, state.scroll, columns, height)


def _scrolled(rows: Sequence[Row], scroll: int, columns: int, height: int) -> tuple[list[Row], int, int]:
    """The rows that are in sight, how far they can be scrolled, and how many a page has."""
    furthest = max(0, len(rows) - height)
    first = min(scroll, furthest)
    seen = [fit(one, columns) for one in rows[first : first + height]]
    return [*seen, *[fit((), columns)] * (height - len(seen))], furthest, max(1, height - 2)


def _seen(scroll: int, furthest: int, height: int) -> str:
    """Which of the rows are in sight; "" where all of them are."""
    first = min(scroll, furthest)
    return f"   rows {first + 1}-{first + height} of {furthest + height}" if furthest else ""


def _list_rows(state: State, columns: int, height: int) -> list[Row]:
    shown = state.shown
    at = shown.index(state.cursor) if state.cursor in shown else 0
    first = max(0, min(at - height // 2, len(shown) - height))
    rows = [_list_row(state, index, columns) for index in shown[first : first + height]]
    return [*rows, *[fit((), columns)] * (height - len(rows))]


def _list_row(state: State, index: int, columns: int) -> Row:
    item = shown_choice(state, index).item
    here = index == state.cursor
    sign = _SIGNS[state.marks[index].status]
    edited = "e" if state.marks[index].edited is not None else " "
    score = show_score(item.score) if item.action in TEACHES else "    "
    text = display(flat(" ".join(item.memory_lines)))
    shown = f"{'>' if here else ' '}{sign}{edited}{pad(display(kind_of(item)), _KIND_COLUMNS)}{score}  {text}"
    style = "class:cursor" if here else (DIM if state.marks[index].status else PLAIN)
    return fit((Span(style, shown),), columns, fill=style)


def _message(state: State, columns: int) -> Row:
    if state.typing:
        return fit((Span(LABEL, " filter: "), Span(MESSAGE, display(state.query) + "▏")), columns)
    said = state.message
    if not said and state.query:
        return fit((Span(LABEL, " filter: "), Span(MESSAGE, display(state.query))), columns)
    return fit((Span(MESSAGE, " " + display(said)),), columns)


def _footer(keys: Sequence[tuple[str, str]], columns: int) -> Row:
    spans = [span for key, does in keys for span in (Span(KEY, key), Span(BAR, f" {does}  "))]
    return fit((*spans[:-1], Span(BAR, spans[-1].text.rstrip())), columns, fill=BAR)


def _help_rows(columns: int) -> list[Row]:
    longest = max(width(key) for key, _ in HELP_TEXT)
    return [
        one
        for key, does in HELP_TEXT
        for one in paragraph(f"  {pad(key, longest)}  ", does, columns, lead_style=LABEL)
    ]


def _guarded(spans: Row) -> Row:
    """A row whose columns stay in their order where the terminal turns right-to-left text round.

    A mark between the pieces keeps what is turned within its own piece.
    """
    if not any(turns(span.text) for span in spans):
        return spans
    return tuple(Span(span.style, span.text + LEFT_TO_RIGHT) for span in spans)
