"""What a backup says about itself: its format at the front, and at the end every file with its size, mode and hash.

The archive is an ordinary ``.tar.gz``: ``daykeep-backup.json``, then ``files/`` with the workspace as it is,
``git/history.bundle`` where there is a history, ``manifest.json``. A backup can be unpacked by hand, without daykeep.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import RefusedError
from daykeep.files.archives.gathering import FILE, FOLDER, LINK, Found
from daykeep.files.paths import check_existing, same_file_key
from daykeep.git.bundle import Head

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FORMAT = 1
ABOUT_MEMBER, MANIFEST_MEMBER = "daykeep-backup.json", "manifest.json"
FILES_MEMBER, BUNDLE_MEMBER = "files/", "git/history.bundle"
ABOUT_BYTES = 1 << 16
MANIFEST_BYTES = 1 << 28
"""Half a million files have a manifest of a third of this."""

_SHA256 = re.compile(r"[0-9a-f]{64}")
_OID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})?")
_MODES = 0o777


class About(NamedTuple):
    """What stands at the front: the format, when the backup was made (ISO 8601), the name of the workspace's folder."""

    format: int
    at: str
    workspace: str


class Entry(NamedTuple):
    """A file, folder or link of the workspace as it was; ``sha256`` of a file's bytes."""

    found: Found
    sha256: str = ""


class LeftOut(NamedTuple):
    """Something that is not in the backup, and why; ``missed``: it should be."""

    name: str
    why: str
    missed: bool = False


class Bundle(NamedTuple):
    """The history in the backup: its size, its hash, what was current in it."""

    size: int
    sha256: str
    head: Head


class Manifest(NamedTuple):
    """Everything a backup holds, in the order of the archive."""

    entries: tuple[Entry, ...]
    bundle: Bundle | None
    left_out: tuple[LeftOut, ...]

    @property
    def files(self) -> int:
        """How many files of the workspace it holds."""
        return sum(entry.found.kind == FILE for entry in self.entries)

    @property
    def size(self) -> int:
        """How many bytes these files have."""
        return sum(entry.found.size for entry in self.entries)


def render_about(about: About) -> bytes:
    """The member at the front."""
    return _render({"daykeep_backup": about.format, "at": about.at, "workspace": about.workspace})


def parse_about(data: bytes) -> About:
    """What stands at the front; ValueError if it is not that, RefusedError for a format of a later daykeep."""
    value = _object(data)
    form = value.get("daykeep_backup")
    if type(form) is not int or form < 1:
        raise _wrong("it does not begin as a backup does")
    if form > FORMAT:
        raise RefusedError(
            f"this backup has format {form}; this daykeep knows format {FORMAT}",
            hint="use the daykeep that made it, or a newer one",
        )
    return About(form, _text(value, "at"), _text(value, "workspace"))


def render_manifest(manifest: Manifest) -> bytes:
    """The member at the end."""
    bundle = manifest.bundle
    return _render(
        {
            "entries": [_row(entry) for entry in manifest.entries],
            "history": None
            if bundle is None
            else {"size": bundle.size, "sha256": bundle.sha256, **bundle.head._asdict()},
            "left_out": [left._asdict() for left in manifest.left_out],
        }
    )


def _row(entry: Entry) -> dict[str, Any]:
    found = entry.found
    row: dict[str, Any] = {"name": found.name, "kind": found.kind}
    if found.kind == LINK:
        return {**row, "target": found.target}
    row["mode"] = f"{found.mode:04o}"
    if found.kind == FILE:
        row |= {"size": found.size, "mtime_ns": found.mtime_ns, "sha256": entry.sha256}
    return row


def parse_manifest(data: bytes) -> Manifest:
    """The manifest; ValueError for anything that a backup does not write.

    Its names are checked: each is inside the folder, comes once, and what it lies in is a folder of the manifest.
    """
    value = _object(data)
    rows, history, left = value.get("entries"), value.get("history"), value.get("left_out")
    if not isinstance(rows, list) or not isinstance(left, list):
        raise _wrong("its manifest has no lists")
    entries = tuple(map(_entry, rows))
    _check_names(entries)
    bundle = None
    if isinstance(history, dict):
        head = Head(_text(history, "branch"), _text(history, "commit"), _text(history, "hashing"))
        if not _OID.fullmatch(head.commit):
            raise _wrong("its manifest names no commit")
        bundle = Bundle(_number(history, "size"), _hash(history), head)
    return Manifest(entries, bundle, tuple(map(_left_out, left)))


def _entry(row: object) -> Entry:
    if not isinstance(row, dict):
        raise _wrong("an entry of its manifest is no object")
    name, kind = _text(row, "name"), _text(row, "kind")
    if kind == LINK:
        return Entry(Found(name, LINK, target=_text(row, "target")))
    mode = int(_text(row, "mode"), 8)
    if not 0 <= mode <= _MODES or kind not in {FILE, FOLDER}:
        raise _wrong(f"its manifest has an entry of an unknown kind: {name[:200]!r}")
    if kind == FOLDER:
        return Entry(Found(name, FOLDER, mode))
    return Entry(Found(name, FILE, mode, _number(row, "mtime_ns"), _number(row, "size")), _hash(row))


def _check_names(entries: Sequence[Entry]) -> None:
    kinds: dict[str, str] = {}
    for entry in entries:
        name = entry.found.name
        try:
            check_existing(name)
        except (RefusedError, ValueError) as error:
            raise _wrong(f"its manifest names {name[:200]!r}, which is no safe name") from error
        if name in kinds:
            raise _wrong(f"its manifest names {name[:200]!r} twice")
        folder = name.rpartition("/")[0]
        if folder and kinds.get(folder) != FOLDER:
            raise _wrong(f"its manifest names {name[:200]!r}, which lies in no folder of it")
        kinds[name] = entry.found.kind


def find_twins(entries: Iterable[Entry]) -> list[tuple[str, str]]:
    """Pairs of names that are one name where case, or the way an accent is written, makes no difference."""
    seen: dict[str, str] = {}
    twins = []
    for entry in entries:
        first = seen.setdefault(same_file_key(entry.found.name), entry.found.name)
        if first != entry.found.name:
            twins.append((first, entry.found.name))
    return twins


def _left_out(row: object) -> LeftOut:
    if not isinstance(row, dict):
        raise _wrong("what its manifest says is left out is no object")
    return LeftOut(_text(row, "name"), _text(row, "why"), row.get("missed") is True)


def _wrong(why: str) -> ValueError:
    """What is not as a backup writes it: all of it is text of a file, so no type is at fault."""
    return ValueError(why)


def _render(value: dict[str, Any]) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=True).encode("ascii") + b"\n"


def _object(data: bytes) -> dict[str, Any]:
    value = json.loads(data.decode("ascii"))
    if not isinstance(value, dict):
        raise _wrong("it holds no JSON object where it should")
    return value


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str):
        raise _wrong(f"it has no text for {key!r}")
    return value


def _number(row: dict[str, Any], key: str) -> int:
    value = row.get(key)
    if type(value) is not int or value < (0 if key == "size" else -(1 << 63)) or value >= 1 << 63:
        raise _wrong(f"it has no number for {key!r}")
    return value


def _hash(row: dict[str, Any]) -> str:
    value = _text(row, "sha256")
    if not _SHA256.fullmatch(value):
        raise _wrong("it has no hash of a file")
    return value
