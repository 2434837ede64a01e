"""Collects instruction files in the order they are read: each file once, nothing left out without a word."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.imports.follow import follow_imports
from daykeep.context.instructions.imports.prose import split_prose
from daykeep.context.instructions.model import (
    LAUNCH,
    NOWHERE,
    InstructionFile,
    Instructions,
    Named,
    SkippedFile,
)
from daykeep.context.instructions.paths import RULE_KEYS, parse_paths
from daykeep.context.instructions.reading import Found, Unread, read_instruction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.context.instructions.imports.prose import Prose
    from daykeep.context.instructions.model import Around, Asked
    from daykeep.context.instructions.paths import Paths

MOST_HOPS = 4
"""Imports that may follow each other (code.claude.com/docs/en/memory)."""

MOST_FILES, MOST_BYTES = 5_000, 16 * 1024 * 1024
"""Files that are read, and their size together; a set of instructions that needs more is an accident."""

MOST_PATTERNS = 10_000
"""Patterns of paths that are read, in all files together."""


class Gathering:
    """One set of instruction files in the making.

    ``excluded`` says by which setting a file (path, real path) is not wanted, ``""`` if it is. ``gate`` says for an
    import (real path, scope of the importer) why it is not read, as a code and words; None if it is. With ``plain``
    a model gets a text with its comments.
    """

    def __init__(
        self,
        around: Around,
        asked: Asked,
        *,
        excluded: Callable[[str, str], str] | None = None,
        gate: Callable[[str, str], tuple[str, str] | None] | None = None,
        most_hops: int = MOST_HOPS,
        plain: bool = False,
    ) -> None:
        self.around = around
        self.asked = asked
        self.excluded = excluded
        self.gate = gate
        self.most_hops = most_hops
        self.plain = plain
        self.files: list[InstructionFile] = []
        self.skipped: list[SkippedFile] = []
        self.notes: list[str] = []
        self.taken: dict[tuple[object, ...], str] = {}
        self._said: set[SkippedFile | str] = set()
        self._read: dict[str, Found | Unread | None] = {}
        self._known: dict[tuple[object, ...], Found] = {}
        self._bytes_left = MOST_BYTES
        self._patterns_left = MOST_PATTERNS

    def look(self, path: str) -> Found | Unread | None:
        """What stands under a path; read once, nothing is recorded."""
        if path not in self._read:
            found = read_instruction(path, known=self._known, most_bytes=self._bytes_left)
            if isinstance(found, Found) and found.key not in self._known:
                self._known[found.key] = found
                self._bytes_left -= found.size_bytes
            self._read[path] = found
        return self._read[path]

    def read(self, path: str, *, named: Named = NOWHERE) -> Found | None:
        """Read a file; one that is there and can't be read is recorded as skipped."""
        found = self.look(path)
        if isinstance(found, Unread):
            self.skip(path, found.code, found.reason, named=named)
            return None
        return found

    def paths_of(self, found: Found, *, keys: Sequence[str] = RULE_KEYS) -> Paths | None:
        """The paths that a file is meant for; None, and a word, where too many patterns were read already."""
        if not self._patterns_left and found.body_from:
            reason = f"{MOST_PATTERNS:,} patterns of paths were read already"
            self.skip(found.path, "too_many", reason)
            return None
        ignore_case = self.around.platform in {"win32", "darwin"}
        windows = self.around.platform == "win32"
        paths = parse_paths(found.lines, keys=keys, ignore_case=ignore_case, windows=windows)
        self._patterns_left = max(0, self._patterns_left - len(paths.patterns))
        return paths

    def take(
        self,
        path: str,
        *,
        scope: str,
        reason: str,
        when: str = LAUNCH,
        globs: tuple[str, ...] = (),
        imports: bool = True,
    ) -> InstructionFile | None:
        """Read a file and put it at the end, with what it imports behind it; None if it is not there or not read."""
        found = self.read(path)
        if found is None:
            return None
        return self.add(found, scope=scope, reason=reason, when=when, globs=globs, imports=imports)

    def add(
        self,
        found: Found,
        *,
        scope: str,
        reason: str,
        when: str = LAUNCH,
        globs: tuple[str, ...] = (),
        imports: bool = True,
        text: str | None = None,
    ) -> InstructionFile | None:
        """Put a file that was read at the end, with what it imports behind it; None if it is not wanted.

        ``text`` replaces what a model gets of it.
        """
        entry = InstructionFile(
            found.path, found.real, scope, reason, "", 0, 0, found.size_bytes, 0, 0, "", globs, when
        )
        prose = self.put(found, entry, text)
        if prose is None:
            return None
        made = self.files[-1]
        if imports:
            follow_imports(self, found, made, prose)
        return made

    def put(self, found: Found, entry: InstructionFile, text: str | None = None) -> Prose | None:
        """Put one file at the end as ``entry`` says, without its imports; None, and a word, if it is not wanted."""
        named = Named(entry.importer, entry.line)
        pattern = self.excluded(found.path, found.real) if self.excluded and entry.scope != "managed" else ""
        if pattern:
            self.skip(found.path, "excluded", f'claudeMdExcludes has "{pattern}"', named=named)
            return None
        before = self.taken.get(found.key)
        if before is not None:
            same = "read already" if before == found.path else f"the same file as {before}"
            self.skip(found.path, "duplicate", same, named=named)
            return None
        if len(self.files) >= MOST_FILES:
            self.skip(found.path, "too_many", f"{MOST_FILES:,} files were read already", named=named)
            return None
        self.taken[found.key] = found.path
        prose = split_prose(found.lines, found.body_from)
        if text is None:
            text = "\n".join(found.lines[found.body_from :]) if self.plain else prose.text
            text = text + "\n" if found.final_newline and text else text
        reason = entry.reason + self._link_of(found)
        counted = entry._replace(reason=reason, chars=len(text), tokens=self.asked.count(text), text=text)
        self.files.append(counted)
        return prose

    def _link_of(self, found: Found) -> str:
        """A word on a file below the working folder that is a link to one elsewhere: a project reaches out of itself."""
        here = str(self.around.cwd).rstrip(os.sep) + os.sep
        if not found.path.startswith(here) or found.real.startswith(
            os.path.realpath(here).rstrip(os.sep) + os.sep
        ):
            return ""
        return f"; it is a link to {self.shown(found.real)}"

    def skip(self, path: str, code: str, reason: str, *, named: Named = NOWHERE) -> None:
        """Record a file that is not read."""
        entry = SkippedFile(path, code, reason, *named)
        if entry not in self._said:
            self._said.add(entry)
            self.skipped.append(entry)

    def note(self, text: str) -> None:
        """Say something else about the set, once."""
        if text not in self._said:
            self._said.add(text)
            self.notes.append(text)

    def shown(self, path: str) -> str:
        """A path as people read it: below the folder or the home where it lies there."""
        cwd, home = str(self.around.cwd), str(self.around.home)
        if path.startswith(cwd.rstrip(os.sep) + os.sep):
            return path[len(cwd.rstrip(os.sep)) + 1 :]
        return f"~{path[len(home) :]}" if path.startswith(home.rstrip(os.sep) + os.sep) else path

    def done(self, profile: str) -> Instructions:
        """Everything that was collected."""
        return Instructions(profile, tuple(self.files), tuple(self.skipped), tuple(self.notes))
