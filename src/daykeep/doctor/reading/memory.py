"""Why a memory is not loaded: it is switched off, lies elsewhere, has no index, or its notes can't be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.instructions.claude.places import find_places
from daykeep.context.instructions.claude.settings import load_claude_settings
from daykeep.context.instructions.model import Asked
from daykeep.doctor.finding import Finding
from daykeep.errors import DaykeepError
from daykeep.memory.notes.index.lint import lint_store
from daykeep.memory.notes.note import CLAUDE_STORE, PROJECT_STORE, USER_STORE
from daykeep.memory.notes.reading import note_paths
from daykeep.memory.notes.stores.automemory import find_auto_memory
from daykeep.memory.notes.stores.places import Around, find_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.reading.subject import Reading
    from daykeep.memory.notes.note import Store
    from daykeep.memory.notes.stores.automemory import AutoMemory

KINDS = (CLAUDE_STORE, PROJECT_STORE, USER_STORE)


def check_memory(reading: Reading) -> Iterator[Finding]:
    """Every cause for which notes in Claude Code's memory of the folder, the project's or the user's are not read."""
    cwd, home, environ, _ = reading.around
    managed = load_claude_settings(reading.around, Asked(), find_places(reading.around)).managed_values
    around = Around(cwd, home, environ, managed)
    memory = find_auto_memory(cwd=cwd, home=home, environ=environ, managed=managed)
    yield from _of_place(memory)
    for kind in KINDS:
        try:
            store = find_store(kind, around)
            yield from _of_store(store)
        except DaykeepError as error:
            said = f"the {kind} notes can't be read: {error.message}"
            yield Finding(f"memory-not-loaded:{kind}", "warning", "", 0, said, error.hint or "")


def _of_place(memory: AutoMemory) -> Iterator[Finding]:
    folder = str(memory.folder)
    if memory.disabled:
        said = f"no memory of this project is loaded: {memory.disabled} switches it off"
        yield Finding("memory-not-loaded:disabled", "warning", folder, 0, said, "unset it")
    elif not memory.folder.is_dir():
        said = f"there is no memory of this project yet; it belongs to {memory.root} ({memory.how})"
        hint = "`daykeep remember --to claude --init` makes the folder"
        if memory.folder.exists():
            said, hint = "what stands in the place of the memory of this project is no folder", ""
        yield Finding("memory-not-loaded:no-folder", "info", folder, 0, said, hint)
    for other in memory.others:
        said = f"{other} has the same folder of memory: the names of both are spelled alike there"
        yield Finding(f"memory-shared:{other}", "warning", folder, 0, said)
    for number, note in enumerate(memory.notes):
        yield Finding(f"memory-place:{number}", "info", folder, 0, note)


def _of_store(store: Store) -> Iterator[Finding]:
    root = store.files.root
    if not root.is_dir():
        return
    if store.files.find_bytes(store.index_name) is None and note_paths(store):
        said = f"notes stand here, and no {store.index_name} names them: no session loads them"
        hint = f"`daykeep remember --to {store.kind} --init` makes it"
        yield Finding(f"memory-not-loaded:{root}:no-index", "warning", str(root), 0, said, hint)
        return
    for problem in lint_store(store):
        place = str(root / problem.name)
        key = f"memory-not-loaded:{place}:{problem.line}"
        yield Finding(key, "warning", place, problem.line, problem.message)
