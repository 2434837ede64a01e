"""The whole examination: one report, in order, and a check that can't be done is a finding too."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from daykeep.doctor.examine import examine
from daykeep.doctor.finding import LEVELS
from tests.doctor.examining import ids, subject

TOKEN = "ghp" + "_" + "a1B2c3D4e5" * 3 + "a1B2c3"


def test_report_has_errors_first_and_every_id_once(tmp_path: Path) -> None:
    contents: dict[str, str | bytes] = {
        "SOUL.md": f"{TOKEN}\n",
        "memory/2026-03-09.md": "a\u202eb\n",
        "memory/heartbeat-state.json": "{bad",
        "memory/x.sync-conflict-20260310-143000-ABCDEFG.md": "x",
    }
    report = examine(subject(tmp_path, contents))
    levels = [LEVELS.index(finding.level) for finding in report.findings]
    assert levels == sorted(levels)
    assert len(ids(iter(report.findings))) == len(report.findings)
    assert (report.count("error"), report.healthy) == (2, False)


def test_warnings_alone_are_healthy(tmp_path: Path) -> None:
    report = examine(subject(tmp_path, {"SOUL.md": "x", "memory/2026-03-09.md": "a\u202eb\n"}))
    assert report.count("warning") == 1
    assert report.healthy


def test_same_workspace_gives_the_same_report(tmp_path: Path) -> None:
    made = subject(tmp_path, {"SOUL.md": f"{TOKEN}\n", "memory/2026-03-09.md": "a\u202eb\n"})
    assert examine(made) == examine(made)


def test_check_that_cannot_be_done_is_a_finding_and_the_others_go_on(tmp_path: Path) -> None:
    made = subject(tmp_path, {"SOUL.md": f"{TOKEN}\n", "memory/2026-03-09.md": "x"})
    (tmp_path / "memory" / "decisions.jsonl").mkdir()
    found = ids(iter(examine(made).findings))
    assert found["unchecked:approval"].level == "error"
    assert "secret:SOUL.md:1" in found


def test_workspace_of_hostile_files_is_examined_within_bounds(tmp_path: Path) -> None:
    contents: dict[str, str | bytes] = {
        "MEMORY.md": "\n" * 1_000_000,
        "AGENTS.md": "<!-- daykeep:fence name=routing -->\n" * 100_000,
        "SOUL.md": "<!--" * 1_000_000,
        "USER.md": "<<<<<<< x\n" * 100_000,
        "memory/2026-03-09.md": b"\xff" * 3_000_000,
        "memory/heartbeat-state.json": "[" * 3_000_000,
        "memory/decisions.jsonl": "[" * 20_000 + "\n",
        "skills/bomb/SKILL.md": "---\nname: bomb\na: &a [x, x]\nb: &b [*a, *a]\n---\n" + "[" * 200_000,
    }
    made = subject(tmp_path, contents)
    os.mkfifo(tmp_path / "TOOLS.md")
    started = time.perf_counter()
    examine(made)
    assert time.perf_counter() - started < 2 * len(contents)


@pytest.mark.parametrize("name", ["SOUL.md", "memory", "skills", "cron"])
def test_folder_or_file_out_of_place_never_stops_the_examination(tmp_path: Path, name: str) -> None:
    made = subject(tmp_path, {"AGENTS.md": "x\n"})
    (tmp_path / name).write_text("x", encoding="utf-8") if name != "SOUL.md" else (tmp_path / name).mkdir()
    assert examine(made).findings
