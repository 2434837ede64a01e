"""Commits in every state a repository can be in."""

from __future__ import annotations

import pytest

from daykeep.errors import GitError
from daykeep.git.history import History, open_history
from tests.git.playground import AUTHOR, NOON, Playground


def _history(playground: Playground, folder: str = "") -> History:
    history = open_history(playground.root / folder)
    assert isinstance(history, History), history
    return history


def _commit(history: History, *names: str) -> str | None:
    return history.commit(names, subject="Log of 2026-03-10", author=AUTHOR, at=NOON)


def test_workspace_inside_a_larger_repository_commits_below_its_prefix(playground):
    playground.write("agents/mine/memory/a.md", "a\n")
    playground.write("agents/other.md", "o\n")
    playground.git("add", "agents/other.md")
    history = _history(playground, "agents/mine")
    new = _commit(history, "memory/a.md")
    assert sorted(playground.tree()) == ["README.md", "agents/mine/memory/a.md"]
    assert history.read(new, "memory/a.md") == b"a\n"
    assert history.list_names(new) == ["memory/a.md"]
    assert history.log()[0].names == ("memory/a.md",)
    assert len(history.log()) == 1
    assert playground.status() == ["A  agents/other.md"]


def test_linked_worktree_commits_on_its_own_branch_and_index(playground, tmp_path):
    playground.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    main = playground.head()
    index = playground.index_sha256()
    (tmp_path / "linked" / "a.md").write_text("a\n")
    history = open_history(tmp_path / "linked")
    assert isinstance(history, History)
    new = _commit(history, "a.md")
    assert playground.git("rev-parse", "linked").strip() == new
    assert (playground.head(), playground.index_sha256()) == (main, index)
    assert playground.git("status", "--porcelain", cwd=tmp_path / "linked") == ""


def test_submodule_commits_in_itself(playground):
    playground.git(
        "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(playground.root), "inner"
    )
    outer = playground.head()
    playground.write("inner/a.md", "a\n")
    _commit(_history(playground, "inner"), "a.md")
    assert playground.head() == outer
    assert "a.md" in playground.git("ls-tree", "--name-only", "HEAD", cwd=playground.root / "inner")


def test_sha256_repository(empty):
    empty.start("--object-format=sha256")
    empty.write("a.md", "a\n")
    history = _history(empty)
    new = _commit(history, "a.md")
    assert len(new) == 64
    assert history.read(new, "a.md") == b"a\n"
    assert history.find(new[:10]).id == new
    assert _commit(history, "a.md") is None


def test_shallow_clone(playground, tmp_path, home):
    playground.write("b.md", "b\n")
    playground.git("add", "b.md")
    playground.git("commit", "-qm", "b")
    playground.git("clone", "-q", "--depth=1", f"file://{playground.root}", str(tmp_path / "shallow"))
    clone = Playground(tmp_path / "shallow", home)
    clone.write("a.md", "a\n")
    history = _history(clone)
    assert _commit(history, "a.md") == clone.head()
    assert [commit.subject for commit in history.log()] == ["Log of 2026-03-10", "b"]


def test_sparse_checkout_does_not_take_hidden_files_for_deleted(playground):
    playground.write("memory/a.md", "a\n")
    playground.write("other/b.md", "b\n")
    playground.git("add", ".")
    playground.git("commit", "-qm", "both")
    playground.git("sparse-checkout", "set", "memory")
    assert not (playground.root / "other").exists()
    playground.write("memory/a.md", "a2\n")
    history = _history(playground)
    assert history.changed(["memory/a.md", "other/b.md"]) == ["memory/a.md"]
    _commit(history, "memory/a.md", "other/b.md")
    assert sorted(playground.tree()) == ["README.md", "memory/a.md", "other/b.md"]
    assert playground.status() == []


@pytest.mark.parametrize(
    "setting", [("core.splitIndex", "true"), ("index.version", "4"), ("index.sparse", "true")]
)
def test_other_forms_of_the_index_stay_readable(playground, setting):
    playground.git("config", *setting)
    playground.git(
        "update-index", "--split-index" if setting[0] == "core.splitIndex" else "--force-write-index"
    )
    playground.write("staged.md", "s\n")
    playground.git("add", "staged.md")
    for number in range(3):
        playground.write("a.md", f"{number}\n")
        _commit(_history(playground), "a.md")
    assert playground.status() == ["A  staged.md"]


@pytest.mark.parametrize("command", ["merge", "rebase", "cherry-pick"])
def test_commit_while_something_is_under_way_is_refused_and_changes_nothing(playground, command):
    playground.write("a.md", "one\n")
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "one")
    playground.git("checkout", "-qb", "side", "HEAD^")
    playground.write("a.md", "two\n")
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "two")
    playground.git(command, "main", fails=True)
    playground.write("b.md", "b\n")
    before = (playground.head(), playground.index_sha256())
    with pytest.raises(GitError, match="is under way; nothing was committed"):
        _commit(_history(playground), "b.md")
    assert (playground.head(), playground.index_sha256()) == before
