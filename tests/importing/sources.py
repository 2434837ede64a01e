"""Folders of other tools' memories, written from the public descriptions of their formats."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

from daykeep.importing.detect import read_source
from daykeep.importing.found import Day, Said
from daykeep.importing.source import Source

if TYPE_CHECKING:
    from pathlib import Path

CLAUDE_NOTE = """---
name: repro-first
description: Ask for steps, see #456
metadata:
  node_type: memory
  type: feedback
  status: active
  originSessionId: 5f0c2c1e-6d1b-4a5e-9a43-0c6f2b1d7e11
  modified: 2026-08-15T18:58:28.638Z
---

Ask for a reproduction before you fix anything.

**Why:** two fixes went to the wrong place.
**How to apply:** whenever a report has no steps.
"""
FLAT_NOTE = "---\nname: role\ndescription: who\ntype: user\n---\n\nI lead the warehouse team in Lisbon.\n"
CLAUDE_INDEX = """# Memory Index

## Project
- [repro-first.md](repro-first.md): Ask for steps
- [gone.md](gone.md): a note that was deleted
- The staging database is wiped every Sunday night.
"""


def put(root: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder; the folder."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def read(path: Path, name: str = ""):
    """What a reader finds there."""
    return read_source(Source(path), name)


def texts(reading) -> list[str]:
    """The statements, in their order."""
    return [one.text for one in reading.found if isinstance(one, Said)]


def days(reading) -> dict[str, list[str]]:
    """The days with their lines."""
    return {one.day.isoformat(): list(one.lines) for one in reading.found if isinstance(one, Day)}


def reasons(reading) -> list[str]:
    """What was passed over, each as it is told."""
    return [str(one) for one in reading.passed]


def chat(*messages: dict, title: str = "A talk") -> dict:
    """A conversation of ChatGPT's export with these messages in a row."""
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": ["n0"]}}
    for number, message in enumerate(messages):
        mapping[f"n{number}"] = {
            "id": f"n{number}", "message": message, "parent": f"n{number - 1}" if number else "root",
            "children": [f"n{number + 1}"] if number + 1 < len(messages) else [],
        }  # fmt: skip
    return {"title": title, "create_time": 1772600000.0, "mapping": mapping}


def said(text: str, *, role: str = "assistant", recipient: str = "all", kind: str = "text", **more) -> dict:
    """A message of such a conversation."""
    content = {"content_type": kind, **more} if more else {"content_type": kind, "parts": [text]}
    return {"author": {"role": role}, "recipient": recipient, "create_time": 1772600000.0, "content": content}


def zip_of(path: Path, files: dict[str, object]) -> Path:
    """A zip archive with these files; values that are no text as JSON."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in files.items():
            archive.writestr(name, value if isinstance(value, str) else json.dumps(value))
    return path
