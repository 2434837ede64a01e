"""The use of a tool through the hook: registered information that is named in the call counts as used, if that is wished."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from daykeep.files.store import Files
from daykeep.session.records.changes import Wanted, register
from daykeep.session.records.store import change_register, load_register
from tests.hooks.calling import SESSION, Place, event, make_place

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = {"command": "curl --notify 'send Feishu notifications for the release' localhost"}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = make_place(tmp_path)
    wanted = Wanted("pref_1", "user_preference", "Send Feishu notifications", "agent")
    change_register(Files(place.workspace), SESSION, lambda known: register(known, wanted, current_round=1))
    return place


def use(place: Place, tool_input: Any, *, on: bool = True, **fields: Any) -> int:
    """How often the information was used after a tool was."""
    (place.workspace / "daykeep.toml").write_text(
        "[hooks]\nreferences = true\n" if on else "# references = true\n"
    )
    told = event("PostToolUse", tool_name="Bash", tool_input=tool_input, **fields)
    result = place.run(json.dumps(told).encode(), "--workspace", str(place.workspace), "--debug")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    return load_register(Files(place.workspace), SESSION).records[0].references


def test_call_that_names_information_is_a_use(place: Place) -> None:
    assert use(place, COMMAND) == 1


def test_nothing_is_counted_unless_the_setting_asks_for_it(place: Place) -> None:
    assert use(place, COMMAND, on=False) == 0


def test_call_about_something_else_is_no_use(place: Place) -> None:
    assert use(place, {"command": "ls -la"}) == 0


def test_what_a_tool_gave_back_is_no_use(place: Place) -> None:
    assert use(place, {"command": "cat log"}, tool_response={"stdout": COMMAND["command"]}) == 0


def test_information_is_counted_once_a_round(place: Place) -> None:
    assert use(place, COMMAND) == 1
    assert use(place, COMMAND) == 1
    change_register(
        Files(place.workspace), SESSION, lambda known: known._replace(round=2)
    )  # the next turn of the conversation
    assert use(place, COMMAND) == 2


@pytest.mark.parametrize(
    "given", [None, [], 7, {"a": [{"b": COMMAND}]}, {"deep": [[[[[[[[[[COMMAND]]]]]]]]]]}]
)
def test_input_of_any_form_is_read(place: Place, given: Any) -> None:
    assert use(place, given) == (1 if given == {"a": [{"b": COMMAND}]} else 0)


def test_other_session_is_left_alone(place: Place) -> None:
    assert use(place, COMMAND, session_id="other") == 0
    assert not (place.workspace / ".daykeep/data/sessions/other").exists()
