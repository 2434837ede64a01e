"""Statistics as charts: for a terminal of any width without colours, and as a picture in SVG. Pure.

The same numbers give the same characters and the same bytes. A chart says by signs and words what it says by
lengths, so that nothing is lost where colours or pictures are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.review.figures.stats import DECIDED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.review.figures.stats import Stats

FILLS = ("█", "▓", "▒", "░", "◆", "○")
PLAIN_FILLS = ("#", "=", "+", ".", "*", "o")
"""How the parts of a bar differ, in the order of the legend; the second row where a terminal can show ASCII only."""

MIN_BAR = 8
MAX_WIDTH = 120


class Row(NamedTuple):
    """One bar: its label, its parts (one number each, in the order of the legend), and what is said behind it."""

    label: str
    parts: tuple[int, ...]
    said: str


class Chart(NamedTuple):
    """A titled list of bars; ``legend`` names their parts, ``limit`` is where a bar is full (None: at the longest)."""

    title: str
    legend: tuple[str, ...]
    rows: tuple[Row, ...]
    limit: int | None = None


def charts_of(stats: Stats) -> list[Chart]:
    """The four charts: learned by week and kind, size against the limits, decisions by week, sources by origin."""
    kinds = _keys(week.learned for week in stats.weeks)
    learned = Chart(
        f"Learned each week: {stats.learned} in {_weeks(len(stats.weeks))}",
        tuple(kind.replace("_", " and ") for kind in kinds),
        tuple(_row(week.week.id, week.learned, kinds) for week in stats.weeks),
    )
    decided = Chart(
        "Decided each week",
        DECIDED,
        tuple(_row(week.week.id, week.decided, DECIDED) for week in stats.weeks),
    )
    origins = Chart(
        "Sources by origin",
        ("things learned",),
        tuple(Row(origin, (count,), str(count)) for origin, count in stats.origins.items()),
    )
    return [learned, _size_chart(stats), decided, origins]


def _size_chart(stats: Stats) -> Chart:
    limits = stats.limits
    rows = []
    for week in stats.weeks:
        size = week.size
        if size is None:
            rows.append(Row(week.week.id, (0,), "not known"))
            continue
        over = "" if size.fits(limits) else "  over"
        said = f"{size.chars:,} chars, {size.lines} lines{over}"
        rows.append(Row(week.week.id, (size.chars,), said))
    title = f"Size of {stats.memory}, of {limits.chars:,} characters and {limits.lines:,} lines"
    return Chart(title, ("characters",), tuple(rows), limits.chars)


def render_text(charts: Sequence[Chart], *, width: int, plain: bool = False) -> list[str]:
    """The charts in lines of at most ``width`` columns (40 at least); ``plain``: by ASCII signs only."""
    columns = max(40, min(width, MAX_WIDTH))
    fills = PLAIN_FILLS if plain else FILLS
    lines: list[str] = []
    for chart in charts:
        lines += [*([""] if lines else []), _cut(chart.title, columns)]
        lines += _legend(chart, fills, columns)
        lines += _bars(chart, fills, columns) if any(map(_is_told, chart.rows)) else ["  nothing yet"]
    return lines


def _legend(chart: Chart, fills: Sequence[str], columns: int) -> Iterator[str]:
    if len(chart.legend) < 2:
        return
    line = ""
    for fill, name in zip(fills, chart.legend, strict=False):
        part = f"  {fill} {name}"
        if line and len(line + part) > columns:
            yield line
            line = ""
        line += part
    if line:
        yield line


def _bars(chart: Chart, fills: Sequence[str], columns: int) -> Iterator[str]:
    labels = max(len(row.label) for row in chart.rows)
    said = max(len(row.said) for row in chart.rows)
    room = columns - labels - said - 6
    space = max(MIN_BAR, room)
    full = max([sum(row.parts) for row in chart.rows] + [chart.limit or 1])
    for row in chart.rows:
        bar = "".join(
            fill * count for fill, count in zip(fills, _lengths(row.parts, full, space), strict=False)
        )
        yield _cut(f"  {row.label:<{labels}}  {bar:<{space}}  {row.said}".rstrip(), columns)


def _lengths(parts: Sequence[int], full: int, space: int) -> list[int]:
    """How long each part of a bar is drawn: what there is is seen, and together they never pass the space.

    >>> _lengths([1, 0, 300], 301, 10)
    [1, 0, 9]
    """
    total = min(space, max(round(sum(parts) * space / full), sum(1 for part in parts if part)))
    ends = []
    done = 0
    for part in parts:
        done += part
        ends.append(round(done * total / sum(parts)) if sum(parts) else 0)
    lengths = [end - start for start, end in zip([0, *ends], ends, strict=False)]
    for place, part in enumerate(parts):
        longest = max(range(len(lengths)), key=lengths.__getitem__)
        if part and not lengths[place] and lengths[longest] > 1:
            lengths[place], lengths[longest] = 1, lengths[longest] - 1
    return lengths


def _row(label: str, counts: Mapping[str, int], keys: Sequence[str]) -> Row:
    parts = tuple(counts.get(key, 0) for key in keys)
    return Row(label, parts, str(sum(parts)) if sum(parts) else "-")


def _keys(counts: Iterator[Mapping[str, int]]) -> list[str]:
    return list(dict.fromkeys(key for one in counts for key in one))


def _is_told(row: Row) -> bool:
    return any(row.parts)


def _weeks(count: int) -> str:
    return f"{count} week{'' if count == 1 else 's'}"


def _cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[: columns - 1] + "…"
