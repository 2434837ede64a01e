"""The register on disk."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.errors import UsageError
from daykeep.files.store import Files
from daykeep.session.records.changes import Wanted, reference, register
from daykeep.session.records.model import Record, Register, importance_of
from daykeep.session.records.store import (
    change_register,
    list_sessions,
    load_register,
    parse_register,
    render_register,
)

NAME = ".daykeep/data/sessions/s1/records.json"


def test_what_is_registered_is_there_again(tmp_path):
    files = Files(tmp_path)
    done = change_register(
        files,
        "s1",
        lambda known: register(known, Wanted("a1", "goal", "发布新版本"), current_round=4, at="2026-03-16"),
    )
    assert load_register(Files(tmp_path), "s1") == done
    assert "发布新版本" in (tmp_path / NAME).read_text(encoding="utf-8")
    assert list_sessions(files) == ["s1"]


def test_nothing_registered_is_an_empty_register(tmp_path):
    assert load_register(Files(tmp_path), "s1") == Register()
    assert list_sessions(Files(tmp_path)) == []


def test_file_that_is_no_register_is_a_problem_and_kept_when_something_is_registered(tmp_path):
    path = tmp_path / NAME
    path.parent.mkdir(parents=True)
    path.write_text("{broken")
    files = Files(tmp_path)

    assert load_register(files, "s1").problems
    change_register(files, "s1", lambda known: register(known, Wanted("a1", "goal", "x y")))
    assert [record.id for record in load_register(files, "s1").records] == ["a1"]
    assert any("corrupt" in one.name for one in path.parent.iterdir())


def test_keys_of_others_stay(tmp_path):
    path = tmp_path / NAME
    path.parent.mkdir(parents=True)
    row = {"type": "goal", "content": "x y", "colour": "red"}
    path.write_text(json.dumps({"mine": 1, "records": {"a1": row, "odd": 3, "empty": {}}}))
    change_register(Files(tmp_path), "s1", lambda known: reference(known, "a1", current_round=2))

    value = json.loads(path.read_text())
    assert value["mine"] == 1
    assert value["records"]["a1"]["colour"] == "red"
    assert value["records"]["a1"]["referenced"] == 2
    assert value["records"]["odd"] == 3


def test_nothing_is_written_where_the_change_fails(tmp_path):
    with pytest.raises(UsageError):
        change_register(Files(tmp_path), "s1", lambda known: reference(known, "gone"))
    assert not (tmp_path / NAME).exists()


def test_several_writers_lose_nothing(tmp_path):
    def one(number):
        change_register(
            Files(tmp_path),
            "s1",
            lambda known: register(known, Wanted(f"r{number}", "goal", f"text {number}")),
        )

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one, range(12)))
    assert len(load_register(Files(tmp_path), "s1").records) == 12


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "a b", "-x"])
def test_what_is_no_id_of_a_session_is_refused(tmp_path, name):
    with pytest.raises(UsageError):
        load_register(Files(tmp_path), name)


NUMBERS = st.none() | st.integers(0, 10**6)
RECORDS = st.builds(
    lambda name, kind, content, numbers, earlier, confirmed: Record(
        name, kind, content, importance_of(kind), "agent", *numbers[:2], numbers[2] or 0, *numbers[3:],
        confirmed=confirmed, earlier=tuple(earlier),
    ),
    st.text(min_size=1, max_size=9), st.text(min_size=1, max_size=9), st.text(min_size=1, max_size=40),
    st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS), st.lists(st.text(max_size=9), max_size=3),
    st.booleans(),
)  # fmt: skip


@given(st.lists(RECORDS, max_size=5, unique_by=lambda record: record.id), NUMBERS, st.integers(0, 999))
def test_register_survives_json(records, current_round, observed):
    known = Register(tuple(records), current_round, observed)
    assert parse_register(json.loads(json.dumps(render_register(known, {})))) == known
