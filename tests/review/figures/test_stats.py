"""What memory did week by week, as numbers, as characters and as a picture."""

from __future__ import annotations

from datetime import UTC, date, datetime
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.clock import Week, Zone
from daykeep.git.history import HistoryOff
from daykeep.memory.decisions import (
    DEFERRED,
    REJECTED,
    Verdict,
    add_tombstone,
    lift_tombstone,
    record_verdicts,
)
from daykeep.memory.leaving.budget import Limits, Size
from daykeep.review.figures.charts import FILLS, PLAIN_FILLS, Chart, Row, charts_of, render_text
from daykeep.review.figures.picture import render_svg
from daykeep.review.figures.stats import Stats, WeekStats, read_stats

MONDAY = "memory/2026-03-09.md"
LOCKS = "## Lesson: locks\n- Look at the owner first\n"
UTC_ZONE = Zone("UTC", UTC, "default", ())
LIMITS = Limits(12_000, 200)


def _read(files, history, day=date(2026, 3, 10), *, weeks=3, zone=UTC_ZONE):
    return read_stats(files, history, memory="MEMORY.md", limits=LIMITS, day=day, zone=zone, weeks=weeks)


def _verdict(item, kind=REJECTED):
    return Verdict(kind, item, "01", "add", ("aa",), MONDAY, ())


def _stats(*weeks, origins=None):
    return Stats("MEMORY.md", weeks, origins or {}, LIMITS, None)


def test_learned_items_are_counted_by_week_kind_and_origin(files, history, learn):
    learn(MONDAY, LOCKS)
    stats = _read(files, history, date(2026, 3, 17))
    assert [week.week.id for week in stats.weeks] == ["2026-W10", "2026-W11", "2026-W12"]
    assert [week.learned for week in stats.weeks] == [{}, {"lesson": 1}, {}]
    assert stats.origins == {"agent": 1}


def test_week_is_the_persons_own(files, history, learn):
    learn(MONDAY, LOCKS, datetime(2026, 3, 9, 2, tzinfo=UTC))
    zone = Zone("America/Havana", ZoneInfo("America/Havana"), "default", ())
    assert [week.learned for week in _read(files, history, weeks=2, zone=zone).weeks] == [{"lesson": 1}, {}]
    assert [week.learned for week in _read(files, history, weeks=2).weeks] == [{}, {"lesson": 1}]


def test_decisions_are_counted_once_a_week_and_item(files):
    now = datetime(2026, 3, 10, tzinfo=UTC)
    record_verdicts(files, [_verdict("a"), _verdict("a"), _verdict("b")], now=now, by="ada", how="review")
    add_tombstone(files, item="c", lines=["11"], now=now, by="ada", how="revert")
    add_tombstone(files, item="d", lines=["12"], now=now, by="ada", how="superseded")
    (week,) = _read(files, HistoryOff("no git", ""), weeks=1).weeks
    assert week.decided == {"rejected": 2, "taken back": 1}


def test_forgetting_bringing_back_and_putting_off_are_counted_apart(files):
    now = datetime(2026, 3, 10, tzinfo=UTC)
    record_verdicts(files, [_verdict("a", DEFERRED)], now=now, by="ada", how="review")
    add_tombstone(files, item="c", lines=["11"], now=now, by="ada", how="forget")
    add_tombstone(files, item="d", lines=["12"], now=now, by="daykeep", how="revert")
    lift_tombstone(files, item="c", lines=["11"], now=now, by="ada", how="revert")
    lift_tombstone(files, item="e", lines=["13"], now=now, by="ada", how="review")
    (week,) = _read(files, HistoryOff("no git", ""), weeks=1).weeks
    assert week.decided == {"deferred": 1, "taken back": 1, "forgotten": 1, "brought back": 1}


def test_size_at_the_end_of_each_week_comes_from_the_history_and_now_from_the_file(
    playground, files, history
):
    for day, text in (("2026-02-26", "# Old\n"), ("2026-03-03", "# Older\n- one\n")):
        playground.write("MEMORY.md", text)
        playground.environment["GIT_COMMITTER_DATE"] = f"{day}T10:00:00Z"
        playground.git("add", "MEMORY.md")
        playground.git("commit", "-qm", day)
    playground.write("MEMORY.md", "# Now\n")
    sizes = [week.size for week in _read(files, history, weeks=4).weeks]
    assert sizes == [None, Size(6, 1), Size(14, 2), Size(6, 1)]


def test_records_that_were_tampered_with_count_for_nothing(playground, files):
    playground.write(
        "memory/decisions.jsonl", '{"kind": "rejected", "at": "soon"}\n{"kind": "approved", "at": 3}\n'
    )
    assert _read(files, HistoryOff("no git", ""), weeks=1).weeks[0].decided == {}


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_lines_are_as_long_as_the_terminal_at_most(width):
    week = WeekStats(Week(2026, 11), {"lesson": 40, "fact": 1}, {"approved": 3}, Size(13_000, 210))
    lines = render_text(charts_of(_stats(week, origins={"agent": 41})), width=width)
    assert max(map(len, lines)) <= max(40, min(width, 120))


def test_plain_charts_are_ascii_and_parts_differ_by_sign():
    week = WeekStats(Week(2026, 11), {"lesson": 3, "fact": 2}, {}, Size(6_000, 100))
    text = "\n".join(render_text(charts_of(_stats(week)), width=80, plain=True))
    assert text.isascii()
    (bar,) = [line for line in text.splitlines() if line.startswith("  2026-W11") and line.endswith(" 5")]
    assert bar.count("#") * 2 == bar.count("=") * 3
    assert "  # lesson  = fact" in text


def test_size_beyond_a_limit_is_said_in_words():
    week = WeekStats(Week(2026, 11), {}, {}, Size(6_000, 201))
    assert any(
        line.endswith("6,000 chars, 201 lines  over")
        for line in render_text(charts_of(_stats(week)), width=80)
    )


def test_no_numbers_are_told_as_nothing_yet():
    assert render_text(charts_of(_stats()), width=80).count("  nothing yet") == 4


@given(
    parts=st.lists(st.integers(0, 10_000), min_size=1, max_size=5),
    width=st.integers(20, 300),
    plain=st.booleans(),
)
def test_every_part_that_is_there_is_seen_and_no_bar_passes_its_space(parts, width, plain):
    chart = Chart("A chart", tuple("abcde"[: len(parts)]), (Row("row", tuple(parts), "said"),))
    lines = render_text([chart], width=width, plain=plain)
    assert max(map(len, lines)) <= max(40, min(width, 120))
    if any(parts):
        fills = PLAIN_FILLS if plain else FILLS
        for fill, part in zip(fills, parts, strict=False):
            assert (fill in lines[-1]) == bool(part)


def test_picture_is_well_formed_says_all_in_words_and_runs_nothing():
    week = WeekStats(Week(2026, 11), {"lesson": 3}, {"approved": 2}, Size(6_000, 100))
    charts = charts_of(_stats(week, origins={'<script>"&': 3}))
    picture = render_svg(charts, title="Memory & <more>\x1b")
    root = ET.fromstring(picture)  # noqa: S314 - it was made here
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names == {"svg", "title", "desc", "g", "rect", "text", "line"}
    assert root.find("{http://www.w3.org/2000/svg}title").text == "Memory & <more> "
    assert "2026-W11: 2 approved" in root.find("{http://www.w3.org/2000/svg}desc").text
    assert picture == render_svg(charts, title="Memory & <more>\x1b")
