"""A stranger's repository: opening, reading and committing run nothing that it names."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable

import pytest

from daykeep.errors import GitError
from daykeep.git.history import History, init_repository, open_history
from daykeep.git.refs import Content, Move, PrivateRefs
from daykeep.git.snapshot import find_snapshot
from daykeep.git.values import Author
from tests.git.hostile import VECTORS, set_trap
from tests.git.playground import AUTHOR, NOON

NAMES = ["MEMORY.md", "memory/2026-03-09.md", "memory/2026-03-10.md"]


def make_and_move(history: History) -> None:
    refs = history.private_refs()
    content = Content({"MEMORY.md": b"three\n", "x.json": b"{}"}, "Propose\n", history.head())
    oid = refs.record(content, author=Author("a", "b@c"), at=NOON)
    refs.move([Move("proposals/X", oid, None)])
    refs.move([Move("proposals/X", None, oid), Move("decided/X", oid, None)])
    refs.move([Move("decided/X", None, oid)])


METHODS: dict[str, Callable[[History], object]] = {
    "head": lambda history: history.head(),
    "branch": lambda history: history.branch(),
    "busy": lambda history: history.busy(),
    "holds": lambda history: history.holds(NAMES),
    "changed": lambda history: history.changed(NAMES),
    "ignored": lambda history: history.ignored(NAMES),
    "left_out": lambda history: history.left_out(NAMES),
    "commit": lambda history: history.commit(NAMES, subject="s", author=AUTHOR, at=NOON),
    "log_all": lambda history: history.log_all(["MEMORY.md"]),
    "log": lambda history: history.log(),
    "log of a file": lambda history: history.log(["MEMORY.md"]),
    "find": lambda history: history.find(history.head()[:8]),
    "read": lambda history: history.read(history.head(), "MEMORY.md"),
    "read_each": lambda history: history.read_each([(history.head(), name) for name in NAMES]),
    "list_names": lambda history: history.list_names(history.head()),
    "commit_at": lambda history: history.commit_at(NOON),
    "private_refs find": lambda history: history.private_refs().find(["proposals"]),
    "private_refs look": lambda history: history.private_refs().look(
        [(history.head(), "MEMORY.md"), ("HEAD", "^{commit}")]
    ),
    "private_refs read": lambda history: history.private_refs().read([history.head()]),
    "private_refs record and move": make_and_move,
    "private_refs scope": lambda history: history.private_refs().scope,
    "merge_base": lambda history: history.merge_base(history.head(), history.head()),
    "merge": lambda history: history.merge(base=b"a\nb\n", ours=b"a\nc\n", theirs=b"a\nd\n"),
    "snapshot": lambda history: find_snapshot(history.top),
}
BESIDE_HISTORY = {"snapshot"}
"""What reads a repository without a `History`: any repository, not only a workspace's."""


def test_every_method_of_private_references_is_tried():
    public = {name for name in vars(PrivateRefs) if not name.startswith("_")}
    tried = {word for name in METHODS if name.startswith("private_refs") for word in name.split(" ")}
    assert public <= tried


def test_every_method_of_history_is_tried():
    public = {name for name in vars(History) if not name.startswith("_")} - {"top", "prefix"}
    assert public | BESIDE_HISTORY == {name.split(" ")[0] for name in METHODS}


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_that_a_hostile_repository_names_is_run(playground, vector):
    trap = set_trap(playground, vector)
    history = open_history(playground.root)
    assert isinstance(history, History)
    assert init_repository(playground.root) == "inside"
    for name, method in METHODS.items():
        with contextlib.suppress(GitError):
            method(history)
        assert not trap.canary.exists(), f"{name} ran {trap.canary.read_text()}"


@pytest.mark.parametrize("vector", VECTORS)
def test_the_trap_itself_works(playground, vector):
    """Else the test above could not fail."""
    trap = set_trap(playground, vector)
    subprocess.run(
        ["git", *trap.bait],
        cwd=playground.root,
        env=playground.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=20,
    )
    assert trap.canary.exists()


@pytest.mark.parametrize("vector", ["filter", "process filter"])
@pytest.mark.parametrize("seconds", [0, 3600, 10**9])
def test_files_as_new_as_the_index_are_not_compared_through_a_filter(playground, vector, seconds):
    """git compares such a file's content when it writes the index; an archive can bring files from the future."""
    playground.write("tracked.md", "t\n")
    os.utime(playground.root / "tracked.md", (time.time() + seconds, time.time() + seconds))
    playground.git("add", "tracked.md")
    playground.git("commit", "-qm", "Tracked")
    trap = set_trap(playground, vector)
    playground.write("plain.txt", "p\n")
    history = open_history(playground.root)
    playground.write(".gitattributes", "*.md filter=evil\n")
    trap.canary.unlink(missing_ok=True)
    assert history.commit(["plain.txt"], subject="s", author=AUTHOR, at=NOON)
    assert not trap.canary.exists()


def test_settings_in_the_environment_run_nothing(playground, monkeypatch):
    trap = set_trap(playground, "programs")
    program = str(playground.root.parent / "program")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", program)
    monkeypatch.setenv("GIT_PAGER", program)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", program)
    history = open_history(playground.root)
    for method in METHODS.values():
        method(history)
    assert not trap.canary.exists()
