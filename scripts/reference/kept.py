"""The page that shows what distillation keeps of the sample workspace, what it leaves, and why."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from daykeep.distill.reasons.inputs import input_in_words

SAMPLE = Path(__file__).resolve().parents[1] / "sample"
DAY = "2026-11-29"
SHOWN = (
    "memory/2026-11-18.md",
    "memory/2026-11-19.md",
    "memory/2026-11-24.md",
    "memory/2026-11-25.md",
    "memory/2026-11-25-invoice-parser.md",
)
"""Logs that are shown whole; between them they have every kind, two languages, and text that came from the web."""
MARKS = {"added": "+", "proposed": "?", "duplicate": "=", "held": "!"}

_HEAD = """\
# What is kept of the sample, what is left, and why

This page is written by `scripts/docs` from a run of the program over the sample workspace in `scripts/sample`:
`daykeep distill --all --dry-run --explain`. Logs are shown as they are; the sign before a line says what becomes of it.

| sign | what becomes of the line |
|---|---|
| `+` | it goes to MEMORY.md: its score is at or above the gate |
| `?` | it is proposed and waits for `daykeep review` |
| `=` | it is known already |
| ` ` | it is left in the log |

A section's score is the probability that a person would keep something of it ([the scorer](../explanation/scorer.md)).
"""


def render_page() -> str:
    """The whole page."""
    answer = _distill()
    parts = [_HEAD]
    for name in SHOWN:
        parts += [
            f"## {name}\n",
            _render_log(name, answer),
            _render_sections(name, answer),
            _render_items(name, answer),
        ]
    return "\n".join(part for part in parts if part).rstrip() + "\n"


def _distill() -> dict[str, Any]:
    """The program's answer on a copy of the sample, with default settings whatever this machine has."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "sample"
        shutil.copytree(SAMPLE, root)
        words = [
            "distill",
            "--all",
            "--dry-run",
            "--explain",
            "--json",
            "--at",
            DAY,
            "--workspace",
            str(root),
        ]
        environ = {"HOME": folder, "XDG_CONFIG_HOME": folder, "TZ": "UTC", "PATH": os.environ.get("PATH", "")}
        command = [sys.executable, "-P", "-m", "daykeep", *words]
        done = subprocess.run(command, env=environ, capture_output=True, encoding="utf-8", check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _render_log(name: str, answer: dict[str, Any]) -> str:
    signs: dict[int, str] = {}
    kept = [number for section in _of(name, answer["sections"]) for number in section["kept"]]
    for item in _of(name, answer["items"]):
        first, last = item["lines"]
        signs |= {number: MARKS.get(item["status"], " ") for number in kept if first <= number <= last}
    lines = (SAMPLE / name).read_text(encoding="utf-8").splitlines()
    width = len(str(len(lines)))
    body = [
        f"{number:>{width}} {signs.get(number, ' ')} {line}".rstrip() for number, line in enumerate(lines, 1)
    ]
    return "\n".join(["````text", *body, "````", ""])


def _render_sections(name: str, answer: dict[str, Any]) -> str:
    rows = ["| lines | section | score | kept as | what moved the score most |", "|---|---|---|---|---|"]
    for section in _of(name, answer["sections"]):
        telling = [one for one in section["reasons"] if not one["input"].endswith(":word")]
        reasons = "; ".join(f"{input_in_words(one['input'])} {one['weight']:+.1f}" for one in telling[:3])
        first, last = section["lines"]
        kind = (section["kind"] or "left").replace("_", " ")
        title = section["title"].replace("|", "\\|")
        rows.append(f"| {first}–{last} | {title} | {section['score']:.2f} | {kind} | {reasons} |")
    return "\n".join([*rows, ""])


def _render_items(name: str, answer: dict[str, Any]) -> str:
    waits = [item for item in _of(name, answer["items"]) if item["status"] != "added"]
    if not waits:
        return ""
    said = [f"- Line {item['lines'][0]} {_verb(item['status'])}: {item['reason']}." for item in waits]
    return "\n".join([*said, ""])


def _verb(status: str) -> str:
    return {"proposed": "waits for a review", "duplicate": "is not taken again"}.get(status, status)


def _of(name: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row["name"] == name]
