"""What ``daykeep session summarize`` does: brings the session's memory up to date and prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.session.records import open_session
from daykeep.clock import local_day
from daykeep.session.extract.extract import message_days
from daykeep.session.memory.document import memory_path, render_summary
from daykeep.session.memory.keeping import load_memory, update_memory
from daykeep.session.memory.model import SECTIONS
from daykeep.session.records.store import load_register
from daykeep.session.sync.keeping import keep_records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.cli.frame import Call
    from daykeep.cli.session.records import Opened


class Brought(NamedTuple):
    """What was done to a session's memory: entries that came and went, lines of registered information, what was refused."""

    added: int
    removed: int
    kept: int
    refused: Mapping[str, str]


def bring_up(opened: Opened) -> Brought:
    """Bring the memory of a session up to its finished turns and to what is registered in it."""
    workspace = opened.workspace
    added = removed = 0
    if opened.units:
        days = message_days(opened.units, lambda at: local_day(at, workspace.zone))
        done = update_memory(
            workspace.files,
            opened.id,
            opened.units,
            today=workspace.day,
            language=workspace.language,
            days=days,
        )
        added, removed = len(done.added), len(done.removed)
    records = load_register(workspace.files, opened.id).records
    kept, gained = keep_records(workspace.files, opened.id, records, language=workspace.language)
    return Brought(added, removed, gained, kept.refused)


def show_summary(call: Call, given: Mapping[str, Any]) -> None:
    """Bring the memory up to date and print it, as Markdown or as JSON."""
    opened = open_session(call, given)
    done = bring_up(opened)
    for name, reason in done.refused.items():
        call.note(f"{name}: not in the session's memory: {reason}")
    memory = load_memory(opened.workspace.files, opened.id)
    text = render_summary(memory, opened.workspace.language) if memory is not None else ""
    if not text:
        call.note("nothing of this session is known yet")
    sections = {name: list(memory.of(name)) if memory is not None else [] for name in SECTIONS}
    data = {
        "session": opened.id,
        "file": memory_path(opened.id),
        "added": done.added,
        "removed": done.removed,
        "sections": sections,
    }
    call.emit(data, text)
