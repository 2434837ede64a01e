"""Changing one key of a frontmatter and nothing else of the file: not the order, a comment, a quote or a blank.

A change is a few whole lines; who holds the file's bytes replaces just these. What YAML would misread in a new value
is quoted. A frontmatter that can't be read, or in which the key can't be reached without touching something else,
is refused, and so is a file that has none: nothing is ever added to it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DocumentError
from daykeep.text.frontmatter import Frontmatter, parse_frontmatter
from daykeep.text.unicode import repair_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Key = tuple[str, ...]
"""A key at the top, ``("type",)``, or one below another, ``("metadata", "type")``."""

_INDENT = "  "
_ODD = r"\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff"
_PLAIN = re.compile(rf"[^\W_](?:[^{_ODD}]*[^\s:{_ODD}])?")
_TYPED = re.compile(
    r"(?i)(?:y|n|yes|no|on|off|true|false|null|nan|inf)|[-+.]?[0-9][0-9_,.:eExXoOa-fA-F+-]*(?:[Tt ].*)?"
)
"""What YAML takes for a truth value, nothing, a number, a time or a date."""
_UNPRINTABLE = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_ENTRY = re.compile(
    r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#:-][^:]*?|-[^\s:][^:]*?)\s*:(?=\s|$)"""
)


class Change(NamedTuple):
    """Lines ``first`` to ``last`` (1-based) give way to ``lines``; ``last`` before ``first`` puts them before it."""

    first: int
    last: int
    lines: tuple[str, ...]


class _Entry(NamedTuple):
    """A key of a block of lines, and its first and last line (indexes)."""

    key: str
    first: int
    last: int


def plan_change(lines: Sequence[str], key: Key, value: str | None, *, plain: bool = False) -> Change | None:
    """What must change in a file's lines so that ``key`` has this value; None where it has it. None removes the key.

    ``plain`` writes a stamp or number without the quotes that would keep it a text for every reader. A new key goes behind the others of its kind. A comment behind the value stays. Raises DocumentError where the
    frontmatter is missing, can't be read, or can't be changed in this one place.

    >>> plan_change(["---", "name: a  # x", "---"], ("name",), "yes")
    Change(first=2, last=2, lines=('name: "yes"  # x',))
    """
    before = parse_frontmatter(lines)
    _check_readable(before)
    wanted = _changed_fields(before.fields, key, value)
    if wanted == before.fields:
        return None
    write = _as_it_is if plain else quote_value
    change = _remove(lines, before, key) if value is None else _set(lines, before, key, value, write)
    after = parse_frontmatter(apply_change(lines, change))
    moved = len(change.lines) - (change.last + 1 - change.first)
    if after.fields != wanted or list(after.fields) != list(wanted) or after.last != before.last + moved:
        raise _unreachable(before, key)
    return change


def apply_change(lines: Sequence[str], change: Change) -> list[str]:
    """The lines with a change made."""
    return [*lines[: change.first - 1], *change.lines, *lines[change.last :]]


def quote_value(value: str, mark: str = "") -> str:
    """A value as it is written: plain where YAML reads the same, else quoted; ``mark`` is the quote it had before.

    >>> [quote_value(text) for text in ("blue", "on", "fix: it", "a #b")]
    ['blue', '"on"', '"fix: it"', '"a #b"']
    """
    text = repair_surrogates(value)[0]
    plain = _PLAIN.fullmatch(text) is not None and ": " not in text and " #" not in text
    if not mark and plain and not _TYPED.fullmatch(text):
        return text
    if mark == "'" and text.isprintable() and not _UNPRINTABLE.search(text):
        return "'" + text.replace("'", "''") + "'"
    escaped = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)


def _check_readable(found: Frontmatter) -> None:
    if not found.first:
        said = f": {found.problems[0].message}" if found.problems else ""
        raise DocumentError(f"the file has no frontmatter that could be changed{said}")
    if found.problems and not found.fields:
        problem = found.problems[0]
        raise DocumentError(
            f"the frontmatter can't be read (line {problem.line}: {problem.message}); it stays as it is"
        )


def _unreachable(found: Frontmatter, key: Key) -> DocumentError:
    name = ".".join(key)
    return DocumentError(
        f'"{name}" can\'t be changed without touching more of the frontmatter; it stays as it is',
        hint="change it by hand",
        details={"line": found.first},
    )


def _changed_fields(fields: dict[str, Any], key: Key, value: str | None) -> dict[str, Any]:
    """The fields as they shall be read afterwards, in their order."""
    name, rest = key[0], key[1:]
    copy = dict(fields)
    if rest:
        inner = copy.get(name, "")
        if not isinstance(inner, dict) and (inner != "" or value is None):
            if value is None:
                return copy
            raise DocumentError(f'"{name}" holds a value of its own, so nothing can stand below it')
        below = _changed_fields(inner or {}, rest, value)
        if below or name in copy:
            copy[name] = below or ""
        return copy
    if value is None:
        copy.pop(name, None)
        return copy
    if isinstance(copy.get(name), dict):
        raise DocumentError(f'"{name}" holds other keys and is not overwritten')
    copy[name] = repair_surrogates(value)[0]
    return copy


def _as_it_is(value: str, mark: str = "") -> str:
    return quote_value(value, mark) if mark else value


def _set(lines: Sequence[str], found: Frontmatter, key: Key, value: str, write: Callable[..., str]) -> Change:
    entries = _entries(lines, found.first, found.last - 1)
    entry = _find(entries, key[0])
    if len(key) == 1:
        if entry is None:
            return _insert(found.last - 1, f"{_written_key(key[0])}: {write(value)}")
        return _replace(lines, entry, value, write)
    if entry is None:
        return _insert(
            found.last - 1,
            f"{_written_key(key[0])}:",
            f"{_INDENT}{_written_key(key[1])}: {write(value)}",
        )
    children = _entries(lines, entry.first + 1, entry.last + 1)
    child = _find(children, key[1])
    if child is not None:
        return _replace(lines, child, value, write)
    first = lines[children[0].first] if children else ""
    indent = first[: len(first) - len(first.lstrip())] if children else _INDENT
    at = children[-1].last + 1 if children else entry.first + 1
    return _insert(at, f"{indent}{_written_key(key[1])}: {write(value)}")


def _remove(lines: Sequence[str], found: Frontmatter, key: Key) -> Change:
    entries = _entries(lines, found.first, found.last - 1)
    entry = _find(entries, key[0])
    if entry is not None and len(key) > 1:
        entry = _find(_entries(lines, entry.first + 1, entry.last + 1), key[1])
    if entry is None:
        raise _unreachable(found, key)
    return Change(entry.first + 1, entry.last + 1, ())


def _insert(index: int, *new: str) -> Change:
    return Change(index + 1, index, new)


def _replace(lines: Sequence[str], entry: _Entry, value: str, write: Callable[..., str]) -> Change:
    line = lines[entry.first]
    bare = line.lstrip()
    match = _ENTRY.match(bare)
    head = line[: len(line) - len(bare)] + (match[0] if match else bare)
    rest = line[len(head) :]
    old = rest.strip()
    gap = rest[: len(rest) - len(rest.lstrip())] if old else " "
    mark = old[:1] if old[:1] in {'"', "'"} else ""
    comment = _trailing_comment(old, mark) if entry.first == entry.last else ""
    return Change(entry.first + 1, entry.last + 1, (f"{head}{gap}{write(value, mark)}{comment}",))


def _trailing_comment(old: str, mark: str) -> str:
    """The comment behind a value on one line, with the blanks before it."""
    if mark:
        body = re.match(r'"(?:[^"\\]|\\.)*"' if mark == '"' else r"'(?:[^']|'')*'", old)
        rest = old[body.end() :] if body else ""
        return rest if rest.lstrip().startswith("#") else ""
    cut = f"{old} ".find(" # ")
    return old[len(old[:cut].rstrip()) :] if cut >= 0 else ""


def _find(entries: Sequence[_Entry], name: str) -> _Entry | None:
    """The entry with this key; the last one where it is given twice, as it is read."""
    return next((entry for entry in reversed(entries) if entry.key == name), None)


def _entries(lines: Sequence[str], start: int, end: int) -> list[_Entry]:
    """The keys of the mapping in ``lines[start:end]``, by the indentation of its first line.

    Blank lines and comments behind an entry are the next one's, so that they stay when it goes.
    """
    entries: list[_Entry] = []
    indent = -1
    for index in range(start, end):
        bare = lines[index].lstrip(" ")
        depth = len(lines[index]) - len(bare)
        if not bare.strip() or (bare[0] == "#" and (indent < 0 or depth <= indent)):
            continue
        if indent < 0:
            indent = depth
        match = _ENTRY.match(bare) if depth == indent else None
        if match:
            entries.append(_Entry(_read_key(match["key"]), index, index))
        elif entries:
            entries[-1] = entries[-1]._replace(last=index)
    return entries


def _read_key(written: str) -> str:
    if written[:1] == '"':
        try:
            return str(json.loads(written))
        except ValueError:
            return written[1:-1]
    return written[1:-1].replace("''", "'") if written[:1] == "'" else written.strip()


def _written_key(key: str) -> str:
    """A key as it is written: quoted where a plain one would be read as something else."""
    return key if re.fullmatch(r"[A-Za-z_][\w.-]*", key) else json.dumps(key, ensure_ascii=False)
