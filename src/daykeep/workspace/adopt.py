"""Takes over a workspace that exists already: says what it found, and changes only what it says.

Nothing that the folder's owner retired or deleted is made again; no name changes; no layer file is written.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple, Protocol

from daykeep.errors import DaykeepError, WorkspaceError
from daykeep.files.encoding import Problem
from daykeep.workspace.ignore import IGNORE_FILE, plan_ignores
from daykeep.workspace.layout import LAYER_BUDGETS_CHARS, MEMORY_FOLDER, SETTINGS_FILE, USER_BUDGET_CHARS
from daykeep.workspace.template import load_settings_template, settings_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.clock import Zone
    from daykeep.files.store import Files
    from daykeep.workspace.layout import Layout

READ_BYTES = 4_000_000
"""A layer file larger than this is measured in bytes only."""

_OTHERS = {
    ".openclaw": "the runtime's own state",
    ".memsearch": "another tool's index",
    ".beads": "another tool's data",
    ".memory": "another tool's data",
    ".qmd": "another tool's index",
    "canvas": "the runtime's own files",
    "BOOTSTRAP.md": "the first-run ritual; the runtime deletes it when it is done",
    "BOOT.md": "the runtime's start hook",
    "DREAMS.md": "a dream diary; never a source of memory",
    "dreams.md": "a dream diary; never a source of memory",
    "memory/.dreams": "machine state of another tool",
    "memory/dreaming": "reports of another tool",
}
_STATE_FOLDERS = ("", MEMORY_FOLDER, f"{MEMORY_FOLDER}/state")
_STATE_ENDING = "-state.json"
_RETIRED = ("TOOLS.md", "HEARTBEAT.md")


class DatedName(Protocol):
    """A log file as `daykeep.daily` names it."""

    @property
    def name(self) -> str:
        """The file, relative to the workspace."""

    @property
    def slug(self) -> str:
        """What the name says besides the date."""

    @property
    def certain(self) -> bool:
        """Whether the file's own name begins with the date."""


class Measured(NamedTuple):
    """A layer file and its size against what runtimes inject of it; ``chars`` is None where it can't be read."""

    name: str
    chars: int | None
    size_bytes: int
    budget_chars: int
    remark: str


class Change(NamedTuple):
    """One thing that `apply_adopt` does: ``data`` replaces the content with ``sha256`` (None: a new file)."""

    name: str
    what: str
    data: bytes
    sha256: str | None


class AdoptPlan(NamedTuple):
    """What was found and what would change.

    ``broken`` says which state files can't be read as JSON, ``trust`` holds the core files to put on record, name →
    sha256.
    """

    era: str
    zone: Zone
    layers: tuple[Measured, ...]
    dailies: tuple[tuple[str, int], ...]
    untouched: tuple[tuple[str, str], ...]
    broken: tuple[Problem, ...]
    changes: tuple[Change, ...]
    trust: dict[str, str]


def plan_adopt(
    files: Files,
    layout: Layout,
    *,
    zone: Zone,
    language: str,
    memory_budget_chars: int,
    dailies: Iterable[DatedName],
    trusted: Mapping[str, str],
    shows_machine_data: bool,
) -> AdoptPlan:
    """Look at a workspace and decide what adopting it would change; nothing is written.

    ``trusted`` is what is on record already; ``shows_machine_data`` says that the folder is in a repository whose
    git would see ``.daykeep/``. Raises WorkspaceError for a folder with nothing to adopt.
    """
    found = tuple(dailies)
    settings = files.kind(SETTINGS_FILE)
    if not layout.core and not layout.memory and not found and settings == "missing":
        raise WorkspaceError(
            f'nothing to adopt in "{files.root}": no layer file, no MEMORY.md, no daily log',
            hint="`daykeep init` makes a new workspace",
        )
    changes = []
    if settings == "missing":
        data = load_settings_template(language, {**settings_values("en", history=True)})
        changes.append(Change(SETTINGS_FILE, "new: every setting, commented out", data, None))
    if shows_machine_data:
        changes += _plan_ignore(files)
    return AdoptPlan(
        layout.era,
        zone,
        tuple(_measure(files, layout, memory_budget_chars)),
        count_shapes(found),
        tuple(_untouched(files, layout)),
        tuple(_broken_states(files)),
        tuple(changes),
        _trust(files, layout, trusted),
    )


def apply_adopt(files: Files, plan: AdoptPlan) -> None:
    """Write the plan's changes; the trust record is the caller's to write, from ``plan.trust``.

    Raises ConflictError, with nothing overwritten, if a file changed since the plan was made.
    """
    files.make_folder(MEMORY_FOLDER)
    for change in plan.changes:
        files.replace(change.name, change.data, expected_sha256=change.sha256)


def count_shapes(dailies: Iterable[DatedName]) -> tuple[tuple[str, int], ...]:
    """How many logs have which kind of name, the most frequent first."""
    counts: dict[str, int] = {}
    for daily in dailies:
        shape = _shape(daily)
        counts[shape] = counts.get(shape, 0) + 1
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _shape(daily: DatedName) -> str:
    folder, _, base = daily.name.rpartition("/")
    ending = base.rpartition(".")[2].lower()
    place = f"{MEMORY_FOLDER}/" if folder in ("", MEMORY_FOLDER) else f"{MEMORY_FOLDER}/…/"
    if not daily.certain:
        return f"{place}*DATE*.{ending}"
    if not daily.slug:
        return f"{place}YYYY-MM-DD.{ending}"
    bare = daily.slug.replace("-", "").replace(":", "")
    if bare.isdigit() and len(bare) in (4, 6):
        return f"{place}YYYY-MM-DD-{'HHMM' if len(bare) == 4 else 'HHMMSS'}.{ending}"
    return f"{place}YYYY-MM-DD-slug.{ending}"


def _measure(files: Files, layout: Layout, memory_budget_chars: int) -> Iterable[Measured]:
    for name in (*layout.core, layout.memory):
        if not name:
            continue
        budget = memory_budget_chars if name == layout.memory else min(LAYER_BUDGETS_CHARS)
        if name == layout.user and layout.era == "current":
            budget = USER_BUDGET_CHARS
        yield _measure_one(files, name, budget)


def _measure_one(files: Files, name: str, budget: int) -> Measured:
    try:
        size = files.resolve(name).stat().st_size
        if size > READ_BYTES:
            return Measured(name, None, size, budget, "too large to be injected whole")
        document = files.read_document(name)
    except OSError as error:
        return Measured(name, None, 0, budget, f"can't be read: {error.strerror}")
    except DaykeepError as error:
        return Measured(name, None, 0, budget, f"can't be read: {error.message}")
    chars = len(document.text)
    return Measured(name, chars, size, budget, "over the budget, its middle is cut" if chars > budget else "")


def _untouched(files: Files, layout: Layout) -> Iterable[tuple[str, str]]:
    for name, why in _OTHERS.items():
        if os.path.lexists(files.root / name):
            yield name, why
    for group in layout.twins:
        yield ", ".join(group), f'names that differ only in case; "{group[0]}" is the one in use'
    if layout.era == "current":
        yield ", ".join(_RETIRED), "retired in this layout; they are not made again"
    absent = [name for name in _RETIRED if name not in (layout.tools, layout.heartbeat)]
    if layout.era in ("classic", "nanobot") and absent:
        yield ", ".join(absent), "not there; not made"


def _broken_states(files: Files) -> Iterable[Problem]:
    """What is wrong with state files, wherever agents keep them; a name that is no file is a problem too."""
    names = [
        name for folder in _STATE_FOLDERS for name in files.list_names(folder) if name.endswith(_STATE_ENDING)
    ]
    for name in names:
        try:
            yield from files.find_state(name).problems
        except DaykeepError as error:
            yield Problem(name, 0, error.message)


def _plan_ignore(files: Files) -> Sequence[Change]:
    document = files.find_document(IGNORE_FILE)
    data = plan_ignores(document)
    if data is None:
        return []
    what = "one block added at the end" if document is not None else "new"
    return [
        Change(
            IGNORE_FILE,
            f"{what}, so that git leaves .daykeep/ alone",
            data,
            document.sha256 if document is not None else None,
        )
    ]


def _trust(files: Files, layout: Layout, trusted: Mapping[str, str]) -> dict[str, str]:
    """The files that are not on record under any content; what changed since then is a person's to confirm."""
    wanted = {}
    for name in (*layout.core, layout.memory):
        if not name or name in trusted:
            continue
        try:
            document = files.find_document(name)
        except DaykeepError:
            continue
        if document is not None:
            wanted[name] = document.sha256
    return wanted
