"""Follows the imports of a file: the files they name, in the order of the text, each with its own imports behind it."""

from __future__ import annotations

import os
import stat
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.instructions.imports.mentions import LONGEST, Mention, find_mentions
from daykeep.context.instructions.model import Named
from daykeep.context.instructions.reading import file_key

if TYPE_CHECKING:
    from daykeep.context.instructions.gather import Gathering
    from daykeep.context.instructions.imports.prose import Prose
    from daykeep.context.instructions.model import InstructionFile
    from daykeep.context.instructions.reading import Found

MOST_MENTIONS = 1_000
"""Mentions of one file that are looked up."""

_SHOWN_NAMES = 5
_SHOWN_CHARS = 80


class _Target(NamedTuple):
    """What a mention names: its path, whether it is a folder, and a remark on how it was read."""

    path: str
    is_folder: bool
    remark: str


def follow_imports(gathering: Gathering, found: Found, entry: InstructionFile, prose: Prose) -> None:
    """Put the files that a file imports behind it; what is not read is recorded with file and line."""
    _Following(gathering).run(found, entry, prose, (found.key,))


class _Following:
    """Follows one file's imports; what was looked up on the disk once is known for all files that it leads to."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self._modes: dict[str, int] = {}
        self._keys: dict[str, tuple[str, tuple[object, ...]]] = {}

    def run(
        self, found: Found, entry: InstructionFile, prose: Prose, chain: tuple[tuple[object, ...], ...]
    ) -> None:
        """One file; ``chain`` holds the keys of the files that led here, itself last."""
        if prose.open_comment:
            where = f"{self.gathering.shown(found.path)}:{prose.open_comment}"
            self.gathering.note(f"{where}: this comment is never closed; no import below it counts")
        every = (mention for line, text in prose.lines for mention in find_mentions(line, text))
        mentions = list(islice(every, MOST_MENTIONS + 1))
        if len(mentions) > MOST_MENTIONS:
            reason = f"only its first {MOST_MENTIONS:,} mentions were looked up"
            self.gathering.skip(found.path, "too_many", reason)
        said: set[str] = set()
        names: list[Mention] = []
        for mention in mentions[:MOST_MENTIONS]:
            if mention.token not in said or mention.rest.strip():
                said.add(mention.token)
                if not self._import(mention, found, entry, chain):
                    names.append(mention)
        self._tell_names(found, names)

    def _import(
        self,
        mention: Mention,
        found: Found,
        entry: InstructionFile,
        chain: tuple[tuple[object, ...], ...],
    ) -> bool:
        """Read what a mention names, or record why not; False if it is no more than a name."""
        named = Named(found.path, mention.line)
        skip = self.gathering.skip
        if mention.is_system_path:
            skip(f"@{mention.token}", "refused", "a device, another machine or a system path", named=named)
            return True
        if mention.is_too_long:
            if "/" in mention.token:
                reason = f"a path of more than {LONGEST:,} characters"
                skip(f"@{mention.token[:_SHOWN_CHARS]}…", "unsupported", reason, named=named)
            return True
        target = self._find(mention, found)
        if target is None and not mention.is_path:
            return False
        if target is None:
            skip(*self._missing(mention, found), named=named)
        elif target.is_folder:
            skip(target.path, "not_a_file", "a folder can't be imported", named=named)
        elif entry.hops >= self.gathering.most_hops:
            most = self.gathering.most_hops
            skip(target.path, "too_deep", f"more than {most} imports follow each other", named=named)
        else:
            self._read(target, mention, found, entry, chain)
        return True

    def _read(
        self,
        target: _Target,
        mention: Mention,
        found: Found,
        entry: InstructionFile,
        chain: tuple[tuple[object, ...], ...],
    ) -> None:
        gathering = self.gathering
        named = Named(found.path, mention.line)
        real, key = self._key(target.path)
        if key in chain:
            gathering.skip(target.path, "cycle", "it leads back to itself", named=named)
            return
        refusal = gathering.gate(real, entry.scope) if gathering.gate else None
        if refusal is not None and key not in gathering.taken:
            gathering.skip(target.path, *refusal, named=named)
            return
        read = gathering.read(target.path, named=named)
        if read is None:
            return
        hops = entry.hops + 1
        reason = f"imported by {gathering.shown(found.path)}:{mention.line}"
        made = entry._replace(
            path=read.path, real=read.real, importer=found.path, line=mention.line, hops=hops,
            reason=f"{reason}; {target.remark}" if target.remark else reason, size_bytes=read.size_bytes,
        )  # fmt: skip
        prose = gathering.put(read, made)
        if prose is not None:
            self.run(read, gathering.files[-1], prose, (*chain, read.key))

    def _find(self, mention: Mention, found: Found) -> _Target | None:
        """The file that a mention names; else the folder; None if there is neither."""
        folder = None
        for name, remark in mention.names():
            path = self.place(name, os.path.dirname(found.real))
            mode = self._mode(path)
            if mode and not stat.S_ISDIR(mode):
                return _Target(path, is_folder=False, remark=remark)
            if mode and folder is None:
                folder = _Target(path, is_folder=True, remark="")
        return folder

    def place(self, name: str, folder: str) -> str:
        """The path of a name that stands in a file of ``folder``."""
        if name.startswith("~/") or name == "~":
            return os.path.normpath(os.path.join(str(self.gathering.around.home), name[2:]))
        return os.path.normpath(os.path.join(folder, name))

    def _missing(self, mention: Mention, found: Found) -> tuple[str, str, str]:
        name = mention.likely
        path = self.place(name, os.path.dirname(found.real))
        reason = "no such file"
        for folder, words in (
            (os.path.dirname(found.path), "beside the link to the file that imports it"),
            (os.path.realpath(self.gathering.around.cwd), "relative to the working folder"),
        ):
            other = self.place(name, folder)
            if other != path and self._mode(other):
                reason = f"no such file, but there is one {words}: a path counts from the file that holds it"
                break
        return path, "missing", reason

    def _tell_names(self, found: Found, names: list[Mention]) -> None:
        if not names:
            return
        told = list(dict.fromkeys(f"@{mention.token}" for mention in names))
        shown = ", ".join(told[:_SHOWN_NAMES])
        more = f" and {len(told) - _SHOWN_NAMES} more" if len(told) > _SHOWN_NAMES else ""
        where = f"{self.gathering.shown(found.path)}:{names[0].line}"
        self.gathering.note(f"{where}: read as text, because no such file exists: {shown}{more}")

    def _key(self, path: str) -> tuple[str, tuple[object, ...]]:
        """The real path of a file, and what tells it from others (nothing for a link that leads nowhere)."""
        if path not in self._keys:
            real = os.path.realpath(path)
            try:
                key = file_key(os.stat(real), real)
            except OSError:
                key = ()
            self._keys[path] = (real, key)
        return self._keys[path]

    def _mode(self, path: str) -> int:
        if path not in self._modes:
            self._modes[path] = _mode(path)
        return self._modes[path]


def _mode(path: str) -> int:
    """The kind of what stands under a path, links followed or, where they lead nowhere, the link; 0 for nothing."""
    for look in (os.stat, os.lstat):
        try:
            return look(path).st_mode
        except (OSError, ValueError):
            continue
    return 0
