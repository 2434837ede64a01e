"""Reading whole files and what was added to them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daykeep.errors import DaykeepError, DocumentError, RefusedError
from daykeep.transcripts import read as reading_module
from daykeep.transcripts.read import Reading, read_transcript
from daykeep.transcripts.turn import Cursor, Transcript
from tests.transcripts.building import Claude, Codex, Pi, add, read, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chat.jsonl"


def _read_on(path: Path, cursor: Cursor | None) -> Transcript:
    found = read_transcript(path, since=cursor)
    assert found is not None
    return found


def _texts(found: Transcript) -> list[str]:
    return [turn.text for turn in found.turns]


def test_missing_file_is_none_and_an_empty_one_no_conversation(path: Path) -> None:
    assert read_transcript(path) is None
    path.touch()
    assert read(path).format == ""


def test_link_fifo_and_folder_are_refused(tmp_path: Path) -> None:
    target = write(tmp_path / "real.jsonl", Claude().user("Hi."))
    (tmp_path / "link.jsonl").symlink_to(target)
    os.mkfifo(tmp_path / "fifo.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    for name, error in (("link", RefusedError), ("fifo", RefusedError), ("folder", DaykeepError)):
        with pytest.raises(error):
            read_transcript(tmp_path / f"{name}.jsonl")
    with pytest.raises(DocumentError):
        read_transcript(target / "below.jsonl")


def test_reading_changes_nothing_of_the_file(path: Path) -> None:
    write(path, Claude().user("Hi."))
    path.chmod(0o444)
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    read(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_added_turns_are_read_on_with_the_last_old_one(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("One."), chat.agent("Two."), chat.user("Three."))
    first = read(path)
    add(path, chat.agent("Four."), chat.user("Five."))
    more = _read_on(path, first.cursor)
    assert (more.first, _texts(more)) == (3, ["Three.", "Four.", "Five."])
    assert more.turns == read(path).turns[2:]
    assert more.cursor == read(path).cursor


def test_only_the_end_of_a_grown_file_is_looked_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chat = Claude()
    write(path, *(chat.user(f"Turn {number}.") for number in range(50)))
    first = read(path)
    add(path, chat.agent("New."))
    looked_at: list[int] = []
    read_records = reading_module.read_records

    def watched(stream: Any, report: Any, **more: int) -> Any:
        for record in read_records(stream, report, **more):
            looked_at.append(record.line)
            yield record

    monkeypatch.setattr(reading_module, "read_records", watched)
    assert _texts(_read_on(path, first.cursor)) == ["Turn 49.", "New."]
    assert looked_at == [50, 51]


def test_last_answer_that_grew_is_read_again_as_a_whole(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("Go."), chat.agent("One.", message="m"))
    first = read(path)
    add(path, chat.agent("Two.", message="m"))
    more = _read_on(path, first.cursor)
    assert (more.first, _texts(more)) == (2, ["One.\n\nTwo."])


def test_torn_last_line_is_read_once_it_is_whole(path: Path) -> None:
    chat = Claude()
    entries = [chat.user("One."), chat.agent("Two.")]
    late = json.dumps(chat.user("Three."))
    write(path, *entries, late[:40], end="")
    first = read(path)
    assert (_texts(first), len(first.problems)) == (["One.", "Two."], 1)
    with path.open("a") as stream:
        stream.write(late[40:] + "\n")
    more = _read_on(path, first.cursor)
    assert (_texts(more), more.problems) == (["Two.", "Three."], ())


def test_rewound_session_is_read_anew(path: Path) -> None:
    chat = Claude()
    start = chat.user("One.")
    write(path, start, chat.agent("Two."), chat.user("Three."))
    first = read(path)
    add(path, chat.user("Instead.", parentUuid=start["uuid"]))
    more = _read_on(path, first.cursor)
    assert (more.first, _texts(more)) == (1, ["One.", "Instead."])


def test_compaction_is_read_on_unless_it_copies_entries(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("One."), chat.agent("Two."))
    first = read(path)
    add(path, chat.boundary(), chat.user("So far.", isCompactSummary=True))
    assert _read_on(path, first.cursor).first == 2
    second = read(path)
    add(path, chat.boundary(preservedSegment={"headUuid": "u1"}), chat.user("Again.", isCompactSummary=True))
    more = _read_on(path, second.cursor)
    assert (more.first, _texts(more)) == (1, ["One.", "Two.", "So far.", "Again."])


def test_file_that_was_written_anew_is_read_whole(path: Path) -> None:
    write(path, *({"role": "user", "content": f"Old {number}."} for number in range(4)))
    first = read(path)
    write(path, *({"role": "user", "content": f"New {number}."} for number in range(9)))
    more = _read_on(path, first.cursor)
    assert (more.first, len(more.turns)) == (1, 9)


def test_file_that_was_cut_is_read_whole(path: Path) -> None:
    chat = Claude()
    write(path, *(chat.user(f"Turn {number}.") for number in range(9)))
    first = read(path)
    path.write_bytes(path.read_bytes()[:900])
    more = _read_on(path, first.cursor)
    assert (more.first, more.turns) == (1, read(path).turns)


def test_conversation_of_another_folder_is_left_after_its_first_entry(path: Path) -> None:
    chat = Claude(cwd="/elsewhere")
    write(path, chat.user("Secret plans."), chat.agent("Of another client."))
    found = read(path, Reading(accept=lambda folder: folder == "/ws"))
    assert (found.elsewhere, found.folder, found.turns, found.cursor) == (True, "/elsewhere", (), None)
    assert not read(path, Reading(accept=lambda folder: folder == "/elsewhere")).elsewhere


@pytest.mark.parametrize(
    "entries",
    [
        [{"type": "message", "timestamp": 1, "message": {"role": "user", "content": "Hi."}}],
        [{key: value for key, value in Claude().user("Hi.").items() if key != "cwd"}],
        [
            {
                "timestamp": 1,
                "type": "response_item",
                "payload": {"type": "message", "role": "user", "content": "Hi."},
            }
        ],
    ],
)
def test_conversation_that_names_no_folder_is_not_taken_for_one_of_the_workspace(
    path: Path, entries: list[dict[str, Any]]
) -> None:
    write(path, *entries)
    assert len(read(path).turns) == 1
    assert read(path, Reading(accept=lambda _: True)).turns == ()


def test_more_than_a_hundred_problems_are_counted(path: Path) -> None:
    write(path, Claude().user("Hi."), *["{broken"] * 150)
    problems = read(path).problems
    assert len(problems) == 100
    assert problems[-1].message == "51 more lines have problems"


def test_line_of_forty_megabytes_is_passed_over_and_reading_goes_on_behind_it(path: Path) -> None:
    chat = Claude()
    first, second = (json.dumps(chat.user(text)).encode() for text in ("Before.", "After."))
    with path.open("wb") as stream:
        stream.write(first + b"\n")
        stream.seek(40 << 20, os.SEEK_CUR)
        stream.write(b"\n" + second + b"\n")
    found = read(path)
    assert [(turn.text, turn.line) for turn in found.turns] == [("Before.", 1), ("After.", 3)]
    assert [(problem.line, problem.message) for problem in found.problems] == [
        (2, "more than 32 MiB on one line; passed over")
    ]
    assert _texts(_read_on(path, found.cursor)) == ["After."]


def test_document_that_is_far_too_large_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_module, "LIMIT_WHOLE_BYTES", 1 << 20)
    path.write_bytes(b"[\n" + b'{"role": "user", "content": "x"},\n' * 40_000)
    found = read(path)
    assert (found.format, found.turns) == ("", ())
    assert [problem.message for problem in found.problems] == ["more than 1 MiB in one document; not read"]


_TEXTS = st.text(max_size=6) | st.sampled_from(
    ["user", "assistant", "system", "u1", "u2", "compact_boundary"]
)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "text", "role", "content"]), inner)
    ),
    max_leaves=6,
)
_KEYS = (
    *(
        "type",
        "uuid",
        "parentUuid",
        "logicalParentUuid",
        "subtype",
        "message",
        "cwd",
        "sessionId",
        "isMeta",
        "attachment",
    ),
    *(
        "id",
        "parentId",
        "timestamp",
        "summary",
        "payload",
        "role",
        "content",
        "cursor",
        "_type",
        "messages",
        "key",
        "name",
    ),
)


def _bases() -> list[dict[str, Any]]:
    chat, pi, codex = Claude(), Pi(), Codex()
    return [
        *(chat.user("One."), chat.agent("Two."), chat.boundary(), chat.user("Three.")),
        *(pi.head(), pi.user("One."), pi.agent("Two.")),
        *(codex.meta(), codex.user("One."), codex.agent("Two.")),
        {"role": "user", "content": "One."},
        {"cursor": 1, "timestamp": "2026-03-01 09:00", "content": "x"},
    ]


_ENTRIES = st.tuples(st.sampled_from(_bases()), st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=3))
_LINES = st.one_of(
    _ENTRIES.map(lambda pair: json.dumps({**pair[0], **pair[1]}).encode()),
    _ENTRIES.map(lambda pair: json.dumps({**pair[0], **pair[1]}).encode()[:-9]),
    _VALUES.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=30),
    st.sampled_from([b"", b"\0\0\0", b"[", b"{", b"user: x", b"assistant: y", b"}{"]),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_LINES, max_size=10), st.lists(_LINES, max_size=4))
def test_no_input_breaks_reading_or_reading_on(path: Path, old: list[bytes], new: list[bytes]) -> None:
    path.write_bytes(b"\n".join(old) + b"\n")
    first = read(path, Reading(tools=True))
    assert [turn.number for turn in first.turns] == list(range(1, len(first.turns) + 1))
    assert all(turn.text.strip() and turn.line >= 1 for turn in first.turns)
    with path.open("ab") as stream:
        stream.write(b"\n".join(new))
    more = read_transcript(path, Reading(tools=True), since=first.cursor)
    whole = read(path, Reading(tools=True))
    assert more is not None
    assert (*whole.turns[: more.first - 1], *more.turns) == whole.turns


_PIECES = (
    *(
        "user: ",
        "assistant: ",
        "## User",
        "**AI:** ",
        "[2026-03-01] ",
        "```",
        "\n",
        "\n",
        "\ufeff",
        "\0",
        "words ",
    ),
    *("{", "}", "[", "]", ",", ":", '"messages"', '"role"', '"user"', '"content"', '"', "\\", "1", "null"),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(_PIECES), max_size=40))
def test_no_text_or_document_breaks_reading(path: Path, pieces: list[str]) -> None:
    path.write_text("".join(pieces), encoding="utf-8")
    found = read(path, Reading(tools=True))
    lines = path.read_bytes().count(b"\n") + 1
    assert all(turn.text.strip() and 1 <= turn.line <= lines for turn in found.turns)
