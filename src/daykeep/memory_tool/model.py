"""What the model asks of its memory, read and checked, and what it is answered.

The commands, their fields and the texts of the answers are those of Anthropic's page on the memory tool
(https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/memory-tool): models are trained on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

MEMORY_TOOL = {"type": "memory_20250818", "name": "memory"}
"""What a request's ``tools`` holds, so that the model has the tool."""

_SHOWN_CHARS = 300


class Result(NamedTuple):
    """The answer to one command: its text, and whether it says that nothing was done."""

    text: str
    is_error: bool = False

    def as_block(self, tool_use_id: str) -> dict[str, Any]:
        """The ``tool_result`` block that answers the call with this id.

        >>> Result("Successfully deleted /memories/a.md").as_block("toolu_1")["content"]
        'Successfully deleted /memories/a.md'
        """
        block = {"type": "tool_result", "tool_use_id": tool_use_id, "content": self.text}
        return {**block, "is_error": True} if self.is_error else block


class CommandError(Exception):
    """Why a command was not done, in the words in which the model is told; nothing was changed then."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Command(NamedTuple):
    """One command. ``path`` is what it is about (of a rename the old one), ``to`` a rename's new path.

    ``text`` is what is created or inserted, ``old`` and ``new`` what is replaced and by what, ``line`` after how many
    lines something is inserted, ``lines`` the first and last line to view, -1 for the end; None: all.
    """

    name: str
    path: str
    to: str = ""
    text: str = ""
    old: str = ""
    new: str = ""
    line: int = 0
    lines: tuple[int, int] | None = None


_FIELDS: Mapping[str, Mapping[str, tuple[str, type]]] = {
    "view": {"path": ("path", str)},
    "create": {"path": ("path", str), "file_text": ("text", str)},
    "str_replace": {"path": ("path", str), "old_str": ("old", str)},
    "insert": {"path": ("path", str), "insert_line": ("line", int), "insert_text": ("text", str)},
    "delete": {"path": ("path", str)},
    "rename": {"old_path": ("path", str), "new_path": ("to", str)},
}
"""What each command must be given: the field, where it goes, and what it is."""
COMMANDS = tuple(_FIELDS)


def read_command(given: Mapping[str, Any]) -> Command:
    """A call's input as a command; CommandError for one that is unknown, or lacks what it needs.

    ``new_str`` may be missing: then the text is taken out. Fields that no command has are passed over.

    >>> read_command({"command": "str_replace", "path": "/memories/a.md", "old_str": "tea"}).new
    ''
    """
    name = given.get("command")
    if not isinstance(name, str) or name not in _FIELDS:
        raise CommandError(f"Error: Unknown command: {shown(name)}. The commands are {', '.join(COMMANDS)}")
    values = {place: _field(given, name, field, kind) for field, (place, kind) in _FIELDS[name].items()}
    if name == "str_replace" and given.get("new_str") is not None:
        values["new"] = _field(given, name, "new_str", str)
    if name == "view" and given.get("view_range") is not None:
        values["lines"] = _range(given["view_range"])
    return Command(name, **values)


def shown(value: object) -> str:
    """A value as an answer repeats it: short, without what can't be seen."""
    from daykeep.guard.hidden import show_hidden  # noqa: PLC0415 - only where something is wrong

    text = value if isinstance(value, str) else repr(value)
    return show_hidden(text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…")


def _field(given: Mapping[str, Any], command: str, field: str, kind: type) -> Any:
    value = given.get(field)
    if value is None:
        raise CommandError(f"Error: `{field}` is required for {command}")
    if not isinstance(value, kind) or isinstance(value, bool):
        wanted = "an integer" if kind is int else "a string"
        raise CommandError(f"Error: `{field}` must be {wanted}, got: {shown(value)}")
    return value


def _range(value: object) -> tuple[int, int]:
    numbers = list(value) if isinstance(value, (list, tuple)) else []
    if len(numbers) != 2 or any(type(number) is not int for number in numbers):
        raise CommandError(
            f"Error: Invalid `view_range` parameter: {shown(value)}. It should be a list of two integers"
        )
    return numbers[0], numbers[1]
