from __future__ import annotations

import json
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.traces.event import RECALL, RETRIEVAL, Event, clean
from daykeep.traces.log import FOLDER, Traces, months, read_events

AT = "2026-11-30T10:00:00+08:00"


def test_events_come_back_as_they_were_added_by_month(tmp_path: Path) -> None:
    files = Files(tmp_path)
    first = Event(RETRIEVAL, AT, 12.5, "s1", {"hits": 3})
    second = Event(RECALL, "2026-12-01T00:10:00+08:00", 1.0, "", {"by": "id", "turns": 1})
    assert Traces(files).add(first, second) == ""
    assert months(files) == ("2026-11", "2026-12")
    assert read_events(files) == ((first, second), ())
    assert read_events(files, ["2026-12"]) == ((second,), ())


def test_nothing_is_written_where_traces_are_switched_off(tmp_path: Path) -> None:
    assert Traces(Files(tmp_path), enabled=False).add(Event(RECALL, AT)) == ""
    assert not Path(tmp_path, ".daykeep").exists()


@pytest.mark.parametrize(
    "said",
    ["my password is tr0ub4dor", "line\nbreak", "a" * 65, "密码", "sk-ant-api03-abc def"],
)
def test_no_words_that_were_said_are_kept(tmp_path: Path, said: str) -> None:
    Traces(Files(tmp_path)).add(Event(RETRIEVAL, AT, 1.0, "s1", {"question": said, "hits": 0}))
    line = Path(tmp_path, FOLDER, "2026-11.jsonl").read_text()
    assert said not in line
    assert json.loads(line)["attributes"] == {"question_chars": len(said), "hits": 0}


def test_values_that_are_no_figures_are_left_out() -> None:
    assert clean(
        {"a": float("nan"), "b": float("inf"), "c": [1], "d": None, "E": 1, "f": True, "g": 1.25}
    ) == {
        "f": True,
        "g": 1.25,
    }


def test_a_damaged_line_is_a_problem_and_hides_no_other(tmp_path: Path) -> None:
    files = Files(tmp_path)
    Traces(files).add(Event(RECALL, AT))
    with Path(tmp_path, FOLDER, "2026-11.jsonl").open("a") as stream:
        stream.write('not json\n{"name": 7}\n')
    Traces(files).add(Event(RECALL, AT))
    events, problems = read_events(Files(tmp_path))
    assert len(events) == 2
    assert [problem.line for problem in problems] == [2]


def test_a_trace_that_can_not_be_written_is_said_and_fails_nothing(tmp_path: Path) -> None:
    Path(tmp_path, ".daykeep").write_text("in the way")
    assert Traces(Files(tmp_path)).add(Event(RECALL, AT)) != ""


def test_an_event_without_a_time_is_in_no_month(tmp_path: Path) -> None:
    Traces(Files(tmp_path)).add(Event(RECALL, "../../x"))
    assert months(Files(tmp_path)) == ()
