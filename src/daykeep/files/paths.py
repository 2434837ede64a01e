"""Which names are safe, which name a text may become, and under which key a name is locked. Pure: no disk.

A *name* is a POSIX path relative to the workspace ("memory/2026-03-10.md"). ``check_existing`` is for names that
may already be there, whoever made them: it stops everything that could leave the folder or reach git's own files.
``check_name`` is for names daykeep makes: it also stops what is a device, a stream or a different file on another
system. Neither looks at the disk; links are followed and refused by ``tree``, which holds every folder open.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata

from daykeep.errors import RefusedError

MAX_PART_BYTES = 255  # of one component: ext4, XFS, APFS, NTFS (there in UTF-16 units)
MAX_NAME_BYTES = 4096  # PATH_MAX on Linux
_RESERVED = frozenset(
    [
        "con",
        "prn",
        "aux",
        "nul",
        "conin$",
        "conout$",
        *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³"),
    ]
)
_DOTS = ("", ".", "..")
_WINDOWS_ONLY = '<>"|?*'


def _refuse(name: str, why: str) -> RefusedError:
    return RefusedError(
        f"'{name[:200]!s}' is not a name inside the workspace: {why}",
        hint="give a path relative to the workspace, like memory/2026-03-10.md",
        details={"name": name[:200]},
    )


def _unquote(text: str) -> str:
    """Percent-decoding, repeated until nothing changes, so that "%252e" can't hide a dot."""
    for _ in range(4):
        decoded = re.sub("%([0-9a-fA-F]{2})", lambda match: chr(int(match.group(1), 16)), text)
        if decoded == text:
            break
        text = decoded
    return text


def _is_dots(part: str) -> bool:
    return unicodedata.normalize("NFKC", part).strip() in _DOTS


def _is_git(part: str) -> bool:
    """Whether some file system takes this for ``.git``: any case, ignorable characters, trailing dots, NTFS short name."""
    seen = (
        "".join(c for c in part if unicodedata.category(c) != "Cf").casefold().split(":", 1)[0].rstrip(". ")
    )
    return seen in {".git", "git~1"}


def _looks_plain(name: str) -> bool:
    """The common case, decided without Unicode tables: ASCII words, digits, dashes and dots in proper places."""
    return (
        re.fullmatch(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*", name, re.ASCII) is not None
        and len(name) < MAX_PART_BYTES
    )


def check_existing(name: str) -> str:
    """The name, if nothing in it can leave the workspace or reach ``.git``; ``RefusedError`` otherwise.

    Refused: empty, absolute, a drive, "." and ".." and empty components (also percent-encoded, twice encoded, with
    backslashes or in full-width letters), NUL, ``.git`` as any file system may spell it, more than 4,096 bytes.
    """
    if _looks_plain(name) and os.name != "nt":
        return name
    if not name or "\0" in name:
        raise _refuse(name, "it is empty" if not name else "it holds a NUL character")
    if len(name.encode("utf-8", "surrogatepass")) > MAX_NAME_BYTES:
        raise _refuse(name, f"it is longer than {MAX_NAME_BYTES} bytes")
    for spelling in {name, _unquote(name)}:
        slashed = spelling.replace("\\", "/")
        if slashed.startswith("/") or re.match("[a-zA-Z]:", spelling):
            raise _refuse(name, "it is absolute")
        for part in slashed.split("/"):
            if _is_dots(part):
                raise _refuse(name, "it holds an empty, '.' or '..' component")
            if _is_git(part):
                raise _refuse(name, "git's own folder is not part of it")
    return name if os.name != "nt" else _check_parts(name)


def check_name(name: str) -> str:
    """The name, if it means one and the same file on every system; ``RefusedError`` otherwise.

    Beyond ``check_existing`` it refuses backslashes, ":" (a Windows stream), control and Windows-only characters,
    lone surrogates, trailing dots and spaces, reserved device names (``CON``, ``nul.md``), a leading "~", and
    components of more than 255 bytes.

    >>> check_name("memory/2026-03-10.md")
    'memory/2026-03-10.md'
    """
    return _check_parts(check_existing(name))


def _check_parts(name: str) -> str:
    if name.startswith("~"):
        raise _refuse(name, "a leading '~' means a home folder")
    for part in name.split("/"):
        if part.split(".", 1)[0].rstrip(" ").casefold() in _RESERVED:
            raise _refuse(name, f"'{part}' is a device on Windows")
        if part[-1] in ". ":
            raise _refuse(name, "a component ends with a dot or a space")
        if len(part.encode("utf-8", "surrogatepass")) > MAX_PART_BYTES:
            raise _refuse(name, f"a component is longer than {MAX_PART_BYTES} bytes")
        for character in part:
            code = ord(character)
            if (
                code < 32
                or code == 127
                or character in _WINDOWS_ONLY
                or character in ":\\"
                or 0xD800 <= code < 0xE000
            ):
                raise _refuse(name, f"it holds the character U+{code:04X}")
    return name


def slug(text: str, limit_bytes: int = 80) -> str:
    """An ASCII name for any text: lower-case words joined by dashes, at most ``limit_bytes`` long.

    What has no ASCII form (Chinese, emoji) is left out; if nothing is left, eight digits of the text's SHA-256 stand
    for it, so that two such texts get two names.

    >>> slug("Fix: the Café's Wi-Fi!")
    'fix-the-cafe-s-wi-fi'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    words = "-".join(re.findall("[a-z0-9]+", plain))[:limit_bytes].strip("-")
    if words and words not in _RESERVED:
        return words
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{words}-{digest}"[:limit_bytes].lstrip("-")


def same_file_key(name: str) -> str:
    """One key for all spellings that some file system takes for the same file (NFC and case folded).

    Only locks use it: two files that differ in case share a lock and stay two files.
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def lock_stem(name: str) -> str:
    """The file name, without ending, of a name's lock: readable, unique, at most 63 bytes."""
    key = same_file_key(name)
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{slug(key, 50)}-{digest}"
