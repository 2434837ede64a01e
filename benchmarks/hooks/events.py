"""A workspace that has been lived in for two months, and the events that an agent's hooks tell of there."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

LOGS, NOTES, EXCHANGES = 60, 40, 120
SESSION = "5f1c2a9e-7b34-4d1c-9a60-3e8f21d4b7c5"
QUIET_BAR, SEARCH_BAR = 2.5, 5.0
"""What a hook may take where there is nothing to do, and for a prompt that is looked up, in runs of `BASE`."""
BASE = 'python -c "import json,re,hashlib"'
SUBJECTS = (
    *(
        "the billing service",
        "nginx",
        "the Postgres replica",
        "the staging cluster",
        "Grafana",
        "the deploy script",
    ),
    *(
        "the invoice export",
        "the login page",
        "Redis",
        "the nightly backup",
        "the search index",
        "the mobile app",
    ),
    *(
        "the CI runner",
        "Terraform",
        "the webhook queue",
        "the payment gateway",
        "the cron host",
        "the mail relay",
    ),
)
FACTS = (
    *("was restarted after the timeout", "runs on port {n}", "needs {n} GB of memory", "moved to region {m}"),
    *("failed with exit code {m}", "is owned by the platform team", "takes {n} seconds to start"),
    *("was upgraded to version {m}.{n}", "keeps its keys in the vault", "must not be touched on Fridays"),
    *("writes its logs to /var/log/app{m}", "retries {m} times before it gives up"),
)


class Told(NamedTuple):
    """An event: what the table calls it, what an agent writes, and the bar for its ratio to `BASE`."""

    name: str
    event: str
    fields: dict[str, object]
    bar: float | None = None

    def data(self, transcript: Path, cwd: Path) -> bytes:
        """The event as it is told."""
        common = {"session_id": SESSION, "transcript_path": str(transcript), "cwd": str(cwd)}
        return json.dumps({"hook_event_name": self.event, **common, **self.fields}).encode()


EVENTS = (
    Told("hook: an event that is not answered", "Notification", {"message": "waiting"}, QUIET_BAR),
    Told("hook: PostToolUse, off", "PostToolUse", {"tool_input": {"command": "ls"}}, QUIET_BAR),
    Told("hook: Stop, made to go on", "Stop", {"stop_hook_active": True}, QUIET_BAR),
    Told("hook: UserPromptSubmit, thanks", "UserPromptSubmit", {"prompt": "thanks, go on"}, QUIET_BAR),
    Told("hook: InstructionsLoaded", "InstructionsLoaded", {"file_path": "{root}/AGENTS.md"}, QUIET_BAR),
    Told(
        "hook: UserPromptSubmit, looked up",
        "UserPromptSubmit",
        {"prompt": "Which port does nginx run on, and who owns the payment gateway?", "session_id": ""},
        SEARCH_BAR,
    ),
    Told(
        "hook: UserPromptSubmit, nothing known",
        "UserPromptSubmit",
        {"prompt": "Rename the button component and use strict mode in the settings page"},
        SEARCH_BAR,
    ),
    Told("hook: SessionStart, startup", "SessionStart", {"source": "startup"}),
    Told("hook: SessionStart, compact", "SessionStart", {"source": "compact"}),
    Told("hook: PreCompact", "PreCompact", {"trigger": "auto"}),
    Told("hook: Stop", "Stop", {"stop_hook_active": False, "last_assistant_message": "It is done."}),
    Told("hook: SessionEnd", "SessionEnd", {"reason": "other"}),
)


def fill(root: Path, today: date) -> None:
    """Give a workspace the logs and notes of two months that end today; the same ones every time."""
    chance = random.Random(7)

    def fact() -> str:
        said = chance.choice(FACTS).format(n=chance.randint(10, 99), m=chance.randint(1, 9))
        return f"{chance.choice(SUBJECTS)} {said}"

    for back in range(LOGS):
        day = today - timedelta(days=back)
        lines = [f"# {day}", ""]
        for hour in range(9, 9 + chance.randint(5, 9)):
            entries = [f"- {fact().capitalize()}" for _ in range(chance.randint(2, 5))]
            lines += [f"## {hour:02d}:{chance.randint(10, 59)} {chance.choice(SUBJECTS)}", "", *entries, ""]
        (root / "memory" / f"{day}.md").write_text("\n".join(lines), encoding="utf-8")
    notes = root / "memory" / "notes"
    notes.mkdir(exist_ok=True)
    for number in range(NOTES):
        head = f"---\nname: note-{number}\ntype: project\ndescription: {fact()}\nstatus: reviewed\n---\n"
        (notes / f"note-{number}.md").write_text(f"{head}{fact()}.\n\n**Why:** {fact()}.\n", encoding="utf-8")


def write_transcript(path: Path, today: date) -> None:
    """A conversation as Claude Code keeps it: questions, answers, and what tools gave."""
    chance = random.Random(8)
    lines: list[dict[str, object]] = []

    def add(kind: str, message: dict[str, object]) -> None:
        number = len(lines)
        parent = f"u{number - 1}" if number else None
        at = f"{today}T09:{number // 60 % 60:02d}:{number % 60:02d}.000Z"
        lines.append(
            {"type": kind, "uuid": f"u{number}", "parentUuid": parent, "sessionId": SESSION, "timestamp": at}
            | {"message": message}
        )

    for number in range(EXCHANGES):
        subject = chance.choice(SUBJECTS)
        add(
            "user",
            {"role": "user", "content": f"Please look at {subject} and tell me what is wrong with it."},
        )
        use = {
            "type": "tool_use",
            "id": f"t{number}",
            "name": "Bash",
            "input": {"command": f"status {number}"},
        }
        answer = {"role": "assistant", "id": f"m{number}", "model": "a-model", "usage": {"output_tokens": 9}}
        add("assistant", {**answer, "content": [use]})
        given = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "a line of the log\n" * 200}
        add("user", {"role": "user", "content": [given]})
        add(
            "assistant",
            {**answer, "id": f"n{number}", "content": [{"type": "text", "text": f"{subject} is fine."}]},
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
