from __future__ import annotations

from daykeep.traces.event import (
    CHECK,
    COMPRESSION,
    DECAY,
    PROMOTION,
    RECALL,
    REFRESH,
    REGISTRATION,
    RETRIEVAL,
    USAGE,
    Event,
)
from daykeep.traces.figures import Size, data_of, figures_of, render_figures

DAY = "2026-11-30T{:02d}:00:00+00:00"
EVENTS = [
    Event(RETRIEVAL, DAY.format(1), 10, attributes={"hits": 2}),
    Event(RETRIEVAL, DAY.format(2), 30, attributes={"hits": 0}),
    Event(CHECK, DAY.format(3), 5, attributes={"context_tokens": 90_000}),
    Event(
        USAGE,
        DAY.format(4),
        0,
        attributes={"context_tokens": 40_000, "cache_predicted": 36_000, "cache_read": 40_000},
    ),
    Event(COMPRESSION, DAY.format(3), 5, attributes={"tokens_before": 90_000, "tokens_after": 38_000}),
    Event(DECAY, DAY.format(5), 1, attributes={"decayed": 3}),
    Event(REFRESH, DAY.format(5), 1, attributes={"records": 2}),
    Event(RECALL, DAY.format(6), 2, attributes={"turns": 1}),
    Event(RECALL, DAY.format(7), 2, attributes={"turns": 0}),
    Event(REGISTRATION, DAY.format(8), 1),
    Event(PROMOTION, DAY.format(9), 1, attributes={"proposed": 2, "applied": 1}),
]


def test_figures_say_how_often_how_large_and_how_well() -> None:
    figures = figures_of(EVENTS)
    assert figures.hit_rate == 0.5
    assert (figures.recalls, figures.recall_hit_rate) == (2, 0.5)
    assert figures.sizes == (Size("2026-11-30", 90_000, 40_000),)
    assert figures.saved_tokens == 52_000
    assert (figures.decayed, figures.refreshed, figures.registered) == (3, 2, 1)
    assert (figures.proposed, figures.applied) == (2, 1)
    assert figures.cache_error == 0.1
    assert figures.timings[RETRIEVAL].times == 2


def test_the_order_of_events_changes_nothing() -> None:
    assert figures_of(EVENTS) == figures_of(list(reversed(EVENTS)))


def test_no_events_give_no_lines_and_no_shares() -> None:
    assert render_figures(figures_of([])) == []
    data = data_of(figures_of([]))
    assert data["retrieval_hit_rate"] is None
    assert data["cache"]["error"] is None


def test_no_line_is_wider_than_a_terminal() -> None:
    slow = [Event("compression", "2026-11-30T10:00:00+08:00", 98_765.4)] * 12_345
    assert max(map(len, render_figures(figures_of(slow)))) <= 80


def test_lines_for_people_name_each_figure() -> None:
    text = "\n".join(render_figures(figures_of(EVENTS)))
    for said in (
        "found something: 50%",
        "asked for: 2 times",
        "at most 90,000",
        "predicted 36,000 (off by 10%)",
        "faded: 3, said again: 2",
    ):
        assert said in text


def test_numbers_that_nobody_counted_are_none():
    event = Event(
        "check", "2026-03-10T09:00:00+00:00", attributes={"a": float("inf"), "b": float("nan"), "c": 10**400}
    )
    assert [event.number(key) for key in "abc"] == [0, 0, 0]
