"""What ``daykeep session summarize`` does: brings the session's memory up to date and prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.session.records import open_session
from daykeep.loop.lasting import bring_up_memory
from daykeep.session.memory.document import memory_path, render_summary
from daykeep.session.memory.keeping import load_memory
from daykeep.session.memory.model import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.cli.frame import Call


def show_summary(call: Call, given: Mapping[str, Any]) -> None:
    """Bring the memory up to date and print it, as Markdown or as JSON."""
    opened = open_session(call, given)
    done = bring_up_memory(opened.workspace, opened.id, opened.units)
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
