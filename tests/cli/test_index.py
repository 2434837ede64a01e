"""``daykeep index``: what it holds, how it is kept up to date, and how it is interrupted."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.searching import make, name_sources
from tests.workspace.making import write

if sys.platform == "win32":
    pytest.skip("a terminal is POSIX's here", allow_module_level=True)

from tests.cli.terminal import at_terminal


def status(desk, root):
    return desk.run("index", "status", "--json", where=root).json


def fill(root, count, words=""):
    text = f"- filler number{{}} {words}\n"
    write(root, {f"memory/notes/n{number}.md": text.format(number) for number in range(count)})


def test_status_names_the_file_the_sources_and_what_is_missing(desk):
    root = make(desk)
    vault = name_sources(desk)
    before = status(desk, root)
    assert before["mode"] == "file"
    assert len(before["stale"]) == before["sources"]["workspace"] + 2
    desk.run("index", "update", where=root)
    after = status(desk, root)
    assert after["sources"] == {"workspace": 11, "knowledge": 1, "conversations": 1}
    assert (after["documents"], after["stale"], after["skipped"]) == (13, [], [])
    assert Path(after["path"]).stat().st_size == after["bytes"]
    vault.rename(desk.folder / "gone")
    assert status(desk, root)["skipped"] == [{"path": str(vault), "reason": "there is no such folder"}]


def test_index_lies_in_the_cache_folder_and_nothing_in_the_workspace(desk, monkeypatch):
    root = make(desk)
    monkeypatch.setenv("XDG_CACHE_HOME", str(desk.folder / "cache"))
    names = sorted(root.rglob("*"))
    desk.run("index", "update", where=root)
    assert Path(status(desk, root)["path"]).is_relative_to(desk.folder / "cache")
    assert sorted(root.rglob("*")) == names


def test_status_changes_nothing_and_says_what_is_out_of_date(desk):
    root = make(desk)
    desk.run("index", "update", where=root)
    write(root, {"memory/2026-03-10.md": "- new text\n", "memory/2026-03-20.md": "- a new file\n"})
    (root / "memory/2026-03-12.md").unlink()
    names = ["2026-03-10", "2026-03-12", "2026-03-20"]
    for _ in range(2):
        assert sorted(status(desk, root)["stale"]) == [f"workspace:memory/{name}.md" for name in names]
    out = desk.run("index", "status", where=root).out
    assert "out of date: 3 files; `daykeep index update` reads them" in out
    done = desk.run("index", "update", "--json", where=root).json
    assert (done["added"], done["changed"], done["removed"], done["stale"]) == (1, 1, 1, [])


def test_what_is_not_searched_is_listed_with_its_reason(desk):
    root = make(desk)
    write(root, {"memory/2026-03-10 (conflicted copy).md": "- twice\n", "memory/huge.md": b"x" * 8_000_001})
    os.mkfifo(root / "memory/pipe.md")
    skipped = {one["path"]: one["reason"] for one in status(desk, root)["skipped"]}
    assert skipped == {
        "memory/2026-03-10 (conflicted copy).md": "a conflict copy of another file",
        "memory/huge.md": "larger than 8 MB",
        "memory/pipe.md": "not a regular file",
    }
    assert "not searched: 3" in desk.run("index", "update", where=root).out


def test_rebuild_reads_everything_again(desk):
    root = make(desk)
    desk.run("index", "update", where=root)
    done = desk.run("index", "rebuild", "--json", where=root).json
    assert (done["added"], done["documents"]) == (11, 11)
    assert "notes" not in done


@pytest.mark.parametrize("garbage", [b"", b"no database at all" * 500])
def test_damaged_index_is_made_again_and_that_is_said(desk, garbage):
    root = make(desk)
    desk.run("index", "update", where=root)
    path = Path(status(desk, root)["path"])
    for name in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        name.unlink(missing_ok=True)
    path.write_bytes(garbage)
    answer = desk.run("search", "boiler pressure", "--json", where=root).json
    assert answer["hits"][0]["path"] == "memory/2026-03-10.md"
    assert any("damaged" in note and "made again" in note for note in answer["notes"])
    assert "notes" not in desk.run("search", "boiler pressure", "--json", where=root).json


@pytest.mark.parametrize(
    "words", [("index", "status"), ("show", "MEMORY.md:5"), ("search", "proxy")], ids=" ".join
)
def test_index_whose_tables_are_gone_is_made_again_by_every_command(desk, words):
    root = make(desk)
    desk.run("index", "update", where=root)
    path = status(desk, root)["path"]
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE chunks")
    answer = desk.run(*words, "--json", where=root)
    assert answer.code == 0
    assert any("made again" in note for note in answer.json["notes"])


def test_index_of_a_newer_version_is_left_alone_and_the_answer_is_right(desk):
    root = make(desk)
    desk.run("index", "update", where=root)
    path = Path(status(desk, root)["path"])
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 9999")
    held = path.read_bytes()
    answer = desk.run("search", "boiler pressure", "--json", where=root).json
    assert answer["hits"][0]["path"] == "memory/2026-03-10.md"
    assert "newer version" in answer["notes"][0]
    assert path.read_bytes() == held


def test_without_a_place_for_it_search_answers_from_memory_and_says_so(desk, monkeypatch):
    root = make(desk)
    (desk.folder / "file").write_text("no folder\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(desk.folder / "file"))
    answer = desk.run("search", "boiler pressure", "--json", where=root).json
    assert answer["hits"][0]["path"] == "memory/2026-03-10.md"
    assert "answered from memory" in answer["notes"][0]


def test_vectors_of_an_index_in_memory_are_refused_for_that_reason(desk, monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.delenv("USERPROFILE", raising=False)
    root = make(desk)
    result = desk.run("index", "vectors", where=root)
    assert result.code == 8
    assert "in memory" in result.err
    assert "no cache folder" in result.err


def test_first_index_at_a_terminal_shows_a_bar_and_none_goes_into_a_pipe(desk):
    root = make(desk)
    fill(root, 450)
    code, shown = at_terminal(root, "search", "number17")
    assert code == 0
    assert "Reading files" in shown
    assert "100%" in shown
    assert "memory/notes/n17.md:1" in shown
    piped = subprocess.run(
        [sys.executable, "-m", "daykeep", "index", "rebuild"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert piped.stderr == ""
    assert piped.stdout.startswith("461 new")


INTERRUPTED = """
import sys
from daykeep.cli.main import main
import daykeep.search.index
work = sys.modules["daykeep.search.index.refresh"]._Work
store = work._store
def store_and_be_interrupted(self, step):
    store(self, step)
    if step:
        raise KeyboardInterrupt
work._store = store_and_be_interrupted
main(["index", "update"])
"""
"""Ctrl-C in the moment after the first step was stored."""


def test_interrupted_index_keeps_what_was_read_and_the_next_goes_on(desk):
    root = make(desk)
    fill(root, 1600, "and a few words more " * 150)
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], cwd=root, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 130, ended.stderr
    assert ended.stderr.splitlines()[-1] == "daykeep: interrupted"
    assert "Traceback" not in ended.stderr
    held = status(desk, root)
    assert 0 < held["documents"] < 1611
    done = desk.run("index", "update", "--json", where=root).json
    assert done["added"] == 1611 - held["documents"]
    assert status(desk, root)["stale"] == []
