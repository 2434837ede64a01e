"""Sessions of pi and of OpenClaw."""

import os
from pathlib import Path

import pytest

from daykeep.transcripts.read import Reading, read_transcript
from tests.transcripts.building import Pi, add, read, said, stamp, words, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def test_session_names_itself_its_folder_and_its_title(path: Path) -> None:
    pi = Pi()
    write(
        path, pi.head("/ws/notes"), pi.user("Hi."), pi.agent("Hello."), pi.entry("session_info", name="Tea")
    )
    found = read(path)
    assert (found.format, found.session, found.folder, found.title) == ("pi", "p-1", "/ws/notes", "Tea")
    assert said(path) == [("user", "Hi."), ("assistant", "Hello.")]


def test_content_may_be_a_plain_text(path: Path) -> None:
    pi = Pi()
    write(path, pi.head(), pi.entry("message", message={"role": "user", "content": "Plain."}))
    assert words(path) == ["Plain."]


def test_branch_that_was_left_is_not_part_of_it_and_its_summary_is(path: Path) -> None:
    pi = Pi()
    start = pi.agent("Ready.")
    left = [pi.user("Left."), pi.agent("Left too.")]
    summary = pi.entry("branch_summary", fromId="e3", summary="Tried to leave.", parentId=start["id"])
    write(path, pi.head(), start, *left, summary, pi.user("Right."))
    turns = read(path).turns
    assert [(t.text, t.kind) for t in turns] == [
        ("Ready.", "text"),
        ("Tried to leave.", "summary"),
        ("Right.", "text"),
    ]


def test_compaction_stands_beside_what_it_sums_up(path: Path) -> None:
    pi = Pi()
    write(path, pi.head(), pi.user("One."), pi.entry("compaction", summary="So far: one."), pi.user("Two."))
    assert [(t.text, t.kind) for t in read(path).turns] == [
        ("One.", "text"),
        ("So far: one.", "summary"),
        ("Two.", "text"),
    ]


def test_first_version_without_ids_is_read_in_order(path: Path) -> None:
    def plain(entry: dict[str, object]) -> dict[str, object]:
        return {key: value for key, value in entry.items() if key not in {"id", "parentId"}}

    pi = Pi()
    head = {"type": "session", "id": "old", "timestamp": stamp(0), "cwd": "/ws", "provider": "x"}
    write(path, head, plain(pi.user("One.")), plain(pi.agent("Two.")), plain(pi.user("Three.")))
    assert words(path) == ["One.", "Two.", "Three."]
    first = read(path)
    add(path, plain(pi.agent("Four.")))
    more = read_transcript(path, since=first.cursor)
    assert more is not None
    assert (more.first, [turn.text for turn in more.turns]) == (3, ["Three.", "Four."])


def test_output_of_tools_and_of_a_persons_own_commands_is_read_when_asked_for(path: Path) -> None:
    pi = Pi()
    shell = {"role": "bashExecution", "command": "ls", "output": "a.md", "exitCode": 0}
    write(path, pi.head(), pi.user("Go."), pi.output("out"), pi.entry("message", message=shell))
    assert words(path) == ["Go."]
    assert words(path, Reading(tools=True)) == ["Go.", "out", "ls\na.md"]


def test_time_of_the_message_goes_before_that_of_the_entry(path: Path) -> None:
    pi = Pi()
    message = {"role": "user", "content": "When?", "timestamp": 1_772_355_600_000}
    write(path, pi.head(), pi.entry("message", message=message))
    at = read(path).turns[0].at
    assert at is not None
    assert at.isoformat() == "2026-03-01T09:00:00+00:00"


@pytest.mark.parametrize(
    ("text", "heard", "speaker"),
    [
        ("[Telegram Ada Lovelace id:42 2026-03-01 09:00 UTC] On my way.", "On my way.", "Ada Lovelace"),
        ("[Sun 2026-03-01 09:00 GMT+1] Good morning.", "Good morning.", None),
        ("[WhatsApp +15550100 2026-03-01 09:00] Hi\n[message_id: 3EB0]", "Hi", None),
        ("System: [2026-03-01 09:00:00 UTC] Exec completed (x, code 0)\n\nThanks.", "Thanks.", None),
        (
            'Conversation info (untrusted metadata):\n```json\n{"message_id": "7", "sender": "Bo"}\n```\n\nLunch?',
            "Lunch?",
            "Bo",
        ),
        (
            (
                'Conversation info (untrusted metadata):\n```json\n{"a": 1}\n```\n\n'
                'Sender (untrusted metadata):\n```json\n{"label": "x", "name": "Cy"}\n```\n\n[Mon 2026-03-02 10:00 UTC] Yes.'
            ),
            "Yes.",
            "Cy",
        ),
        ("[draft] not an envelope", "[draft] not an envelope", None),
        (
            "Sender (untrusted metadata):\n```json\n{never closed",
            "Sender (untrusted metadata):\n```json\n{never closed",
            None,
        ),
    ],
)
def test_message_of_a_channel_is_taken_out_of_its_envelope(
    path: Path, text: str, heard: str, speaker: str | None
) -> None:
    pi = Pi()
    write(path, pi.head(), pi.user(text))
    assert [(t.text, t.speaker) for t in read(path).turns] == [(heard, speaker)]


def test_heartbeats_flushes_and_their_silence_are_not_heard_but_alerts_are(path: Path) -> None:
    pi = Pi()
    beat = "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly."
    write(
        path,
        pi.head(),
        pi.user(beat),
        pi.agent("HEARTBEAT_OK"),
        pi.user("[Sun 2026-03-01 09:00 UTC] " + beat),
        pi.agent("**NO_REPLY**"),
        pi.user("Pre-compaction memory flush. Store durable memories now."),
        pi.agent("NO_REPLY"),
        pi.user(beat),
        pi.agent("The disk is full."),
        pi.user("What does HEARTBEAT_OK mean?"),
    )
    assert words(path) == ["The disk is full.", "What does HEARTBEAT_OK mean?"]


def test_answer_that_was_only_sent_on_is_heard_once_whether_it_stands_there_twice_or_not(path: Path) -> None:
    pi = Pi()
    write(
        path,
        pi.head(),
        pi.user("Hi."),
        pi.agent("Hello."),
        pi.agent(" Hello.\n", model="delivery-mirror"),
        pi.user("And?"),
        pi.agent("From elsewhere.", model="delivery-mirror"),
    )
    assert words(path) == ["Hi.", "Hello.", "And?", "From elsewhere."]


def test_strange_entries_are_no_hindrance(path: Path) -> None:
    pi = Pi()
    write(
        path,
        pi.head(),
        pi.entry("message", message={"role": ["user"], "content": {}}),
        pi.entry("message", message={"role": "assistant", "content": None, "model": ["x"]}),
        pi.entry("compaction", summary=None),
        pi.entry("custom", data=1),
        {"type": "message", "timestamp": 3, "message": {"role": "user", "content": "No id."}},
    )
    assert words(path) == ["No id."]


@pytest.mark.skipif("DAYKEEP_DATA" not in os.environ, reason="DAYKEEP_DATA does not name the benchmark data")
def test_real_session_of_a_thousand_entries_is_read_and_read_on() -> None:
    path = Path(os.environ["DAYKEEP_DATA"]) / "pi" / "before-compaction.jsonl"
    found = read(path)
    kinds = [turn.kind for turn in found.turns]
    assert (len(kinds), kinds.count("summary"), found.problems) == (310, 2, ())
    assert all(turn.at is not None for turn in found.turns)
    more = read_transcript(path, since=found.cursor)
    assert more is not None
    assert more.turns == found.turns[-1:]
