"""Rows of the screen as values: pieces of text, each with its style."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.tui.cells import cut, display, width, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN, TITLE, LABEL, DIM, COMES, GOES, WARNING, HERE, BAR, MESSAGE, KEY = (
    "", "class:title", "class:label", "class:dim", "class:comes", "class:goes", "class:warning", "class:here",
    "class:bar", "class:message", "class:key",
)  # fmt: skip


class Span(NamedTuple):
    """A piece of a row in one style; its text is harmless already."""

    style: str
    text: str


Row = tuple[Span, ...]


def row(text: str, style: str = PLAIN) -> Row:
    """A row of one piece, made of text that comes from anywhere."""
    return (Span(style, display(text)),)


def fit(spans: Row, columns: int, *, fill: str = PLAIN) -> Row:
    """The row in exactly so many columns: cut, or filled up with spaces in the style ``fill``."""
    fitted: list[Span] = []
    left = columns
    for span in spans:
        shown = Span(span.style, cut(span.text, left))
        fitted.append(shown)
        left -= width(shown.text)
        if left <= 0 or shown.text != span.text:
            break
    if left > 0:
        fitted.append(Span(fill, " " * left))
    return tuple(fitted)


def paragraph(
    lead: str, text: str, columns: int, *, style: str = PLAIN, lead_style: str = DIM
) -> Iterator[Row]:
    """Rows of a text from anywhere that begins after ``lead``; the rows after the first are indented as far."""
    indent = width(lead)
    for number, part in enumerate(wrap(display(text), max(1, columns - indent))):
        first = lead if number == 0 else " " * indent
        yield (Span(lead_style, first), Span(style, part))
