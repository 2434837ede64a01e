"""The memory tool of Anthropic's API (``memory_20250818``) on a workspace's memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.memory_tool.model import MEMORY_TOOL, Result
from daykeep.memory_tool.tool import run_memory_command

if TYPE_CHECKING:
    from daykeep.memory_tool.anthropic_tool import AsyncDaykeepMemoryTool, DaykeepMemoryTool

__all__ = ["MEMORY_TOOL", "AsyncDaykeepMemoryTool", "DaykeepMemoryTool", "Result", "run_memory_command"]


def __getattr__(name: str) -> Any:
    """The tools for Anthropic's package are read when they are asked for: the package is an extra and takes seconds."""
    if name in {"DaykeepMemoryTool", "AsyncDaykeepMemoryTool"}:
        from daykeep.memory_tool import anthropic_tool  # noqa: PLC0415 - see above

        return getattr(anthropic_tool, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
