from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.records import Parsed, parse_on, parse_records, render_records
from daykeep.files.store import Files

RECORDS = st.lists(
    st.dictionaries(
        st.text(max_size=8),
        st.none() | st.integers() | st.text(max_size=20) | st.lists(st.integers(), max_size=3),
        max_size=4,
    ),
    max_size=5,
)


@given(RECORDS)
def test_records_read_back_in_order(records):
    assert parse_records(render_records(records), "a.jsonl") == (records, [])


@given(st.binary(max_size=200))
def test_any_bytes_are_records_or_located_problems(data):
    records, problems = parse_records(data, "a.jsonl")
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    assert len(records) + len(problems) == sum(1 for line in lines if line.strip())
    assert all(1 <= problem.line <= len(lines) for problem in problems)


def test_keys_stay_in_order_and_chinese_stays_chinese():
    assert render_records([{"z": 1, "a": "日志\u2028"}]) == '{"z": 1, "a": "日志\u2028"}\n'.encode()


def test_a_lone_surrogate_is_escaped():
    assert render_records([{"a": "\ud800"}]) == b'{"a": "\\ud800"}\n'


def test_a_bad_line_is_a_problem_and_the_others_count():
    data = b'\xef\xbb\xbf{"a": 1}\r\n\n{"a": \n[1]\n\xff\n{"a": 2}'
    records, problems = parse_records(data, "memory/sources.jsonl")
    assert records == [{"a": 1}, {"a": 2}]
    assert [(problem.name, problem.line) for problem in problems] == [
        ("memory/sources.jsonl", line) for line in (3, 4, 5)
    ]


def test_records_are_appended_behind_a_line_that_was_cut(tmp_path):
    files = Files(tmp_path)
    assert files.find_records("memory/decisions.jsonl") == ([], [])
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/decisions.jsonl").write_bytes(b'{"a": 1}\n{"a": ')
    files.append_records("memory/decisions.jsonl", [{"a": 2}, {"a": 3}])
    records, problems = files.find_records("memory/decisions.jsonl")
    assert records == [{"a": 1}, {"a": 2}, {"a": 3}]
    assert [problem.line for problem in problems] == [2]


def test_no_records_are_no_write(tmp_path):
    Files(tmp_path).append_records("a.jsonl", [])
    assert Files(tmp_path).kind("a.jsonl") == "missing"


@pytest.mark.parametrize("depth", [100_000])
def test_a_very_deep_record_is_a_problem(depth):
    _, problems = parse_records(b"[" * depth, "a.jsonl")
    assert len(problems) == 1


@given(
    st.lists(
        st.binary(max_size=30) | st.sampled_from([b'{"a": 1}\n', b"\n", b"[]\n", b"\xef\xbb\xbf"]), max_size=8
    )
)
def test_parsing_on_gives_what_parsing_the_whole_gives(pieces):
    parsed, data = Parsed(), b""
    for piece in pieces:
        data += piece
        parsed = parse_on(parsed, data, "a.jsonl")
        records, problems = parse_records(data, "a.jsonl")
        assert (list(parsed.records), list(parsed.problems)) == (records, problems)


def test_a_file_that_was_rewritten_is_parsed_anew():
    before = parse_on(Parsed(), b'{"a": 1}\n{"a": 2}\n', "a.jsonl")
    assert parse_on(before, b'{"a": 3}\n', "a.jsonl").records == ({"a": 3},)
    assert parse_on(before, b"", "a.jsonl").records == ()


def test_only_what_was_added_is_parsed_again():
    before = parse_on(Parsed(), b'{"a": 1}\n', "a.jsonl")
    assert parse_on(before, b'{"a": 1}\n{"a": 2}\n', "a.jsonl").records[0] is before.records[0]
