"""The screen of a terminal as SVG: the same screen gives the same bytes."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyte

_CELL, _LINE, _MARGIN = 8.0, 18, 14
_SIZE = 13.2
_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace"
_LINES = ("│", "─")
_INK, _PAPER = "#d8dee4", "#171b20"
_COLOURS = {
    "cyan": "#6cc4d6", "green": "#7fcf8a", "red": "#f08c84", "brown": "#e3b964", "brightblack": "#8b949e",
}  # fmt: skip


class _Style(NamedTuple):
    """How a cell looks."""

    ink: str
    paper: str
    bold: bool
    struck: bool


def render(screen: pyte.Screen, *, lines: int, title: str) -> str:
    """The first lines of a screen as a picture; ``title`` is read to those who don't see it."""
    width = screen.columns * _CELL + 2 * _MARGIN
    height = lines * _LINE + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{_PAPER}"/>',
        f'<g font-family="{_FONTS}" font-size="{_SIZE}" xml:space="preserve">',
    ]
    for line in range(lines):
        parts += _row([screen.buffer[line][column] for column in range(screen.columns)], line)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _row(cells: list[Any], line: int) -> Iterator[str]:
    """Rectangles for what stands on another ground, then the text, piece by piece of one style."""
    top = _MARGIN + line * _LINE
    column = 0
    texts = []
    for style, group in groupby(cells, key=_style_of):
        piece = list(group)
        left = _MARGIN + column * _CELL
        if style.paper != _PAPER:
            yield f'<rect x="{left:g}" y="{top}" width="{len(piece) * _CELL:g}" height="{_LINE}" fill="{style.paper}"/>'
        texts += list(_texts(piece, style, column, top))
        column += len(piece)
    yield from texts


def _texts(cells: list[Any], style: _Style, column: int, top: int) -> Iterator[str]:
    """Words at their own columns, so that no font can shift what follows; a wide character stands alone."""
    looks = f' fill="{style.ink}"' + (' font-weight="bold"' if style.bold else "")
    looks += ' text-decoration="line-through"' if style.struck else ""
    for first, word in _words(cells):
        x = _MARGIN + (column + first) * _CELL
        room = f' textLength="{len(word) * _CELL:g}"' if word.isascii() and len(word) > 1 else ""
        yield f'<text x="{x:g}" y="{top + 13}"{looks}{room}>{escape(word)}</text>'


def _words(cells: list[Any]) -> Iterator[tuple[int, str]]:
    """The words of a row with the column that each begins in."""
    word, first = "", 0
    for index, cell in enumerate(cells):
        follows = cells[index + 1].data if index + 1 < len(cells) else " "
        is_alone = not follows or cell.data in _LINES
        if word and (cell.data in {" ", ""} or is_alone):
            yield first, word
            word = ""
        if is_alone and cell.data.strip():
            yield index, cell.data
        elif cell.data.strip():
            first = first if word else index
            word += cell.data
    if word:
        yield first, word


def _style_of(cell: Any) -> _Style:
    ink, paper = _COLOURS.get(cell.fg, _INK), _PAPER
    if cell.reverse:
        ink, paper = paper, ink
    return _Style(ink, paper, cell.bold, cell.strikethrough)
