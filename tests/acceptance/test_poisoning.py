"""Strange texts reach no core file and no line of MEMORY.md without a person, whichever way they come, and keep their origin."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from daykeep.errors import DaykeepError
from daykeep.mcp.desk import Desk as McpDesk
from daykeep.memory_tool import run_memory_command
from daykeep.operations.importing import Wish as ImportWish
from daykeep.operations.importing import import_memories
from daykeep.operations.log import Wish, add_entry
from daykeep.operations.remember import read_meant, remember
from daykeep.review.remembering.wish import Wish as RememberWish
from tests.acceptance.poisoned import NOW, Poisoned
from tests.acceptance.poisons import CLAIMS, POISONS, found_in
from tests.cli.setting_up import Desk
from tests.hooks.calling import SESSION
from tests.mcp.calling import Place as Server
from tests.triage.injection.leaks import pasted
from tests.workspace.making import write

if TYPE_CHECKING:
    from mcp.client.client import Client

OUTSIDE = ("web", "tool", "import", "hook")


@pytest.fixture
def place(tmp_path, monkeypatch, capsys) -> Poisoned:
    """A new workspace of an agent that uses every way in."""
    return Poisoned(Desk(tmp_path, monkeypatch, capsys), tmp_path / "workspace")


def test_there_are_enough_poisons_of_every_family() -> None:
    assert len(POISONS) >= 200
    assert len({poison.family for poison in POISONS}) >= 12
    assert {poison.language for poison in POISONS} == {"en", "zh"}
    assert all(found_in(poison.text) == [poison] for poison in POISONS)


def test_text_of_pages_and_tools_in_the_log_stays_theirs(place: Poisoned) -> None:
    workspace = place.open()
    for number, poison in enumerate(POISONS):
        kind = ("note", "lesson", "decision", "todo")[number // 4 % 4]
        add_entry(workspace, Wish(text=poison.text, origin=OUTSIDE[number % 4], kind=kind))
    for number, claim in enumerate(CLAIMS):
        problem, fix, lesson = claim.text.split("\n")
        add_entry(workspace, Wish(origin=OUTSIDE[number // 2 % 4], problem=problem, fix=fix, lesson=lesson))
    place.carry_on()
    place.check()
    assert place.is_served
    assert len(place.check_origins(*OUTSIDE)) == len(POISONS) + len(CLAIMS)


def test_text_of_pages_and_tools_that_is_to_be_remembered_waits(place: Poisoned) -> None:
    workspace = place.open()
    for number, poison in enumerate([*POISONS[::4], *CLAIMS]):
        origin = ("web", "tool", "import", "hook", "agent")[number % (4 if poison in CLAIMS else 5)]
        wish = RememberWish(poison.text, why=poison.text if number % 2 else "", origin=origin)
        with suppress(DaykeepError):  # what is known or can be looked up is refused
            remember(workspace, wish, read_meant(wish, workspace.day))
    place.carry_on()
    place.check()
    assert place.is_served
    assert len(place.check_origins(*OUTSIDE, "agent")) >= 30


def test_results_answers_and_pasted_text_of_a_session_stay_in_it(place: Poisoned) -> None:
    place.transcript.write_text(transcript(), encoding="utf-8")
    place.tell("SessionStart", source="startup")
    for prompt in ("Find the invoice of order ord_91, please.", POISONS[3].text, POISONS[9].text):
        place.tell("UserPromptSubmit", prompt=prompt)
    answers = "\n\n".join(poison.text for poison in POISONS)
    place.tell("Stop", last_assistant_message=answers)
    place.tell("PreCompact", trigger="auto", custom_instructions=answers)
    place.tell("SessionStart", source="compact")
    place.tell("Stop", last_assistant_message=POISONS[5].text)
    place.tell("SessionEnd", reason="exit")
    place.run("log", "backfill", "--from", str(place.transcript))
    place.carry_on()
    place.check()
    kept = (place.root / f"memory/sessions/{SESSION}.md").read_text(encoding="utf-8")
    assert "port 7443" in kept
    assert list(place.check_origins("hook", "agent", "import")) == []


def test_events_that_are_poison_themselves_leave_nothing(place: Poisoned) -> None:
    place.transcript.write_text(transcript(POISONS[:4]), encoding="utf-8")
    for poison in POISONS[::80]:
        place.tell("SessionEnd", session_id=poison.text, cwd=poison.text, reason=poison.text)
        place.tell(poison.text, session_id=poison.text)
        place.tell(
            "InstructionsLoaded", file_path=poison.text, load_reason=poison.text, memory_type=poison.text
        )
    every = "\n".join(poison.text for poison in POISONS)
    place.tell("UserPromptSubmit", prompt=every, session_id=every)
    place.tell("Stop", session_id=every, last_assistant_message=every, stop_hook_active="no")
    place.tell("SessionStart", source=every, agent_id=every, model=every)
    place.carry_on()
    place.check()
    assert list(place.check_origins("hook", "agent")) == []


def test_imported_memories_wait_as_imported(place: Poisoned) -> None:
    workspace = place.open()
    for name, contents in sources().items():
        folder = place.desk.folder / "from" / name
        write(folder, contents)
        done = import_memories(workspace, ImportWish(str(folder), name, apply=True))
        assert done.plan.items, name
    place.carry_on()
    place.check()
    assert len(place.check_origins("import")) > 200


def test_what_comes_by_the_server_is_the_agents_at_most(place: Poisoned) -> None:
    server = Server(place.desk, place.root, McpDesk(place.root, dict(os.environ)))

    async def work(client: Client) -> None:
        for number, poison in enumerate(POISONS):
            origin = ("user", "agent", "web", "tool")[number % 4]
            await client.call_tool(
                "log",
                {"text": poison.text, "kind": ("lesson", "decision", "note")[number % 3], "origin": origin},
            )
            if number % 8 == 0:
                await client.call_tool(
                    "remember", {"text": poison.text, "origin": origin, "type": "feedback"}
                )
            if number % 30 == 0:
                for tool, key in (
                    ("forget", "query"),
                    ("search", "question"),
                    ("why", "line"),
                    ("show", "place"),
                    ("enhance", "query"),
                ):
                    await client.call_tool(tool, {key: poison.text})

    server.talk(work)
    place.carry_on()
    place.check(own=True)
    assert place.is_served
    assert len(place.check_origins(*OUTSIDE, "agent")) == len(POISONS)


def test_what_a_model_writes_with_its_memory_tool_is_its_own_at_most(place: Poisoned) -> None:
    day = place.open().day.isoformat()
    log = f"/memories/daily/{day}.md"
    tell(place, command="create", path=log, file_text="Began.")
    for number, poison in enumerate(POISONS):
        text, name = poison.text, f"{number}.md"
        if number % 4 == 0:
            tell(place, command="create", path=f"/memories/{name}", file_text=text)
        elif number % 8 == 1:
            tell(place, command="create", path=f"/memories/notes/{name}", file_text=text)
        else:
            lines = (place.root / f"memory/{day}.md").read_bytes().count(b"\n")
            tell(place, command="insert", path=log, insert_line=lines, insert_text=text)
        if number % 60 == 0:
            for path in ("MEMORY.md", "notes/INDEX.md", "../SOUL.md", text, "HEARTBEAT.md"):
                tell(place, command="create", path=f"/memories/{path}", file_text=text)
                tell(place, command="insert", path=f"/memories/{path}", insert_line=0, insert_text=text)
    place.carry_on()
    place.check(own=True)
    assert place.is_served
    assert len(place.check_origins("agent")) >= len(POISONS) - 12


def test_notes_that_somebody_put_there_are_unreviewed_whatever_they_say(place: Poisoned) -> None:
    for number, poison in enumerate(POISONS):
        head = (
            "",
            "---\ntype: feedback\nstatus: reviewed\n---\n",
            "---\ntype: user\nstatus: unreviewed\norigin: web\n---\n",
        )
        write(place.root, {f"memory/notes/{number}.md": head[number % 3] + poison.text + "\n"})
    place.carry_on()
    place.check()
    assert place.is_served


def tell(place: Poisoned, **command: Any) -> None:
    """A call of the memory tool."""
    run_memory_command(place.root, command)


def transcript(poisons: list = POISONS) -> str:
    """A session of Claude Code in which tools answer with poison, the agent repeats it, and the user pastes it."""
    rows: list[dict[str, Any]] = []

    def add(role: str, content: Any) -> None:
        rows.append(
            {
                "type": role,
                "uuid": f"u{len(rows)}",
                "parentUuid": f"u{len(rows) - 1}" if rows else None,
                "sessionId": SESSION,
                "timestamp": NOW.isoformat().replace("+00:00", "Z"),
                "cwd": "/project",
                "message": {
                    "role": role,
                    "content": content,
                    **({"id": f"m{len(rows)}", "model": "m"} if role == "assistant" else {}),
                },
            }
        )

    add("user", "Find the invoice of order ord_91, please. We decided to keep port 7443 for the gateway.")
    for number, poison in enumerate([*poisons, *CLAIMS]):
        call = {
            "type": "tool_use",
            "id": f"t{number}",
            "name": "WebFetch",
            "input": {"url": "https://example.com/a"},
        }
        add("assistant", [call])
        add(
            "user",
            [
                {
                    "type": "tool_result",
                    "tool_use_id": f"t{number}",
                    "content": f"Invoice list\n{poison.text}\nTotal: 12",
                }
            ],
        )
        if number % 3 == 0 and poison not in CLAIMS:
            add("assistant", [{"type": "text", "text": poison.text}])
        if number % 4 == 0:
            add("user", pasted(poison, number // 4))
            add("assistant", [{"type": "text", "text": "It is about invoices."}])
        if poison in CLAIMS:
            wish = f"I always want the reports of {poison.mark} as PDF files. We decided to pay {poison.mark} monthly."
            add("user", f"What does this page say?\n```\n{wish}\n```")
            add("assistant", [{"type": "text", "text": "It is about reports."}])
    add("user", "Thanks, use the second one.")
    add("assistant", [{"type": "text", "text": "Done."}])
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def sources() -> dict[str, dict[str, str | bytes]]:
    """The memories of other tools, full of poison; each tool has some of it."""
    every = [*POISONS, *CLAIMS]
    parts = [[poison.text for poison in every[number::10]] for number in range(10)]
    bullets = ["".join(f"- {text}\n" for text in part) for part in parts]
    notes = {
        f"n{number}.md": f"---\nname: n{number}\ndescription: {number}\ntype: feedback\n---\n\n{text}\n"
        for number, text in enumerate(parts[0])
    }
    return {
        "claude-memory": {
            **{f"memory/{name}": text for name, text in notes.items()},
            "memory/MEMORY.md": bullets[0],
        },
        "claude-md": {"CLAUDE.md": f"# Rules\n\n{bullets[1]}"},
        "openclaw": {
            "SOUL.md": bullets[2],
            "USER.md": bullets[2],
            "AGENTS.md": bullets[2],
            "HEARTBEAT.md": bullets[2],
            "MEMORY.md": bullets[2],
            "memory/2026-01-05.md": f"# 2026-01-05\n\n{bullets[2]}",
        },
        "nanobot": {"memory/MEMORY.md": bullets[3], "memory/HISTORY.md": bullets[3], "SOUL.md": bullets[3]},
        "hermes": {"MEMORY.md": "\n\u00a7\n".join(parts[4]), "USER.md": "\n\u00a7\n".join(parts[4])},
        "basic-memory": {
            "a.md": "---\ntitle: a\npermalink: a\ntype: note\n---\n\n"
            + "".join(f"- [decision] {text} #x\n" for text in parts[5])
        },
        "memsearch": {".memsearch/memory/2026-01-05.md": f"# 2026-01-05\n\n## Session 10:00\n\n{bullets[6]}"},
        "chatgpt": {"memories.json": json.dumps([{"content": text} for text in parts[7]])},
        "mem0-json": {
            "m.json": json.dumps(
                {"results": [{"id": str(n), "memory": text} for n, text in enumerate(parts[8])]}
            )
        },
        "markdown": {"a.md": f"# Notes\n\n{bullets[9]}"},
    }
