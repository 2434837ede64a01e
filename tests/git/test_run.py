"""Running git: the environment it gets, the errors it ends in, and no process left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daykeep.errors import GitError
from daykeep.git.run import Runner


def _children() -> set[str]:
    own = str(os.getpid())
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if stat[1] == own:
                found.add(entry.name)
    return found


def test_run_returns_what_the_command_said(playground):
    assert Runner(playground.root).run("rev-parse", "--show-prefix").out == b"\n"


def test_run_with_an_unexpected_exit_code_raises_git_error_naming_command_and_reason(playground):
    with pytest.raises(GitError, match="git cat-file failed: Not a valid object name nothing"):
        Runner(playground.root).run("cat-file", "-p", "nothing")


def test_inherited_git_variables_do_not_reach_the_command_and_are_there_afterwards(
    playground, monkeypatch, tmp_path
):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "no-index"))
    answer = Runner(playground.root).run("rev-parse", "--git-dir")
    assert answer.out == b".git\n"
    assert os.environ["GIT_DIR"] == str(tmp_path / "nowhere")
    assert os.environ["GIT_INDEX_FILE"] == str(tmp_path / "no-index")


def test_settings_of_the_repository_can_not_override_the_switches(playground):
    playground.git("config", "core.hooksPath", "hooks")
    playground.git("config", "gc.auto", "1")
    runner = Runner(playground.root)
    assert runner.run("config", "core.hooksPath").out == b"/dev/null\n"
    assert runner.run("config", "gc.auto").out == b"0\n"


def test_no_child_process_is_left_after_commands_that_work_and_that_fail(playground):
    before = _children()
    runner = Runner(playground.root)
    for _ in range(20):
        runner.run("rev-parse", "HEAD")
        with pytest.raises(GitError):
            runner.run("fast-import", stdin=b"nonsense\n")
    assert _children() == before
