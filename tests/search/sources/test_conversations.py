"""Conversations as a source of search: documents, chunks, and reading on."""

import hashlib
import json
import os
import pickle
from datetime import date
from pathlib import Path

import pytest

from daykeep.search.documents import Chunk, Skipped
from daykeep.text.slugs import slug_of
from tests.search.sources.machine import Machine
from tests.transcripts.building import Codex, add, write


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path.resolve())


def test_documents_are_listed_with_their_versions_and_none_is_opened(machine: Machine) -> None:
    path = write(machine.claude / "a.jsonl", machine.chat().user("Hi."))
    path.chmod(0)
    listing = machine.source.list_documents()
    info = path.stat()
    assert listing.found == {f"conversations:{path}": (info.st_size, info.st_mtime_ns, info.st_ctime_ns & ~1)}
    assert listing.skipped == []


def test_turn_is_a_chunk_with_speaker_line_title_and_the_users_day(machine: Machine) -> None:
    chat = machine.chat()
    late = {"timestamp": "2026-03-02T17:30:00Z"}
    path = write(
        machine.claude / "a.jsonl",
        {"type": "custom-title", "customTitle": "Boat", "sessionId": "s"},
        chat.user("Where is the boat?"),
        chat.agent("In the shed.", **late),
    )
    found = machine.read(machine.listed()[0])
    assert found.document == (
        *(f"conversations:{path}", "conversations", "conversation"),
        *(
            str(path),
            "Boat",
            date(2026, 3, 2),
            "claude-code",
            (),
        ),
    )
    assert list(found.chunks) == [
        Chunk(0, 2, 2, ("Boat",), date(2026, 3, 2), "user", "Where is the boat?"),
        Chunk(1, 3, 3, ("Boat",), date(2026, 3, 3), "assistant", "In the shed."),
    ]
    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (found.kept, found.problems) == (0, ())


def test_conversation_without_a_title_is_called_by_its_first_words_for_ever(machine: Machine) -> None:
    chat = machine.chat()
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    first = f"Look:\n\n{token} is " + "long " * 50
    path = write(machine.claude / "a.jsonl", chat.user(first), chat.agent("Yes."), chat.user("Good."))
    key = machine.listed()[0]
    title = machine.index(key).document.title
    assert title.startswith("Look: [secret:github-")
    assert 70 < len(title) <= 80
    assert machine.held[key][1][0].heading == ()
    add(path, chat.agent("More."))
    grown = machine.index(key)
    assert (grown.kept, grown.document.title) == (2, title)


def test_secret_in_a_title_or_a_name_is_masked(machine: Machine) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    write(
        machine.root / "sessions/cli.jsonl",
        {"_type": "metadata", "key": "cli"},
        {"title": f"About {token}", "messages": [{"role": "user", "name": token, "content": "Hi."}]},
    )
    found = machine.read(machine.listed()[0])
    assert token not in repr(found)
    assert found.chunks[0].heading[0].startswith("About [secret:")


def test_long_turn_is_several_chunks_on_the_same_line(machine: Machine) -> None:
    write(machine.claude / "a.jsonl", machine.chat().user("A sentence that says little. " * 100))
    chunks = machine.read(machine.listed()[0]).chunks
    assert len(chunks) == 3
    assert {(chunk.first_line, chunk.speaker) for chunk in chunks} == {(1, "user")}


def test_turn_without_a_time_has_the_day_of_the_one_before(machine: Machine) -> None:
    write(
        machine.root / "sessions/cli.jsonl",
        {"_type": "metadata", "key": "cli"},
        {"role": "user", "content": "One.", "timestamp": "2026-03-02T23:59:00"},
        {"role": "assistant", "content": "Two."},
    )
    assert [chunk.day for chunk in machine.read(machine.listed()[0]).chunks] == [date(2026, 3, 2)] * 2


def test_secrets_are_masked_before_they_become_chunks(machine: Machine) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    write(machine.claude / "a.jsonl", machine.chat().user(f"Use {token} for the mirror."))
    found = machine.read(machine.listed()[0])
    assert token not in json.dumps([chunk.text for chunk in found.chunks])
    assert found.chunks[0].text.startswith("Use [secret:github-")
    assert found.chunks[0].text.endswith("] for the mirror.")


def test_secret_at_the_edge_of_a_chunk_is_masked_as_a_whole(machine: Machine) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    for before in range(960, 1000, 5):
        write(machine.claude / "a.jsonl", machine.chat().user("x " * (before // 2) + token + " y" * 300))
        texts = [chunk.text for chunk in machine.read(machine.listed()[0]).chunks]
        assert not any(token[:14] in text or token[-14:] in text for text in texts)


def test_conversation_of_another_folder_has_no_chunks_and_is_no_problem(tmp_path: Path) -> None:
    machine = Machine(tmp_path.resolve(), "codex")
    codex = Codex()
    base = machine.home / ".codex/sessions/2026/03/02"
    write(base / "rollout-mine.jsonl", codex.meta(cwd=str(machine.root)), codex.user("Mine."))
    write(base / "rollout-other.jsonl", codex.meta(cwd="/clients/acme"), codex.user("Theirs."))
    readings = [machine.read(key) for key in machine.listed()]
    assert [[chunk.text for chunk in found.chunks] for found in readings] == [["Mine."], []]
    assert [found.problems for found in readings] == [(), ()]


def test_folder_of_nearly_the_same_name_is_another_folder(machine: Machine) -> None:
    for name, cwd in (("mine", machine.root / "drafts"), ("other", machine.home / "notes-drafts")):
        folder = machine.home / ".claude/projects" / slug_of(str(cwd))
        write(folder / f"{name}.jsonl", machine.chat(cwd).user(name))
    texts = [[chunk.text for chunk in machine.read(key).chunks] for key in machine.listed()]
    assert sorted(texts) == [[], ["mine"]]


def test_wider_setting_reads_conversations_of_other_folders_that_are_in_the_index(tmp_path: Path) -> None:
    machine = Machine(tmp_path.resolve(), "codex")
    codex = Codex()
    write(machine.home / ".codex/sessions/rollout-other.jsonl", codex.meta(cwd="/x"), codex.user("Theirs."))
    (key,) = machine.listed()
    narrow, version = machine.index(key), machine.source.list_documents().found[key]
    machine.use("codex:all")
    assert machine.source.list_documents().found[key] != version
    wide = machine.index(key)
    assert (machine.texts(key), wide.version) == (["Theirs."], machine.source.list_documents().found[key])
    assert narrow.sha256 != wide.sha256
    machine.use("codex")
    assert machine.index(key).sha256 == narrow.sha256
    assert machine.texts(key) == []


def test_source_can_be_sent_to_another_process_without_the_environment(tmp_path: Path) -> None:
    machine = Machine(tmp_path.resolve())
    write(machine.claude / "a.jsonl", machine.chat().user("Hi."))
    sent = pickle.dumps(machine.source)
    assert b"SECRET" not in sent
    twin = pickle.loads(sent)  # noqa: S301 - made two lines above
    (key,) = machine.listed()
    assert list(twin.list_documents().found) == [key]
    assert twin.read_document(key) == machine.read(key)


def test_what_is_held_of_a_folder_that_can_not_be_listed_stays(machine: Machine) -> None:
    path = write(machine.claude / "a.jsonl", machine.chat().user("Hi."))
    assert len(machine.listed()) == 1
    path.unlink()
    machine.claude.rmdir()
    listing = machine.source.list_documents()
    assert (listing.found, listing.closed) == ({}, (f"conversations:{machine.claude}/",))
    assert listing.skipped == [Skipped(str(machine.claude), "this folder can't be listed", whole=True)]


def test_file_outside_of_the_named_archives_is_not_read(machine: Machine) -> None:
    other = write(machine.home / "elsewhere/a.jsonl", machine.chat().user("Private."))
    write(machine.claude / "a.jsonl", machine.chat().user("Hi."))
    (machine.claude / "inner").symlink_to(other.parent)
    for key in (
        f"conversations:{other}",
        f"conversations:{machine.claude}/../../../elsewhere/a.jsonl",
        f"conversations:{machine.claude}/inner/a.jsonl",
        f"conversations:{machine.claude}/\0",
        "conversations:",
        "conversations",
    ):
        found = machine.source.read_document(key)
        assert isinstance(found, Skipped)
        assert found.reason == "it is gone"


def test_file_that_is_gone_a_link_or_a_pipe_is_skipped_with_the_reason(machine: Machine) -> None:
    path = write(machine.claude / "a.jsonl", machine.chat().user("Hi."))
    key = machine.listed()[0]
    path.unlink()
    assert machine.source.read_document(key) == Skipped(str(path), "it is gone")
    path.symlink_to(write(machine.home / "x.jsonl", machine.chat().user("Hi.")))
    found = machine.source.read_document(key)
    assert isinstance(found, Skipped)
    assert "symbolic link" in found.reason
    path.unlink()
    os.mkfifo(path)
    assert isinstance(machine.source.read_document(key), Skipped)


def test_file_that_is_no_conversation_is_said(tmp_path: Path) -> None:
    machine = Machine(tmp_path.resolve(), "~/exports")
    write(machine.home / "exports/page.md", "# A page")
    (key,) = machine.listed()
    assert machine.source.read_document(key) == Skipped(
        str(machine.home / "exports/page.md"), "no conversation in it", lasting=True
    )


def test_document_that_is_too_large_is_passed_over_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daykeep.transcripts.read.LIMIT_WHOLE_BYTES", 1 << 20)
    machine = Machine(tmp_path.resolve(), "~/exports")
    path = write(machine.home / "exports/a.json", "[", "1," * 600_000, "1]")
    (key,) = machine.listed()
    found = machine.source.read_document(key)
    assert found == Skipped(str(path), "more than 1 MiB in one document; not read", lasting=True)


def test_damaged_lines_are_named_and_many_are_counted(machine: Machine) -> None:
    write(machine.claude / "a.jsonl", machine.chat().user("Hi."), *["{broken"] * 9)
    problems = machine.read(machine.listed()[0]).problems
    assert problems[0] == f"{machine.claude}/a.jsonl:2: not JSON; passed over"
    assert problems[-1] == f"{machine.claude}/a.jsonl: 4 more lines with problems"
    assert len(problems) == 6


def test_line_that_its_writer_has_not_ended_is_no_problem(machine: Machine) -> None:
    chat = machine.chat()
    write(machine.claude / "a.jsonl", chat.user("Hi."), json.dumps(chat.agent("Hello."))[:-5], end="")
    found = machine.read(machine.listed()[0])
    assert ([chunk.text for chunk in found.chunks], found.problems) == (["Hi."], ())


def test_unknown_name_in_the_setting_is_among_what_is_passed_over(tmp_path: Path) -> None:
    machine = Machine(tmp_path.resolve(), "claud")
    listing = machine.source.list_documents()
    assert listing.found == {}
    assert [skipped.path for skipped in listing.skipped] == ["search.conversations"]


def test_file_name_that_is_no_text_is_passed_over_and_said(machine: Machine) -> None:
    machine.claude.mkdir(parents=True)
    Path(os.fsdecode(os.fsencode(machine.claude) + b"/\xff.jsonl")).write_text("{}\n")
    listing = machine.source.list_documents()
    assert listing.found == {}
    assert [skipped.reason for skipped in listing.skipped] == ["its name is not text"]


def test_output_of_tools_is_found_only_when_it_is_wanted(tmp_path: Path) -> None:
    for wanted, texts in ((False, ["Go."]), (True, ["Go.", "a listing"])):
        machine = Machine(tmp_path.resolve() / str(wanted), tools=wanted)
        chat = machine.chat()
        write(machine.claude / "a.jsonl", chat.user("Go."), chat.use("t"), chat.result("t", "a listing"))
        assert [chunk.text for chunk in machine.read(machine.listed()[0]).chunks] == texts
