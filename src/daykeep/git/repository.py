"""Finds the repository around a folder, says whether it can be used and what is under way in it, and makes one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from daykeep.errors import GitError
from daykeep.git.run import TIMEOUT_SECONDS, Answer, GitMissingError, Runner
from daykeep.git.values import HistoryOff

UNDER_WAY = (
    ("rebase-merge", "a rebase is under way"),
    ("rebase-apply", "a rebase or a series of patches is under way"),
    ("MERGE_HEAD", "a merge is under way"),
    ("CHERRY_PICK_HEAD", "a cherry-pick is under way"),
    ("REVERT_HEAD", "a revert is under way"),
    ("sequencer", "a cherry-pick or revert of several commits is under way"),
    ("BISECT_LOG", "a bisection is under way"),
)
"""Files in the git folder that mark a half-done operation of the person: a commit would end up inside it."""

_FACTS = ("--is-bare-repository", "--is-inside-work-tree", "--git-common-dir", "--absolute-git-dir")
_PLACE = ("--show-object-format", "--show-toplevel", "--show-prefix")
_NULL_LENGTHS = {"sha1": 40, "sha256": 64}


_BARE = HistoryOff("the repository is bare: it has no files to keep", "use a clone with a work tree")
_ELSEWHERE = HistoryOff("the repository's work tree is somewhere else", "check core.worktree and GIT_DIR")


class Repository(NamedTuple):
    """A usable repository: its work tree, its git folder (of this work tree), the folder its work trees share.

    ``prefix`` is the workspace's path below ``top``, empty or ending in "/"; ``hashing`` is sha1 or sha256.
    """

    top: Path
    git_dir: Path
    common_dir: Path
    prefix: str
    hashing: str
    runner: Runner

    @property
    def null_id(self) -> str:
        """The id that means "no such object"."""
        return "0" * _NULL_LENGTHS[self.hashing]

    @property
    def private(self) -> Path:
        """The folder inside git's own where daykeep keeps its index files and its notes about a commit under way."""
        return self.git_dir / "daykeep"

    def busy(self) -> str | None:
        """What is under way in the repository, in words, or None."""
        for name, words in UNDER_WAY:
            if os.path.lexists(self.git_dir / name):
                return words
        return None


def find_repository(root: Path, *, timeout_seconds: float = TIMEOUT_SECONDS) -> Repository | HistoryOff:
    """The repository whose work tree holds ``root``, or the reason why there is none that can be used.

    No command in it, now or later, takes longer than ``timeout_seconds``.
    """
    root = root.resolve()
    runner = Runner(root, timeout_seconds=timeout_seconds)
    try:
        facts = runner.run("rev-parse", *_FACTS, ok=(0, 128))
        if facts.code:
            return _explain(facts, root)
        bare, inside, common, git_dir = _lines(facts)
        if bare == "true" or inside != "true":
            return _BARE if bare == "true" else _ELSEWHERE
        hashing, top, prefix = _lines(runner.run("rev-parse", *_PLACE))
    except GitMissingError as error:
        return HistoryOff(error.message, error.hint or "")
    except (GitError, ValueError) as error:
        return HistoryOff(f"git can't read the repository: {error}", "run `git status` to see what is wrong")
    if hashing not in _NULL_LENGTHS or not _is_same(Path(top, prefix), root):
        return _ELSEWHERE
    work = Runner(Path(top), git_dir=Path(git_dir), work_tree=Path(top), timeout_seconds=timeout_seconds)
    return Repository(Path(top), Path(git_dir), (root / common).resolve(), prefix, hashing, work)


def _lines(answer: Answer) -> list[str]:
    return os.fsdecode(answer.out).removesuffix("\n").split("\n")


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _explain(answer: Answer, root: Path) -> HistoryOff:
    said = answer.err
    if "not a git repository" in said:
        return HistoryOff("no git repository here", f"`git init` in {root} starts one")
    if "dubious ownership" in said:
        return HistoryOff(
            "the repository belongs to another user, so git refuses it",
            "if you trust it, add it to safe.directory in your own git configuration",
        )
    if "cannot use bare repository" in said:
        return _BARE
    first = next(iter(said.strip().splitlines()), "it gives no reason").removeprefix("fatal: ")
    return HistoryOff(f"git can't read the repository: {first}", "run `git status` to see what is wrong")


def init_repository(root: Path, *, hashing: str = "sha1") -> str:
    """Make a repository in ``root``: "created", "inside" (there is one already, nothing done) or "off: reason".

    The branch is ``main``; no template and no hook is copied; nothing is committed.
    """
    runner = Runner(root)
    try:
        found = runner.run("rev-parse", "--git-dir", ok=(0, 128))
        if found.code == 0 or "not a git repository" not in found.err:
            return "inside"
        if os.path.lexists(root / ".git"):
            return 'off: there is a ".git" here that is not a repository'
        options = ("--quiet", "--initial-branch=main", "--template=")
        runner.run("init", *options, f"--object-format={hashing}", str(root))
    except GitError as error:
        return f"off: {error}"
    return "created"
