"""One look at a session."""

from __future__ import annotations

import pytest

from daykeep.config import load_settings
from daykeep.session.options.reading import make_options
from daykeep.session.records.model import Record, Register, importance_of
from daykeep.session.units.model import Part, Unit
from daykeep.session.watching.monitor import look, results_tokens

OPTIONS = make_options(load_settings([], environ={})[0], {})


def record(name, kind="user_preference", **fields):
    return Record(name, kind, f"content of {name}", importance_of(kind), **fields)


def see(*records, tokens=10, options=OPTIONS, current=40, **more):
    return look(Register(records, current), options, tokens=tokens, threshold=100, **more)


def codes(sight):
    return [one.code for one in sight.suggestions]


@pytest.mark.parametrize(
    ("tokens", "status", "suggested"),
    [
        (79, "ok", []),
        (80, "near", ["compact-soon"]),
        (99, "near", ["compact-soon"]),
        (100, "over", ["compact"]),
    ],
)
def test_size_alerts_at_the_threshold_and_before_it(tokens, status, suggested):
    sight = see(tokens=tokens)
    assert sight.size.status == status
    assert codes(sight) == suggested


def test_suggested_size_is_the_target_ratio():
    assert see(tokens=1000).suggestions[0].number == 300


def test_decayed_information_is_named_and_restated():
    sight = see(record("old", registered=0), record("new", registered=39))
    assert [one.record.id for one in sight.decayed] == ["old"]
    assert sight.refresh.ids == ("old",)
    assert codes(sight) == ["restate"]


def test_nothing_is_restated_where_the_options_say_so():
    options = OPTIONS._replace(decay=OPTIONS.decay._replace(auto_refresh=False))
    sight = see(record("old", registered=0), options=options)
    assert [one.record.id for one in sight.decayed] == ["old"]
    assert sight.refresh.text == ""


def test_decay_is_not_looked_for_where_the_options_say_so():
    options = OPTIONS._replace(decay=OPTIONS.decay._replace(enabled=False))
    assert see(record("old", registered=0), options=options).decayed == ()


def test_place_at_risk_is_named_and_restated():
    sight = see(record("mid", registered=39, position=50, total=100))
    assert [(one.record.id, one.position.status) for one in sight.places] == [("mid", "middle")]
    assert sight.refresh.ids == ("mid",)
    assert codes(sight) == ["restate-at-end"]


def test_place_at_risk_is_not_restated_again_within_the_cool_down():
    assert see(record("mid", registered=0, refreshed=35, position=50, total=100)).refresh.ids == ()
    assert see(record("mid", registered=0, refreshed=30, position=50, total=100)).refresh.ids == ("mid",)


def test_places_count_by_the_distance_from_the_end_in_a_full_window():
    sight = see(record("start", registered=39, position=0, total=100), window=150)
    assert [one.position.status for one in sight.places] == ["far-from-end"]


@pytest.mark.parametrize("part", ["enabled", "auto_relocate"])
def test_places_are_left_alone_where_the_options_say_so(part):
    options = OPTIONS._replace(position=OPTIONS.position._replace(**{part: False}))
    assert see(record("mid", registered=39, position=50, total=100), options=options).refresh.ids == ()


def test_nothing_is_restated_twice_in_one_block():
    assert see(record("both", registered=0, position=50, total=100)).refresh.ids == ("both",)


def turn(number, said, result):
    parts = (
        Part("user", "text", "x" * said, number),
        Part("tool", "result", "y" * result, number),
    )
    return Unit(number, number, (), parts, (said + result) // 10)


def test_hiding_results_is_suggested_where_they_are_most_of_it():
    units = [turn(number, 100, 900) for number in range(1, 9)]
    assert results_tokens(units) == 4 * 90
    assert codes(see(tokens=800, units=units)) == ["compact", "mask-results"]
    assert codes(see(tokens=800, units=[turn(number, 900, 100) for number in range(1, 9)])) == ["compact"]


def test_same_session_gives_the_same_sight():
    rows = (record("old", registered=0), record("mid", registered=39, position=50, total=100))
    assert see(*rows, tokens=90) == see(*rows, tokens=90)
