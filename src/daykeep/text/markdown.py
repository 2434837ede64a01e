"""Links and tables of a Markdown text, by markdown-it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token


class Link(NamedTuple):
    """A link or image: its target as written (percent-encoded by the parser) and the line it starts on (1-based)."""

    target: str
    line: int
    image: bool


class Table(NamedTuple):
    """A table: its cells as text and the lines it stands on (1-based, inclusive)."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    first: int
    last: int


def _parse(text: str) -> list[Token]:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - its import costs more than a whole start

    return MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)


def find_links(text: str) -> list[Link]:
    """Every link and image of the text, in order; none from code."""
    return list(_links(_parse(text)))


def _links(tokens: Sequence[Token]) -> Iterator[Link]:
    for token in tokens:
        line = token.map[0] + 1 if token.map else 0
        for child in token.children or ():
            if child.type in {"softbreak", "hardbreak"}:
                line += 1
            elif child.type == "link_open":
                yield Link(str(child.attrGet("href") or ""), line, image=False)
            elif child.type == "image":
                yield Link(str(child.attrGet("src") or ""), line, image=True)


def find_tables(text: str) -> list[Table]:
    """Every table of the text, in order."""
    tables: list[Table] = []
    rows: list[tuple[str, ...]] = []
    cells: list[str] = []
    span = (0, 0)
    for token in _parse(text):
        if token.type == "table_open" and token.map:
            rows, span = [], (token.map[0] + 1, token.map[1])
        elif token.type == "tr_open":
            cells = []
        elif token.type == "inline" and token.level >= 4:
            cells.append(token.content)
        elif token.type == "tr_close":
            rows.append(tuple(cells))
        elif token.type == "table_close" and rows:
            tables.append(Table(rows[0], tuple(rows[1:]), *span))
    return tables
