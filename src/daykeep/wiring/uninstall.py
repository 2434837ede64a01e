"""Takes away what daykeep added outside its own files, byte for byte, and leaves every memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.memory.sources import SOURCES_FILE
from daykeep.wiring.skills.shipped import OWN_SKILLS
from daykeep.workspace.fence import cut_block, find_block
from daykeep.workspace.ignore import IGNORE_FENCE, IGNORE_FILE
from daykeep.workspace.layout import SETTINGS_FILE
from daykeep.workspace.merging import ATTRIBUTES_FILE, MERGE_FENCE
from daykeep.workspace.routing import ROUTING_FENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.files.store import Files
    from daykeep.workspace.layout import Layout


class Removal(NamedTuple):
    """One block to take out of one file: the file's bytes without it, and the sha256 it has now.

    ``empties`` says that daykeep's block was all there was: the file goes with it.
    """

    name: str
    what: str
    lines: tuple[int, int]
    data: bytes
    sha256: str
    empties: bool


class UninstallPlan(NamedTuple):
    """What `apply_uninstall` takes away, and what stays, each with the reason."""

    removals: tuple[Removal, ...]
    stays: tuple[tuple[str, str], ...]


def plan_uninstall(files: Files, layout: Layout) -> UninstallPlan:
    """Find daykeep's blocks in other people's files; nothing is written.

    Raises the errors of reading those files: what can't be read can't be taken away.
    """
    removals = []
    for name, fence, what in (
        (layout.agents, ROUTING_FENCE, "the skill routing table"),
        (IGNORE_FILE, IGNORE_FENCE, "the lines that keep .daykeep/ out of git"),
        (ATTRIBUTES_FILE, MERGE_FENCE, "the lines that name daykeep's merge"),
    ):
        document = files.find_document(name) if name else None
        block = find_block(document, fence) if document is not None else None
        if document is None or block is None:
            continue
        data = cut_block(document, block)
        empties = name in {IGNORE_FILE, ATTRIBUTES_FILE} and not data.strip()
        removals.append(Removal(name, what, (block.first, block.last), data, document.sha256, empties))
    return UninstallPlan(tuple(removals), tuple(_what_stays(files, layout)))


def apply_uninstall(files: Files, plan: UninstallPlan) -> None:
    """Take the blocks out. Raises ConflictError, with that file as it is, if one changed since the plan was made."""
    for removal in plan.removals:
        files.replace(removal.name, removal.data, expected_sha256=removal.sha256)
        if removal.empties:
            files.remove(removal.name)


def _what_stays(files: Files, layout: Layout) -> Iterator[tuple[str, str]]:
    rows = (
        *((name, "yours") for name in (*layout.core, layout.memory) if name),
        ("memory/", "every log, note and archive"),
        (DECISIONS_FILE, "approvals and what was taken back: the record of your memory"),
        (SOURCES_FILE, "where each line of memory came from"),
        (SETTINGS_FILE, "daykeep's settings; delete it by hand if you want"),
        (
            ".daykeep/",
            "machine data (set-aside text, locks, caches), which git sees from now on; delete it by hand if you want",
        ),
        ("cron/", "job files; harmless without daykeep"),
        *(
            (f"skills/{name}/", "the skill; without daykeep its commands are not there")
            for name in OWN_SKILLS
        ),
        (".git/", "the history"),
    )
    for name, why in rows:
        if _is_there(files, name.rstrip("/")):
            yield name, why


def _is_there(files: Files, name: str) -> bool:
    if name == ".git":
        return (files.root / ".git").exists()
    try:
        return files.kind(name) != "missing"
    except DaykeepError:
        return False
