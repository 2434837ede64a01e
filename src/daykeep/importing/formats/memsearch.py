"""memsearch: a Markdown file for every day, in which comments name the session and transcript of each summary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.importing.formats.markdown import day_of_name, read_any
from daykeep.importing.found import Day

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.importing.found import Found
    from daykeep.importing.source import Source

FOLDER = ".memsearch/memory/"
MARK = re.compile(r"\s*<!--\s*session:\S.*-->\s*")
"""What says which session a summary is of; it holds paths of the machine, so it is not imported."""


def read(source: Source) -> Iterator[Found]:
    """The folder of the memories, or the ``.memsearch/`` of a project."""
    hidden = [name for name in source.texts(hidden=True) if FOLDER in f"/{name}"]
    for name in hidden or list(source.texts()):
        day = day_of_name(name.rpartition("/")[2])
        if day is None:
            yield from read_any(source, name)
            continue
        document = source.document(name)
        if document is not None:
            lines = tuple(line for line in document.texts if not MARK.fullmatch(line))
            if any(line.strip() for line in lines):
                yield Day(name, 1, day, lines)
