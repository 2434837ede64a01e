"""The settings of ruff, mypy, interrogate and pytest bite: each is run on a text that breaks its rule."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY

SETTINGS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
HEAD = '"""Text."""\n\nfrom __future__ import annotations\n\n'


def ruff_codes(name: str, text: str) -> set[str]:
    ruff = shutil.which("ruff") or str(Path(sys.executable).with_name("ruff"))
    command = [ruff, "check", "--no-cache", "--output-format=json", "--stdin-filename", name, "-"]
    result = subprocess.run(command, cwd=REPOSITORY, input=text, capture_output=True, text=True, check=False)
    return {item["code"] for item in json.loads(result.stdout)}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("BLE001", "def f():\n    try:\n        g()\n    except Exception:\n        h()\n"),
        ("E722", "try:\n    g()\nexcept:\n    h()\n"),
        ("S110", "try:\n    g()\nexcept Exception:\n    pass\n"),
        ("S112", "for x in y:\n    try:\n        g()\n    except Exception:\n        continue\n"),
        (
            "TRY300",
            "def f():\n    try:\n        g()\n        return 1\n    except ValueError:\n        h()\n",
        ),
        ("T201", "print(1)\n"),
        ("DTZ005", "import datetime\n\ndatetime.datetime.now()\n"),
        ("DTZ011", "import datetime\n\ndatetime.date.today()\n"),
        ("D103", "def f(): ...\n"),
        ("ANN001", 'def f(x):\n    """Text."""\n'),
        ("S602", "import subprocess\n\nsubprocess.run('ls', shell=True)\n"),
        ("C901", "def f(x):\n" + "".join(f"    if x == {i}:\n        g()\n" for i in range(12))),
        ("TD002", "x = 1  # TO" + "DO: later\n"),
        ("PGH003", "x: int = 'a'  # type: " + "ignore\n"),
    ],
)
def test_ruff_catches(code: str, text: str) -> None:
    assert code in ruff_codes("src/daykeep/daily/sample.py", HEAD + text)


def test_ruff_passes_clean_text() -> None:
    text = (
        HEAD
        + 'LIMIT_DAYS = 7\n\n\ndef double(days: int) -> int:\n    """Twice the days."""\n    return 2 * days\n'
    )
    assert ruff_codes("src/daykeep/sample.py", text) == set()


def test_ruff_selects_all_and_every_ignored_rule_has_a_reason() -> None:
    assert SETTINGS["tool"]["ruff"]["lint"]["select"] == ["ALL"]
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    block = text[text.index("ignore = [") : text.index("]", text.index("ignore = ["))]
    lines = [line for line in block.splitlines()[1:] if line.strip()]
    assert [line for line in lines if not re.fullmatch(r'\s+"[A-Z0-9]+",\s+# \S.+', line)] == []


def test_broad_excepts_are_allowed_at_named_boundaries_only() -> None:
    ignores = SETTINGS["tool"]["ruff"]["lint"]["per-file-ignores"]
    wide = {place for place, codes in ignores.items() if {"BLE", "BLE001", "S110", "S112"} & set(codes)}
    assert all(place.endswith(".py") and "*" not in place for place in wide), wide


def test_mypy_is_strict_and_catches_a_wrong_type(tmp_path: Path) -> None:
    assert SETTINGS["tool"]["mypy"]["strict"] is True
    sample = tmp_path / "sample.py"
    sample.write_text('def f(x) -> int:\n    return "a"\n', encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        str(REPOSITORY / "pyproject.toml"),
        "--cache-dir",
        str(tmp_path / "cache"),
    ]
    result = subprocess.run(
        [*command, str(sample)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "[no-untyped-def]" in result.stdout
    assert "[return-value]" in result.stdout


def test_interrogate_wants_every_public_docstring(tmp_path: Path) -> None:
    sample = tmp_path / "sample.py"
    command = [sys.executable, "-m", "interrogate", "-c", str(REPOSITORY / "pyproject.toml"), str(sample)]
    sample.write_text('"""Text."""\n\n\ndef f():\n    """Text."""\n', encoding="utf-8")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    sample.write_text('"""Text."""\n\n\ndef f():\n    pass\n', encoding="utf-8")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_product_has_every_public_docstring() -> None:
    command = [sys.executable, "-m", "interrogate", "-c", str(REPOSITORY / "pyproject.toml"), "-v"]
    folders = [str(REPOSITORY / name) for name in ("src", "scripts", "benchmarks")]
    result = subprocess.run([*command, *folders], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_warning_in_a_test_is_an_error(tmp_path: Path) -> None:
    sample = tmp_path / "test_sample.py"
    sample.write_text("import warnings\n\n\ndef test_it():\n    warnings.warn('old')\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        str(REPOSITORY / "pyproject.toml"),
    ]
    result = subprocess.run(
        [*command, f"--rootdir={tmp_path}", str(sample)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert "UserWarning: old" in result.stdout
