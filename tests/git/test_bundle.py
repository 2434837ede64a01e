"""A history goes into one file and comes out of it with its branches, tags and daykeep's references, and nothing else."""

from __future__ import annotations

import pytest

from daykeep.errors import GitError
from daykeep.git.bundle import Head, find_own_repository, holds_history, make_repository, write_bundle
from daykeep.git.repository import Repository
from daykeep.git.values import HistoryOff
from tests.git.playground import Playground


@pytest.fixture
def source(tmp_path):
    playground = Playground(tmp_path / "w", tmp_path / "home").start()
    playground.git("branch", "other")
    playground.git("tag", "-a", "v1", "-m", "One")
    playground.git("update-ref", "refs/daykeep/proposals/p1", "HEAD")
    playground.git("update-ref", "refs/remotes/origin/main", "HEAD")
    return playground


def bundle(playground, path):
    repository = find_own_repository(playground.root)
    assert isinstance(repository, Repository)
    return write_bundle(repository, path)


def test_branches_tags_and_own_references_come_back_and_remotes_do_not(source, tmp_path):
    head = bundle(source, tmp_path / "b")
    (tmp_path / "r").mkdir()
    assert make_repository(tmp_path / "r", tmp_path / "b", head) == "made"
    made = Playground(tmp_path / "r", tmp_path / "home")
    wanted = [line for line in source.git("for-each-ref").splitlines() if "refs/remotes" not in line]
    assert made.git("for-each-ref").splitlines() == wanted
    assert made.git("fsck", "--full", "--strict") == ""
    assert made.git("diff", "--cached", "--name-only") == ""
    assert holds_history(tmp_path / "r", tmp_path / "b")


def test_making_it_twice_is_the_same(source, tmp_path):
    head = bundle(source, tmp_path / "b")
    (tmp_path / "r").mkdir()
    for _ in range(2):
        assert make_repository(tmp_path / "r", tmp_path / "b", head) == "made"
    assert Playground(tmp_path / "r", tmp_path / "home").head() == source.head()


def test_other_repository_does_not_hold_it(source, tmp_path):
    bundle(source, tmp_path / "b")
    other = Playground(tmp_path / "o", tmp_path / "home")
    other.root.mkdir()
    other.git("init", "-q")
    assert not holds_history(other.root, tmp_path / "b")
    assert not holds_history(tmp_path / "home" if (tmp_path / "home").is_dir() else tmp_path, tmp_path / "b")


def test_damaged_file_is_an_error_and_no_reference_is_made(source, tmp_path):
    head = bundle(source, tmp_path / "b")
    (tmp_path / "b").write_bytes((tmp_path / "b").read_bytes()[:-30])
    (tmp_path / "r").mkdir()
    with pytest.raises(GitError):
        make_repository(tmp_path / "r", tmp_path / "b", head)
    assert Playground(tmp_path / "r", tmp_path / "home").git("for-each-ref") == ""


def test_head_that_is_no_branch_or_no_commit_of_it_is_not_believed(source, tmp_path):
    bundle(source, tmp_path / "b")
    for number, head in enumerate(
        (Head("refs/../../evil", "", "sha1"), Head("", "f" * 40, "sha1"), Head("--evil", "", "sha1"))
    ):
        root = tmp_path / f"r{number}"
        root.mkdir()
        assert make_repository(root, tmp_path / "b", head) == "made"
        assert Playground(root, tmp_path / "home").git("symbolic-ref", "HEAD").strip() == "refs/heads/main"
    assert "hashes" in make_repository(tmp_path / "r0", tmp_path / "b", Head("", "", "md5"))


def test_no_commit_no_file(tmp_path):
    empty = Playground(tmp_path / "w", tmp_path / "home")
    empty.root.mkdir()
    empty.git("init", "-q")
    assert bundle(empty, tmp_path / "b") is None
    assert not (tmp_path / "b").exists()


def test_shallow_clone_and_folder_of_a_larger_repository_say_why_not(source, tmp_path):
    source.write("README.md", "# More\n")
    source.git("commit", "-qam", "More")
    source.git("clone", "-q", "--depth", "1", f"file://{source.root}", str(tmp_path / "c"), cwd=tmp_path)
    shallow = find_own_repository(tmp_path / "c")
    assert isinstance(shallow, HistoryOff)
    assert "shallow" in shallow.reason
    (source.root / "inner").mkdir()
    inner = find_own_repository(source.root / "inner")
    assert isinstance(inner, HistoryOff)
    assert str(source.root) in inner.reason
