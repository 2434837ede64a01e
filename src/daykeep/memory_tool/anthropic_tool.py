"""The memory tool for Anthropic's Python package: an instance goes into ``tools`` of its tool runner.

::

    runner = client.beta.messages.tool_runner(..., tools=[DaykeepMemoryTool("~/agent")])

Importing this module imports the package, which is the extra ``daykeep[anthropic]``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from daykeep.errors import ConfigError
from daykeep.memory_tool.tool import run_memory_command

try:
    from anthropic.lib.tools import ToolError
    from anthropic.tools.memory import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool
except ImportError as error:
    raise ConfigError(
        "the package anthropic is not installed", hint="pip install 'daykeep[anthropic]' brings it"
    ) from error

if TYPE_CHECKING:
    from pathlib import Path

    from anthropic.types.beta import BetaCacheControlEphemeralParam
    from anthropic.types.beta import BetaMemoryTool20250818CreateCommand as Create
    from anthropic.types.beta import BetaMemoryTool20250818DeleteCommand as Delete
    from anthropic.types.beta import BetaMemoryTool20250818InsertCommand as Insert
    from anthropic.types.beta import BetaMemoryTool20250818RenameCommand as Rename
    from anthropic.types.beta import BetaMemoryTool20250818StrReplaceCommand as StrReplace
    from anthropic.types.beta import BetaMemoryTool20250818ViewCommand as View


class DaykeepMemoryTool(BetaAbstractMemoryTool):  # type: ignore[misc]  # the package's types are not read
    """The package's abstract memory tool on the workspace at a folder; see `run_memory_command` for what a command does.

    An answer that says that nothing was done is raised as the package's ``ToolError``: its runner gives it back to the
    model with ``is_error``.
    """

    def __init__(
        self, workspace: Path | str, *, cache_control: BetaCacheControlEphemeralParam | None = None
    ) -> None:
        """``cache_control`` goes into the tool's definition as it is."""
        super().__init__(cache_control=cache_control)
        self.workspace = workspace

    def call(self, command: object) -> str:
        """The answer to a call's input, whatever the model put into it."""
        return _answer(self.workspace, command)

    def view(self, command: View) -> str:
        """What stands at a path."""
        return _answer(self.workspace, command)

    def create(self, command: Create) -> str:
        """Make a file."""
        return _answer(self.workspace, command)

    def str_replace(self, command: StrReplace) -> str:
        """Replace a text that stands in a file once."""
        return _answer(self.workspace, command)

    def insert(self, command: Insert) -> str:
        """Put text behind a line."""
        return _answer(self.workspace, command)

    def delete(self, command: Delete) -> str:
        """Take away a file or a folder."""
        return _answer(self.workspace, command)

    def rename(self, command: Rename) -> str:
        """Give a file or a folder another path."""
        return _answer(self.workspace, command)


class AsyncDaykeepMemoryTool(BetaAsyncAbstractMemoryTool):  # type: ignore[misc]  # as above
    """The same for the package's asynchronous client: each command runs in a thread of its own."""

    def __init__(
        self, workspace: Path | str, *, cache_control: BetaCacheControlEphemeralParam | None = None
    ) -> None:
        """As `DaykeepMemoryTool`."""
        super().__init__(cache_control=cache_control)
        self.workspace = workspace

    async def call(self, command: object) -> str:
        """The answer to a call's input, whatever the model put into it."""
        return await asyncio.to_thread(_answer, self.workspace, command)

    async def view(self, command: View) -> str:
        """What stands at a path."""
        return await self.call(command)

    async def create(self, command: Create) -> str:
        """Make a file."""
        return await self.call(command)

    async def str_replace(self, command: StrReplace) -> str:
        """Replace a text that stands in a file once."""
        return await self.call(command)

    async def insert(self, command: Insert) -> str:
        """Put text behind a line."""
        return await self.call(command)

    async def delete(self, command: Delete) -> str:
        """Take away a file or a folder."""
        return await self.call(command)

    async def rename(self, command: Rename) -> str:
        """Give a file or a folder another path."""
        return await self.call(command)


def _answer(workspace: Path | str, command: object) -> str:
    """The answer to a command as the package hands it over: the call's input, or its model of it."""
    given: Any = command if isinstance(command, Mapping) else getattr(command, "to_dict", dict)()
    result = run_memory_command(workspace, given)
    if result.is_error:
        raise ToolError(result.text)
    return result.text
