"""The last steps of making or adopting a workspace: approvals on record, the first commit."""

from __future__ import annotations

from pathlib import Path

from daykeep.git.history import HistoryOff, init_repository, open_history
from daykeep.memory.decisions import trusted_sha256
from daykeep.wiring.setup import commit_first, hash_layers, put_on_record
from daykeep.workspace.layout import read_layout
from tests.workspace.making import NOW, write

AUTHOR = "daykeep <daykeep@localhost>"


def test_layers_are_put_on_record_once(tmp_path: Path) -> None:
    files = write(tmp_path, {"SOUL.md": "x", "USER.md": "y", "MEMORY.md": "z"})
    names = hash_layers(files, read_layout(files))
    assert put_on_record(files, names, now=NOW, by="user", how="init") == ("SOUL.md", "USER.md", "MEMORY.md")
    assert trusted_sha256(files) == names
    size = (tmp_path / "memory" / "decisions.jsonl").stat().st_size
    assert put_on_record(files, names, now=NOW, by="user", how="init") == ()
    assert (tmp_path / "memory" / "decisions.jsonl").stat().st_size == size


def test_first_commit_holds_exactly_the_new_files(tmp_path: Path) -> None:
    files = write(tmp_path, {"SOUL.md": "x", "mine.txt": "not daykeep's"})
    assert init_repository(tmp_path) == "created"
    put_on_record(files, {"SOUL.md": "0" * 64}, now=NOW, by="user", how="init")
    history = open_history(tmp_path)
    assert not isinstance(history, HistoryOff)
    made = commit_first(history, ["SOUL.md"], author=AUTHOR, now=NOW)
    assert history.list_names(made.id) == ["SOUL.md", "memory/decisions.jsonl"]
    assert commit_first(history, ["SOUL.md"], author=AUTHOR, now=NOW).id == ""


def test_history_that_is_off_is_a_reason_not_an_error() -> None:
    made = commit_first(HistoryOff("git is not installed", ""), ["SOUL.md"], author=AUTHOR, now=NOW)
    assert made == ("", "history is off: git is not installed")


def test_busy_repository_is_a_reason_not_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"SOUL.md": "x"})
    init_repository(tmp_path)
    write(tmp_path, {".git/MERGE_HEAD": "0" * 40 + "\n"})
    history = open_history(tmp_path)
    assert not isinstance(history, HistoryOff)
    made = commit_first(history, ["SOUL.md"], author=AUTHOR, now=NOW)
    assert made.id == ""
    assert "no first commit" in made.reason
