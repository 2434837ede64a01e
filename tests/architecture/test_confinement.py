"""Who may write to disk, start processes, import third parties, read the clock, print: each rule, and that it bites."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture import confinement as rules
from tests.architecture.tree import SOURCE, read_modules

CHECKS = (
    rules.check_writes,
    rules.check_git,
    rules.check_imports,
    rules.check_clock,
    rules.check_interfaces,
    rules.check_datetimes,
    rules.check_test_branches,
    rules.check_names,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_product_keeps_the_rule(check) -> None:
    assert check(read_modules(SOURCE)) == []


def findings(check, tmp_path: Path, name: str, text: str) -> list[str]:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return check(read_modules(tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        "open('a', 'w')",
        "open('a', mode='a')",
        "open('a', chosen)",
        "from pathlib import Path\nPath('a').open('r+')",
        "from pathlib import Path\nPath('a').write_text('x')",
        "from pathlib import Path\nPath('a').unlink()",
        "from pathlib import Path\nPath('a').replace(other)",
        "from pathlib import Path\nPath('a').rename(other)",
        "import os\nos.replace('a', 'b')",
        "import os as o\no.open('a', 0)",
        "from os import remove as take\ntake('a')",
        "import shutil\nshutil.rmtree('a')",
        "remover = __import__\nimport os\nactions = [os.unlink]",
        "import logging.handlers\nlogging.handlers.RotatingFileHandler('a')",
        "import io\nio.open('a', 'wb')",
    ],
)
def test_write_outside_files_is_caught(tmp_path: Path, text: str) -> None:
    assert findings(rules.check_writes, tmp_path, "daily/log.py", text)
    assert findings(rules.check_writes, tmp_path / "home", "files/log.py", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "open('a')",
        "open('a', 'rb')",
        "'a-b'.replace('-', '_')",
        "when.replace(hour=3)",
        "files.replace('MEMORY.md', data, expected_sha256=None)",
        "items.remove(1)",
        "from pathlib import Path\nPath('a').read_text()\nPath('a').open()",
        "import os\nos.stat('a')\nos.listdir('a')",
    ],
)
def test_reading_and_names_that_look_like_writes_pass(tmp_path: Path, text: str) -> None:
    assert findings(rules.check_writes, tmp_path, "daily/log.py", text) == []


def test_write_inside_files_passes(tmp_path: Path) -> None:
    assert findings(rules.check_writes, tmp_path, "files/replace.py", "import os\nos.replace('a', 'b')") == []


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.system('git log')",
        "from os import popen\npopen('git log')",
        "import os\nos.execv(a, b)",
    ],
)
def test_process_outside_git_is_caught(tmp_path: Path, text: str) -> None:
    assert findings(rules.check_git, tmp_path, "review/provenance/why.py", text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("review/provenance/why.py", "import git"),
        ("review/provenance/why.py", "def f():\n    from git.repo import Repo"),
        ("review/provenance/why.py", "import subprocess"),
        ("cli/log.py", "import subprocess"),
        ("daily/log.py", "import click"),
        ("heartbeat/beat.py", "import apscheduler.schedulers.background"),
        ("text/markdown.py", "import yaml"),
        ("memory/document.py", "from markdown_it import MarkdownIt"),
        ("workspace/layout.py", "import frontmatter"),
        ("search/store.py", "import sqlite3"),
        ("daily/names.py", "import random"),
        ("daily/names.py", "import importlib"),
        ("daily/names.py", "import requests"),
        ("daily/names.py", "from . import entry"),
    ],
)
def test_import_outside_its_place_is_caught(tmp_path: Path, name: str, text: str) -> None:
    assert len(findings(rules.check_imports, tmp_path, name, text)) == 1


def test_import_in_its_place_passes(tmp_path: Path) -> None:
    assert findings(rules.check_imports, tmp_path, "git/history.py", "import git\nimport subprocess") == []
    assert (
        findings(rules.check_imports, tmp_path, "cli/log.py", "import click\nfrom daykeep import errors")
        == []
    )


@pytest.mark.parametrize(
    "text",
    [
        "from datetime import datetime, UTC\ndatetime.now(UTC)",
        "import datetime as d\nd.date.today()",
        "import time\ntime.time()",
        "from time import time as t\nt()",
        "import time\ntime.sleep(1)",
        "from daykeep.clock import now_utc\nnow_utc()",
        "import os\nos.environ['HOME']",
        "from os import getenv\ngetenv('HOME')",
        "from pathlib import Path\nPath.home()",
        "from pathlib import Path\nPath('~').expanduser()",
    ],
)
def test_clock_or_environment_read_below_the_root_is_caught(tmp_path: Path, text: str) -> None:
    assert findings(rules.check_clock, tmp_path, "daily/log.py", text)


def test_clock_and_environment_in_their_places_pass(tmp_path: Path) -> None:
    assert findings(rules.check_clock, tmp_path, "clock.py", "import time\ntime.time()") == []
    assert findings(rules.check_clock, tmp_path, "app.py", "import os\nos.environ") == []


@pytest.mark.parametrize(
    "text",
    [
        "print(1)",
        "import sys\nsys.exit(1)",
        "raise SystemExit",
        "import sys\nsys.stdout.write('a')",
        "input()",
    ],
)
def test_print_or_exit_below_the_interfaces_is_caught(tmp_path: Path, text: str) -> None:
    assert findings(rules.check_interfaces, tmp_path, "daily/log.py", text)
    assert findings(rules.check_interfaces, tmp_path / "only", "cli/log.py", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "from datetime import datetime\ndatetime.combine(day, hour)",
        "when.replace(tzinfo=None)",
    ],
)
def test_naive_datetime_is_caught(tmp_path: Path, text: str) -> None:
    assert findings(rules.check_datetimes, tmp_path, "daily/log.py", text)


def test_aware_datetime_passes(tmp_path: Path) -> None:
    text = "from datetime import UTC, datetime\ndatetime.combine(day, hour, tzinfo=UTC)\nwhen.replace(tzinfo=UTC)"
    assert findings(rules.check_datetimes, tmp_path, "daily/log.py", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "import pytest",
        "if 'PYTEST_CURRENT_TEST' in env or 'pytest' in loaded: pass",
        "if settings.TESTING: pass",
    ],
)
def test_test_only_branch_is_caught(tmp_path: Path, text: str) -> None:
    assert findings(rules.check_test_branches, tmp_path, "daily/log.py", text)


def test_test_word_in_a_docstring_passes(tmp_path: Path) -> None:
    assert (
        findings(rules.check_test_branches, tmp_path, "daily/log.py", '"""Checked with hypothesis."""') == []
    )


@pytest.mark.parametrize("name", ["utils.py", "daily/helpers.py", "files/lock_manager.py", "common/log.py"])
def test_vague_module_name_is_caught(tmp_path: Path, name: str) -> None:
    assert findings(rules.check_names, tmp_path, name, "")
