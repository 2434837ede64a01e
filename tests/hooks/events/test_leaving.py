"""The events at which a session leaves something: none of them says a word, and none acts where it should not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.workspace.hooklog import BUG, LATE, read_hooklog
from tests.hooks.calling import SESSION, Place, event, make_place
from tests.session.backfill.writing import NOON, Talk

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LEAVING = (
    ("Stop", {"stop_hook_active": False, "last_assistant_message": "Done."}),
    ("PreCompact", {"trigger": "auto", "custom_instructions": ""}),
    ("PreCompact", {"trigger": "manual", "custom_instructions": "keep the names"}),
    ("SessionEnd", {"reason": "clear"}),
    ("SessionEnd", {"reason": "resume"}),
    ("SessionEnd", {"reason": "logout"}),
    ("SessionEnd", {"reason": "prompt_input_exit"}),
    ("SessionEnd", {"reason": "other"}),
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path)


@pytest.fixture
def talk(place: Place) -> Talk:
    talk = Talk(place.transcripts / f"{SESSION}.jsonl", session=SESSION, at=NOON, folder=str(place.project))
    talk.say(
        "Let's use exponential backoff for the uploads. From now on, always answer me in short sentences."
    )
    talk.edit(f"{place.project}/upload.py")
    talk.answer("The client backs off exponentially now.")
    return talk


def tell(place: Place, name: str, talk: Talk, **fields: Any) -> None:
    """Tell an event; there is no answer."""
    data = json.dumps(event(name, transcript_path=str(talk.path), cwd=str(place.project), **fields))
    result = place.run(data.encode())
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def sessions(place: Place) -> list[str]:
    return [one.id for one in SessionStore(Files(place.workspace)).sessions()]


def problems(place: Place) -> list[str]:
    """What went wrong; that a busy machine took too long is no fault of an event."""
    runs = read_hooklog(Files(place.workspace))
    return [run.message for run in runs if run.went_wrong and run.kind != LATE]


@pytest.mark.parametrize(("name", "fields"), LEAVING)
def test_nothing_is_printed_where_there_is_much_to_do(
    place: Place, talk: Talk, name: str, fields: dict[str, Any]
) -> None:
    tell(place, name, talk, **fields)

    assert sessions(place) == [SESSION]
    assert problems(place) == []


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("Stop", {"stop_hook_active": True, "last_assistant_message": "Done."}),
        ("Stop", {"stop_hook_active": False, "agent_id": "a1"}),
        ("PreCompact", {"trigger": "auto", "agent_id": "a1"}),
        ("SubagentStop", {"agent_id": "a1", "last_assistant_message": "Done."}),
        ("StopFailure", {"error": "rate_limit", "last_assistant_message": "API Error"}),
        ("PostCompact", {"trigger": "auto", "compact_summary": "We decided to delete it all."}),
    ],
)
def test_loops_sub_agents_and_failures_leave_nothing(
    place: Place, talk: Talk, name: str, fields: dict[str, Any]
) -> None:
    before = place.files()

    tell(place, name, talk, **fields)

    assert place.files() == before
    assert sessions(place) == []


@pytest.mark.parametrize("name", ["Stop", "PreCompact", "SessionEnd"])
def test_transcript_that_is_missing_empty_or_no_conversation_leaves_nothing(place: Place, name: str) -> None:
    before = place.files()
    talk = Talk(place.transcripts / f"{SESSION}.jsonl", session=SESSION)
    tell(place, name, talk)
    talk.path.write_bytes(b"")
    tell(place, name, talk)
    talk.path.write_bytes(b"\0" * 300 + b"\n{torn")
    tell(place, name, talk)

    assert place.files() == before
    assert sessions(place) == []


@pytest.mark.parametrize("name", ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"])
def test_folder_in_which_no_workspace_is_any_more_gets_nothing(place: Place, talk: Talk, name: str) -> None:
    place.workspace.rename(place.workspace.with_name("unmounted"))
    place.workspace.mkdir()

    tell(place, name, talk, source="startup", prompt="On which port does the billing gateway listen?")

    assert list(place.workspace.iterdir()) == []


@pytest.mark.parametrize("name", ["Stop", "PreCompact", "SessionEnd"])
@pytest.mark.parametrize("path", ["/" + "x" * 5000, "/a" * 3000, "/proc/self/mem"])
def test_transcript_that_the_system_can_not_read_is_no_fault_of_daykeep(
    place: Place, name: str, path: str
) -> None:
    result = place.run(json.dumps(event(name, transcript_path=path)).encode())

    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert BUG not in {run.kind for run in read_hooklog(Files(place.workspace))}


def test_line_of_nuls_and_a_torn_end_hide_nothing(place: Place, talk: Talk) -> None:
    data = talk.path.read_bytes()
    lines = data.splitlines(keepends=True)
    talk.path.write_bytes(lines[0] + b"\0" * 4096 + b"\n" + b"".join(lines[1:]) + b'{"type": "user", "uu')

    tell(place, "SessionEnd", talk, reason="other")

    log = place.files()["memory/2026-03-10.md"].decode()
    assert "- Decided: Let's use exponential backoff for the uploads." in log
    assert "- Changed: upload.py" in log
    assert any("line 2" in message for message in problems(place))


def test_call_that_was_broken_off_holds_up_nothing(place: Place, talk: Talk) -> None:
    talk._answer({"type": "tool_use", "id": "gone", "name": "Bash", "input": {"command": "pytest"}})
    talk.say("[Request interrupted by user for tool use]")
    talk.say("Leave the tests for now and retry the download as well.")
    talk.edit(f"{place.project}/download.py")
    talk.answer("I added the retry to the download as well.")

    tell(place, "Stop", talk, stop_hook_active=False)
    tell(place, "SessionEnd", talk, reason="other")

    assert "download.py" in place.files()["memory/2026-03-10.md"].decode()
    assert (
        len([name for name in place.files() if name.startswith("memory/notes/")]) == 2
    )  # a note, and their index
    assert problems(place) == []


def test_answer_in_several_lines_counts_once(place: Place, talk: Talk) -> None:
    before = talk._answers
    talk.say("Run the tests of the upload again, please.")
    for block in (
        {"type": "thinking", "thinking": "x", "signature": "s"},
        {"type": "text", "text": "Running."},
    ):
        talk._answers = before + 1
        talk._answer(block)
    talk.answer("All upload tests pass now.")

    tell(place, "Stop", talk, stop_hook_active=False)
    tell(place, "SessionEnd", talk, reason="other")

    info = json.loads((place.workspace / f".daykeep/data/sessions/{SESSION}/session.json").read_text())
    assert info["answers"] == 4


def test_secret_that_a_tool_showed_and_both_said_stands_in_no_file_of_memory(
    place: Place, talk: Talk
) -> None:
    talk.run("env | grep -i token", f"GITHUB_TOKEN={TOKEN}")
    talk.answer(f"The root cause was that GITHUB_TOKEN={TOKEN} had expired. I fixed the push.")
    talk.say(f"From now on, always use the token {TOKEN} for the push.")
    talk.answer("Understood.")

    tell(place, "Stop", talk, stop_hook_active=False, last_assistant_message="Understood.")
    tell(place, "PreCompact", talk, trigger="auto")
    tell(place, "SessionEnd", talk, reason="other")

    files = place.files()
    assert [name for name, data in files.items() if TOKEN.encode() in data] == []
    log = files["memory/2026-03-10.md"].decode()
    assert "- Wanted: From now on, always use the token [secret:github-pat:" in log
    assert "- Found: The root cause was that GITHUB_TOKEN=[secret:github-pat:" in log


def test_beat_that_had_nothing_to_say_leaves_nothing(place: Place) -> None:
    talk = Talk(place.transcripts / f"{SESSION}.jsonl", session=SESSION, at=NOON, folder=str(place.project))
    talk.say(
        "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly. If nothing needs attention, reply HEARTBEAT_OK."
    )
    talk.run("cat HEARTBEAT.md", "- [ ] We decided to water the plants daily.")
    talk.answer("HEARTBEAT_OK")
    before = place.files()

    tell(place, "Stop", talk, stop_hook_active=False, last_assistant_message="HEARTBEAT_OK")
    tell(place, "PreCompact", talk, trigger="auto")
    tell(place, "SessionEnd", talk, reason="other")

    assert place.files() == before
    assert problems(place) == []


def test_result_of_twenty_megabytes_on_one_line_hides_nothing(place: Place, talk: Talk) -> None:
    talk.run("cat upload.log", "x" * 20_000_000)
    talk.say("Now retry the download as well.")
    talk.edit(f"{place.project}/download.py")
    talk.answer("I added the retry to the download as well.")

    tell(place, "SessionEnd", talk, reason="other")

    log = place.files()["memory/2026-03-10.md"].decode()
    assert "- Changed: upload.py, download.py" in log
    assert "xxxx" not in log


def test_link_in_place_of_a_transcript_is_not_followed(place: Place, talk: Talk) -> None:
    link = Talk(place.transcripts / "link.jsonl", session=SESSION)
    link.path.symlink_to(talk.path)

    tell(place, "Stop", link, stop_hook_active=False)

    assert sessions(place) == []
    assert problems(place) != []
