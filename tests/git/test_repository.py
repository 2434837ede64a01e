"""Finding a repository, in every state a folder can be in."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from daykeep.git.history import History, HistoryOff, init_repository, open_history
from tests.git.playground import Playground


def test_open_in_a_plain_folder_says_that_there_is_no_repository(tmp_path):
    off = open_history(tmp_path)
    assert isinstance(off, HistoryOff)
    assert off.reason == "no git repository here"
    assert "git init" in off.hint


def test_open_finds_top_and_prefix_of_a_nested_workspace(playground):
    folder = playground.root / "agents" / "mine"
    folder.mkdir(parents=True)
    history = open_history(folder)
    assert isinstance(history, History)
    assert (history.top, history.prefix) == (playground.root, "agents/mine/")


def test_open_through_a_symbolic_link_finds_the_same_repository(playground, tmp_path):
    (tmp_path / "link").symlink_to(playground.root)
    history = open_history(tmp_path / "link")
    assert isinstance(history, History)
    assert history.top == playground.root


def test_open_in_a_bare_repository_is_off(empty, tmp_path):
    bare = tmp_path / "bare.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    off = open_history(bare)
    assert isinstance(off, HistoryOff)
    assert "bare" in off.reason


def test_open_inside_the_git_folder_is_off(playground):
    assert isinstance(open_history(playground.root / ".git"), HistoryOff)


def test_open_in_a_folder_that_the_repository_ignores_is_off_and_says_so(playground):
    playground.write(".gitignore", "private/\n")
    (playground.root / "private").mkdir()
    off = open_history(playground.root / "private")
    assert isinstance(off, HistoryOff)
    assert "ignores this folder" in off.reason


def test_open_with_a_work_tree_configured_elsewhere_is_off(playground, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    playground.git("config", "core.worktree", str(tmp_path / "elsewhere"))
    off = open_history(playground.root)
    assert isinstance(off, HistoryOff)
    assert "somewhere else" in off.reason


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_open_in_a_repository_of_another_user_is_off_and_changes_no_setting(playground, home, monkeypatch):
    monkeypatch.delenv("SUDO_UID", raising=False)
    subprocess.run(["chown", "-R", "12345", str(playground.root)], check=True)
    off = open_history(playground.root)
    assert isinstance(off, HistoryOff)
    assert "belongs to another user" in off.reason
    assert "safe.directory" in off.hint
    assert not (home / ".gitconfig").exists()


def test_open_with_a_damaged_repository_is_off_with_gits_reason(playground):
    playground.write(".git/config", "[core\n")
    off = open_history(playground.root)
    assert isinstance(off, HistoryOff)
    assert "bad config" in off.reason


def _run(code: str, *arguments: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


OPEN = "import sys, pathlib; from daykeep.git.history import open_history; print(open_history(pathlib.Path(sys.argv[1])).reason)"


def test_open_on_a_machine_without_git_is_off(playground, tmp_path):
    (tmp_path / "bin").mkdir()
    environment = {**playground.environment, "PATH": str(tmp_path / "bin")}
    assert _run(OPEN, str(playground.root), environment=environment) == "git is not installed"


def test_init_on_a_machine_without_git_says_so(tmp_path, playground):
    (tmp_path / "bin").mkdir()
    code = "import sys, pathlib; from daykeep.git.history import init_repository; print(init_repository(pathlib.Path(sys.argv[1])))"
    environment = {**playground.environment, "PATH": str(tmp_path / "bin")}
    assert _run(code, str(tmp_path), environment=environment) == "off: git is not installed"


def test_open_where_gitpython_can_not_be_imported_is_off(playground):
    code = "import sys; sys.modules['git'] = None; " + OPEN
    assert _run(code, str(playground.root), environment=playground.environment).startswith(
        "GitPython can't be imported"
    )


def test_open_imports_gitpython_only_when_called():
    code = "import sys; import daykeep.git.history; print('git' in sys.modules)"
    assert _run(code, environment=dict(os.environ)) == "False"


def test_init_makes_an_empty_repository_on_main_without_hooks_or_identity(tmp_path, home):
    templates = tmp_path / "templates"
    (templates / "hooks").mkdir(parents=True)
    (templates / "hooks" / "pre-commit").write_text("#!/bin/sh\n")
    (home / ".gitconfig").write_text(f"[init]\n\ttemplateDir = {templates}\n\tdefaultBranch = trunk\n")
    root = tmp_path / "new"
    root.mkdir()
    assert init_repository(root) == "created"
    history = open_history(root)
    assert isinstance(history, History)
    assert (history.head(), history.branch()) == (None, "refs/heads/main")
    assert not (root / ".git" / "hooks").exists()


def test_init_inside_a_repository_does_nothing(playground):
    folder = playground.root / "agents"
    folder.mkdir()
    assert init_repository(folder) == "inside"
    assert init_repository(playground.root) == "inside"
    assert not (folder / ".git").exists()


def test_init_beside_something_else_named_git_does_nothing(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "mine.txt").write_text("keep")
    assert init_repository(tmp_path).startswith("off: ")
    assert [path.name for path in (tmp_path / ".git").iterdir()] == ["mine.txt"]


def _diverge(playground: Playground) -> None:
    playground.write("a.md", "one\n")
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "one")
    playground.git("checkout", "-qb", "side", "HEAD^")
    playground.write("a.md", "two\n")
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "two")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("merge", "main"), "a merge is under way"),
        (("rebase", "main"), "a rebase is under way"),
        (("rebase", "--apply", "main"), "a rebase or a series of patches is under way"),
        (("cherry-pick", "main"), "a cherry-pick is under way"),
        (("revert", "--no-edit", "HEAD~1"), None),
    ],
)
def test_busy_names_what_is_under_way(playground, command, words):
    _diverge(playground)
    playground.git(*command, fails=words is not None)
    history = open_history(playground.root)
    assert isinstance(history, History)
    assert history.busy() == words


def test_busy_names_a_revert_and_a_bisection(playground):
    _diverge(playground)
    playground.write("a.md", "three\n")
    playground.git("commit", "-qam", "three")
    playground.git("revert", "--no-edit", "HEAD^", fails=True)
    history = open_history(playground.root)
    assert isinstance(history, History)
    assert history.busy() == "a revert is under way"
    playground.git("revert", "--abort")
    assert history.busy() is None
    playground.git("bisect", "start")
    assert history.busy() == "a bisection is under way"


def test_linked_worktree_and_submodule_have_their_own_top_and_head(playground, tmp_path):
    playground.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    linked = open_history(tmp_path / "linked")
    assert isinstance(linked, History)
    assert (linked.top, linked.branch()) == (tmp_path / "linked", "refs/heads/linked")
    playground.git(
        "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(playground.root), "inner"
    )
    inner = open_history(playground.root / "inner")
    assert isinstance(inner, History)
    assert inner.top == playground.root / "inner"
    assert (playground.root / "inner" / ".git").is_file()
