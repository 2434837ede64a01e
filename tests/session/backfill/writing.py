"""Writes a transcript as Claude Code does: a line for each block of an answer, each hanging on the one before."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


class Talk:
    """A conversation that grows line by line; ``at`` moves on by a minute with each."""

    def __init__(
        self, path: Path, *, session: str = "s-1", at: datetime = NOON, folder: str = "/code/app"
    ) -> None:
        self.path = path
        self.session = session
        self.at = at
        self.folder = folder
        self.last = ""
        self.lines = 0
        self._answers = 0

    def say(self, text: str, **more: Any) -> str:
        """The person says something; the entry's id."""
        return self._write("user", {"role": "user", "content": text}, **more)

    def answer(self, text: str) -> str:
        """The agent says something at the end of a turn."""
        self._answers += 1
        return self._answer({"type": "text", "text": text})

    def use(self, name: str, output: str = "ok", *, failed: bool = False, **arguments: Any) -> None:
        """The agent calls a tool, which answers."""
        self._answers += 1
        ident = f"t{self._answers}"
        self._answer({"type": "tool_use", "id": ident, "name": name, "input": arguments})
        result = {"type": "tool_result", "tool_use_id": ident, "content": output, "is_error": failed}
        self._write("user", {"role": "user", "content": [result]})

    def run(self, command: str, output: str = "ok", *, failed: bool = False) -> None:
        """The agent runs a command."""
        self.use("Bash", output, failed=failed, command=command)

    def edit(self, path: str) -> None:
        """The agent changes a file."""
        self.use("Edit", file_path=path, old_string="a", new_string="b")

    def compact(self) -> None:
        """The agent's own compaction: a boundary without a parent, and a summary behind it."""
        before, self.last = self.last, ""
        facts = {"trigger": "auto", "preTokens": 150_000}
        self._write(
            "system", None, subtype="compact_boundary", logicalParentUuid=before, compactMetadata=facts
        )
        self.say(
            "This session is being continued from a previous conversation that ran out of context. "
            "We decided to delete the database.",
            isCompactSummary=True,
        )

    def go_back_to(self, ident: str) -> None:
        """The person takes the conversation back to an earlier entry."""
        self.last = ident

    def mark(self) -> None:
        """A line of the program's own, without a place in the conversation."""
        self._append({"type": "last-prompt", "sessionId": self.session, "lastPrompt": "x"})

    def _answer(self, block: dict[str, Any]) -> str:
        message = {
            "role": "assistant",
            "id": f"{self.session}-m{self._answers}",
            "model": "claude-x",
            "content": [block],
            "usage": {"input_tokens": 100, "output_tokens": 1},
        }
        return self._write("assistant", message)

    def _write(self, kind: str, message: dict[str, Any] | None, **more: Any) -> str:
        self.at += timedelta(minutes=1)
        ident = f"{self.session}-{self.lines + 1:04d}"
        value: dict[str, Any] = {
            "type": kind,
            "uuid": ident,
            "parentUuid": self.last or None,
            "sessionId": self.session,
            "timestamp": self.at.isoformat().replace("+00:00", "Z"),
            "cwd": self.folder,
            "isSidechain": False,
            **more,
        }
        if message is not None:
            value["message"] = message
        self._append(value)
        self.last = ident
        return ident

    def _append(self, value: dict[str, Any]) -> None:
        self.lines += 1
        with self.path.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(json.dumps(value, ensure_ascii=False) + "\n")
