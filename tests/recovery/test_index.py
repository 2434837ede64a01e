"""The index survives kills, damage and company: the answer is right, or the index is made again, or it says what is missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from daykeep.errors import IndexUnreadableError
from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.index import index_folder, open_index, renew_index
from tests.recovery.forked import REPOSITORY, Forking
from tests.recovery.searching import bring_up_to_date

KILLS = 50


class Space:
    """A workspace of numbered logs, and a cache that holds its index as it was before the last changes."""

    def __init__(self, folder):
        self.root, self.cache = folder / "space", folder / "cache"
        (self.root / "memory").mkdir(parents=True)
        (self.root / "AGENTS.md").write_text("# Agents\n")
        for number in range(60):
            self.write(number, f"old{number}")
        with Opened(self.folder) as index:
            bring_up_to_date(index, self.root)
        for number in range(0, 60, 3):
            self.write(number, f"new{number}")
        for number in range(1, 60, 9):
            self.path(number).unlink()
        for number in range(60, 75):
            self.write(number, f"new{number}")

    @property
    def folder(self):
        return index_folder(self.cache, self.root)

    def path(self, number):
        return self.root / "memory" / f"log-{number}.md"

    def write(self, number, word):
        self.path(number).write_text("".join(f"- {word} in line {line}\n\n" for line in range(8)))

    def words(self):
        """The word of every log that is there."""
        return {path.name: path.read_text().split()[1] for path in (self.root / "memory").glob("*.md")}


class Opened:
    """An open index that is closed at the end."""

    def __init__(self, folder):
        self.index = open_index(folder)

    def __enter__(self):
        return self.index

    def __exit__(self, *_):
        self.index.store.close()


def missing(space, index):
    """The logs that the index does not show as they are, and words it should have forgotten."""
    wrong = []
    for name, word in space.words().items():
        candidates = index.store.candidates([word])
        documents = index.store.documents({one.id // MAX_CHUNKS for one in candidates})
        names = {document.path for document in documents.values()}
        if len(candidates) != 8 or names != {f"memory/{name}"}:
            wrong.append((name, word, len(candidates)))
    gone = [f"old{number}" for number in range(60) if f"old{number}" not in space.words().values()]
    return wrong + [word for word in gone if index.store.candidates([word])]


@pytest.fixture
def space(tmp_path):
    return Space(tmp_path)


@pytest.fixture
def dying():
    process = Forking("tests.recovery.searching", "die")
    yield lambda space, at: process.do(root=str(space.root), cache=str(space.cache), at=at)
    process.close()


def test_index_is_right_after_a_kill_at_any_point_of_its_writing(space, dying, tmp_path):
    shutil.copytree(space.cache, tmp_path / "kept")
    points = dying(space, 0).count
    assert points > KILLS
    killed = 0
    for kill in range(KILLS):
        shutil.rmtree(space.cache)
        shutil.copytree(tmp_path / "kept", space.cache)
        killed += dying(space, 1 + kill * (points - 1) // KILLS).killed
        with Opened(space.folder) as index:
            assert index.notes == ()
            bring_up_to_date(index, space.root)
            assert missing(space, index) == []
            assert index.store.check() == ""
    assert killed == KILLS


def test_first_index_that_is_killed_goes_on_from_there(space, dying):
    shutil.rmtree(space.cache)
    points = dying(space, 0).count
    for kill in range(1, 9):
        shutil.rmtree(space.cache, ignore_errors=True)
        assert dying(space, kill * points // 9).killed
        with Opened(space.folder) as index:
            bring_up_to_date(index, space.root)
            assert missing(space, index) == []


@pytest.mark.parametrize("part", range(12))
def test_damaged_index_answers_right_or_is_made_again(space, part):
    with Opened(space.folder) as index:
        bring_up_to_date(index, space.root)
        path = index.path
    data = bytearray(path.read_bytes())
    start = part * len(data) // 12
    data[start : start + 3000] = bytes(byte ^ 0x5A for byte in data[start : start + 3000])
    path.write_bytes(bytes(data))
    index = open_index(space.folder)
    try:
        bring_up_to_date(index, space.root)
        wrong = missing(space, index) or index.store.check()
    except IndexUnreadableError as error:
        wrong = error.message
    if wrong:
        index = renew_index(index, space.folder)
        bring_up_to_date(index, space.root)
        assert index.notes
    assert missing(space, index) == []
    index.store.close()


@pytest.mark.parametrize("length", [0, 1, 100, 4096, 20_000])
def test_index_that_was_cut_is_made_again(space, length):
    with Opened(space.folder) as index:
        bring_up_to_date(index, space.root)
        path = index.path
    path.write_bytes(path.read_bytes()[:length])
    index = open_index(space.folder)
    try:
        bring_up_to_date(index, space.root)
        assert missing(space, index) == []
    except IndexUnreadableError:
        index = renew_index(index, space.folder)
        bring_up_to_date(index, space.root)
    assert index.notes
    assert missing(space, index) == []
    index.store.close()


def run_workers(space, count, rounds):
    """What each of the workers missed."""
    command = [sys.executable, "-m", "tests.recovery.searching", "work", str(space.root), str(space.cache)]
    workers = [
        subprocess.Popen([*command, str(number), str(rounds)], cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for number in range(count)
    ]  # fmt: skip
    for worker in workers:
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()
    answers = [worker.communicate()[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * count
    return [missed for answer in answers for missed in json.loads(answer)]


def test_sixteen_processes_that_index_and_search_are_never_locked_out(space):
    shutil.rmtree(space.cache)
    assert run_workers(space, 16, 6) == []
    with Opened(space.folder) as index:
        bring_up_to_date(index, space.root)
        assert index.store.check() == ""
        for number in range(16):
            assert len(index.store.candidates([f"word{number}x5"])) == 1


@pytest.mark.soak
def test_sixteen_processes_that_index_and_search_for_long_are_never_locked_out(space):
    assert run_workers(space, 16, 100) == []


@pytest.fixture
def others_folder():
    """A folder that everybody may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become nobody")
def test_index_in_a_folder_that_can_not_be_written_answers_and_says_what_it_lacks(others_folder):
    space = Space(others_folder)
    with Opened(space.folder) as index:
        bring_up_to_date(index, space.root)
    space.write(2, "later")
    before = sorted(path.name for path in space.folder.iterdir())
    for path in (space.cache, space.cache / "search", space.folder):
        path.chmod(0o755)
    command = [
        sys.executable,
        "-m",
        "tests.recovery.searching",
        "look",
        str(space.root),
        str(space.cache),
        "new3",
    ]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout)
    assert (seen["mode"], seen["found"], seen["stale"]) == ("read-only", 8, ["workspace:memory/log-2.md"])
    assert "can't be written" in seen["notes"][0]
    assert sorted(path.name for path in space.folder.iterdir()) == before
