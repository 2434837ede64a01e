"""JSON Lines: one JSON object a line, only ever appended; a bad line is a located problem, never the end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.files.encoding import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


def render_records(records: Sequence[Mapping[str, Any]]) -> bytes:
    r"""Records as JSON Lines in UTF-8, keys in the order given; text with lone surrogates is escaped.

    >>> render_records([{"name": "日志", "lines": [1, 2]}]).decode()
    '{"name": "日志", "lines": [1, 2]}\n'
    """
    return b"".join(_render(record) for record in records)


def _render(record: Mapping[str, Any]) -> bytes:
    try:
        return _ENCODE(record).encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        return json.dumps(record).encode("ascii") + b"\n"


class Parsed(NamedTuple):
    """The bytes of JSON Lines with the objects and problems in them."""

    data: bytes = b""
    records: tuple[dict[str, Any], ...] = ()
    problems: tuple[Problem, ...] = ()


def parse_on(before: Parsed, data: bytes, name: str) -> Parsed:
    """Parse a file that was parsed ``before``: where it only grew by whole lines, no more than what was added."""
    if data == before.data:
        return before
    if not before.data.endswith(b"\n") or not data.startswith(before.data):
        before = Parsed()
    records, problems = parse_records(data[len(before.data) :], name, first_line=before.data.count(b"\n") + 1)
    return Parsed(data, (*before.records, *records), (*before.problems, *problems))


def parse_records(
    data: bytes, name: str, *, first_line: int = 1
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """The objects in JSON Lines, and a problem for every line that is none. Blank lines are nothing."""
    records: list[dict[str, Any]] = []
    problems: list[Problem] = []
    text = data.removeprefix(b"\xef\xbb\xbf") if first_line == 1 else data
    for number, raw in enumerate(text.split(b"\n"), start=first_line):
        line = raw.strip()
        if not line:
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            problems.append(Problem(name, number, f"not JSON: {error}"))
            continue
        if isinstance(value, dict):
            records.append(value)
        else:
            problems.append(Problem(name, number, "not a JSON object"))
    return records, problems
