"""Making a new workspace: everything is written once, nothing is overwritten, a killed run goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daykeep.clock import resolve_zone
from daykeep.errors import ConflictError, WorkspaceError
from daykeep.files.store import Files
from daykeep.workspace.init import (
    UNFINISHED_FILE,
    Choice,
    apply_init,
    describe_zone,
    find_unfinished,
    finish_init,
    plan_init,
)
from daykeep.workspace.layout import read_layout
from tests.workspace.making import NOW, digest, write

CHOICE = Choice("en", "Europe/Berlin", history=True)


def make(root: Path, choice: Choice = CHOICE) -> Files:
    files = Files(root)
    apply_init(files, plan_init(files, choice))
    finish_init(files)
    return files


def test_new_workspace_has_the_classic_layout_and_a_memory_folder(tmp_path: Path) -> None:
    files = make(tmp_path)
    layout = read_layout(files)
    assert layout.era == "classic"
    assert layout.core == ("SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", "HEARTBEAT.md")
    assert layout.memory == "MEMORY.md"
    assert (tmp_path / "memory").is_dir()
    assert "- **Timezone:** Europe/Berlin\n" in (tmp_path / "USER.md").read_text(encoding="utf-8")


def test_same_choice_makes_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        make(tmp_path / name)
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def test_second_run_refuses_and_lists_what_is_there(tmp_path: Path) -> None:
    files = make(tmp_path)
    before = digest(tmp_path)
    with pytest.raises(WorkspaceError, match=r'"SOUL\.md"') as caught:
        plan_init(files, CHOICE)
    assert "daykeep.toml" in caught.value.details["exists"]
    assert "adopt" in (caught.value.hint or "")
    assert digest(tmp_path) == before


@pytest.mark.parametrize(
    "name", ["USER.md", "memory.md", "Agents.MD", "skills/context-management/SKILL.md", "daykeep.toml"]
)
def test_any_file_in_the_way_stops_it_before_anything_is_written(tmp_path: Path, name: str) -> None:
    files = write(tmp_path, {name: "mine\n"})
    before = digest(tmp_path)
    with pytest.raises(WorkspaceError) as caught:
        plan_init(files, CHOICE)
    assert caught.value.details["exists"] == [name]
    assert digest(tmp_path) == before
    assert not (tmp_path / ".daykeep").exists()


def test_folder_in_the_way_of_a_file_stops_it(tmp_path: Path) -> None:
    (tmp_path / "SOUL.md").mkdir()
    with pytest.raises(WorkspaceError, match=r"SOUL\.md"):
        plan_init(Files(tmp_path), CHOICE)


def test_logs_and_strange_files_stay_as_they_are(tmp_path: Path) -> None:
    files = write(tmp_path, {"memory/2026-03-09.md": b"# old\r\n", "README.md": "mine", "cron/mine.md": "x"})
    before = digest(tmp_path)
    apply_init(files, plan_init(files, CHOICE))
    after = digest(tmp_path)
    assert {name: after[name] for name in before} == before


def test_ignore_file_that_is_there_gets_one_block(tmp_path: Path) -> None:
    files = write(tmp_path, {".gitignore": b"node_modules/\r\n*.log"})
    apply_init(files, plan_init(files, CHOICE))
    data = (tmp_path / ".gitignore").read_bytes()
    assert data.startswith(b"node_modules/\r\n*.log\r\n# daykeep:fence")
    assert b"\r\n.daykeep/\r\n" in data


def test_ignore_file_that_covers_it_already_is_not_touched(tmp_path: Path) -> None:
    files = write(tmp_path, {".gitignore": b"/.daykeep\n"})
    apply_init(files, plan_init(files, CHOICE))
    assert (tmp_path / ".gitignore").read_bytes() == b"/.daykeep\n"


def test_run_cut_after_any_file_goes_on_where_it_stopped(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    make(tmp_path / "whole")
    wanted = digest(tmp_path / "whole")
    for stop in range(len(wanted) + 1):
        root = tmp_path / f"cut{stop}"
        root.mkdir()
        files = Files(root)
        plan = plan_init(files, CHOICE)
        apply_init(files, plan._replace(files=plan.files[:stop]))
        assert find_unfinished(files) == CHOICE
        again = plan_init(files, CHOICE)
        assert set(again.present) == {file.name for file in plan.files[:stop]}
        apply_init(files, again)
        finish_init(files)
        assert digest(root) == wanted
        assert find_unfinished(files) is None


def test_interrupted_run_does_not_take_a_file_that_somebody_changed_since(tmp_path: Path) -> None:
    files = Files(tmp_path)
    plan = plan_init(files, CHOICE)
    apply_init(files, plan)
    (tmp_path / "SOUL.md").write_text("mine\n", encoding="utf-8")
    with pytest.raises(WorkspaceError) as caught:
        plan_init(files, CHOICE)
    assert caught.value.details["exists"] == ["SOUL.md"]


def test_file_that_appears_between_plan_and_write_is_not_overwritten(tmp_path: Path) -> None:
    files = Files(tmp_path)
    plan = plan_init(files, CHOICE)
    (tmp_path / "MEMORY.md").write_text("mine\n", encoding="utf-8")
    with pytest.raises(ConflictError):
        apply_init(files, plan)
    assert (tmp_path / "MEMORY.md").read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize(
    "mark", [b"", b"[]", b"{bad", b'{"language":"xx","zone":"UTC","history":true}', b'{"zone":5}']
)
def test_broken_mark_of_an_unfinished_run_counts_as_none(tmp_path: Path, mark: bytes) -> None:
    assert find_unfinished(write(tmp_path, {UNFINISHED_FILE: mark})) is None


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Asia/Shanghai", "Asia/Shanghai (UTC+8)"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("Asia/Kolkata", "Asia/Kolkata (UTC+5:30)"),
        ("America/Bogota", "America/Bogota (UTC-5)"),
        ("Pacific/Marquesas", "Pacific/Marquesas (UTC-9:30)"),
        ("UTC", "UTC"),
    ],
)
def test_describe_zone_states_the_offset_only_where_it_never_changes(zone: str, said: str) -> None:
    assert describe_zone(resolve_zone(flag=zone, environ={}), NOW) == said


def test_describe_zone_works_on_the_last_day_of_a_long_month() -> None:
    zone = resolve_zone(flag="Europe/Berlin", environ={})
    assert describe_zone(zone, datetime(2026, 1, 31, tzinfo=UTC)) == "Europe/Berlin"


KILLED = """
import os, sys
from pathlib import Path
from daykeep.cli.main import run
calls = 0
def counted(name):
    real = getattr(os, name)
    def call(*arguments, **options):
        global calls
        calls += 1
        if calls > int(sys.argv[2]):
            os._exit(99)
        return real(*arguments, **options)
    setattr(os, name, call)
for name in ("write", "rename", "replace", "fsync", "unlink"):
    counted(name)
code = run(["init", sys.argv[1], "--lang", "en", "--zone", "Europe/Berlin", "--no-git"])
print(calls)
sys.exit(code)
"""


def start(root: Path, calls: int, home: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", KILLED, str(root), str(calls)]
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_process_killed_at_any_moment_leaves_a_folder_that_init_finishes(tmp_path: Path) -> None:
    whole = start(tmp_path / "whole", 10**6, tmp_path)
    assert whole.returncode == 0, whole.stderr
    total = int(whole.stdout.split()[-1])
    wanted = digest(tmp_path / "whole")
    wanted.pop("memory/decisions.jsonl")
    for moment in sorted({*range(0, total, max(1, total // 12)), total - 2}):
        root = tmp_path / f"killed{moment}"
        assert start(root, moment, tmp_path).returncode == 99
        if not moment or (root / UNFINISHED_FILE).exists():
            finished = start(root, 10**6, tmp_path)
            assert finished.returncode == 0, finished.stderr
        found = digest(root)
        records = (root / "memory" / "decisions.jsonl").read_text(encoding="utf-8").splitlines()
        assert found.pop("memory/decisions.jsonl")
        assert found == wanted
        assert {json.loads(line)["name"] for line in records} >= {"SOUL.md", "MEMORY.md"}
        assert not (root / UNFINISHED_FILE).exists()
