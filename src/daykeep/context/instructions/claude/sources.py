"""Reads what one folder holds for Claude Code: its files and its rules, as far as settings let them count."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.claude.rules import Rules
from daykeep.context.instructions.folders import below, names_below
from daykeep.context.instructions.model import LAUNCH, ON_READ
from daykeep.context.instructions.paths import parse_paths

if TYPE_CHECKING:
    from daykeep.context.instructions.claude.places import Places
    from daykeep.context.instructions.gather import Gathering
    from daykeep.context.instructions.paths import Paths
    from daykeep.context.instructions.reading import Found

FIRST = ("CLAUDE.md", f".claude{os.sep}CLAUDE.md")
LOCAL = "CLAUDE.local.md"
ALWAYS = parse_paths(())


class Conditional:
    """A file that is read only with paths it is meant for: its patterns, and the folder they are relative to."""

    def __init__(self, found: Found, scope: str, paths: Paths, base: str) -> None:
        self.found = found
        self.scope = scope
        self.paths = paths
        self.base = base
        self.is_read = False


class Sources:
    """Reads folders into a gathering. Files that wait for a path are kept in ``conditional``, in order."""

    def __init__(self, gathering: Gathering, places: Places) -> None:
        self.gathering = gathering
        self.places = places
        self.conditional: list[Conditional] = []
        self.is_on = True
        self.off_reason = ""
        self.when = LAUNCH
        self._rules = Rules()
        self._home = os.path.realpath(gathering.around.home)

    def folder(self, folder: str, where: str, *, scope: str = "", hidden: str = "") -> None:
        """One folder: its files and rules, then its local file. ``hidden`` says why only the local one counts."""
        asked = self.gathering.asked
        project = "project" in asked.sources
        self.is_on = project and not hidden
        self.off_reason = hidden or "the project's files are not among the setting sources"
        code = "duplicate" if hidden else "switched_off"
        for name in FIRST:
            if not self._is_left(folder, name):
                self.file(
                    below(folder, name),
                    scope or "project",
                    where,
                    code=code,
                    base=folder,
                )
        rules = below(folder, ".claude", "rules")
        if not self._is_left(folder, f".claude{os.sep}rules"):
            self.rules(rules, scope or "rule", base=folder, code=code)
        self.is_on = "local" in asked.sources
        self.off_reason = "local files are not among the setting sources"
        local = below(folder, LOCAL)
        self.file(local, scope or "local", f"your own, {where}", base=folder)

    def _is_left(self, folder: str, name: str) -> bool:
        """Whether a file is the user's own one that ``CLAUDE_CONFIG_DIR`` put aside; if it is there, that is said."""
        if not self.places.moved or folder != self._home or not name.startswith(".claude"):
            return False
        path = below(folder, name)
        if os.path.realpath(path).startswith(os.path.realpath(self.places.user) + os.sep):
            return False
        if os.path.exists(path):
            self.gathering.skip(path, "not_loaded", f"CLAUDE_CONFIG_DIR is {self.places.user}")
        return True

    def names_in(self, folder: str) -> list[str]:
        """The paths of what a folder holds for Claude Code, without reading it."""
        paths = [below(folder, name) for name in (*FIRST, f".claude{os.sep}rules", LOCAL)]
        return [path for path in paths if os.path.lexists(path)]

    def file(self, path: str, scope: str, reason: str, *, code: str = "switched_off", base: str = "") -> None:
        """One file, if it is there and counts."""
        gathering = self.gathering
        if not self.is_on:
            if os.path.lexists(path):
                gathering.skip(path, code, self.off_reason)
            return
        found = gathering.read(path)
        if found is None:
            return
        self._put(found, scope, reason, base or str(gathering.around.cwd))

    def rules(self, folder: str, scope: str, *, base: str, code: str = "switched_off") -> None:
        """A folder of rules; those with paths wait until a path comes that they are meant for."""
        gathering = self.gathering
        if not self.is_on:
            for path in Rules().find(folder).paths:
                gathering.skip(path, code, self.off_reason)
            return
        listed = self._rules.find(folder)
        for skipped in listed.skipped:
            gathering.skip(*skipped)
        whose = "your rule" if scope == "user rule" else "rule"
        for path in listed.paths:
            found = gathering.read(path)
            if found is not None:
                self._put(found, scope, f"{whose} for every path", base)

    def _put(self, found: Found, scope: str, reason: str, base: str) -> None:
        """Read a file now, or keep it until a path comes that it is meant for; what is wrong with its paths is said."""
        gathering = self.gathering
        paths = gathering.paths_of(found) if found.body_from else ALWAYS
        if paths is None:
            return
        shown = gathering.shown(found.path)
        for problem in paths.problems:
            gathering.note(f"{shown}:{problem.line}: {problem.message}")
        if paths.always:
            gathering.add(found, scope=scope, reason=reason, when=self.when)
        else:
            self.conditional.append(Conditional(found, scope, paths, base))

    def read_for(self, target: str, real: str, waiting: list[Conditional]) -> None:
        """Read what waits for a path: ``target`` as it was named, ``real`` behind links."""
        for one in waiting:
            if one.is_read:
                continue
            if any(one.paths.match(name) for name in names_below(target, real, one.base)):
                one.is_read = True
                shown = self.gathering.shown(target)
                self.gathering.add(
                    one.found,
                    scope=one.scope,
                    reason=f"meant for {shown}",
                    when=ON_READ,
                    globs=one.paths.patterns,
                )

    def tell_unread(self) -> None:
        """Record what waits for paths that were not named."""
        for one in self.conditional:
            if not one.is_read:
                self.gathering.skip(one.found.path, *one.paths.why_unread())
