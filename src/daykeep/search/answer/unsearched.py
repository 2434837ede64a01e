"""Why search can't find a text: the files that hold it and are not searched, each with the reason."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.names import ENDINGS
from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.guard.secrets import mask_secrets
from daykeep.search.sources.knowledge import PASSED_OVER
from daykeep.search.sources.walk import walk_texts
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.files.store import Files
    from daykeep.search.sources.workspace import WorkspaceSource

MOST_FILES = 3_000
"""So many files beside the searched ones are looked into."""
LIMIT_BYTES = 32_000_000
"""So much of a file is looked at."""
SHOWN = 3


class Unsearched(NamedTuple):
    """A file that search doesn't read and why; with the line that holds the text, 0 where the file itself was named."""

    path: str
    reason: str
    line: int = 0
    text: str = ""


def find_unsearched(files: Files, source: WorkspaceSource, asked: str) -> list[Unsearched]:
    """Where a text stands in files of the workspace that are not searched, or why the file of that name isn't.

    Reads only; looks at `MOST_FILES` text files at most, the first ones by name. Secrets are masked.
    """
    if names_file(files, asked):
        reason = source.why_not(asked)
        return [Unsearched(asked, reason)] if reason else []
    wanted = normalise_line(asked)
    if not wanted:
        return []
    return list(islice(_search(files, source, wanted), SHOWN))


def names_file(files: Files, asked: str) -> bool:
    """Whether a text is the name of a file of the workspace."""
    try:
        return "\n" not in asked and len(asked) < 500 and files.kind(asked) == "file"
    except (DaykeepError, OSError, ValueError):
        return False


def _search(files: Files, source: WorkspaceSource, wanted: str) -> Iterator[Unsearched]:
    listing = source.list_documents()
    searched = {key.removeprefix("workspace:") for key in listing.found}
    skipped = {one.path for one in listing.skipped}
    tree = walk_texts(
        str(files.root), "", ENDINGS, enters=lambda folder: folder.rpartition("/")[2] not in PASSED_OVER
    )
    beside = sorted(tree.found.keys() - searched - skipped)
    for name in islice((*sorted(skipped), *beside), MOST_FILES):
        found = _find_line(files, name, wanted)
        if found is not None:
            yield Unsearched(name, source.why_not(name), *found)


def _find_line(files: Files, name: str, wanted: str) -> tuple[int, str] | None:
    try:
        data = files.find_bytes(name, limit_bytes=LIMIT_BYTES)
    except DaykeepError:
        return None  # what can't be read holds nothing for this purpose
    for number, text in enumerate(decode(data, name).texts if data else (), 1):
        if wanted in normalise_line(text):
            return number, mask_secrets(text)[0]
    return None
