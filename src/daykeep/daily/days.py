"""Reading a day back: every log file of it, with its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.daily.find import scan_days
from daykeep.errors import DaykeepError

if TYPE_CHECKING:
    from datetime import date

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files


class DayLogs(NamedTuple):
    """A day's log files that could be read; ``unreadable`` ones with the reason; and what else to know."""

    documents: list[Document]
    unreadable: list[str]
    notes: list[str]

    @property
    def problems(self) -> list[str]:
        """Everything that was not shown, and lines that were shown as well as they could be read."""
        found = [
            f"{each.name}:{problem.line}: {problem.message}"
            for each in self.documents
            for problem in each.problems
        ]
        return [*self.unreadable, *self.notes, *found]

    def as_json(self) -> dict[str, Any]:
        """The files with their lines as JSON values."""
        return {"files": [{"name": each.name, "lines": each.texts} for each in self.documents]}

    def as_lines(self) -> list[str]:
        """Every file's name, then its lines with their numbers."""
        lines: list[str] = []
        for document in self.documents:
            width = len(str(len(document.texts)))
            lines.append(f"{document.name}:")
            lines.extend(
                f"{number:>{width}}  {text}".rstrip() for number, text in enumerate(document.texts, 1)
            )
        return lines


def read_day(files: Files, day: date) -> DayLogs:
    """Every log file of a day, archived ones too, in reading order; an unreadable one is a problem, not an end."""
    scan = scan_days(files, [day], archive=True)
    logs = DayLogs([], [], [])
    for name in scan.by_day[day]:
        try:
            document = files.find_document(name)
        except DaykeepError as error:
            logs.unreadable.append(f"{name}: {error.message}")
            continue
        if document is not None:
            logs.documents.append(document)
    logs.notes.extend(f"{name}: a conflict copy, not shown" for name in scan.copies)
    logs.unreadable.extend(f"{folder}/: this folder can't be listed" for folder in scan.closed)
    return logs
