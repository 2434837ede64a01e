"""The user's own commands around a compaction: one is asked before it, one is told afterwards.

Both are named in the user's own settings alone, never in those of a workspace, and run in the folder of these settings: nothing that lies
in a workspace is found there by a relative name.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import RefusedError
from daykeep.heartbeat.commands import ask_command, tail_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.app import Workspace
    from daykeep.heartbeat.commands import Answer

BEFORE, AFTER, SECONDS = "context.compact.before", "context.compact.after", "context.compact.command_seconds"
BLOCKS = 2
"""The exit code with which a command stops a compaction."""
INSTRUCTION_CHARS = 10_000
"""Instructions that are longer than this are cut."""


class Asked(NamedTuple):
    """The instructions after the command was asked, whether it changed them, and what went wrong ("" for nothing)."""

    instructions: str
    changed: bool = False
    problem: str = ""


def ask_before(workspace: Workspace, told: Mapping[str, Any]) -> Asked:
    """Ask the command that stands before a compaction; ``told`` has the ``instructions`` as they are, and is given to it as JSON.

    RefusedError with its reason where it ends with 2. Whatever else goes wrong is named, and the instructions stay.
    """
    given = str(told["instructions"])
    answer = _run(workspace, BEFORE, {"event": "before", **told})
    if answer is None:
        return Asked(given)
    if answer.code == BLOCKS:
        why = tail_of(answer.err.encode()) or "it gave no reason"
        raise RefusedError(f"{BEFORE} stopped it: {why}", hint="the command is named in your own config.toml")
    if answer.code != 0:
        return Asked(given, problem=_problem(BEFORE, answer))
    said, problem = read_instructions(answer.out)
    if said is None or said == given:
        return Asked(given, problem=problem)
    return Asked(said, changed=True, problem=problem)


def tell_after(workspace: Workspace, told: Mapping[str, Any]) -> str:
    """Tell the command that stands behind a compaction; what went wrong, "" for nothing. It can't change anything."""
    answer = _run(workspace, AFTER, {"event": "after", **told})
    return "" if answer is None or answer.code == 0 else _problem(AFTER, answer)


def read_instructions(out: str) -> tuple[str | None, str]:
    """The instructions in what a command said, None for no change, and what is wrong with it: a text, or JSON with ``instructions``.

    >>> read_instructions('{"instructions": "Keep every path."}'), read_instructions("Keep every path.")
    (('Keep every path.', ''), ('Keep every path.', ''))
    """
    text = out.strip()
    if not text:
        return None, ""
    if text.startswith("{"):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return None, f"{BEFORE} answered something that is no JSON"
        text = value.get("instructions")
        if text is None:
            return None, ""
        if not isinstance(text, str):
            return None, f'{BEFORE}: "instructions" is no text'
    if len(text) > INSTRUCTION_CHARS:
        return text[
            :INSTRUCTION_CHARS
        ], f"{BEFORE}: only {INSTRUCTION_CHARS:,} characters of the instructions count"
    return text, ""


def _run(workspace: Workspace, setting: str, told: Mapping[str, Any]) -> Answer | None:
    command, folder = str(workspace.settings[setting]).strip(), workspace.own_folder
    if not command or folder is None:
        return None
    environ = {**workspace.environ, "DAYKEEP_WORKSPACE": str(workspace.root)}
    given = json.dumps(told, ensure_ascii=False).encode() + b"\n"
    seconds = float(workspace.settings[SECONDS])
    return ask_command(command, str(folder), environ, given, timeout_seconds=seconds)


def _problem(setting: str, answer: Answer) -> str:
    said = tail_of(answer.err.encode())
    return f"{setting} {answer.how}{f': {said}' if said else ''}"
