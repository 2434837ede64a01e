"""Merging two machines' work: tells git which files want daykeep's merge and how to call it, and does the merge.

What is shared is a block in ``.gitattributes`` that only names the driver; what it runs stands in the settings of
one clone, written by a person's own command. A clone without it merges by lines, as git does by itself.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.merge import merge_logs
from daykeep.daily.names import parse_daily_name
from daykeep.errors import GitError
from daykeep.git.drivers import DRIVER, find_driver, set_driver, unset_driver
from daykeep.git.values import HistoryOff
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.memory.merge import merge_memory, merge_notes, merge_records
from daykeep.memory.sources import SOURCES_FILE
from daykeep.workspace.fence import append_block, cut_block, find_block, replace_block
from daykeep.workspace.merging import ATTRIBUTES_FILE, MERGE_FENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.text.merge.documents import Merged
    from daykeep.workspace.layout import Layout

CONFLICTS = 6
"""What the driver's own exit code says of a merge that left conflicts between marks."""

MARK = "wiring merge driver"
"""The words by which a driver's command is known as daykeep's."""

SETTING = f"merge.{DRIVER}.driver"
"""Where git keeps the command."""

_NAME = "daykeep: logs by entry, memory by item"
_MEMORY, _LOG, _RECORDS, _NOTE = "memory", "log", "records", "note"


class MergeState(NamedTuple):
    """Whether ``.gitattributes`` names the driver, its command in this clone (or None), and why git is off (or ``""``)."""

    attributes: bool
    command: str | None
    off: str


def driver_command(program: Sequence[str]) -> str:
    """The command line by which git calls the driver; ``program`` are the words that start daykeep.

    git puts in the files' names: ``%O %A %B`` are names of its own making, ``%P`` comes quoted for the shell. Whatever
    else than a merge comes of the call (no Python any more, a crash, a kill), git's own merge by lines takes over:
    ``%A`` is only ever replaced whole.
    """
    words = " ".join(shlex.quote(word).replace("%", "%%") for word in program)
    own = f"{words} {MARK} --marker-size=%L -- %O %A %B %P"
    fallback = "git merge-file --marker-size=%L -L ours -L base -L theirs -- %A %O %B"
    return f"{own}; case $? in 0) exit 0 ;; {CONFLICTS}) exit 1 ;; *) {fallback} ;; esac"


def plan_attributes(document: Document | None, layout: Layout) -> bytes | None:
    """The new bytes of ``.gitattributes``, or None if they are as they should be; pure."""
    names = (layout.memory or "MEMORY.md", "memory/**/*.md", DECISIONS_FILE, SOURCES_FILE)
    body = [f"/{name} merge={DRIVER}" for name in dict.fromkeys(names)]
    block = find_block(document, MERGE_FENCE) if document is not None else None
    if document is None or block is None:
        return append_block(document, MERGE_FENCE, body, hashes=True)
    data = replace_block(document, block, body)
    return None if data == document.data else data


def install_merging(files: Files, layout: Layout, program: Sequence[str]) -> tuple[str, ...]:
    """Write the block and the setting; what changed, in words. Again, it changes nothing.

    Raises GitError where there is no repository, ConflictError if another program stands in the setting.
    """
    done = set_driver(files.root, name=_NAME, command=driver_command(program), mark=MARK)
    if isinstance(done, HistoryOff):
        raise GitError(f"there is nothing to merge here: {done.reason}", hint=done.hint)
    changed = [f"git's setting {SETTING}"] if done else []
    document = files.find_document(ATTRIBUTES_FILE)
    data = plan_attributes(document, layout)
    if data is not None:
        files.replace(ATTRIBUTES_FILE, data, expected_sha256=document.sha256 if document else None)
        changed.insert(0, ATTRIBUTES_FILE)
    return tuple(changed)


def remove_merging(files: Files) -> tuple[str, ...]:
    """Take away what `install_merging` wrote, byte for byte, and nothing else; what changed, in words."""
    changed = [f"git's setting {SETTING}"] if remove_setting(files) else []
    document = files.find_document(ATTRIBUTES_FILE)
    block = find_block(document, MERGE_FENCE) if document is not None else None
    if document is not None and block is not None:
        data = cut_block(document, block)
        files.replace(ATTRIBUTES_FILE, data, expected_sha256=document.sha256)
        if not data.strip():
            files.remove(ATTRIBUTES_FILE)
        changed.insert(0, ATTRIBUTES_FILE)
    return tuple(changed)


def find_setting(files: Files) -> str | None:
    """The name of the setting in this clone that calls daykeep's merge, None if there is none."""
    command = find_driver(files.root)
    return SETTING if isinstance(command, str) and MARK in command else None


def remove_setting(files: Files) -> bool:
    """Take the command out of this clone's settings; whether it was there. The block stays."""
    return unset_driver(files.root, mark=MARK)


def find_merging(files: Files) -> MergeState:
    """How things stand in this clone."""
    document = files.find_document(ATTRIBUTES_FILE)
    named = document is not None and find_block(document, MERGE_FENCE) is not None
    command = find_driver(files.root)
    if isinstance(command, HistoryOff):
        return MergeState(named, None, command.reason)
    return MergeState(named, command, "")


def merge_file(path: str, base: bytes, ours: bytes, theirs: bytes, *, marker_size: int) -> Merged | None:
    """Merge three versions of a file by what its path says that it is; None for what git should merge by lines.

    The path is only looked at, never opened.
    """
    kind = _kind(path)
    if kind == _RECORDS:
        return merge_records(base, ours, theirs)
    if kind == _MEMORY:
        return merge_memory(base, ours, theirs, marker_size=marker_size)
    merge = merge_logs if kind == _LOG else merge_notes
    return merge(base, ours, theirs, marker_size=marker_size)


def _kind(path: str) -> str:
    lower = path.lower()
    if lower.endswith(".jsonl"):
        return _RECORDS
    if lower.rpartition("/")[2] == "memory.md":
        return _MEMORY
    inside = lower.rpartition("memory/")[2]
    is_log = not inside.startswith(("notes/", "sessions/")) and parse_daily_name(f"memory/{inside}")
    return _LOG if is_log else _NOTE
