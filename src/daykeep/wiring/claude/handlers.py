"""daykeep's own handlers among the hooks of a settings file: found by what they run, never by a mark. Pure.

The form is that of https://code.claude.com/docs/en/hooks: events hold groups, groups hold handlers; a handler with ``args`` is
started without a shell.
"""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.text.jsonspans.reading import ARRAY, OBJECT, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.text.jsonspans.reading import Node

PROGRAM = "daykeep-hook"
MODULE = "daykeep.hooks.entry"
HOOKS = "hooks"

EVENTS = ("SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd", "InstructionsLoaded")
"""What is installed unless somebody chooses."""

USED_TOOLS = "PostToolUse"
"""Installed only when it is asked for: it is told of every use of every tool."""

TIMEOUTS_SECONDS = {
    "SessionStart": 15,
    "UserPromptSubmit": 8,
    "PreCompact": 40,
    "Stop": 40,
    "SessionEnd": 5,
    "InstructionsLoaded": 6,
    USED_TOOLS: 6,
}
"""After so long Claude Code ends a handler and goes on; its own limit is 600. The hook's own limits are shorter, so this counts only
where the machine stands still. For SessionEnd Claude Code waits 1.5 s in all unless a handler names more."""


_OPEN = re.compile(r"^~|[$`*?]|%\w+%")


class Handler(NamedTuple):
    """One of daykeep's handlers in a settings file.

    ``spot`` are the numbers of the member ``hooks``, the event, the group and the handler, from the outside in. ``counts`` is
    False where a later key of the same name takes the place of the one that it stands under. ``workspace`` is "" where none is named.
    ``open`` is True where only a shell can tell which folder it names (``~/agent``, ``$HOME/agent``).
    """

    event: str
    spot: tuple[int, int, int, int]
    counts: bool
    program: tuple[str, ...]
    workspace: str
    matcher: str
    open: bool = False


class Wanted(NamedTuple):
    """What is to be installed: the words that start the hook's program, the workspace's full path, and the events."""

    program: tuple[str, ...]
    workspace: str
    events: tuple[str, ...] = EVENTS

    @property
    def command(self) -> str:
        """The program."""
        return self.program[0]

    @property
    def args(self) -> list[str]:
        """Its arguments."""
        return [*self.program[1:], "--workspace", self.workspace]

    def group(self, event: str) -> dict[str, Any]:
        """The group that is put in for an event: no matcher, so every form of the event."""
        handler = {
            "type": "command",
            "command": self.command,
            "args": self.args,
            "timeout": TIMEOUTS_SECONDS[event],
        }
        return {HOOKS: [handler]}


def find_handlers(text: str, root: Node) -> list[Handler]:
    """All of daykeep's handlers, in the order of the text; what has another form than a handler is passed over."""
    return list(_walk(text, root))


def _walk(text: str, root: Node) -> Iterator[Handler]:
    for top, member in enumerate(root.members):
        if member.key != HOOKS:
            continue
        for number, event in enumerate(member.value.members):
            counts = root.find(HOOKS) is member.value and member.value.find(event.key) is event.value
            for place, group in enumerate(event.value.items):
                handlers = group.find(HOOKS) if group.kind == OBJECT else None
                for last, node in enumerate(handlers.items if handlers else ()):
                    value = value_of(text, node) if node.kind == OBJECT else {}
                    words = own_words(value)
                    if words:
                        program, workspace = _split(words)
                        yield Handler(
                            event.key,
                            (top, number, place, last),
                            counts,
                            program,
                            workspace,
                            _matcher(text, group),
                            not isinstance(value.get("args"), list) and _OPEN.search(workspace) is not None,
                        )


def own_words(handler: dict[str, Any]) -> list[str]:
    """The command line of a handler if it runs daykeep's hook, else nothing."""
    command, args = handler.get("command"), handler.get("args")
    if handler.get("type", "command") != "command" or not isinstance(command, str):
        return []
    words = [command, *(str(word) for word in args)] if isinstance(args, list) else _shell_words(command)
    return words if _is_own(words) else []


def _is_own(words: Sequence[str]) -> bool:
    leaf = re.split(r"[/\\]", words[0])[-1].lower() if words else ""
    return leaf.removesuffix(".exe") == PROGRAM or any(pair == ("-m", MODULE) for pair in pairwise(words))


def _shell_words(command: str) -> list[str]:
    """The words of a command for a shell; a Windows path keeps its backslashes only in quotes, as in a shell."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _split(words: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The words that start the program, and the workspace that they name."""
    for number, word in enumerate(words):
        if word == "--workspace":
            return tuple(words[:number]), "".join(words[number + 1 : number + 2])
        if word.startswith("--workspace="):
            return tuple(words[:number]), word.partition("=")[2]
    return tuple(words), ""


def _matcher(text: str, group: Node) -> str:
    node = group.find("matcher")
    value = value_of(text, node) if node else ""
    return value if isinstance(value, str) else ""


def find_fault(root: Node, events: Sequence[str]) -> tuple[str, int] | None:
    """What is of another form than hooks have it, and its position; None if hooks can be put in for these events."""
    if root.kind != OBJECT:
        return "it is not an object", root.start
    hooks = root.find(HOOKS)
    if hooks is None:
        return None
    if hooks.kind != OBJECT:
        return f'"{HOOKS}" is not an object', hooks.start
    for member in hooks.members:
        if member.key in events and member.value.kind != ARRAY:
            return f'"{HOOKS}.{member.key}" is not a list', member.value.start
    return None
