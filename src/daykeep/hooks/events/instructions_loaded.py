"""An instruction file that an agent loaded: noted, so that one can see later what an agent was told, and when that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.hooks.model import QUIET, Answer

if TYPE_CHECKING:
    from daykeep.hooks.model import Desk, Event


def answer(event: Event, desk: Desk) -> Answer:
    """Nothing; the file's path, size and hash are kept, and whether it is another than last time."""
    path = event.text("file_path")
    if not path:
        return QUIET
    from daykeep.workspace.loaded import CHANGED, Loaded, note_loaded

    told = Loaded(
        desk.now().isoformat(timespec="seconds"),
        path,
        event.session_id,
        event.text("memory_type"),
        event.text("load_reason"),
        event.text("parent_file_path"),
    )
    loaded, problem = note_loaded(desk.root, told)
    if problem:
        return Answer(problems=(problem,))
    return (
        Answer(problems=(f"changed since it was loaded last: {path}",)) if loaded.state == CHANGED else QUIET
    )
