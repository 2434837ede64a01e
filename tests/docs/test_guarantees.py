"""Every promise and figure of docs/guarantees.md names a test, and the test exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.docs.pages import REPOSITORY

PAGE = REPOSITORY / "docs" / "guarantees.md"
RULES = REPOSITORY / "docs" / "reference" / "instruction-rules.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
NUMBERED = re.compile(r"^#{2,4}\s+([PG]\d+)\b", re.MULTILINE)


def promises(text: str) -> dict[str, str]:
    """Number -> the text under its heading."""
    parts = NUMBERED.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def missing(text: str) -> list[str]:
    """Promises without a test, and named tests that don't exist."""
    found = [f"{number} names no test" for number, body in promises(text).items() if not NAMED.search(body)]
    for path, test in sorted(set(NAMED.findall(text))):
        file = REPOSITORY / path
        if not file.is_file():
            found.append(f"{path} does not exist")
        elif test and test not in _tests(file):
            found.append(f"{path} has no {test}")
    return found


def _tests(file: Path) -> set[str]:
    return {
        node.name
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }


def test_every_promise_names_a_test_that_exists() -> None:
    assert missing(PAGE.read_text(encoding="utf-8")) == []


def test_every_rule_of_instruction_files_names_a_test_that_exists() -> None:
    text = RULES.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| rule |")]
    assert [row for row in rows if not NAMED.search(row)] == []
    assert missing(text) == []
    assert len(rows) > 80


def test_promises_are_numbered_without_gaps() -> None:
    numbers = list(promises(PAGE.read_text(encoding="utf-8")))
    assert [number for number in numbers if number[0] == "P"] == [f"P{n}" for n in range(1, 10)]
    assert len(numbers) == len(set(numbers))


def test_promise_without_a_test_is_caught() -> None:
    text = "## P1 Files\n\nTruth.\n\n## G2 Kill\n\n`tests/docs/test_guarantees.py::test_nothing`, `tests/none.py`\n"
    assert missing(text) == [
        "P1 names no test",
        "tests/docs/test_guarantees.py has no test_nothing",
        "tests/none.py does not exist",
    ]
