"""Reads a unified diff of one file, strictly: what does not fit the file to the letter is an error, never a guess."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DocumentError, UsageError
from daykeep.guard.hidden import show_hidden
from daykeep.guard.secrets import mask_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CONTEXT = 3
"""Lines before and after a change by which its place is known."""
_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@.*")
_QUIET = re.compile(r"diff --git .*|index [0-9a-f]+\.\.[0-9a-f]+( \d+)?|new file mode \d+")
_SHOWN_CHARS = 60
_SIDES = {"--- ": "a/", "+++ ": "b/"}


class Edit(NamedTuple):
    """One change: ``removed`` lines give way to ``added`` ones between lines that stay.

    ``number`` is the line number (from 1) of the first of ``before``, ``removed`` and ``after``.
    """

    number: int
    before: tuple[str, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    after: tuple[str, ...]


def parse_patch(text: str, *, name: str, lines: Sequence[str]) -> list[Edit]:
    """The changes of a unified diff to the file ``name`` that has these ``lines``; each run of lines is one.

    Raises UsageError for what is no such diff or is about another file, DocumentError where its context is not what
    stands in the file.
    """
    rows = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    edits: list[Edit] = []
    at, done, seen = 0, 0, False
    while at < len(rows):
        row = rows[at]
        found = _HUNK.fullmatch(row)
        if found is None:
            if seen or not _is_head(row, name):
                raise _bad(at, f"{_shown(row)} is not a line of a diff of {name}")
            at += 1
            continue
        seen = True
        first, count, new_count = int(found[1]), int(found[2] or 1), int(found[4] or 1)
        first = first if count else first + 1  # a hunk without old lines names the line above it
        at, body = _read_body(rows, at + 1, count, new_count)
        if first - 1 < done:
            raise _bad(at, "its parts overlap or stand in the wrong order")
        done = first - 1 + count
        _check(name, lines, first, [text for sign, text in body if sign != "+"])
        edits.extend(_split(body, first))
    if not edits:
        raise UsageError(
            "the patch changes nothing", hint="give a unified diff, as `diff -u` or `git diff` write it"
        )
    return edits


def _is_head(row: str, name: str) -> bool:
    side = _SIDES.get(row[:4])
    if side is None:
        return not row or _QUIET.fullmatch(row) is not None
    path = row[4:].split("\t", maxsplit=1)[0].strip().removeprefix(side).removeprefix("./")
    if path == "/dev/null":
        if side == "b/":
            raise UsageError("a patch that deletes the whole file is not taken")
        return True
    if path != name:
        raise UsageError(
            f"the patch is about {_shown(path)}, not about {name}",
            hint=f"`diff -u --label {name} --label {name} {name} COPY` gives both sides the name of the file",
        )
    return True


def _read_body(rows: Sequence[str], at: int, count: int, new_count: int) -> tuple[int, list[tuple[str, str]]]:
    """The lines of one hunk, each with its sign, and the index after them."""
    body: list[tuple[str, str]] = []
    old = new = 0
    while old < count or new < new_count:
        if at >= len(rows):
            raise _bad(at, "it ends in the middle of a part")
        sign, text = rows[at][:1] or " ", rows[at][1:]
        if sign == "\\":
            at += 1
            continue
        if sign not in " +-":
            raise _bad(at, f"{_shown(rows[at])} begins with none of blank, + and -")
        old, new = old + (sign != "+"), new + (sign != "-")
        body.append((sign, text))
        at += 1
    if old != count or new != new_count:
        raise _bad(at - 1, "a part has other counts of lines than its head says")
    while at < len(rows) and rows[at].startswith("\\"):
        at += 1
    return at, body


def _check(name: str, lines: Sequence[str], first: int, wanted: Sequence[str]) -> None:
    for number, text in enumerate(wanted, first):
        there = lines[number - 1] if number <= len(lines) else None
        if there != text:
            said = "the file ends before it" if there is None else f"the file has {_shown(there)}"
            raise DocumentError(
                f"{name}:{number}: the patch expects {_shown(text)}, {said}; nothing was proposed",
                hint="edit a copy, and make the patch from the file as it is now to that copy",
                details={"name": name, "line": number},
            )


def _split(body: Sequence[tuple[str, str]], first: int) -> Iterator[Edit]:
    """One edit for each run of removed and added lines."""
    numbers, number = [], first
    for sign, _ in body:
        numbers.append(number)
        number += sign != "+"
    at = 0
    while at < len(body):
        if body[at][0] == " ":
            at += 1
            continue
        end = at
        while end < len(body) and body[end][0] != " ":
            end += 1
        start = at
        while start > 0 and at - start < CONTEXT and body[start - 1][0] == " ":
            start -= 1
        last = end
        while last < len(body) and last - end < CONTEXT and body[last][0] == " ":
            last += 1
        yield Edit(
            numbers[start],
            tuple(text for _, text in body[start:at]),
            tuple(text for sign, text in body[at:end] if sign == "-"),
            tuple(text for sign, text in body[at:end] if sign == "+"),
            tuple(text for _, text in body[end:last]),
        )
        at = end


def _bad(at: int, why: str) -> UsageError:
    return UsageError(
        f"line {at + 1} of the patch: {why}", hint="give a unified diff, as `diff -u` writes it"
    )


def _shown(text: str) -> str:
    """A line as it may be shown in a message."""
    return f'"{show_hidden(mask_secrets(text)[0])[:_SHOWN_CHARS]}"'
