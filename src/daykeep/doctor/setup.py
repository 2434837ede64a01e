"""Checks of how the workspace is set up: layout, zone, settings, history, approvals, the routing table, leftovers."""

from __future__ import annotations

import hashlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.git.drivers import find_driver
from daykeep.git.history import HistoryOff
from daykeep.workspace.fence import find_block
from daykeep.workspace.ignore import IGNORE_FILE, covers_machine_data
from daykeep.workspace.merging import ATTRIBUTES_FILE, MERGE_FENCE
from daykeep.workspace.routing import plan_routing
from daykeep.workspace.skills import read_skills

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject
    from daykeep.git.history import History

ERA_WORDS = {
    "classic": "classic layout: layer files stand at the root; TOOLS.md and HEARTBEAT.md count where they are there",
    "current": "current layout: TOOLS.md and HEARTBEAT.md are retired and are not made again",
    "nanobot": "nanobot layout: long-term memory is memory/MEMORY.md",
    "bare": "no layer file at all; `daykeep init` makes them",
}

LEFTOVER_WORDS = {
    "temp": ("is a temporary file that an interrupted write left", "warning"),
    "cut-tail": ("ends in the beginning of an entry that was never acknowledged", "warning"),
    "stale-lock": ("is a lock whose owner is gone; the next write takes it over", "info"),
    "spool": ("waits to be merged into the log", "warning"),
    "quarantine": ("was set aside; look at it and delete it when you need it no longer", "info"),
    "corrupt": ("is a broken state file that was moved aside", "info"),
}
GIT_LOCK_MINUTES = 10
"""No git operation on a folder of text holds its lock for so long."""

_MENDABLE = frozenset({"temp", "cut-tail", "stale-lock", "spool"})


def check_setup(subject: Subject) -> Iterator[Finding]:
    """Layout, zone and settings as they were found, git and what it must not see."""
    layout = subject.layout
    yield Finding(f"era:{layout.era}", "info", "", 0, ERA_WORDS[layout.era])
    for problem in subject.problems:
        mark = hashlib.sha256(problem.encode("utf-8", "replace")).hexdigest()[:8]
        yield Finding(
            f"setting:{mark}",
            "warning",
            "",
            0,
            problem,
            "`daykeep config show --origin` shows what is in force",
        )
    if isinstance(subject.history, HistoryOff):
        said = f"history is off: {subject.history.reason}"
        yield Finding("history:off", "info", "", 0, said, subject.history.hint)
        return
    yield from _check_git_locks(subject, subject.history)
    yield from _check_merging(subject)
    busy = subject.history.busy()
    if busy:
        yield Finding(
            "history:busy", "warning", "", 0, f"{busy}; nothing is committed meanwhile", "finish or abort it"
        )
    if not covers_machine_data(subject.files.find_document(IGNORE_FILE)) and not subject.history.ignored(
        [".daykeep/data/x"]
    ):
        said = "git does not ignore .daykeep/, where machine data and set-aside text are kept"
        hint = "a fix adds one block to .gitignore"
        yield Finding("ignore:.daykeep", "warning", IGNORE_FILE, 0, said, hint, fixable=True)


def _check_git_locks(subject: Subject, history: History) -> Iterator[Finding]:
    """Locks that another git left behind; they are never taken away here, their owner may only be slow."""
    for name in ("index.lock", "HEAD.lock"):
        try:
            changed_at = (history.top / ".git" / name).stat().st_mtime
        except OSError:
            continue
        minutes = int(subject.now.timestamp() - changed_at) // 60
        if minutes >= GIT_LOCK_MINUTES:
            said = f'git\'s lock ".git/{name}" is {minutes:,} minutes old; nothing can be committed while it is there'
            hint = "if no git is running, delete that file yourself"
            yield Finding(f"git-lock:{name}", "warning", "", 0, said, hint)


def _check_merging(subject: Subject) -> Iterator[Finding]:
    """Whether this clone can do the merge that the shared attributes ask for."""
    document = subject.files.find_document(ATTRIBUTES_FILE)
    if document is None or find_block(document, MERGE_FENCE) is None:
        return
    command = find_driver(subject.files.root)
    said = ""
    if command is None:
        said = "names daykeep's merge, but this clone does not call it: git merges logs and memory by lines"
    elif isinstance(command, str) and not _starts(command):
        said = "names daykeep's merge, but the program that this clone calls for it is gone"
    if said:
        hint = "run `daykeep wiring merge install` here"
        yield Finding("merging:driver", "warning", ATTRIBUTES_FILE, 0, said, hint)


def _starts(command: str) -> bool:
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        return False
    return Path(program.replace("%%", "%")).exists()


def check_routing(subject: Subject) -> Iterator[Finding]:
    """Whether the routing table says what the skills say; a file without one is left in peace."""
    agents = subject.layout.agents
    document = subject.files.find_document(agents) if agents else None
    skills = read_skills(subject.files)
    plan = plan_routing(document, skills, language=subject.language)
    if plan.state == "update":
        said = "the skill routing table is out of step with skills/"
        yield Finding(
            f"routing:{agents}", "warning", agents, 0, said, "a fix rewrites the table", fixable=True
        )
    for skill in skills:
        for problem in skill.problems:
            if problem.level == "error":
                mark = f"skill:{problem.name}:{problem.line}"
                yield Finding(
                    mark,
                    "warning",
                    problem.name,
                    problem.line,
                    problem.message,
                    "`daykeep skills check` says more",
                )


def check_leftovers(subject: Subject) -> Iterator[Finding]:
    """What interrupted writes left behind."""
    for leftover in subject.files.leftovers():
        said, level = LEFTOVER_WORDS[leftover.kind]
        hint = "a fix mends it and says how" if leftover.kind in _MENDABLE else ""
        mark = f"{leftover.kind}:{leftover.name}"
        yield Finding(mark, level, leftover.name, 0, said, hint, fixable=leftover.kind in _MENDABLE)
