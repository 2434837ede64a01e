"""What the programs search: conversations as Markdown files with questions, and any number of made notes."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LAST_CATEGORY = 4
"""Questions of higher categories have no answer in the conversation."""

WORDS = [
    "backup",
    "disk",
    "server",
    "letter",
    "calendar",
    "invoice",
    "school",
    "photo",
    "mirror",
    "token",
    "branch",
    "release",
    "harbour",
    "garden",
    "recipe",
    "battery",
    "window",
    "printer",
    "contract",
    "ticket",
    "budget",
    "weather",
    "train",
    "hotel",
    "doctor",
    "music",
    "market",
    "bridge",
    "river",
    "forest",
    "island",
    "winter",
    "summer",
    "morning",
    "evening",
    "record",
    "summary",
    "draft",
    "review",
    "budget",
    "meeting",
    "deploy",
    "rollback",
    "snapshot",
    "certificate",
    "password",
    "network",
    "router",
    "firewall",
    "container",
    "volume",
    "image",
    "build",
    "test",
    "failure",
    "warning",
    "alert",
    "quota",
    "limit",
    "schedule",
    "timer",
    "beat",
]
NOTE_WORDS = 210
"""So many words make a note of about 1.4 KB."""


class Ask(NamedTuple):
    """One question and the names of the files that hold its evidence."""

    question: str
    files: frozenset[str]


def write_sessions(conversations: Path, folder: Path) -> list[Ask]:
    """Write every session of every conversation as one Markdown file; the questions whose evidence is in them."""
    folder.mkdir(parents=True, exist_ok=True)
    asks = []
    for number, sample in enumerate(json.loads(conversations.read_text(encoding="utf-8"))):
        talk = sample["conversation"]
        for session in _sessions(talk):
            lines = [
                f"# Conversation {number}, session {session}",
                "",
                talk[f"session_{session}_date_time"],
                "",
            ]
            for turn in talk[f"session_{session}"]:
                lines += [f"**{turn['speaker']}:** {turn['text']}", ""]
            (folder / _name(number, session)).write_text("\n".join(lines), encoding="utf-8")
        for row in sample["qa"]:
            files = frozenset(_evidence(number, row.get("evidence", ())))
            if row["category"] <= LAST_CATEGORY and files and all((folder / name).exists() for name in files):
                asks.append(Ask(row["question"], files))
    return asks


def sample_of(asks: list[Ask], size: int) -> list[Ask]:
    """The same ``size`` questions in every run, whatever their order."""
    return sorted(asks, key=lambda ask: hashlib.sha256(ask.question.encode()).digest())[:size]


def write_notes(folder: Path, count: int) -> None:
    """Write made notes of about 1.4 KB, the same ones for the same count; each holds one word of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"note-{number:06}.md").write_text(note(number), encoding="utf-8")


def note(number: int) -> str:
    """The text of one made note."""
    seed = hashlib.sha256(str(number).encode()).digest()
    state = int.from_bytes(seed[:8], "big")
    words = []
    for _ in range(NOTE_WORDS):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        words.append(WORDS[(state >> 33) % len(WORDS)])
    body = [" ".join(words[start : start + 30]) + "." for start in range(0, NOTE_WORDS, 30)]
    return "\n\n".join([f"# Note {number}", f"Number own{number:06}x of the pile.", *body]) + "\n"


def _sessions(talk: dict[str, object]) -> Iterator[int]:
    number = 1
    while f"session_{number}" in talk:
        yield number
        number += 1


def _evidence(number: int, evidence: list[str]) -> Iterator[str]:
    for place in evidence:
        for part in place.replace(";", " ").split():
            session = part.lstrip("D").partition(":")[0]
            if session.isdigit():
                yield _name(number, int(session))


def _name(number: int, session: int) -> str:
    return f"{number}-{session:02}.md"
