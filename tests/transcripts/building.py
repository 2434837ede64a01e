"""Makes conversations as agents write them: entries with ids, times and parents, and files of them."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from daykeep.transcripts.read import AS_IT_IS, Reading, read_transcript
from daykeep.transcripts.turn import Transcript

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def write(path: Path, *entries: Any, end: str = "\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False) for entry in entries]
    path.write_bytes(("\n".join(lines) + end).encode("utf-8", "surrogatepass"))
    return path


def add(path: Path, *entries: Any) -> Path:
    with path.open("ab") as stream:
        stream.write("".join(json.dumps(entry) + "\n" for entry in entries).encode())
    return path


def read(path: Path, reading: Reading = AS_IT_IS) -> Transcript:
    found = read_transcript(path, reading)
    assert found is not None
    return found


def said(path: Path, reading: Reading = AS_IT_IS) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in read(path, reading).turns]


def words(path: Path, reading: Reading = AS_IT_IS) -> list[str]:
    return [turn.text for turn in read(path, reading).turns]


def stamp(number: int) -> str:
    return (START + timedelta(minutes=number)).isoformat().replace("+00:00", "Z")


class Claude:
    """Claude Code's entries, each hung on the one before it unless a parent is given."""

    def __init__(self, cwd: str = "/ws", session: str = "s-1") -> None:
        self.count = 0
        self.cwd, self.session = cwd, session
        self.last: str | None = None

    def entry(self, kind: str, **more: Any) -> dict[str, Any]:
        self.count += 1
        value = {
            "parentUuid": self.last,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "version": "2.1.0",
            "type": kind,
            "uuid": f"u{self.count}",
            "timestamp": stamp(self.count),
            **more,
        }
        self.last = value["uuid"]
        return value

    def user(self, content: Any, **more: Any) -> dict[str, Any]:
        return self.entry("user", message={"role": "user", "content": content}, **more)

    def agent(self, text: str, *, message: str = "", **more: Any) -> dict[str, Any]:
        return self.block({"type": "text", "text": text}, message=message, **more)

    def block(self, block: dict[str, Any], *, message: str = "", **more: Any) -> dict[str, Any]:
        inner = {
            "id": message or f"msg_{self.count + 1}",
            "role": "assistant",
            "model": "claude-opus-5",
            "content": [block],
        }
        return self.entry("assistant", message={**inner, **more.pop("inner", {})}, **more)

    def use(self, ident: str, *, message: str = "") -> dict[str, Any]:
        return self.block({"type": "tool_use", "id": ident, "name": "Bash", "input": {}}, message=message)

    def result(self, ident: str, text: str, **more: Any) -> dict[str, Any]:
        return self.user([{"type": "tool_result", "tool_use_id": ident, "content": text}], **more)

    def boundary(self, **more: Any) -> dict[str, Any]:
        facts = {"trigger": "auto", "preTokens": 150_000}
        last, self.last = self.last, None
        return self.entry(
            "system",
            subtype="compact_boundary",
            content="Conversation compacted",
            logicalParentUuid=last,
            compactMetadata={**facts, **more},
        )


class Pi:
    """Entries of pi's tree, from version 2 on."""

    def __init__(self) -> None:
        self.count = 0
        self.last: str | None = None

    def head(self, cwd: str = "/ws") -> dict[str, Any]:
        return {"type": "session", "version": 3, "id": "p-1", "timestamp": stamp(0), "cwd": cwd}

    def entry(self, kind: str, **more: Any) -> dict[str, Any]:
        self.count += 1
        value = {
            "type": kind,
            "id": f"e{self.count}",
            "parentId": self.last,
            "timestamp": stamp(self.count),
            **more,
        }
        self.last = str(value["id"])
        return value

    def user(self, text: Any, **more: Any) -> dict[str, Any]:
        content = [{"type": "text", "text": text}] if isinstance(text, str) else text
        return self.entry("message", message={"role": "user", "content": content}, **more)

    def agent(self, text: str, *, model: str = "claude-opus-5", **more: Any) -> dict[str, Any]:
        message = {"role": "assistant", "content": [{"type": "text", "text": text}], "model": model}
        return self.entry("message", message=message, **more)

    def output(self, text: str) -> dict[str, Any]:
        message = {
            "role": "toolResult",
            "toolCallId": "t",
            "toolName": "bash",
            "content": [{"type": "text", "text": text}],
        }
        return self.entry("message", message=message)


class Codex:
    """Lines of a rollout."""

    def __init__(self) -> None:
        self.count = 0

    def line(self, kind: str, **payload: Any) -> dict[str, Any]:
        self.count += 1
        return {"timestamp": stamp(self.count), "type": kind, "payload": payload}

    def meta(self, cwd: str = "/ws", **more: Any) -> dict[str, Any]:
        return self.line("session_meta", id="c-1", cwd=cwd, cli_version="0.90.0", **more)

    def user(self, *texts: str) -> dict[str, Any]:
        content = [{"type": "input_text", "text": text} for text in texts]
        return self.line("response_item", type="message", role="user", content=content)

    def agent(self, text: str) -> dict[str, Any]:
        content = [{"type": "output_text", "text": text}]
        return self.line("response_item", type="message", role="assistant", content=content)
