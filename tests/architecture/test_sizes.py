"""Modules, functions and command bodies stay small; what is over the soft limit stands here with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.sizes import check_sizes
from tests.architecture.tree import REPOSITORY, SOURCE, read_modules

# "path" or "path::function" -> why it may be over the soft limit. The hard limits have no exceptions.
EXCEPTIONS: dict[str, str] = {}


def test_product_sizes_are_within_the_limits() -> None:
    assert check_sizes(read_modules(SOURCE), EXCEPTIONS) == []


@pytest.mark.parametrize("folder", ["scripts", "skills", "benchmarks"])
def test_code_beside_the_product_is_within_the_limits(folder: str) -> None:
    assert check_sizes(read_modules(REPOSITORY / folder), {}) == []


def test_test_modules_are_within_the_module_limit() -> None:
    found = check_sizes(read_modules(REPOSITORY / "tests"), {})
    assert [line for line in found if "::" not in line] == []


def _function(name: str, lines: int, decorator: str = "") -> str:
    return f"{decorator}def {name}():\n" + "    x = 1\n" * (lines - 1)


def _findings(tmp_path: Path, name: str, text: str, exceptions: dict[str, str] | None = None) -> list[str]:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return check_sizes(read_modules(tmp_path), exceptions or {})


def test_module_over_400_lines_is_caught(tmp_path: Path) -> None:
    assert _findings(tmp_path, "a.py", "x = 1\n" * 400) == []
    assert _findings(tmp_path, "a.py", "x = 1\n" * 401) == [
        "a.py: 401 lines, more than 400 and not on the list of exceptions"
    ]


def test_function_over_40_lines_is_caught_wherever_it_stands(tmp_path: Path) -> None:
    assert _findings(tmp_path, "a.py", _function("f", 40)) == []
    nested = "class A:\n    if True:\n        def f(self):\n" + "            x = 1\n" * 40
    assert _findings(tmp_path, "a.py", nested) == [
        "a.py::A.f: 41 lines, more than 40 and not on the list of exceptions"
    ]


def test_command_body_over_15_lines_is_caught_only_in_cli(tmp_path: Path) -> None:
    text = _function("log", 17, '@command("log")\n')
    assert _findings(tmp_path, "cli/log.py", text) == [
        "cli/log.py::log (command body): 16 lines, more than 15 and not on the list of exceptions"
    ]
    (tmp_path / "cli" / "log.py").unlink()
    assert _findings(tmp_path, "daily/log.py", text) == []


def test_listed_exception_needs_a_reason_and_a_need_and_never_passes_the_hard_limit(tmp_path: Path) -> None:
    assert _findings(tmp_path, "a.py", _function("f", 50), {"a.py::f": "one table of cases"}) == []
    assert len(_findings(tmp_path, "a.py", _function("f", 50), {"a.py::f": " "})) == 1
    assert _findings(tmp_path, "a.py", _function("f", 40), {"a.py::f": "was long"}) == [
        "a.py::f: on the list of exceptions without need"
    ]
    assert "a.py::f: 61 lines, the hard limit is 60" in _findings(
        tmp_path, "a.py", _function("f", 61), {"a.py::f": "long"}
    )
