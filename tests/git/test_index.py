"""The person's index: what a killed daykeep left is cleared away, what belongs to others stays."""

from __future__ import annotations

import json
import os
import time

import pytest

from daykeep.errors import GitError
from daykeep.git.history import History, open_history
from tests.git.playground import AUTHOR, NOON, Playground


def _commit(playground: Playground, *names: str) -> str | None:
    history = open_history(playground.root, wait_seconds=0.5)
    assert isinstance(history, History), history
    return history.commit(names, subject="s", author=AUTHOR, at=NOON)


def _private(playground: Playground):
    folder = playground.root / ".git" / "daykeep"
    folder.mkdir(exist_ok=True)
    return folder


def test_our_own_lock_on_the_index_left_by_a_kill_is_removed(playground):
    private = _private(playground) / "index-1234abcd"
    private.write_bytes((playground.root / ".git" / "index").read_bytes())
    os.link(private, playground.root / ".git" / "index.lock")
    playground.write("a.md", "a")
    assert _commit(playground, "a.md")
    assert not private.exists()
    assert not (playground.root / ".git" / "index.lock").exists()


def test_our_own_lock_is_told_by_its_content_where_there_are_no_hard_links(playground):
    data = (playground.root / ".git" / "index").read_bytes()
    (_private(playground) / "index-1234abcd").write_bytes(data)
    (playground.root / ".git" / "index.lock").write_bytes(data)
    playground.write("a.md", "a")
    assert _commit(playground, "a.md")


def test_private_index_files_of_a_killed_daykeep_are_removed(playground):
    for name in ("index-1", "index-1.lock"):
        (_private(playground) / name).write_bytes(b"half")
    playground.write("a.md", "a")
    assert _commit(playground, "a.md")
    assert not [path.name for path in _private(playground).iterdir() if path.name.startswith("index-")]


def test_entry_staged_by_a_daykeep_killed_before_its_commit_is_put_back(playground):
    """Killed between index and branch; by the next commit the file has changed again."""
    playground.write("MEMORY.md", "one\n")
    _commit(playground, "MEMORY.md")
    playground.write("MEMORY.md", "one\ntwo\n")
    playground.git("add", "MEMORY.md")
    mode, oid = playground.git("ls-files", "-s", "MEMORY.md").split()[:2]
    note = {"commit": "0" * 40, "entries": {"MEMORY.md": [mode, oid]}}
    (_private(playground) / "under-way.json").write_text(json.dumps(note))
    playground.write("MEMORY.md", "one\ntwo\nthree\n")
    playground.write("other.md", "o\n")
    assert _commit(playground, "other.md")
    assert playground.status() == [" M MEMORY.md"]
    assert _commit(playground, "MEMORY.md")
    assert playground.status() == []


def test_what_the_person_staged_after_the_kill_stays_staged(playground):
    playground.write("MEMORY.md", "one\n")
    _commit(playground, "MEMORY.md")
    note = {"commit": "0" * 40, "entries": {"MEMORY.md": ["100644", "1" * 40]}}
    (_private(playground) / "under-way.json").write_text(json.dumps(note))
    playground.write("MEMORY.md", "mine\n")
    playground.git("add", "MEMORY.md")
    playground.write("other.md", "o\n")
    assert _commit(playground, "other.md")
    assert playground.status() == ["M  MEMORY.md"]


def test_branch_lock_of_a_killed_commit_is_removed_when_it_holds_our_commit(playground):
    note = {"commit": "1" * 40, "entries": {}}
    (_private(playground) / "under-way.json").write_text(json.dumps(note))
    playground.write(".git/refs/heads/main.lock", "1" * 40 + "\n")
    playground.write(".git/HEAD.lock", "")
    playground.write("a.md", "a")
    assert _commit(playground, "a.md")


def test_branch_lock_of_somebody_else_is_not_removed_after_our_kill(playground):
    note = {"commit": "1" * 40, "entries": {}}
    path = _private(playground) / "under-way.json"
    path.write_text(json.dumps(note))
    minute_ago = time.time() - 60
    os.utime(path, (minute_ago, minute_ago))
    lock = playground.write(".git/refs/heads/main.lock", "")
    playground.write("a.md", "a")
    with pytest.raises(GitError, match="holds the branch"):
        _commit(playground, "a.md")
    assert lock.exists()


def test_broken_note_is_no_obstacle(playground):
    for text in ("", "[]", "null", '{"entries": 5}', '{"entries": {"a": [1]}}', "{"):
        (_private(playground) / "under-way.json").write_text(text)
        playground.write("a.md", text)
        _commit(playground, "a.md")
        assert playground.status() == []


def test_file_changed_within_the_second_of_the_index_is_still_seen_as_changed(playground):
    """git tells such a change only by the index's own date; ours must not hide it."""
    path = playground.write("a.md", "aaaa\n")
    now = time.time_ns()
    os.utime(path, ns=(now, now))
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "a")
    os.utime(playground.root / ".git" / "index", ns=(now, now))
    path.write_text("bbbb\n")
    os.utime(path, ns=(now, now))
    playground.write("other.md", "o\n")
    assert _commit(playground, "other.md")
    assert playground.status() == [" M a.md"]
