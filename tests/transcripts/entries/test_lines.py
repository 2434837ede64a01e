"""Files of JSON lines in every state of repair."""

import io
import json
from typing import Any

import pytest

from daykeep.transcripts.entries import lines
from daykeep.transcripts.entries.lines import read_records

ONE, TWO = {"type": "a", "n": 1}, {"type": "b", "n": 2}
A, B = json.dumps(ONE), json.dumps(TWO)


def _read(data: bytes, **more: int) -> tuple[list[tuple[int, int, dict[str, Any]]], list[tuple[int, str]]]:
    problems: list[tuple[int, str]] = []
    found = list(read_records(io.BytesIO(data), lambda line, text: problems.append((line, text)), **more))
    return [tuple(record) for record in found], problems  # type: ignore[misc]


def test_each_line_has_its_number_and_its_first_byte() -> None:
    data = f"{A}\n\n{B}\n".encode()
    assert _read(data) == ([(1, 0, ONE), (3, len(A) + 2, TWO)], [])


def test_reading_begins_at_any_line() -> None:
    data = f"{A}\n{B}\n".encode()
    assert _read(data, offset=len(A) + 1, line=2) == ([(2, len(A) + 1, TWO)], [])


def test_last_line_without_its_end_counts_if_it_is_whole() -> None:
    assert _read(f"{A}\n{B}".encode())[0] == [(1, 0, ONE), (2, len(A) + 1, TWO)]


def test_torn_last_line_waits_for_its_writer() -> None:
    found, problems = _read(f"{A}\n{B[:-4]}".encode())
    assert [record[0] for record in found] == [1]
    assert problems == [(2, "the last line is not whole; it is read when its writer has ended it")]


@pytest.mark.parametrize(
    ("line", "values", "message"),
    [
        (A + B, [ONE, TWO], "damaged; 2 entries of it could be read"),
        ("\0\0\0" + A, [ONE], "damaged; 1 entry of it could be read"),
        (A[:7] + B, [TWO], "damaged; 1 entry of it could be read"),
        ('{"a": tru', [], "not JSON; passed over"),
        ("12", [], "not a JSON object"),
        (f"[{A}, 2]", [ONE], "not a JSON object"),
        ("[1, 2]", [], "not a JSON object"),
        ("[" * 100_000, [], "not JSON; passed over"),
        ('{"n": ' + "9" * 5000 + "}", [], "not JSON; passed over"),
    ],
)
def test_damaged_line_is_said_and_what_is_whole_in_it_is_read(
    line: str, values: list[dict[str, Any]], message: str
) -> None:
    found, problems = _read(f"{A}\n{line}\n{B}\n".encode())
    assert [record[2] for record in found] == [ONE, *values, TWO]
    assert problems == [(2, message)]


def test_inner_object_of_a_torn_entry_without_type_or_role_is_not_taken_for_one() -> None:
    found, _ = _read(b'{"x": {"inner": 1}, "y"\n')
    assert found == []


def test_mark_of_byte_order_crlf_and_bytes_that_are_not_utf8_are_read_through() -> None:
    found, _ = _read(b"\xef\xbb\xbf" + A.encode() + b"\r\n" + b'{"type":"\xff"}\n')
    assert [record[2] for record in found] == [ONE, {"type": "\ufffd"}]


def test_line_that_is_too_long_is_passed_over_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LIMIT_LINE_BYTES", 64)
    monkeypatch.setattr(lines, "_PIECE_BYTES", 16)
    long = json.dumps({"type": "long", "data": "x" * 500})
    found, problems = _read(f"{A}\n{long}\n{B}\n".encode())
    assert [(record[0], record[1], record[2]) for record in found] == [
        (1, 0, ONE),
        (3, len(A) + len(long) + 2, TWO),
    ]
    assert [line for line, _ in problems] == [2]


def test_broken_line_full_of_braces_is_given_up_soon() -> None:
    found, problems = _read(b'{"type' * 200_000 + b"\n" + A.encode() + b"\n")
    assert [record[2] for record in found] == [ONE]
    assert len(problems) == 1


def test_numbers_that_json_does_not_have_are_null_and_said() -> None:
    found, problems = _read(b'{"type": "a", "n": NaN, "m": -Infinity}\n{"type": "NaN"}\n')
    assert [value for _, _, value in found] == [{"type": "a", "n": None, "m": None}, {"type": "NaN"}]
    assert problems == [(1, "NaN is no JSON; read as null")]
