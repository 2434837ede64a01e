"""For which paths an instruction file is meant, from its frontmatter.

The keys are read by hand, not as YAML: ``*.tsx``, ``**/*.ts``, ``{a,b}/**`` and ``!vendor/**`` without quotes are what
people write, and YAML takes the first three for errors and the last for a tag. Such a value is read as it stands and
is a problem, because other tools may not read it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.frontmatter import MAX_BYTES, frontmatter_end
from daykeep.text.globs import Globs, compile_globs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RULE_KEYS = ("paths", "globs")
"""The keys of a rule: the documented one, and the alias that works as well."""

_KEY = re.compile(r"([\"']?)([A-Za-z][\w-]*)\1[ \t]*:([ \t]*)(.*)$")
_ENTRY = re.compile(r"[\"']?[A-Za-z][\w-]*[\"']?[ \t]*:(?:[ \t]|$)")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_NOT_A_PATH = re.compile(r"[-+]?[\d.]+|true|false|True|False")
_UNQUOTED = frozenset("*&!{[%@`|>")
_BLOCK_SCALARS = frozenset({"|", ">", "|-", ">-", "|+", ">+"})
_QUOTED = re.compile(r"""((?:^|[,\[{])[ \t]*)(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')""")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_UNREADABLE = frozenset({"not_a_list", "too_large"})
_SHOWN_CHARS = 80
_SHOWN_PATTERNS = 8


class PathsProblem(NamedTuple):
    """What is wrong with the paths of a file: the line (1-based), a stable code, and words for people.

    Codes: those of :class:`~daykeep.text.globs.GlobProblem`, ``unquoted``, ``not_a_pattern``, ``not_a_list``,
    ``given_twice``, ``unclosed``, ``comment_first``, ``too_large``.
    """

    line: int
    code: str
    message: str
    pattern: str = ""


class Paths(NamedTuple):
    """The patterns of a file as written, in order, and what was wrong with them.

    ``always`` says that the file names no paths: the key is absent, empty or null. ``last`` is the number of lines up
    to the end of the frontmatter with what stands before it, 0 when there is none.
    """

    patterns: tuple[str, ...]
    problems: tuple[PathsProblem, ...]
    always: bool
    last: int
    globs: Globs

    def match(self, path: str) -> bool:
        """Whether the file is meant for the path, relative to the root of its project, with slashes."""
        return self.always or self.globs.match(path)

    def why_unread(self) -> tuple[str, str]:
        """Why the file is not read while no path of it is at hand: a code, and words for people."""
        if not self.globs.can_match:
            return "bad_pattern", "meant for no path: none of its patterns can be matched"
        shown = ", ".join(map(_shorten, self.patterns[:_SHOWN_PATTERNS]))
        more = len(self.patterns) - _SHOWN_PATTERNS
        return "no_match", f"read with a file that matches {shown}{f' and {more} more' if more > 0 else ''}"


class _Value(NamedTuple):
    """A key's value as it stands: the text beside the key, and the lines below it."""

    line: int
    beside: str
    below: tuple[str, ...]


class _Item(NamedTuple):
    """A pattern as written; ``plain`` says that YAML reads it as a text too."""

    text: str
    line: int
    plain: bool


def parse_paths(
    lines: Sequence[str],
    *,
    keys: Sequence[str] = RULE_KEYS,
    ignore_case: bool = False,
    windows: bool = False,
) -> Paths:
    """Read for which paths a file is meant; never raises, whatever it holds.

    A value is a list (in lines or in brackets) or a string with commas, with or without quotes; the patterns of all
    ``keys`` count together. A comment or blank lines may stand before the frontmatter. A pattern that can't be read
    matches nothing, and a file whose every pattern is such is meant for no path.
    """
    problems: list[PathsProblem] = []
    values, last = _find_values(lines, keys, problems)
    items = [item for key in keys if key in values for item in _read_items(values[key], problems)]
    problems.extend(_check(item) for item in items if _is_doubtful(item))
    first_lines: dict[str, int] = {}
    for item in items:
        first_lines.setdefault(item.text, item.line)
    unreadable = any(problem.code in _UNREADABLE for problem in problems)
    globs = compile_globs(first_lines, ignore_case=ignore_case, windows=windows)
    problems.extend(
        PathsProblem(
            first_lines[problem.pattern],
            problem.code,
            f"{problem.message}: {_shorten(problem.pattern)}",
            problem.pattern,
        )
        for problem in globs.problems
    )
    return Paths(tuple(first_lines), tuple(sorted(problems)), not first_lines and not unreadable, last, globs)


def _find_values(
    lines: Sequence[str], keys: Sequence[str], problems: list[PathsProblem]
) -> tuple[dict[str, _Value], int]:
    """The values of the keys in the frontmatter, wherever it starts, and the line that it ends on."""
    start = _find_start(lines)
    if start is None:
        return {}, 0
    last = frontmatter_end([lines[start].lstrip("\ufeff"), *lines[start + 1 :]])
    block = [line.rstrip("\r\n") for line in lines[start + 1 : start + last - 1]]
    if not last:
        if any(_is_key(line, keys) for line in lines[start + 1 : start + 50]):
            problems.append(
                PathsProblem(start + 1, "unclosed", "the frontmatter opened here is never closed")
            )
        return {}, 0
    if sum(len(line) + 1 for line in block) > MAX_BYTES:
        if any(_is_key(line, keys) for line in block):
            message = f"a frontmatter over {MAX_BYTES} bytes is not read; the file is meant for no path"
            problems.append(PathsProblem(start + 1, "too_large", message))
        return {}, start + last
    values = _values_in(block, start, keys, problems)
    if values and start:
        message = "a comment or a blank line stands before the frontmatter: other tools may not see it"
        problems.append(PathsProblem(start + 1, "comment_first", message))
    return values, start + last


def _values_in(
    block: Sequence[str], start: int, keys: Sequence[str], problems: list[PathsProblem]
) -> dict[str, _Value]:
    """The values of the keys in a frontmatter that opens on the line of index ``start``."""
    values: dict[str, _Value] = {}
    for index, line in enumerate(block):
        found = _KEY.match(line)
        if found is None or found[2] not in keys:
            continue
        key, number = found[2], start + index + 2
        if key in values:
            problems.append(PathsProblem(number, "given_twice", f"the key {key} is given twice"))
        if found[4] and not found[3]:
            message = f"a blank is missing after {key}: and other tools may not read it"
            problems.append(PathsProblem(number, "unquoted", message))
        values[key] = _Value(number, found[4].strip(), tuple(_find_below(islice(block, index + 1, None))))
    return values


def _find_start(lines: Sequence[str]) -> int | None:
    """The index of the line that opens the frontmatter, behind blank lines and HTML comments; None without one."""
    commented = False
    for index, line in enumerate(lines):
        text = line.lstrip("\ufeff").strip()
        if commented or text.startswith("<!--"):
            _, end, rest = text.partition("-->")
            if end and rest.strip():
                return None
            commented = not end
        elif text:
            return index if text == "---" else None
    return None


def _is_key(line: str, keys: Sequence[str]) -> bool:
    found = _KEY.match(line.rstrip("\r\n"))
    return found is not None and found[2] in keys


def _find_below(lines: Iterable[str]) -> Iterator[str]:
    """The lines that belong to the key above them: indented, a list item, blank or a comment."""
    for line in lines:
        if line.strip() and line[0] not in " \t#-]":
            return
        yield line


def _read_items(value: _Value, problems: list[PathsProblem]) -> list[_Item]:
    below = [(value.line + 1 + index, line.strip()) for index, line in enumerate(value.below)]
    beside = _without_comment(value.beside)
    if beside in _BLOCK_SCALARS:
        return [item for number, line in below for item in _split(line, number, plain=True)]
    if beside:
        parts = [beside, *(_without_comment(line) for _, line in below)]
        return _read_value(" ".join(part for part in parts if part), value.line)
    first = next(((number, line) for number, line in below if line and line[0] != "#"), None)
    if first and first[1][0] != "-" and _ENTRY.match(first[1]):
        message = "the paths are neither a list nor a string; the file is meant for no path"
        problems.append(PathsProblem(first[0], "not_a_list", message))
        return []
    return [
        item
        for number, line in below
        for item in _split(_without_comment(line.removeprefix("-").strip()), number)
        if item.plain or item.text not in _NULLS
    ]


def _read_value(text: str, line: int) -> list[_Item]:
    """The patterns of a value that stands beside its key: a list in brackets, or a string with commas."""
    if text in _NULLS:
        return []
    if not _is_list(text):
        return _split(text, line)
    pieces = _cut(text[1:-1])
    return [item for piece in pieces for item in _split(piece, line)]


def _is_list(text: str) -> bool:
    """Whether the first bracket of a text closes with its end: a list, not a pattern such as ``[id]/[slug]``."""
    depth = 0
    for index, char in enumerate(_mask_quotes(text)):
        depth += (char == "[") - (char == "]")
        if depth == 0:
            return index == len(text) - 1 and index > 0
    return False


def _split(text: str, line: int, *, plain: bool = False) -> list[_Item]:
    """The patterns of one scalar, with or without quotes; only its first can be what YAML does not read."""
    items: list[_Item] = []
    for piece in _cut(text):
        inner = _unquote(piece)
        if inner is None:
            items.append(_Item(piece, line, plain or bool(items)))
        else:
            items.extend(_Item(part, line, plain=True) for part in _cut(inner))
    return items


def _cut(text: str) -> list[str]:
    """Cut at the commas that stand outside quotes and braces."""
    pieces: list[str] = []
    depth, start = 0, 0
    masked = _mask_quotes(text)
    escaped = False
    for index, char in enumerate(masked):
        if char == "," and depth == 0:
            pieces.append(text[start:index])
            start = index + 1
            escaped = False
        elif escaped or char == "\\":
            escaped = not escaped
        else:
            depth = max(0, depth + (char == "{") - (char == "}"))
    return [piece.strip() for piece in (*pieces, text[start:]) if piece.strip()]


def _mask_quotes(text: str) -> str:
    """The text with every quoted part, which starts where a value can start, made of one harmless character."""
    return _QUOTED.sub(lambda found: found[1] + "x" * (len(found[0]) - len(found[1])), text)


def _unquote(text: str) -> str | None:
    """What a quoted scalar says; None when the text is not one."""
    if len(text) < 2 or text[0] != text[-1] or text[0] not in "\"'":
        return None
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    return _ESCAPE.sub(lambda found: found[1] if found[1] in '"\\/' else found[0], text[1:-1])


def _without_comment(text: str) -> str:
    """The text without a comment at its end: a ``#`` with a blank on both sides."""
    if text.startswith("#"):
        return ""
    cut = f"{_mask_quotes(text)} ".find(" # ")
    return text if cut < 0 else text[:cut].rstrip()


def _is_doubtful(item: _Item) -> bool:
    return not item.plain and (item.text[0] in _UNQUOTED or _NOT_A_PATH.fullmatch(item.text) is not None)


def _check(item: _Item) -> PathsProblem:
    shown = _shorten(item.text)
    if item.text[0] in _UNQUOTED:
        message = f"without quotes this is not YAML, and other tools may not read it: {shown}"
        return PathsProblem(item.line, "unquoted", message, item.text)
    message = f"not a text in YAML; it is taken as the name of a file: {shown}"
    return PathsProblem(item.line, "not_a_pattern", message, item.text)


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"
