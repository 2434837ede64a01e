"""Checks of what stands in the files: bytes, secrets, hidden characters, conflict markers."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from daykeep.doctor.finding import LOOK_BYTES, READ_FOLDERS, Finding, look_at, names_to_read
from daykeep.errors import DaykeepError
from daykeep.guard.hidden import find_hidden
from daykeep.guard.secrets import find_secrets
from daykeep.text.unmerged import find_unmerged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject
    from daykeep.files.encoding import Document

SHOWN_PER_FILE = 20
"""How many findings of one kind a file gets; the rest are counted in one more."""

BINARY_SHARE = 0.02
"""From this share of NUL characters on, a file is not text and isn't searched."""


def check_contents(subject: Subject) -> Iterator[Finding]:
    """Read every file that an agent may come to see, once, and check what stands in it."""
    vital = {*subject.layout.core, subject.layout.memory}
    for folder in READ_FOLDERS:
        try:
            names = names_to_read(subject.files, folder)
        except DaykeepError as error:
            said = f"can't be listed: {error.message}"
            yield Finding(f"unread:{folder}/", "error", f"{folder}/", 0, said, error.hint or "")
            continue
        for name in names:
            yield from _check_file(subject, name, vital=name in vital)


def _check_file(subject: Subject, name: str, *, vital: bool) -> Iterator[Finding]:
    try:
        look = look_at(subject.files, name)
    except DaykeepError as error:
        said, level = f"can't be read: {error.message}", "error" if vital else "warning"
        yield Finding(f"unread:{name}", level, name, 0, said, error.hint or "")
        return
    if look is None:
        return
    if not look.whole:
        said = f"is larger than {LOOK_BYTES:,} bytes; only its beginning was checked"
        yield Finding(f"part:{name}", "info", name, 0, said)
    yield from check_document(look.document, vital=vital)


def check_document(document: Document, *, vital: bool) -> Iterator[Finding]:
    """Every finding in one file; ``vital`` files are read at every start, so what is hidden there is an error."""
    name = document.name
    for problem in document.problems[:SHOWN_PER_FILE]:
        yield Finding(
            f"bytes:{name}:{problem.line}", "warning", name, problem.line, problem.message, _BYTES_HINT
        )
    text = document.text
    if text.count("\0") > len(text) * BINARY_SHARE:
        said = "is not text (it is full of NUL characters); its content was not checked"
        yield Finding(f"binary:{name}", "warning", name, 0, said, _BYTES_HINT)
        return
    places = _Places(text)
    yield from _capped(_check_secrets(name, text, places), f"secret:{name}", name)
    yield from _capped(_check_hidden(name, text, places, vital=vital), f"hidden:{name}", name)
    if name.lower().endswith((".md", ".markdown", ".jsonl")):
        yield from _capped(_check_markers(document, vital=vital), f"conflict-marker:{name}", name)


_BYTES_HINT = "the bytes are kept as they are; open the file in an editor that shows its encoding"


class _Places:
    """Line numbers for offsets in a text."""

    def __init__(self, text: str) -> None:
        self.starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find("\n", at + 1)

    def line(self, offset: int) -> int:
        return bisect_right(self.starts, offset)


def _check_secrets(name: str, text: str, places: _Places) -> Iterator[Finding]:
    counts: dict[int, int] = {}
    for secret in find_secrets(text):
        line = places.line(secret.start)
        counts[line] = counts.get(line, 0) + 1
        suffix = f"#{counts[line]}" if counts[line] > 1 else ""
        said = f"holds what looks like a secret ({secret.kind}, sha8 {secret.sha8})"
        hint = "change the secret where it is used, then mask it here; git history may still hold it"
        yield Finding(f"secret:{name}:{line}{suffix}", "error", name, line, said, hint, fixable=True)


def _check_hidden(name: str, text: str, places: _Places, *, vital: bool) -> Iterator[Finding]:
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return
    by_line: dict[int, list[str]] = {}
    for hidden in find_hidden(text):
        shown = by_line.setdefault(places.line(hidden.offset), [])
        shown.append(f"U+{hidden.code:04X} ({hidden.kind})")
    for line, shown in by_line.items():
        listed = ", ".join(dict.fromkeys(shown[:200]))[:200]
        said = f"holds {len(shown)} character{'s' if len(shown) > 1 else ''} that can't be seen: {listed}"
        hint = "look at what stands there before you trust it; a fix takes these characters out"
        yield Finding(
            f"hidden:{name}:{line}", "error" if vital else "warning", name, line, said, hint, fixable=True
        )


def _check_markers(document: Document, *, vital: bool) -> Iterator[Finding]:
    """Left-over marks of merges, in order and outside code."""
    name = document.name
    for first, last in find_unmerged(document.texts):
        said = f"holds an unsolved merge conflict (lines {first}–{last})"
        hint = "choose what should stay and delete the three marked lines"
        level = "error" if vital or name.endswith(".jsonl") else "warning"
        yield Finding(f"conflict-marker:{name}:{first}", level, name, first, said, hint)


def _capped(findings: Iterator[Finding], prefix: str, name: str) -> Iterator[Finding]:
    rest, level = 0, "info"
    for index, finding in enumerate(findings):
        if index < SHOWN_PER_FILE:
            yield finding
        else:
            rest, level = rest + 1, finding.level
    if rest:
        yield Finding(
            f"{prefix}:more",
            level,
            name,
            0,
            f"has {rest:,} more of the same kind",
            "mend the ones shown, then run this again",
        )
