"""``daykeep init`` on the command line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from daykeep.memory.decisions import trusted_sha256
from daykeep.workspace.init import UNFINISHED_FILE
from tests.cli.setting_up import Desk
from tests.workspace.making import digest, write


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True
    ).stdout


def test_init_makes_the_folder_the_repository_and_the_first_commit(desk: Desk) -> None:
    answer = desk.run("init", "deep/home", "--zone", "Asia/Shanghai", "--json").json
    root = desk.folder / "deep" / "home"
    assert (answer["ok"], answer["git"], answer["zone"], answer["language"]) == (
        True,
        "created",
        "Asia/Shanghai (UTC+8)",
        "en",
    )
    assert git(root, "status", "--porcelain") == ""
    assert git(root, "rev-parse", "HEAD").strip() == answer["commit"]
    assert (
        set(git(root, "ls-files").split())
        == set(digest(root))
        == {*answer["files"], "memory/decisions.jsonl"}
    )
    assert not (root / UNFINISHED_FILE).exists()


def test_every_layer_file_is_on_record(desk: Desk) -> None:
    desk.run("init", "w", "--no-git")
    files = write(desk.folder / "w", {})
    on_record = trusted_sha256(files)
    assert set(on_record) == {"SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", "HEARTBEAT.md", "MEMORY.md"}
    assert all(files.read_document(name).sha256 == sha256 for name, sha256 in on_record.items())


def test_without_git_it_works_and_says_that_history_is_off(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(desk.folder / "nowhere"))
    answer = desk.run("init", "w")
    assert answer.code == 0
    assert "history is off" in answer.out
    assert (desk.folder / "w" / "SOUL.md").is_file()


def test_no_git_makes_no_repository_and_switches_history_off(desk: Desk) -> None:
    answer = desk.run("init", "w", "--no-git")
    assert "history is off" in answer.out
    assert not (desk.folder / "w" / ".git").exists()
    assert desk.run("config", "get", "history.enabled", where=desk.folder / "w").out == "false\n"


def test_inside_a_repository_none_is_nested_and_only_own_files_are_committed(desk: Desk) -> None:
    outer = desk.folder / "project"
    write(outer, {"main.py": "x", "staged.py": "y"})
    git(desk.folder, "init", "--quiet", str(outer))
    git(outer, "add", "staged.py")
    answer = desk.run("init", "project/agent", "--json").json
    assert answer["git"] == "inside"
    assert not (outer / "agent" / ".git").exists()
    committed = git(outer, "show", "--name-only", "--format=", "HEAD").split()
    assert committed
    assert all(name.startswith("agent/") for name in committed)
    assert git(outer, "diff", "--cached", "--name-only").split() == ["staged.py"]


def test_second_run_exits_3_and_lists_what_is_there(desk: Desk) -> None:
    desk.run("init", "w")
    before = digest(desk.folder / "w")
    answer = desk.run("init", "w", "--lang", "zh")
    assert answer.code == 3
    assert '"SOUL.md"' in answer.err
    assert "daykeep adopt" in answer.err
    assert digest(desk.folder / "w") == before


def test_file_in_the_way_of_the_folder_is_a_clear_error(desk: Desk) -> None:
    (desk.folder / "w").write_text("x", encoding="utf-8")
    answer = desk.run("init", "w")
    assert answer.code == 5
    assert "w" in answer.err


@pytest.mark.parametrize("zone", ["PST", "UTC+25", "../../etc/passwd", "Asia/Shanghia"])
def test_bad_zone_exits_2_and_writes_nothing(desk: Desk, zone: str) -> None:
    answer = desk.run("init", "w", "--zone", zone)
    assert answer.code == 2
    assert not list((desk.folder / "w").glob("*"))


@pytest.mark.parametrize(
    ("lang", "chosen"), [("zh_CN.UTF-8", "zh"), ("zh", "zh"), ("en_GB.UTF-8", "en"), ("C", "en"), ("", "en")]
)
def test_language_follows_the_system_where_none_is_given(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, lang: str, chosen: str
) -> None:
    monkeypatch.setenv("LANG", lang)
    assert desk.run("init", "w", "--no-git", "--json").json["language"] == chosen


def test_chinese_workspace_is_chinese_and_is_healthy(desk: Desk) -> None:
    desk.run("init", "w", "--lang", "zh")
    assert "服务谁" in (desk.folder / "w" / "USER.md").read_text(encoding="utf-8")
    assert desk.run("config", "get", "language", where=desk.folder / "w").out == "zh\n"


def test_workspace_around_the_new_one_is_mentioned(desk: Desk) -> None:
    desk.run("init", "w", "--no-git")
    assert "inside another workspace" in desk.run("init", "w/projects/x", "--no-git").err


def test_interrupted_run_goes_on_with_what_was_chosen(desk: Desk) -> None:
    desk.run("init", "w", "--lang", "zh", "--zone", "Asia/Tokyo", "--no-git")
    root = desk.folder / "w"
    wanted = digest(root)
    for name in ("MEMORY.md", "daykeep.toml"):
        (root / name).unlink()
    write(root, {UNFINISHED_FILE: '{"language": "zh", "zone": "Asia/Tokyo (UTC+9)", "history": false}'})
    answer = desk.run("init", "w", "--no-git")
    assert answer.code == 0
    assert "went on" in answer.out
    assert digest(root) == wanted
