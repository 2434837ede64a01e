"""What every command shares: its options, its workspace, its output and its errors.

stdout is data only; everything said to the person goes to stderr, or into ``notes`` with ``--json``.
"""

from __future__ import annotations

import functools
import math
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.errors import PartialError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from daykeep.app import Workspace

AGENT_MARKS = (
    "CLAUDECODE",
    "CLAUDE_CODE",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_PLUGIN_ROOT",
    "CODEX_",
    "OPENCLAW_",
    "CURSOR_AGENT",
    "CURSOR_TRACE_ID",
    "GEMINI_CLI",
    "OPENCODE",
    "HERMES_",
    "NANOBOT_",
    "AIDER_",
    "AI_AGENT",
    "AMP_CURRENT_THREAD_ID",
    "ANTIGRAVITY_AGENT",
    "AUGMENT_AGENT",
    "CLINE_ACTIVE",
    "COPILOT_CLI",
    "GOOSE_TERMINAL",
    "PI_CODING_AGENT",
    "QWEN_CODE",
    "DAYKEEP_HOOK",
    "DAYKEEP_MCP",
)
"""Environment variables (or their prefixes) that agents, and daykeep's own hooks and server, set for what they run."""

PARTIAL = PartialError.exit_code
"""The exit code of a command that did its work but for what its notes name."""
NAME_CHARS = 80
"""A longer name of a person is cut where it goes on record."""


class Call:
    """One run of one command: where, how to answer, and who asks."""

    def __init__(self, *, path: str | None, json: bool, environ: Mapping[str, str] | None = None) -> None:
        self.path = path
        self.json = json
        self.environ = os.environ if environ is None else environ
        self.notes: list[str] = []

    def workspace(self, *, at: str | None = None, strict: bool = True) -> Workspace:
        """Open the workspace of this call; ``at`` replaces the clock; bad settings are notes if not ``strict``."""
        from daykeep.app import open_workspace

        start = Path(self.path) if self.path else None
        workspace = open_workspace(start, environ=self.environ, at=at, strict=strict)
        for problem in workspace.problems:
            self.note(problem)
        return workspace

    def note(self, text: str) -> None:
        """Say something about the run: on stderr, or among the notes of the JSON answer."""
        if self.json:
            self.notes.append(text)
        else:
            click.echo(visible(text), err=True)

    def emit(self, data: Mapping[str, Any], text: str | Iterable[str]) -> None:
        """Answer: ``data`` with ``"ok": true`` as JSON, or ``text`` for people."""
        if self.json:
            answer = {"ok": True, **data, **({"notes": self.notes} if self.notes else {})}
            click.echo(json_text(answer))
            return
        whole = text if isinstance(text, str) else "\n".join(text)
        if whole:
            click.echo(visible(whole), nl=not whole.endswith("\n"))

    def stdin_bytes(self, limit_bytes: int) -> bytes:
        """Standard input, read to its end or one byte past the limit."""
        return sys.stdin.buffer.read(limit_bytes + 1)

    def is_person(self) -> bool:
        """Whether a person sits at this terminal: a terminal on both ends and no mark of an agent.

        A program of the same user can fake both: this is honest friction, not a wall.
        """
        return not self.why_no_person()

    def why_no_person(self) -> str:
        """Why this can't be a person at a terminal, in words; ``""`` if it can."""
        mark = next((name for name in sorted(self.environ) if name.startswith(AGENT_MARKS)), "")
        if mark:
            return f"{visible(mark)} is set, so an agent runs this"
        if not sys.stdin.isatty():
            return "there is no terminal to answer at"
        return "" if sys.stdout.isatty() else "the answer does not go to a terminal"

    def person_name(self) -> str:
        """The name under which a person's decisions go on record."""
        return " ".join(visible(self.environ.get("USER", "")).split())[:NAME_CHARS] or "user"

    def ask_hidden(self, question: str) -> str:
        """Ask at the terminal itself, without showing what is typed."""
        answer = click.prompt(question, hide_input=True, default="", show_default=False, err=True)
        return str(answer)

    def settings_folders(self) -> list[Path]:
        """The user's own settings folders: the one in use, then that of their account.

        The second can't be hidden by a changed HOME.
        """
        from daykeep.config import user_config_folder

        homes = [dict(self.environ)]
        if sys.platform != "win32":
            import pwd

            with suppress(KeyError):  # a number that no account has
                homes.append({"HOME": pwd.getpwuid(os.getuid()).pw_dir})
        found = (user_config_folder(environ, sys.platform) for environ in homes)
        return [Path(folder) for folder in dict.fromkeys(found) if folder]


def visible(text: str) -> str:
    """Text as it may go to a terminal: escape sequences and hidden characters are spelled out."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    from daykeep.guard.hidden import show_hidden

    return show_hidden(text)


def json_text(data: Any, *, indent: int | None = 2) -> str:
    """A value as JSON that may go to a terminal: hidden characters in its texts are escapes, others are as they are.

    Numbers that JSON does not have (infinite ones) are null.
    """
    import json

    try:
        text = json.dumps(data, ensure_ascii=False, indent=indent, allow_nan=False)
    except ValueError:  # JSON has no such numbers; a strict reader would refuse all of the answer
        text = json.dumps(_finite(data), ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    from daykeep.guard.hidden import escape_hidden

    return escape_hidden(text)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _framed(function: Callable[..., Any]) -> Callable[..., Any]:
    @click.option(
        "--workspace", "workspace_path", metavar="DIR", help="The workspace; else found from here upwards."
    )
    @click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
    @functools.wraps(function)
    def run(*arguments: Any, workspace_path: str | None, as_json: bool, **options: Any) -> Any:
        path = workspace_path or os.environ.get("DAYKEEP_WORKSPACE") or None
        return function(Call(path=path, json=as_json), *arguments, **options)

    return run


def command(name: str, **attributes: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command with the shared options; the function gets a `Call` first. It may return an exit code."""
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

    def wrap(function: Callable[..., Any]) -> click.Command:
        decorate: Callable[..., click.Command] = click.command(name, context_settings=settings, **attributes)
        return decorate(_framed(function))

    return wrap


class FramedGroup(click.Group):
    """A group whose commands get the shared options too."""

    def command(self, *arguments: Any, **attributes: Any) -> Callable[[Callable[..., Any]], click.Command]:  # type: ignore[override]
        """Add a command with the shared options to this group."""

        def wrap(function: Callable[..., Any]) -> click.Command:
            made = command(*arguments, **attributes)(function)
            self.add_command(made)
            return made

        return wrap


def group(name: str, **attributes: Any) -> Callable[[Callable[..., Any]], FramedGroup]:
    """Make a group of commands; its docstring is its help."""
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

    def wrap(function: Callable[..., Any]) -> FramedGroup:
        made = click.group(name, cls=FramedGroup, context_settings=settings, **attributes)(function)
        if not isinstance(made, FramedGroup):
            raise TypeError(f"{name} is not a framed group")
        return made

    return wrap
