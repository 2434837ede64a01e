"""Where calls are answered: each on a workspace that is opened for it, with errors as the agent can use them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent

from daykeep.app import open_workspace
from daykeep.errors import DaykeepError
from daykeep.guard.hidden import show_hidden

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from daykeep.app import Workspace


class Told(NamedTuple):
    """What an operation answers: JSON values, the same in lines, and what else is to be said."""

    data: Mapping[str, Any]
    lines: Iterable[str]
    notes: Iterable[str] = ()


class Desk:
    """Answers calls about one workspace. Safe for many threads: nothing is kept from one call to the next."""

    def __init__(self, root: Path, environ: Mapping[str, str], *, only_reads: bool = False) -> None:
        self.root = root
        self.environ = environ
        self.only_reads = only_reads

    def open(self) -> Workspace:
        """The workspace as it is now: today's day, today's settings. A bad setting is among its problems."""
        return open_workspace(self.root, environ=self.environ, strict=False)

    def answer(self, work: Callable[[Workspace], Told]) -> CallToolResult:
        """Do something with the workspace and answer it: as text for a model, and as JSON with the keys of ``--json``.

        What can't be done on purpose becomes a ToolError that says why; the SDK tells the client nothing of other errors.
        """
        try:
            workspace = self.open()
            done = work(workspace)
            notes = [*workspace.problems, *done.notes]
            lines = [*done.lines, *(f"Note: {note}" for note in notes)]
        except DaykeepError as error:
            raise ToolError(said(error)) from error
        data = {"ok": True, **({"notes": notes} if notes else {}), **done.data}
        text = visible("\n".join(lines))
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=plain(data))


def said(error: DaykeepError) -> str:
    """An error in words: what failed and why, then what to do."""
    return visible(f"{error.message}\n{error.hint}" if error.hint else error.message)


def visible(text: str) -> str:
    """Text as a model may read it: hidden characters are spelled out, and what is no character at all is ``?``.

    >>> visible("a" + chr(0x200B) + "b")
    'a[U+200B]b'
    """
    if text.isascii():
        return show_hidden(text)
    return show_hidden(text.encode("utf-8", "replace").decode())


def plain(value: Any) -> Any:
    """A value as JSON has it: texts are visible, sequences are lists, numbers that JSON does not have are null."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(str(key)): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
