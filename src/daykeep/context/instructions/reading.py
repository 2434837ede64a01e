"""Reads one instruction file, whatever stands under its name: never waits, never reads more than the limit."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.disk import describe_kind
from daykeep.files.encoding import decode
from daykeep.files.readonly import open_read_only
from daykeep.text.frontmatter import frontmatter_end

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LIMIT_BYTES = 4 * 1024 * 1024
"""A larger file is not read at all (code.claude.com/docs/en/memory)."""

BINARY = frozenset({
    "png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "tiff", "heic", "avif", "pdf", "zip", "gz", "tgz", "bz2", "xz",
    "7z", "tar", "jar", "exe", "dll", "so", "dylib", "o", "a", "bin", "wasm", "class", "pyc", "doc", "docx", "xls",
    "xlsx", "ppt", "pptx", "odt", "mp3", "mp4", "m4a", "wav", "ogg", "mov", "avi", "mkv", "ttf", "otf", "woff",
    "woff2", "sqlite", "db",
})  # fmt: skip
"""Endings of files that are no text, whatever their first bytes are."""

SYSTEM_FOLDERS = ("/proc/", "/sys/")
"""What lies there are no files: reading one may wait, take something away, or tell about this very program."""

_MAGIC = (b"%PDF-", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b")


class Found(NamedTuple):
    """A file that can be read. ``key`` is the same for all names of one file; ``lines`` are its text without ends.

    ``body_from`` is the number of lines of its frontmatter: the model gets what comes after.
    """

    path: str
    real: str
    key: tuple[object, ...]
    size_bytes: int
    lines: tuple[str, ...]
    final_newline: bool
    body_from: int


class Unread(NamedTuple):
    """Why a file that is there is not read: a stable code, and words."""

    path: str
    code: str
    reason: str


def read_instruction(
    path: str, *, known: Mapping[tuple[object, ...], Found] | None = None, most_bytes: int = LIMIT_BYTES
) -> Found | Unread | None:
    """Read a file; None if there is none. Links are followed; a FIFO, device or socket is never opened.

    A file that is ``known`` by its key under another name is not read again. One of more than ``most_bytes`` is
    passed over as one too many.
    """
    try:
        info = os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return Unread(path, "missing", "a link to nothing") if _is_link(path) else None
    except OSError as error:
        return _refused(path, error)
    real = os.path.realpath(path)
    unread = _refuse(path, real, info)
    if unread is not None:
        return unread
    before = known.get(file_key(info, real)) if known else None
    if before is not None:
        return before._replace(path=path, real=real)
    if info.st_size > most_bytes:
        return Unread(path, "too_many", "the files before it are as large as a set may be")
    return _read(path, real, info)


def _refuse(path: str, real: str, info: os.stat_result) -> Unread | None:
    """Why something is not opened at all; None if it may be."""
    if not stat.S_ISREG(info.st_mode):
        return Unread(path, "not_a_file", f"{describe_kind(info)}, not a file")
    if info.st_size > LIMIT_BYTES:
        return _too_large(path, info.st_size)
    if path.rpartition(".")[2].lower() in BINARY:
        return Unread(path, "binary", "not a text file")
    if real.startswith(SYSTEM_FOLDERS):
        return Unread(path, "refused", "a device, another machine or a system path")
    return None


def file_key(info: os.stat_result, real: str) -> tuple[object, ...]:
    """What tells whether two names are one file: device and inode, or the real path where there are none."""
    return (info.st_dev, info.st_ino) if info.st_ino else (os.path.normcase(real),)


def _read(path: str, real: str, info: os.stat_result) -> Found | Unread | None:
    try:
        stream = open_read_only(Path(real))
        if stream is None:
            return Unread(path, "missing", "it went away while it was read")
        with stream:
            data = stream.read(LIMIT_BYTES + 1)
    except DaykeepError as error:
        return Unread(path, "unreadable", error.message)
    except OSError as error:
        return _refused(path, error)
    if len(data) > LIMIT_BYTES:
        return _too_large(path, len(data))
    document = decode(data, path)
    if data.startswith(_MAGIC) or (b"\0" in data and not document.encoding.startswith("utf-16")):
        return Unread(path, "binary", "it holds bytes that are no text")
    lines = tuple(document.texts)
    return Found(
        path, real, file_key(info, real), len(data), lines, document.final_newline, count_head(lines)
    )


def count_head(lines: Sequence[str]) -> int:
    """The number of lines before a file's own text: its frontmatter, with comments and blank lines that precede it."""
    last = frontmatter_end(lines)
    head = lines[0].lstrip("\ufeff \t") if lines else ""
    if last or not lines or (head and not head.startswith("<!--")):
        return last
    inside = False
    for index, line in enumerate(lines):
        bare = line.strip()
        if inside or bare.startswith("<!--"):
            inside = "-->" not in bare
            if not inside and not bare.endswith("-->"):
                return 0
        elif bare:
            last = frontmatter_end(lines[index:])
            return index + last if last else 0
    return 0


def _too_large(path: str, size_bytes: int) -> Unread:
    return Unread(path, "too_large", f"{size_bytes:,} bytes; one over {LIMIT_BYTES:,} is skipped whole")


def _is_link(path: str) -> bool:
    try:
        return os.path.islink(path)
    except ValueError:  # a NUL in the name
        return False


def _refused(path: str, error: OSError) -> Unread | None:
    if error.errno == errno.ELOOP:
        return Unread(path, "cycle", "a link that leads back to itself")
    if error.errno == errno.ENAMETOOLONG:
        return None
    return Unread(path, "unreadable", (error.strerror or str(error)).lower())
