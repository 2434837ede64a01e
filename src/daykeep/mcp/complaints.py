"""What goes wrong in a server, for whoever looks at its standard error: a line each, and never more than a pipe holds.

Some clients never read that pipe. One that is full would stop the server in the middle of a call.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from daykeep.mcp.desk import visible

if TYPE_CHECKING:
    from types import TracebackType

MOST_LINES = 100
LINE_CHARS = 300
"""With four bytes a character at worst, and mostly one: all lines together stay below the 64 KiB of a pipe."""
LEFT_OUT = "more of this is left out until the server is started again"


class Complaints(logging.StreamHandler[TextIO]):
    """Writes each record as one short line, without the way to an error, and falls silent after `MOST_LINES`."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.setFormatter(_OneLine())
        self._count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, as long as there is room."""
        self._count += 1
        if self._count == MOST_LINES:
            record = logging.makeLogRecord({"msg": LEFT_OUT, "levelno": record.levelno})
        if self._count <= MOST_LINES:
            super().emit(record)


class _OneLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said = [record.getMessage()]
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            said.append(f"{type(error).__name__}{_place(error.__traceback__)}: {error}")
        line = visible(" ".join(" ".join(said).split()))
        return f"daykeep mcp: {line if len(line) <= LINE_CHARS else line[: LINE_CHARS - 1] + '…'}"


def _place(trace: TracebackType | None) -> str:
    """Where an error was raised."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
