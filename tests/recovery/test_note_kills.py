"""Killed while a note is made, changed or forgotten: every file old or new, and the same command again ends it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.memory.notes.changes import put_missing
from daykeep.memory.notes.index.lines import parse_index
from daykeep.memory.notes.index.lint import lint_store
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.notes.removal import apply_forget_note
from tests.memory.notes.building import NOW, claude, collecting, index, remember, tree, workspace
from tests.recovery.forked import REPOSITORY, run_and_die

OLD = "The cache expires after 10 minutes"
NEW = "The cache expires after 30 minutes"
SAMPLE_POINTS, ALL_POINTS = 12, 60
STORES = (workspace, collecting, claude)


def begin(root, make):
    root.mkdir()
    store = make(root)
    remember(store, OLD, "project", why="measured in March")
    remember(store, "Bugs are in the Linear project INGEST", "reference", "user")
    return store


def create(store):
    remember(store, "Use a real database in tests", why="a mock hid a bug")


def supersede(store):
    remember(store, NEW, "project", why="raised in April")


def forget(store):
    for note in load_notes(store).notes:
        if "minutes" in note.text:
            apply_forget_note(store, note, now=NOW, by="ada")


COMMANDS = (create, supersede, forget)


def contents(root):
    return {name: data for name, data in tree(root).items() if not name.endswith("decisions.jsonl")}


def check_kills(folder, make, command, count, *, half):
    """Kill the command at so many points, each in a store of its own; how many kills there were."""
    store = begin(folder / "template", make)
    old = contents(folder / "template")
    shutil.copytree(folder / "template", folder / "whole")
    calls = run_and_die(lambda: command(make(folder / "whole")), 0).count
    new = contents(folder / "whole")
    assert old != new
    kills = 0
    for at in sorted({1 + round(step * (calls - 1) / (count - 1)) for step in range(count)}):
        root = folder / str(at)
        shutil.copytree(folder / "template", root)
        kills += run_and_die(lambda root=root: command(make(root)), at, half=half).killed
        there = contents(root)
        for name, data in there.items():
            assert data in {old.get(name), new.get(name)} or ".tmp" in name, (at, name)
        assert old.keys() & new.keys() <= there.keys()
        store = make(root)
        lost = {line.path for line in parse_index(index(store).split("\n"))} - {
            n.path for n in load_notes(store).notes
        }
        assert not lost  # no line ever leads to a note that is not there
        command(store)
        for leftover in store.files.leftovers():
            store.files.mend(leftover)
        assert contents(root) == new, at
        assert lint_store(store) == []
        shutil.rmtree(root)
    return kills


@pytest.mark.parametrize("make", STORES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_kill_while_notes_change_leaves_each_file_old_or_new_and_the_next_run_ends_it(
    quick_folder, make, command
):
    kills = check_kills(quick_folder, make, command, SAMPLE_POINTS, half=make is collecting)
    assert kills >= SAMPLE_POINTS - 2


@pytest.mark.soak
@pytest.mark.parametrize("half", [False, True], ids=["before", "half-way"])
@pytest.mark.parametrize("make", STORES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_kill_at_sixty_points_while_notes_change(quick_folder, make, command, half):
    check_kills(quick_folder, make, command, ALL_POINTS, half=half)


WRITER = """
import sys
from pathlib import Path
from tests.memory.notes import building
store = getattr(building, sys.argv[1])(Path(sys.argv[2]))
for place in sys.argv[4:]:
    rule = f"{place}{sys.argv[3]} keeps {sys.argv[3][::-1]}{place} beside {place[::-1]}{sys.argv[3]}"
    done = building.remember(store, rule, "reference", title=f"{place} {sys.argv[3]}")
    print(done.action)
"""
PLACES = ("apples", "bridges", "candles", "dragons", "engines", "feathers")


@pytest.mark.parametrize("make", STORES, ids=lambda make: make.__name__)
def test_writers_at_once_lose_no_note_and_no_line_of_the_index(quick_folder, make):
    (quick_folder / "store").mkdir()
    words = ("copper", "silver", "golden")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, make.__name__, str(quick_folder / "store"), word, *PLACES],
            cwd=REPOSITORY, stdout=subprocess.PIPE, text=True,
        )
        for word in words
    ]  # fmt: skip
    actions = [line for process in running for line in process.communicate()[0].split()]
    assert all(process.returncode == 0 for process in running)
    store = make(quick_folder / "store")
    assert len(actions) == len(words) * len(PLACES)
    assert actions.count("create") == len(load_notes(store).notes)
    assert lint_store(store) == []
    said = b"".join(contents(quick_folder / "store").values()).decode()
    assert all(f"{place}{word} keeps" in said for word in words for place in PLACES)


class Late:
    """Files in which another program makes a file right after this one has looked for it."""

    def __init__(self, files):
        self._files = files

    def __getattr__(self, name):
        return getattr(self._files, name)

    def kind(self, name):
        found = self._files.kind(name)
        if found == "missing":
            self._files.replace(name, b"theirs\n", expected_sha256=None)
        return found


def test_file_that_another_program_makes_meanwhile_stays_and_stops_nothing(tmp_path):
    files = Files(tmp_path)
    assert not put_missing(Late(files), ".daykeep/.gitignore", b"*\n")
    assert files.find_bytes(".daykeep/.gitignore") == b"theirs\n"
    assert put_missing(files, "other", b"mine\n")
    assert not put_missing(files, "other", b"again\n")
    assert files.find_bytes("other") == b"mine\n"


class Meddled:
    """Another program, which takes no lock, writes into the index right before it is replaced."""

    def __init__(self, files, name, times):
        self._files, self._name, self._left = files, name, times
        self.added = []

    def __getattr__(self, name):
        return getattr(self._files, name)

    def replace(self, name, data, *, expected_sha256):
        if name == self._name and self._left:
            self._left -= 1
            self.added.append(f"- [Mine {self._left}](mine-{self._left}.md): x")
            path = Path(self._files.root) / name
            path.write_text((path.read_text() if path.exists() else "") + self.added[-1] + "\n")
        return self._files.replace(name, data, expected_sha256=expected_sha256)


def test_line_that_another_program_adds_meanwhile_is_kept(tmp_path):
    store = begin(tmp_path / "store", claude)
    meddled = Meddled(store.files, store.index_name, 3)
    done = remember(store._replace(files=meddled), "Use a real database in tests")
    assert done.action == "create"
    lines = index(store).split("\n")
    assert all(line in lines for line in [*meddled.added, done.index_line])
    assert [json.loads(json.dumps(change.name)) for change in done.changes] == [done.path, "MEMORY.md"]
