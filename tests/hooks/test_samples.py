"""Every event that an agent knows, as it was recorded, through the real script: what is answered is on file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.hooks.calling import SAMPLES, Place, make_place, settled

if TYPE_CHECKING:
    from pathlib import Path

EVENTS = (
    *("SessionStart", "Setup", "UserPromptSubmit", "UserPromptExpansion", "PreToolUse", "PermissionRequest"),
    *(
        "PermissionDenied",
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolBatch",
        "Notification",
        "MessageDisplay",
    ),
    *("SubagentStart", "SubagentStop", "TaskCreated", "TaskCompleted", "Stop", "StopFailure", "TeammateIdle"),
    *("InstructionsLoaded", "ConfigChange", "CwdChanged", "DirectoryAdded", "FileChanged", "WorktreeCreate"),
    *("WorktreeRemove", "PreCompact", "PostCompact", "Elicitation", "ElicitationResult", "SessionEnd"),
)
INJECTING = {"SessionStart", "UserPromptSubmit"}
NAMES = sorted(path.stem for path in SAMPLES.glob("*.json"))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path)


def recorded(name: str) -> str:
    return (SAMPLES / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_recorded_event_is_answered_as_expected(place: Place, name: str) -> None:
    data = place.filled(recorded(name)).encode()
    if name.startswith("user_prompt"):
        place.run(json.dumps({"hook_event_name": "SessionStart", "source": "startup"}).encode())
    before = place.files()

    result = place.run(data)

    expected = (SAMPLES / f"{name}.stdout").read_text(encoding="utf-8")
    assert (result.returncode, result.stderr) == (0, b"")
    assert settled(result.stdout.decode(), place) == expected
    assert place.files() == before


def test_every_event_of_the_agent_is_recorded() -> None:
    told = {json.loads(recorded(name))["hook_event_name"] for name in NAMES}
    assert set(EVENTS) <= told


@pytest.mark.parametrize("name", [name for name in NAMES if (SAMPLES / f"{name}.stdout").read_bytes()])
def test_expected_answer_is_a_context_for_an_event_that_takes_one(name: str) -> None:
    text = (SAMPLES / f"{name}.stdout").read_text(encoding="utf-8")
    told = json.loads(recorded(name))["hook_event_name"]
    said = json.loads(text)
    assert told in INJECTING
    assert set(said) == {"hookSpecificOutput"}
    assert set(said["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert said["hookSpecificOutput"]["hookEventName"] == told
    assert len(text.splitlines()) == 1
