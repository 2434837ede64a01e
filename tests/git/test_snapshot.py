"""The snapshot of a repository: what is on, what changed, what was done last, in every state; running nothing."""

from __future__ import annotations

import os
import sys

import pytest

from daykeep.git import snapshot as module
from daykeep.git.snapshot import Change, Snapshot, find_snapshot
from daykeep.git.values import HistoryOff
from tests.git.hostile import set_trap


def test_snapshot_has_branch_changes_and_latest_commits(playground):
    playground.write("b.md", "b\n")
    playground.git("add", "b.md")
    playground.git("commit", "-qm", "Add b")
    playground.write("README.md", "# Changed\n")
    playground.write("staged.md", "s\n")
    playground.git("add", "staged.md")
    playground.write("new/one.md", "1\n")
    found = find_snapshot(playground.root)
    assert isinstance(found, Snapshot)
    assert (found.branch, found.main, found.states, found.more) == ("main", "main", (), 0)
    assert found.changes == (Change(" M", "README.md"), Change("A ", "staged.md"), Change("??", "new/"))
    assert [subject for _, subject in found.commits] == ["Add b", "Start"]
    assert playground.head().startswith(found.head)
    assert found.notes == ()


def test_snapshot_from_a_folder_below_lists_the_changes_of_the_whole_tree(playground):
    playground.write("deep/er/x.md", "x\n")
    found = find_snapshot(playground.root / "deep" / "er")
    assert (found.top, found.changes) == (str(playground.root.resolve()), (Change("??", "deep/"),))


def test_changes_beyond_the_limit_are_counted(playground):
    for number in range(7):
        playground.write(f"n{number}.md", "n\n")
    found = find_snapshot(playground.root, most_lines=3, most_commits=0)
    assert ([change.path for change in found.changes], found.more) == (["n0.md", "n1.md", "n2.md"], 4)
    assert found.commits == ()


def test_no_repository_is_said_in_words(tmp_path, home):
    assert find_snapshot(tmp_path).reason == "no git repository here"


def test_bare_repository_is_said_in_words(empty):
    empty.root.mkdir()
    empty.git("init", "-q", "--bare", ".")
    found = find_snapshot(empty.root)
    assert isinstance(found, HistoryOff)
    assert "bare" in found.reason


def test_repository_without_a_commit_has_a_branch_and_says_so(empty):
    empty.root.mkdir()
    empty.git("init", "-q", "-b", "dev")
    empty.write("a.md", "a\n")
    found = find_snapshot(empty.root)
    assert (found.branch, found.head, found.states, found.commits) == ("dev", "", ("no commit yet",), ())
    assert found.changes == (Change("??", "a.md"),)


def test_detached_head_is_said_and_its_commit_named(playground):
    playground.git("checkout", "-q", "--detach")
    found = find_snapshot(playground.root)
    assert (found.branch, found.states) == ("", ("HEAD is detached",))
    assert playground.head().startswith(found.head)


def test_merge_under_way_is_said_and_its_conflict_listed(playground):
    playground.git("checkout", "-qb", "other")
    playground.write("README.md", "# Other\n")
    playground.git("commit", "-qam", "Other")
    playground.git("checkout", "-q", "main")
    playground.write("README.md", "# Mine now\n")
    playground.git("commit", "-qam", "Mine")
    playground.git("merge", "other", fails=True)
    found = find_snapshot(playground.root)
    assert found.states == ("a merge is under way",)
    assert found.changes == (Change("UU", "README.md"),)


def test_main_branch_is_what_the_remote_calls_so(playground):
    playground.git("checkout", "-qb", "feature/x")
    playground.git("update-ref", "refs/remotes/origin/develop", "HEAD")
    playground.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop")
    found = find_snapshot(playground.root)
    assert (found.branch, found.main) == ("feature/x", "develop")


def test_user_is_the_one_that_the_configuration_names(playground):
    playground.git("config", "user.name", "Ada  B\tC")
    assert find_snapshot(playground.root).user == "Ada B C"


@pytest.mark.skipif(sys.platform != "linux", reason="other file systems refuse such names")
def test_names_that_are_no_utf8_and_hold_blanks_are_listed_whole(playground):
    playground.write("a b  c.md", "x\n")
    playground.write("变更.md", "x\n")
    with open(os.path.join(os.fsencode(playground.root), b"bad-\xff.md"), "wb"):
        pass
    paths = [change.path for change in find_snapshot(playground.root).changes]
    assert sorted(paths) == ["a b  c.md", "bad-\ufffd.md", "变更.md"]


def test_required_filter_is_not_run_and_the_snapshot_says_so(playground):
    trap = set_trap(playground, "filter")
    playground.git("config", "filter.evil.required", "true")
    playground.git("config", "filter.e.v/i l.clean", "false")
    found = find_snapshot(playground.root)
    assert not trap.canary.exists()
    assert Change(" M", "MEMORY.md") in found.changes
    assert found.notes == (
        "filters were not run (e.v/i l, evil): files of theirs may be listed without need",
    )


def test_filter_whose_name_no_switch_reaches_costs_the_list_of_changes(playground):
    canary = playground.root.parent / "canary"
    config = playground.root / ".git" / "config"
    config.write_text(f'{config.read_text()}[filter "a=b"]\n\tclean = touch {canary}\n\trequired = true\n')
    playground.write(".gitattributes", "*.md filter=a=b\n")
    playground.write("README.md", "# Two\n")
    found = find_snapshot(playground.root)
    assert (found.branch, found.changes) == ("main", ())
    assert "can't be switched off" in found.notes[0]
    assert [subject for _, subject in found.commits] == ["Start"]
    assert not canary.exists()


def test_new_files_are_not_looked_for_in_a_very_large_repository(playground, monkeypatch):
    monkeypatch.setattr(module, "LARGE_INDEX_BYTES", 0)
    playground.write("new.md", "n\n")
    playground.write("README.md", "# Two\n")
    found = find_snapshot(playground.root)
    assert found.changes == (Change(" M", "README.md"),)
    assert found.notes == ("new files are not looked for: the repository is very large",)


def test_snapshot_leaves_the_index_as_it_was(playground):
    path = playground.root / "README.md"
    os.utime(path, (1, 1))
    before = playground.index_sha256()
    assert find_snapshot(playground.root).changes == ()
    assert playground.index_sha256() == before
    assert not (playground.root / ".git" / "index.lock").exists()


def test_damaged_repository_is_said_in_words(playground):
    (playground.root / ".git" / "index").write_bytes(b"no index")
    found = find_snapshot(playground.root)
    assert isinstance(found, HistoryOff)
    assert "git can't read the repository" in found.reason


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"])
def test_variables_that_name_another_repository_are_not_followed(playground, monkeypatch, name):
    monkeypatch.setenv(name, "/nowhere")
    assert find_snapshot(playground.root).branch == "main"


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes of POSIX")
@pytest.mark.parametrize(
    "name", [".gitignore", ".git/info/exclude", ".git/index", ".git/HEAD", ".git/commondir"]
)
def test_pipe_in_the_place_of_a_file_ends_in_words(playground, monkeypatch, name):
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.5)
    path = playground.root / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    found = find_snapshot(playground.root)
    assert isinstance(found, HistoryOff)
    assert "did not end within 0.5 seconds" in found.reason


def test_work_tree_that_the_configuration_puts_around_the_folder_is_not_looked_at(playground):
    playground.git("config", "core.worktree", "/")
    found = find_snapshot(playground.root)
    assert isinstance(found, HistoryOff)
    assert "somewhere else" in found.reason
