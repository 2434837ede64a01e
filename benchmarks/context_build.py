"""How long ``daykeep context build`` takes with a long conversation, from process start to exit.

Made input: a workspace with daily logs in a git repository of its own, static files of a usual size, and a transcript in
Claude Code's form with ``--tokens`` tokens of questions, calls and results. Every case runs once per round, in turn.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from benchmarks.harness import Figure, Table, median, percentile, run
from benchmarks.startup import daykeep, environment, make_workspace
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

TITLE = "Building a context: whole processes, from start to exit"
ROUNDS = 15
TOKENS = 200_000
DAYS = 60
BAR_SECONDS = 1.5
QUERY = "what did we say about the backup and the alert rules"
SESSION = str(UUID(int=1))
TEXT = (
    "the pump valve keeps pressure when boiler water falls below one bar and alarm rules say so before night shift ends "
    "check file line function returns value error trace module test passes again after change of config default port"
)
WORDS = TEXT.split()


def make_transcript(path: Path, tokens: int) -> int:
    """Write a transcript of at least so many tokens of text; the number of its lines."""
    chance = random.Random(3)
    written, parent = 0, None
    with path.open("w", encoding="utf-8") as stream:
        for number, (role, content) in enumerate(_turns(chance, tokens), 1):
            entry = _entry(number, parent, role, content)
            stream.write(json.dumps(entry) + "\n")
            parent, written = entry["uuid"], number
    return written


def _turns(chance: random.Random, tokens: int) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    said = call = 0
    while said < tokens:
        question, answer = _words(chance, 40), _words(chance, 60)
        yield "user", [{"type": "text", "text": question}]
        for _ in range(4):
            call += 1
            result = _words(chance, 450)
            use = {
                "type": "tool_use",
                "id": f"toolu_{call:06}",
                "name": "Read",
                "input": {"path": f"src/{call}.py"},
            }
            yield "assistant", [use]
            yield "user", [{"type": "tool_result", "tool_use_id": use["id"], "content": result}]
            said += count_tokens(result)
        yield "assistant", [{"type": "text", "text": answer}]
        said += count_tokens(question) + count_tokens(answer)
    yield "user", [{"type": "text", "text": QUERY}]


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count))


def _entry(number: int, parent: str | None, role: str, content: list[dict[str, Any]]) -> dict[str, Any]:
    seconds = number % 60
    message: dict[str, Any] = {"role": role, "content": content}
    if role == "assistant":
        message = {"id": f"msg_{number:06}", "model": "claude-sonnet-4-5", **message}
    return {
        "type": role,
        "uuid": str(UUID(int=number + 1)),
        "parentUuid": parent,
        "sessionId": SESSION,
        "timestamp": f"2026-04-06T{8 + number // 3600:02}:{number // 60 % 60:02}:{seconds:02}.000Z",
        "cwd": "/work",
        "version": "2.1.0",
        "isSidechain": False,
        "message": message,
    }


def cases(static: Path, transcript: Path) -> list[tuple[str, tuple[str, ...], float | None]]:
    """The command lines: what the table calls them, how they run, and the bar in seconds."""
    build = (daykeep(), "context", "build", "--static", str(static))
    said = (*build, "--messages", str(transcript), "--query", QUERY)
    return [
        ("without a conversation", build, None),
        ("as Anthropic messages", (*said, "--to", "anthropic"), BAR_SECONDS),
        ("as OpenAI messages", (*said, "--to", "openai"), BAR_SECONDS),
        ("as text", said, BAR_SECONDS),
        ("explained", (*said, "--explain"), BAR_SECONDS),
    ]


def measure(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Time every case in turn; one figure for each that has a bar."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        workspace = make_workspace(Path(folder) / "workspace", DAYS, home)
        static = Path(folder) / "base.md"
        static.write_text("\n".join(_words(random.Random(1), 12) for _ in range(200)), encoding="utf-8")
        transcript = Path(folder) / "said.jsonl"
        lines = make_transcript(transcript, options.tokens)
        found = cases(static, transcript)
        seconds: dict[str, list[float]] = {name: [] for name, _, _ in found}
        for number in range(options.rounds + 1):
            for name, command, _ in found:
                taken = _time(command, workspace, home)
                if number:
                    seconds[name].append(taken)
        table = Table(
            f"{options.tokens:,} tokens in {lines:,} lines ({transcript.stat().st_size / 1e6:.1f} MB)",
            ("output", "median ms", "p90 ms"),
            [(name, median(times) * 1000, percentile(times, 0.9) * 1000) for name, times in seconds.items()],
            [
                "one process after the other, every case once in each round, after one round that does not count"
            ],
        )
    figures = [
        Figure(f"build {name}", median(seconds[name]), "s", bar, at_least=False)
        for name, _, bar in found
        if bar is not None
    ]
    return [table], figures


def _time(command: tuple[str, ...], folder: Path, home: Path) -> float:
    began = time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=environment(home), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    seconds = time.perf_counter() - began
    if done.returncode != 0:
        raise RuntimeError(
            f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode(errors='replace')}"
        )
    return seconds


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"how often each case runs (default {ROUNDS})"
    )
    parser.add_argument("--tokens", type=int, default=TOKENS, help=f"of conversation (default {TOKENS:,})")


if __name__ == "__main__":
    sys.exit(run("context_build", TITLE, measure, options=add_options))
