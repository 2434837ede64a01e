"""Charts as one SVG picture: plain shapes with a title and a description in words; no script, no style, no link. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.review.figures.charts import Chart, Row

MARK = "<!-- daykeep stats -->"
"""By this daykeep knows a picture of its own, which it may write anew."""

WIDTH = 760
_MARGIN, _LABEL, _SAID = 20, 90, 190
_BAR, _STEP, _TITLE, _LEGEND, _GAP = 14, 20, 28, 22, 22

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
"""Okabe and Ito's colours, which stay apart for every kind of colour vision."""

_INK, _FAINT = "#222222", "#666666"


def render_svg(charts: Sequence[Chart], *, title: str) -> str:
    """The charts below each other as a picture; the same charts give the same bytes."""
    body: list[str] = []
    top = _MARGIN
    for chart in charts:
        body += _draw(chart, top)
        top += _height(chart) + _GAP
    said = " ".join(_tell(chart) for chart in charts)
    size = f'width="{WIDTH}" height="{top}" viewBox="0 0 {WIDTH} {top}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" {size}>',
            MARK,
            f'<title id="title">{_text(title)}</title>',
            f'<desc id="desc">{_text(said)}</desc>',
            f'<rect width="{WIDTH}" height="{top}" fill="#ffffff"/>',
            '<g font-family="sans-serif" font-size="12">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _height(chart: Chart) -> int:
    return _TITLE + (_LEGEND if len(chart.legend) > 1 else 0) + _STEP * max(1, len(chart.rows))


def _draw(chart: Chart, top: int) -> Iterator[str]:
    yield _words(_MARGIN, top + 14, chart.title, weight="bold")
    top += _TITLE
    if len(chart.legend) > 1:
        yield from _draw_legend(chart, top)
        top += _LEGEND
    space = WIDTH - 2 * _MARGIN - _LABEL - _SAID
    full = max([sum(row.parts) for row in chart.rows] + [chart.limit or 1])
    if not chart.rows:
        yield _words(_MARGIN, top + 11, "nothing yet", fill=_FAINT)
    for row in chart.rows:
        yield from _draw_row(row, top, space, full)
        top += _STEP
    if chart.limit is not None:
        x = _MARGIN + _LABEL + round(chart.limit * space / full)
        start = top - _STEP * len(chart.rows)
        yield (
            f'<line x1="{x}" y1="{start - 3}" x2="{x}" y2="{top - 3}" stroke="{_INK}" stroke-dasharray="3 3"/>'
        )


def _draw_legend(chart: Chart, top: int) -> Iterator[str]:
    x = _MARGIN
    for colour, name in zip(_colours(len(chart.legend)), chart.legend, strict=True):
        yield f'<rect x="{x}" y="{top}" width="12" height="12" fill="{colour}"/>'
        yield _words(x + 17, top + 11, name)
        x += 40 + 7 * len(name)


def _draw_row(row: Row, top: int, space: int, full: int) -> Iterator[str]:
    yield _words(_MARGIN, top + 11, row.label)
    x = start = _MARGIN + _LABEL
    done = 0
    for colour, part in zip(_colours(len(row.parts)), row.parts, strict=True):
        done += part
        end = start + round(done * space / full)
        if end > x:
            yield f'<rect x="{x}" y="{top}" width="{end - x}" height="{_BAR}" fill="{colour}"/>'
        x = end
    yield _words(x + 6, top + 11, row.said, fill=_FAINT)


def _colours(count: int) -> list[str]:
    return [COLOURS[place % len(COLOURS)] for place in range(count)]


def _words(x: int, y: int, text: str, *, fill: str = _INK, weight: str = "") -> str:
    heavy = f' font-weight="{weight}"' if weight else ""
    return f'<text x="{x}" y="{y}" fill="{fill}"{heavy}>{_text(text)}</text>'


def _tell(chart: Chart) -> str:
    """A chart in words, for who can't see it."""
    rows = []
    for row in chart.rows:
        named = [f"{part} {name}" for part, name in zip(row.parts, chart.legend, strict=False) if part]
        rows.append(f"{row.label}: {', '.join(named) if len(chart.legend) > 1 and named else row.said}")
    return f"{chart.title}. {'; '.join(rows) or 'Nothing yet'}."


def _text(text: str) -> str:
    """Text for a picture: marks spelled out, characters that XML can't hold left out."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text))
