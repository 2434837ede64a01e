"""The frontmatter of a Markdown file: keys and values as the strings that were written.

The block starts with ``---`` on the first line and ends at the next line that is exactly ``---`` or ``...``.
``on`` stays "on", ``0123`` stays "0123", ``12:30:00`` stays "12:30:00". What YAML would cut or refuse in a plain
value is kept: ``fixed in #456``, ``Use when: asked``, ``x --- y``. A ``#`` with a blank on both sides starts a comment.

Limits: 16 KiB, 200 keys, 10 levels; anchors, aliases and tags are refused. Beyond them the fields are empty and a
problem says on which line and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 16 * 1024
MAX_KEYS = 200
MAX_DEPTH = 10
_ENDS = frozenset({"---", "..."})
_NEEDS_YAML = frozenset("{&*!|>%@`?")


class FrontmatterProblem(NamedTuple):
    """What is wrong with a frontmatter, and on which line of the file (1-based)."""

    line: int
    message: str


class Frontmatter(NamedTuple):
    """A file's frontmatter. ``first`` and ``last`` are its lines with both fences, 0 and 0 when there is none.

    Values are strings, lists and dicts of strings; an empty value is ``""``. Keys stand in the order of the file;
    a key given twice keeps its last value and is a problem.
    """

    fields: dict[str, Any]
    first: int
    last: int
    problems: tuple[FrontmatterProblem, ...]


def frontmatter_end(lines: Sequence[str]) -> int:
    """The line number of the closing fence of the frontmatter, or 0 when the file has none.

    A file that merely starts with a rule has none: the first line inside must look like ``key: value``, and no
    Markdown heading of level 2 or code fence may come before the end.
    """
    if not lines or lines[0].lstrip("\ufeff").rstrip() != "---" or not _opens(lines):
        return 0
    for index in range(1, len(lines)):
        line = lines[index]
        if line.rstrip() in _ENDS:
            return index + 1
        if line.startswith(("## ", "```", "~~~")):
            return 0
    return 0


def parse_frontmatter(lines: Sequence[str]) -> Frontmatter:
    """Read the frontmatter of a file; never raises, whatever the file holds.

    >>> parse_frontmatter(["---", "name: day", "on: 0123", "---", "text"]).fields
    {'name': 'day', 'on': '0123'}
    """
    last = frontmatter_end(lines)
    if not last:
        if lines and lines[0].lstrip("\ufeff").rstrip() == "---" and _opens(lines):
            return Frontmatter(
                {}, 0, 0, (FrontmatterProblem(1, "the frontmatter opened here is never closed"),)
            )
        return Frontmatter({}, 0, 0, ())
    block = lines[1 : last - 1]
    if (
        sum(len(line) + 1 for line in block) > MAX_BYTES
        or len("\n".join(block).encode(errors="replace")) > MAX_BYTES
    ):
        message = f"the frontmatter is larger than {MAX_BYTES} bytes and was not read"
        return Frontmatter({}, 1, last, (FrontmatterProblem(1, message),))
    flat = _parse_flat(block)
    fields, problems = flat if flat is not None else _parse_nested(block)
    if len(fields) > MAX_KEYS:
        fields, problems = {}, [FrontmatterProblem(1, f"the frontmatter has more than {MAX_KEYS} keys")]
    return Frontmatter(fields, 1, last, tuple(problems))


def _opens(lines: Sequence[str]) -> bool:
    for index in range(1, len(lines)):
        line = lines[index].rstrip()
        if not line or line.startswith("#"):
            continue
        if line in _ENDS:
            return index == 1
        key, colon, rest = line.partition(":")
        if not colon or line[0] in " \t-*>|" or rest.startswith("//"):
            return False
        return rest[:1] in {"", " ", "\t"} or " " not in key
    return False


Parsed = tuple[dict[str, Any], list[FrontmatterProblem]]


def _parse_flat(block: Sequence[str]) -> Parsed | None:
    """Read plain ``key: value`` lines, one level of such lines below a key, and simple lists without YAML.

    None when the block needs it.
    """
    fields: dict[str, Any] = {}
    problems: list[FrontmatterProblem] = []
    key = ""
    indent = ""
    for number, line in enumerate(block, start=2):
        text = line.strip()
        if not text or text[0] == "#":
            continue
        lead = line[: len(line) - len(line.lstrip(" \t"))]
        if text.startswith("- ") and key and (fields[key] == "" or isinstance(fields[key], list)):
            item = _read_scalar(text[2:].strip())
            if item is None or _splits(text[2:]):
                return None
            fields[key] = [*(fields[key] or ()), item]
            continue
        pair = _read_pair(text)
        if pair is None:
            return None
        name, value = pair
        if lead:
            if not _opens_below(fields, key, lead, indent) or name in fields[key]:
                return None
            fields[key] = {**(fields[key] or {}), name: value}
            if len(fields) + len(fields[key]) > MAX_KEYS:
                return None
            indent = lead
            continue
        if name in fields:
            problems.append(FrontmatterProblem(number, f"the key {name!r} is given twice"))
        key, indent = name, ""
        fields[key] = value
    return fields, problems


def _read_pair(text: str) -> tuple[str, str | list[str]] | None:
    if not _splits(text):
        return None
    before, _, rest = text.partition(":")
    name, value = _read_scalar(before.strip()), _read_value(rest.strip())
    return None if name is None or value is None else (name, value)


def _opens_below(fields: dict[str, Any], key: str, lead: str, indent: str) -> bool:
    """Whether a line may stand below a key: the first one there, or at the column of those before it; tabs need YAML's word."""
    if not key or "\t" in lead:
        return False
    return fields[key] == "" if not indent else isinstance(fields[key], dict) and lead == indent


def _splits(text: str) -> bool:
    """Whether a plain line is a ``key: value`` pair."""
    key, colon, rest = text.partition(":")
    return bool(colon and key.strip()) and rest[:1] in {"", " ", "\t"} and key[0] not in "\"'"


def _read_value(text: str) -> str | list[str] | None:
    if text[:1] != "[":
        return _read_scalar(text)
    inner = _without_comment(text)
    if inner[-1:] != "]" or any(mark in inner[1:-1] for mark in "[]{}\"':#&*!"):
        return None
    return [item.strip() for item in inner[1:-1].split(",") if item.strip()]


def _read_scalar(text: str) -> str | None:
    """A plain or simply quoted scalar as written; None when only YAML can tell."""
    first = text[:1]
    if first in {'"', "'"}:
        end = text.find(first, 1)
        rest = text[end + 1 :].strip()
        if end < 0 or "\\" in text[:end] or (rest and rest[0] != "#"):
            return None
        return text[1:end]
    return None if first in _NEEDS_YAML and first else _without_comment(text)


def _without_comment(text: str) -> str:
    if text.startswith("#"):
        return ""
    cut = f"{text} ".find(" # ")
    return text if cut < 0 else text[:cut].rstrip()


def _parse_nested(block: Sequence[str]) -> Parsed:
    """Read a block that needs YAML, as strings only; one problem and no fields when it is not a plain mapping."""
    from daykeep.text.yaml_strings import load_strings  # noqa: PLC0415 - yaml costs more than a whole start

    fields, problems = load_strings("\n".join(_quote_plain(block)), max_depth=MAX_DEPTH, max_keys=MAX_KEYS)
    return fields, [FrontmatterProblem(line + 2, message) for line, message in problems]


def _quote_plain(block: Sequence[str]) -> list[str]:
    """Quote plain values that YAML would cut at ``#`` or refuse for ``: ``, where the value ends on its line."""
    quoted: list[str] = []
    literal_indent = -1
    for index, line in enumerate(block):
        bare = line.lstrip(" ")
        indent = len(line) - len(bare)
        if literal_indent >= 0 and (not bare or indent > literal_indent):
            quoted.append(line)
            continue
        literal_indent = -1
        _, _, rest = bare.partition(":")
        value = rest.strip()
        if value[:1] in {"|", ">"}:
            literal_indent = indent
        following = block[index + 1] if index + 1 < len(block) else ""
        continued = len(following) - len(following.lstrip(" ")) > indent and bool(following.strip())
        plain = bool(value) and value[0] not in _NEEDS_YAML and value[0] not in "\"'["
        if (
            plain
            and not continued
            and _splits(bare)
            and (": " in value or " #" in value or value.endswith(":"))
        ):
            text = _without_comment(value).replace("'", "''")
            line = f"{line[: len(line) - len(rest)]} '{text}'"  # noqa: PLW2901 - the line is rewritten on purpose
        quoted.append(line)
    return quoted
