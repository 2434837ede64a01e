"""Exports that are damaged, or hold what no file can hold: said or repaired, never a crash."""

import json
import tracemalloc
import zipfile

import pytest

from daykeep.errors import DocumentError
from daykeep.importing import source
from daykeep.importing.source import Source
from tests.files.archives.test_gathering import close
from tests.importing.sources import chat, put, read, reasons, said, texts, zip_of

LONE = "\ud83d"


def test_halves_of_characters_that_json_can_name_are_replaced_and_whole_ones_stay(tmp_path):
    rows = [
        {"memory": f"User named the dog {LONE}Rex."},
        {"memory": "User likes 🐕 dogs."},
        f"User {LONE} eats soup.",
    ]
    root = put(
        tmp_path / "in",
        {
            "a.json": json.dumps({"results": rows}),
            "b.jsonl": "\n".join(map(json.dumps, rows)),
            "c.json": json.dumps(LONE),
        },
    )
    whole = ["User named the dog \ufffdRex.", "User likes 🐕 dogs.", "User \ufffd eats soup."]
    assert texts(read(root, "mem0-json")) == whole * 2


def test_half_of_a_character_in_a_conversation_is_replaced(tmp_path):
    path = zip_of(
        tmp_path / "x.zip", {"conversations.json": [chat(said(f"User {LONE} sings.", recipient="bio"))]}
    )
    assert texts(read(path, "chatgpt")) == ["User \ufffd sings."]


@pytest.mark.parametrize("kept", [0, 0.5, 0.95])
def test_archive_that_was_cut_is_no_empty_one(tmp_path, kept):
    path = zip_of(tmp_path / "x.zip", {"conversations.json": [chat(said("User sings.", recipient="bio"))]})
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    with pytest.raises(DocumentError, match="no whole zip archive"):
        Source(path)


def test_member_that_says_it_is_too_large_is_not_unpacked_at_all(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "JSON_BYTES", 20_000_000)
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", bytes(30_000_000))
    tracemalloc.start()
    reading = read(path, "chatgpt")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert reasons(reading) == ["conversations.json: it is larger than 20 MB and was not read"]
    assert peak < 5_000_000


def test_folder_that_cannot_be_listed_is_named_and_all_else_is_read(tmp_path, monkeypatch):
    root = put(tmp_path / "in", {"a.md": "The lake freezes in January.", "closed/b.md": "x"})
    close(monkeypatch, "closed")
    reading = read(root, "markdown")
    assert texts(reading) == ["The lake freezes in January."]
    assert reasons(reading) == ["closed: can't look into 'closed'"]
    assert [one.broken for one in reading.passed] == [True]
