"""Puts values into a JSON text and takes them out, in the text's own style. Pure.

What `add` puts in, `cut` takes out to the character: `add` writes behind the last part alone, and where there was none it gives
back the white space that it wrote over.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.text.jsonspans.reading import OBJECT

if TYPE_CHECKING:
    from daykeep.text.jsonspans.reading import Node

_DEFAULT_INDENT = "  "
_COLON = re.compile(r"[ \t]*:[ \t]*")
_BLANK = re.compile(r"[ \t]*")


class Style(NamedTuple):
    """How a text is laid out: its line end ("" where all stands on one line), a step of indentation, colon and comma."""

    newline: str = "\n"
    indent: str = _DEFAULT_INDENT
    colon: str = ": "
    comma: str = ", "


class Added(NamedTuple):
    """A text with a value put in; ``inside`` is the white space of the container if it was empty, else None."""

    text: str
    inside: str | None


def find_style(text: str, root: Node) -> Style:
    """The style of a text, by its first object's first member; where there is none, two blanks a step.

    >>> from daykeep.text.jsonspans.reading import parse_json
    >>> find_style('{"a":1}', parse_json('{"a":1}'))
    Style(newline='', indent='', colon=':', comma=',')
    """
    newline = _newline(text)
    if not root.members:
        return Style(newline)
    first = root.members[0]
    between = text[first.start : first.value.start]
    found = _COLON.search(between, len(between.rstrip(" \t\r\n:")))
    colon = found[0] if found and found.end() == len(between) else ": "
    comma = ", " if colon.endswith(" ") else ","
    if not _is_spread(text, root):
        return Style("", "", colon, comma)
    own = _indent_of(text, first.start)
    indent = _DEFAULT_INDENT if own is None else own.removeprefix(_line_indent(text, root.start))
    return Style(newline, indent, colon, comma)


def render(value: Any, style: Style, indent: str = "") -> str:
    """A value in a style, its further lines indented by ``indent`` and more; other scripts as they are."""
    if not isinstance(value, (dict, list, tuple)) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = indent + style.indent
    if isinstance(value, dict):
        left, right = "{}"
        parts = [f"{_text(key)}{style.colon}{render(each, style, inner)}" for key, each in value.items()]
    else:
        left, right = "[]"
        parts = [render(each, style, inner) for each in value]
    if not style.newline:
        return left + style.comma.join(parts) + right
    start = style.newline + inner
    return left + start + f",{start}".join(parts) + style.newline + indent + right


def add(text: str, container: Node, value: Any, style: Style, *, key: str = "") -> Added:
    """Put a value last into an object (under ``key``) or an array."""
    lead = f"{_text(key)}{style.colon}" if container.kind == OBJECT else ""
    parts = container.parts
    flat = style._replace(newline="", indent="")
    base = _line_indent(text, container.start)
    if not parts:
        inside = text[container.start + 1 : container.end - 1]
        if style.newline:
            indent = base + style.indent
            body = f"{style.newline}{indent}{lead}{render(value, style, indent)}{style.newline}{base}"
        else:
            body = lead + render(value, flat)
        return Added(text[: container.start + 1] + body + text[container.end - 1 :], inside)
    last = parts[-1]
    if not style.newline or not _is_spread(text, container):
        piece = style.comma + lead + render(value, flat)
    else:
        own = _indent_of(text, last[0])
        indent = base + style.indent if own is None else own
        piece = f",{style.newline}{indent}{lead}{render(value, style, indent)}"
    return Added(text[: last[1]] + piece + text[last[1] :], None)


def cut(text: str, container: Node, index: int, *, inside: str = "") -> str:
    """Take the part of that number out of a container; ``inside`` is put there if it was the only one."""
    parts = container.parts
    start, end = parts[index]
    if len(parts) == 1:
        return text[: container.start + 1] + inside + text[container.end - 1 :]
    if index:
        return text[: parts[index - 1][1]] + text[end:]
    return text[:start] + text[parts[1][0] :]


def change(text: str, node: Node, value: Any, style: Style) -> str:
    """Write another value in a value's place: over several lines only if the old one was."""
    spread = style if _is_spread(text, node) else style._replace(newline="", indent="")
    new = render(value, spread, _line_indent(text, node.start))
    return text[: node.start] + new + text[node.end :]


def _text(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _newline(text: str) -> str:
    found = re.search(r"\r\n|\n|\r", text)
    return found[0] if found else "\n"


def _is_spread(text: str, node: Node) -> bool:
    """Whether a value stands on more than one line."""
    return any(text.find(end, node.start, node.end) >= 0 for end in "\r\n")


def _line_start(text: str, position: int) -> int:
    return max(text.rfind("\n", 0, position), text.rfind("\r", 0, position)) + 1


def _line_indent(text: str, position: int) -> str:
    """The white space at the start of the line that a position stands in."""
    found = _BLANK.match(text, _line_start(text, position))
    return found[0] if found else ""


def _indent_of(text: str, position: int) -> str | None:
    """The indentation of what stands here if it is the first of its line, else None."""
    before = text[_line_start(text, position) : position]
    return before if not before.strip(" \t") else None
