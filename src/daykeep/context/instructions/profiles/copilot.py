"""What GitHub Copilot CLI reads: the repository's instructions, those for paths, AGENTS.md, and the user's own last.

Looked for at the root, in the working folder, between them, and on the way to the paths of the call. What stands later
weighs more: organisation, repository, personal; the organisation's are kept by GitHub, not in files.
Source: docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.claude.rules import Rules
from daykeep.context.instructions.folders import below, folders_between
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.model import LAUNCH, ON_READ
from daykeep.context.instructions.profiles.place import find_place, first_match

if TYPE_CHECKING:
    from daykeep.context.instructions.model import Around, Asked, Instructions
    from daykeep.context.instructions.profiles.place import Place

FURTHER = "COPILOT_CUSTOM_INSTRUCTIONS_DIRS"
EVERYTHING = frozenset({"*", "**", "**/*"})
"""What ``applyTo`` says for every file."""


class _Copilot:
    def __init__(self, place: Place, asked: Asked) -> None:
        self.place = place
        self.gathering = Gathering(place.around, asked, plain=True)
        self.listing = Rules()

    def whole(self, path: str, *, scope: str, reason: str, when: str = LAUNCH) -> None:
        """Read a file that has no frontmatter."""
        found = self.gathering.read(path)
        if found is not None:
            whole = found._replace(body_from=0)
            self.gathering.add(whole, scope=scope, reason=reason, when=when, imports=False)

    def folder(self, folder: str, where: str, when: str = LAUNCH) -> None:
        """Read what one folder of the repository holds."""
        scope = "project" if when == LAUNCH else "nested"
        path = below(folder, ".github", "copilot-instructions.md")
        self.whole(path, scope=scope, reason=f"the repository's, {where}", when=when)
        self.whole(below(folder, "AGENTS.md"), scope=scope, reason=f"for agents, {where}", when=when)
        if folder == self.place.root:
            for name in ("CLAUDE.md", "GEMINI.md"):
                self.whole(below(folder, name), scope=scope, reason="read at the root of the repository too")
        self.modules(below(folder, ".github", "instructions"), "rule", (self.place.root, folder))

    def modules(self, folder: str, scope: str, bases: tuple[str, ...]) -> None:
        """Read the ``*.instructions.md`` of a folder that are meant for a path of the call, or for every file."""
        listed = self.listing.find(folder, endings=(".instructions.md",))
        for skipped in listed.skipped:
            self.gathering.skip(*skipped)
        for path in listed.paths:
            self._module(path, scope, bases)

    def _module(self, path: str, scope: str, bases: tuple[str, ...]) -> None:
        found = self.gathering.read(path)
        if found is None:
            return
        shown = self.gathering.shown(path)
        paths = self.gathering.paths_of(found, keys=("applyTo",))
        if paths is None:
            return
        for problem in paths.problems:
            self.gathering.note(f"{shown}:{problem.line}: {problem.message}")
        if paths.always:
            reason = "without applyTo it is read only when a person adds it"
            self.gathering.skip(path, "not_loaded", reason)
            return
        if EVERYTHING.intersection(paths.patterns):
            self.gathering.add(
                found, scope=scope, reason="for every file", globs=paths.patterns, imports=False
            )
            return
        target = first_match(paths, self.place.targets, bases)
        if target is None:
            self.gathering.skip(path, *paths.why_unread())
            return
        self.gathering.add(
            found, scope=scope, reason=f"meant for {target.given}", when=ON_READ, globs=paths.patterns,
            imports=False,
        )  # fmt: skip


def find(around: Around, asked: Asked) -> Instructions:
    """What Copilot CLI reads, what weighs least first; instructions for other paths are listed."""
    place = find_place(around, asked)
    copilot = _Copilot(place, asked)
    copilot.gathering.note("the organisation's instructions are kept by GitHub, not in files")
    start = folders_between(place.root, place.cwd) or [place.cwd]
    for folder in start:
        copilot.folder(folder, _where(place, folder))
    _add_on_the_way(copilot, place, set(start))
    for given in around.environ.get(FURTHER, "").split(","):
        if given.strip():
            folder = os.path.join(place.cwd, given.strip())
            copilot.whole(below(folder, "AGENTS.md"), scope="added", reason=f"named in {FURTHER}")
            copilot.modules(below(folder, ".github", "instructions"), "added", (place.root, folder))
    home = around.environ.get("COPILOT_HOME") or below(str(around.home), ".copilot")
    copilot.modules(below(home, "instructions"), "user rule", (place.root,))
    path = below(home, "copilot-instructions.md")
    copilot.whole(path, scope="user", reason="yours, in every repository; it weighs most")
    return copilot.gathering.done("copilot")


def _where(place: Place, folder: str) -> str:
    if folder == place.root:
        return "at its root"
    return "in the working folder" if folder == place.cwd else f"in {folder}, above the working folder"


def _add_on_the_way(copilot: _Copilot, place: Place, entered: set[str]) -> None:
    for target in place.targets:
        for folder in folders_between(place.root, target.folder):
            if folder not in entered:
                entered.add(folder)
                copilot.folder(folder, f"on the way to {target.given}", ON_READ)
