"""One project for a repository, its subfolders and its worktrees; a forged or broken link leads nowhere else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from daykeep.memory.notes.stores.repository import find_project


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "main"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "Begin")
    return folder


def test_repository_and_its_subfolders_are_one_project(main: Path) -> None:
    (main / "a/b").mkdir(parents=True)
    assert find_project(main / "a/b")[:3] == (main, main, "repository")
    assert find_project(main).root == main


def test_linked_worktree_shares_the_project_of_its_repository(main: Path, tmp_path: Path) -> None:
    other = tmp_path.resolve() / "elsewhere"
    git(main, "worktree", "add", "-q", str(other))
    (other / "sub").mkdir()
    assert find_project(other / "sub") == (main, other, "worktree", ())


def test_worktree_that_its_repository_forgot_counts_by_itself(main: Path, tmp_path: Path) -> None:
    other = tmp_path.resolve() / "elsewhere"
    git(main, "worktree", "add", "-q", str(other))
    shutil.rmtree(main / ".git/worktrees")
    found = find_project(other)
    assert found.root == other
    assert "is gone" in found.notes[0]


def test_deleted_worktree_inside_its_repository_still_leads_to_it(main: Path) -> None:
    found = find_project(main / ".claude/worktrees/gone/sub")
    assert found.root == main
    assert "is gone" in found.notes[0]


def test_bare_repository_and_its_worktrees_are_one_project(main: Path, tmp_path: Path) -> None:
    bare = tmp_path.resolve() / "bare.git"
    git(tmp_path, "clone", "-q", "--bare", str(main), str(bare))
    other = tmp_path.resolve() / "checkout"
    git(bare, "worktree", "add", "-q", str(other))
    assert find_project(bare)[:3] == (bare, bare, "bare")
    assert find_project(other)[:3] == (bare, other, "worktree")


def test_container_folder_with_a_bare_repository_inside_shares_it(main: Path, tmp_path: Path) -> None:
    box = tmp_path.resolve() / "box"
    box.mkdir()
    git(tmp_path, "clone", "-q", "--bare", str(main), str(box / ".bare"))
    (box / ".git").write_text("gitdir: ./.bare\n")
    git(box / ".bare", "worktree", "add", "-q", str(box / "feature"))
    assert find_project(box / "feature").root == find_project(box).root == box / ".bare"


def test_git_file_that_points_at_another_repository_does_not_lead_there(main: Path, tmp_path: Path) -> None:
    other, forged = tmp_path.resolve() / "elsewhere", tmp_path.resolve() / "forged"
    git(main, "worktree", "add", "-q", str(other))
    forged.mkdir()
    shutil.copy(other / ".git", forged / ".git")
    found = find_project(forged)
    assert found.root == forged
    assert "does not know the worktree" in found.notes[0]


def test_submodule_is_a_project_of_its_own(main: Path, tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "super"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(main), "sub")
    assert find_project(folder / "sub").root == folder / "sub"


def test_folder_without_git_is_its_own_project(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "plain/inner"
    folder.mkdir(parents=True)
    assert find_project(folder)[:3] == (folder, folder, "folder")


def test_linked_folder_is_the_project_of_its_real_path(main: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(main)
    assert find_project(link).root == main


@pytest.mark.parametrize("said", ["a/" * 2_000, "x" * 5_000, "/" + "b" * 300, "\0", "\udcff" * 300])
def test_git_file_with_a_name_that_no_folder_has_counts_by_itself(tmp_path: Path, said: str) -> None:
    (tmp_path / ".git").write_bytes(f"gitdir: {said}\n".encode("utf-8", "surrogateescape"))
    found = find_project(tmp_path)
    assert found.root == found.top == tmp_path.resolve()
    assert found.notes or said == "\0"
