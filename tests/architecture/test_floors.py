"""A room imports only from lower floors: the import-linter contract holds, and a leak breaks it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY, SOURCE

CONTRACTS = ("A room imports only from lower floors", "A room of review imports only from lower ones")


def lint(folder: Path, source: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-c",
        "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())",
        "--no-cache",
        *more,
    ]
    environment = {**os.environ, "PYTHONPATH": str(source), "NO_COLOR": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def small_tree(
    tmp_path: Path, files: dict[str, str], contract: str = "floors"
) -> subprocess.CompletedProcess[str]:
    """Run one of the project's own contracts on a small package of the same name."""
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    for name, content in {"__init__.py": "", "errors.py": "", **files}.items():
        path = tmp_path / "src" / "daykeep" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        for folder in path.parents:
            if folder.name == "src":
                break
            (folder / "__init__.py").touch()
    return lint(tmp_path, tmp_path / "src", "--contract", contract)


def test_product_keeps_the_floors() -> None:
    result = lint(REPOSITORY, SOURCE.parent)
    assert result.returncode == 0, result.stdout
    for contract in CONTRACTS:
        assert f"{contract} KEPT" in result.stdout


def test_lower_import_passes(tmp_path: Path) -> None:
    result = small_tree(
        tmp_path,
        {"files/store.py": "from daykeep import errors", "daily/log.py": "from daykeep.files import store"},
    )
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("files", "leak"),
    [
        (
            {"files/store.py": "from daykeep.daily import log", "daily/log.py": ""},
            "daykeep.files is not allowed to import daykeep.daily",
        ),
        (
            {"files/store.py": "def f():\n    from daykeep.daily import log", "daily/log.py": ""},
            "daykeep.files is not allowed to import daykeep.daily",
        ),
        (
            {"files/store.py": "from daykeep.text import sections", "text/sections.py": ""},
            "daykeep.files is not allowed to import daykeep.text",
        ),
        (
            {"errors.py": "from daykeep import clock", "clock.py": ""},
            "daykeep.errors is not allowed to import daykeep.clock",
        ),
    ],
    ids=["upwards", "upwards inside a function", "sideways", "errors import nothing"],
)
def test_leak_is_caught(tmp_path: Path, files: dict[str, str], leak: str) -> None:
    result = small_tree(tmp_path, files)
    assert result.returncode == 1, result.stdout + result.stderr
    assert leak in result.stdout


def test_leak_between_rooms_of_review_is_caught(tmp_path: Path) -> None:
    files = {
        "review/queue/items.py": "from daykeep.review.stores import joined",
        "review/stores/joined.py": "",
    }
    result = small_tree(tmp_path, files, "review")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "daykeep.review.queue is not allowed to import daykeep.review.stores" in result.stdout


def test_room_without_a_floor_is_caught(tmp_path: Path) -> None:
    result = small_tree(tmp_path, {"attic/box.py": ""})
    assert result.returncode == 1
    assert "attic" in result.stdout


def test_every_floor_of_the_contracts_exists() -> None:
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        (container,) = contract["containers"]
        folder = SOURCE.parent.joinpath(*container.split("."))
        rooms = [room for layer in contract["layers"] for room in re.findall(r"\w+", layer)]
        there = {
            path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
        }
        assert [room for room in rooms if room not in there] == []


def test_contributing_page_tells_every_floor_in_its_order():
    layers = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"][0]["layers"]
    floors = [set(re.findall(r"\w+", layer)) for layer in layers if layer != "(__main__)"]
    page = (
        (REPOSITORY / "CONTRIBUTING.md")
        .read_text(encoding="utf-8")
        .partition("| floor | rooms |")[2]
        .partition("\n\n")[0]
    )
    told = [set(re.findall(r"`(\w+)(?:/|\.py)`", row)) for row in page.splitlines() if "`" in row]

    assert told == floors
