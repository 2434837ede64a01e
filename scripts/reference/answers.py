"""The page of JSON answers: every command is run with ``--json`` on a copy of the sample, and its answer's shape is kept.

Only names and types are kept, so that the page is the same on every machine and day.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).resolve().parents[1] / "sample"
HEAD = """# JSON answers

<!-- Written by scripts/docs: every command below was run on the sample workspace; changes made here are overwritten. -->

With `--json` a command prints one JSON object on stdout: `"ok": true` and the keys below, or the error object of
[errors](errors.md) with the exit code it has there. What is said to a person on stderr otherwise stands in `"notes"`, a list of
texts that is left out when it is empty. Keys are added in later versions, never renamed; a reader should ignore keys it does not know.
The type after a colon is `text`, `number`, `true or false`, `null`; `[ ... ]` is a list of any length.
"""
AT = ("--at", "2026-11-29 23:10")
RUNS: tuple[tuple[str, ...], ...] = ()


def shape(value: Any) -> Any:
    """The shape of a JSON value: objects keep their keys, lists keep one merged element, the rest becomes its type."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        merged: Any = None
        for item in value:
            merged = merge(merged, shape(item))
        return [] if merged is None else [merged]
    if isinstance(value, bool):
        return "true or false"
    if value is None:
        return "null"
    return "text" if isinstance(value, str) else "number"


def merge(one: Any, other: Any) -> Any:
    """One shape that both fit: keys of both, types joined by ``or``."""
    if one is None or one == other:
        return other
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            key: merge(one.get(key), other[key]) if key in other else one[key]
            for key in [*one, *(set(other) - set(one))]
        }
    if isinstance(one, list) and isinstance(other, list):
        return [merge(one[0] if one else None, other[0])] if other else one
    if isinstance(one, str) and isinstance(other, str):
        return " or ".join(sorted({*one.split(" or "), *other.split(" or ")}))
    return other if one == "null" else one


def render_page() -> str:
    """The text of ``docs/reference/json.md``."""
    parts = [HEAD]
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace"
        shutil.copytree(SAMPLE, workspace)
        for arguments in RUNS:
            answer = run(arguments, workspace)
            text = json.dumps(shape(answer), ensure_ascii=False, indent=2)
            parts.append(f"## daykeep {' '.join(arguments)}\n\n```json\n{text}\n```\n")
    return "\n".join(parts)


def run(arguments: tuple[str, ...], workspace: Path) -> Any:
    """Run one command line in ``workspace`` and return its JSON answer, also when it is an error."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("DAYKEEP_", "GIT_"))
    }
    environment |= {"HOME": str(workspace.parent), "TZ": "Asia/Shanghai"}
    command = [sys.executable, "-m", "daykeep", *arguments, "--json"]
    result = subprocess.run(
        command, cwd=workspace, env=environment, capture_output=True, text=True, check=False
    )
    return json.loads(result.stdout)
