"""Reads a backup from its first byte to its last and compares everything in it with its manifest."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.backup.manifest import (
    ABOUT_BYTES,
    ABOUT_MEMBER,
    BUNDLE_MEMBER,
    FILES_MEMBER,
    MANIFEST_BYTES,
    MANIFEST_MEMBER,
    About,
    Entry,
    Manifest,
    parse_about,
    parse_manifest,
)
from daykeep.files.archives.gathering import FILE
from daykeep.files.archives.reading import Member, damaged, read_members, reported
from daykeep.files.replace import sha256_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MOST_BYTES = 1 << 42
"""No backup unpacks to more than four terabytes."""


class Checked(NamedTuple):
    """A backup in which everything is as its manifest says; ``sha256`` of the manifest tells it from others."""

    path: Path
    about: About
    manifest: Manifest
    sha256: str


class _Seen(NamedTuple):
    kind: str
    size: int
    target: str
    sha256: str


def check_backup(
    path: Path, *, limit_bytes: int = MOST_BYTES, progress: Callable[[int, int], None] | None = None
) -> Checked:
    """Read a whole backup and compare it; nothing is written.

    DocumentError if it is cut, changed, or no backup; RefusedError for a later format, or more than ``limit_bytes``.
    ``progress`` is told how many bytes of the file were read, of how many.
    """
    about: About | None = None
    data: bytes | None = None
    seen: dict[str, _Seen] = {}
    for member in read_members(path, limit_bytes=limit_bytes, progress=progress):
        with reported(path):
            if about is None:
                about = _read_about(path, member)
            elif data is not None:
                raise damaged(path, "something follows its manifest")
            elif member.name == MANIFEST_MEMBER:
                data = _take(path, member, MANIFEST_BYTES)
            elif member.name in seen:
                raise damaged(path, f"it holds {member.name[:200]!r} twice")
            else:
                seen[member.name] = _digest(member)
    if about is None or data is None:
        raise damaged(path, "it has no manifest: it was cut")
    with reported(path):
        manifest = parse_manifest(data)
    _compare(path, manifest, seen)
    return Checked(path, about, manifest, sha256_of(data))


def read_about(path: Path) -> About:
    """What a backup says at its front; nothing else of it is read or compared."""
    for member in read_members(path, limit_bytes=MOST_BYTES):
        with reported(path):
            return _read_about(path, member)
    raise damaged(path, "it is empty")


def read_again(checked: Checked) -> Iterator[tuple[Entry | None, Iterator[bytes]]]:
    """The files of a checked backup, each with its bytes in pieces; None for the history. Folders and links are not."""
    entries = {FILES_MEMBER + entry.found.name: entry for entry in checked.manifest.entries}
    for member in read_members(checked.path, limit_bytes=MOST_BYTES):
        if member.name == BUNDLE_MEMBER:
            yield None, member.pieces
        elif member.kind == FILE and member.name in entries:
            yield entries[member.name], member.pieces


def _read_about(path: Path, member: Member) -> About:
    if member.name != ABOUT_MEMBER:
        raise damaged(path, f"it does not begin with {ABOUT_MEMBER}")
    return parse_about(_take(path, member, ABOUT_BYTES))


def _take(path: Path, member: Member, limit_bytes: int) -> bytes:
    if member.kind != FILE or member.size > limit_bytes:
        raise damaged(path, f"{member.name} is too large, or no file")
    return b"".join(member.pieces)


def _digest(member: Member) -> _Seen:
    digest = hashlib.sha256()
    for piece in member.pieces:
        digest.update(piece)
    return _Seen(member.kind, member.size, member.target, digest.hexdigest() if member.kind == FILE else "")


def _compare(path: Path, manifest: Manifest, seen: dict[str, _Seen]) -> None:
    expected = {
        FILES_MEMBER + entry.found.name: _Seen(
            entry.found.kind, entry.found.size, entry.found.target, entry.sha256
        )
        for entry in manifest.entries
    }
    if manifest.bundle is not None:
        expected[BUNDLE_MEMBER] = _Seen(FILE, manifest.bundle.size, "", manifest.bundle.sha256)
    for name in {**expected, **seen}:
        if seen.get(name) != expected.get(name):
            known = "is missing" if name not in seen else "was changed"
            why = known if name in expected else "is not in its manifest"
            raise damaged(path, f"{name.removeprefix(FILES_MEMBER)[:200]!r} {why}")
