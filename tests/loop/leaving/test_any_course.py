"""Whatever course a conversation takes and whenever events come: all of it is in the history once, and no line is told twice."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.loop.leaving.keeping import leave_context, leave_exchange, leave_session
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation
from tests.loop.leaving.leaving import Desk, make_desk

ACTIONS = st.sampled_from(
    [
        "say",
        "say",
        "decide",
        "edit",
        "run",
        "answer",
        "answer",
        "mark",
        "compact",
        "rewind",
        "stop",
        "stop",
        "flush",
        "end",
        "forget",
    ]
)


def act(desk: Desk, action: str, number: int, answered: list[str]) -> None:
    talk = desk.talk
    if action == "say":
        talk.say(f"Fix the flaky test number {number} of the upload.")
    elif action == "decide":
        talk.say(f"Let's use plan number {number} for the uploads.")
    elif action == "edit":
        talk.edit(f"/code/app/part{number}.py")
    elif action == "run":
        talk.run("pytest", failed=number % 2 == 0)
    elif action == "answer":
        answered.append(talk.answer(f"I fixed part number {number} of the upload for good."))
    elif action == "mark":
        talk.mark()
    elif action == "compact":
        talk.compact()
    elif action == "rewind" and answered:
        talk.go_back_to(answered[number % len(answered)])
    elif action == "forget":
        for path in (desk.root / ".daykeep" / "cache").rglob("*.json"):
            path.unlink()
    elif talk.lines and action in {"stop", "flush", "end"}:
        leave = {"stop": leave_exchange, "flush": leave_context, "end": leave_session}[action]
        leave(desk.open(), "s-1", talk.path)


@settings(max_examples=25, deadline=None)
@given(st.lists(ACTIONS, min_size=4, max_size=24))
def test_history_is_whole_and_no_line_is_told_twice(actions: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = make_desk(Path(folder))
        desk.talk.say("Plan the retry of the uploads for me, please.")
        answered: list[str] = []
        for number, action in enumerate(actions):
            act(desk, action, number, answered)
        leave_session(desk.open(), "s-1", desk.talk.path)
        log = desk.log()
        leave_session(desk.open(), "s-1", desk.talk.path)

        history = SessionStore(desk.open().files).load("s-1").messages
        told = [
            line
            for line in log.split("\n")
            if line.startswith("- ") and not line.startswith(("- Ran", "- Changed"))
        ]
        assert desk.log() == log
        assert sorted(set(told)) == sorted(told)
        for message in read_conversation(desk.talk.path, whole=True).messages:
            same = [one for one in history if (one.id, one.blocks) == (message.id, message.blocks)]
            assert len(same) == 1
