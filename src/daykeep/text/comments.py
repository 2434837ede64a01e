"""daykeep's own marks in other people's files: one form of HTML comment.

``<!-- daykeep:KIND key=value ... -->`` and, for blocks, ``<!-- daykeep:KIND ... -->`` to ``<!-- /daykeep:KIND -->``.
A value that is not a plain word is a JSON string in which ``--``, ``<`` and ``>`` are escaped, so that no value can
end the comment.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import NamedTuple

_PREFIX = "daykeep:"


class Mark(NamedTuple):
    """One mark: its kind, its fields, whether it ends a block, and where it stands in its line.

    ``start`` and ``end`` are character offsets; ``alone`` tells whether nothing else stands on the line.
    """

    kind: str
    fields: dict[str, str]
    closing: bool
    start: int
    end: int
    alone: bool


@cache
def _mark_pattern() -> re.Pattern[str]:
    return re.compile(
        r"<!-- (/?)daykeep:([a-z][a-z0-9-]{0,30})((?: [a-z][a-z0-9_-]{0,40}=(?:[^\s\"<>]{1,400}|\"[^\"<>]{0,2000}\"))*) -->"
    )


@cache
def _field_pattern() -> re.Pattern[str]:
    return re.compile(r"([a-z][a-z0-9_-]*)=([^\s\"]+|\"[^\"]*\")")


def render_mark(kind: str, **fields: object) -> str:
    r"""The mark that states or opens ``kind``, with its fields in the given order.

    >>> render_mark("origin", origin="web", url="a -- b")
    '<!-- daykeep:origin origin=web url="a -\\u002d b" -->'
    """
    parts = [f"{name}={_render_value(str(value))}" for name, value in fields.items()]
    return " ".join(["<!--", _PREFIX + kind, *parts, "-->"])


def render_end(kind: str) -> str:
    """The mark that ends a block of ``kind``."""
    return f"<!-- /{_PREFIX}{kind} -->"


def parse_mark(line: str) -> Mark | None:
    """The first mark on a line, or None; the inverse of :func:`render_mark` and :func:`render_end`.

    >>> parse_mark("<!-- /daykeep:origin -->").closing
    True
    """
    if _PREFIX not in line:
        return None
    match = _mark_pattern().search(line)
    if match is None:
        return None
    fields: dict[str, str] = {}
    for name, value in _field_pattern().findall(match[3]):
        text = _parse_value(value)
        if text is None:
            return None
        fields[name] = text
    alone = not (line[: match.start()].strip() or line[match.end() :].strip())
    return Mark(match[2], fields, bool(match[1]), match.start(), match.end(), alone)


def neutralise(text: str) -> str:
    """Foreign text changed so that none of its lines can open or close one of our marks; nothing else changes.

    ``<!--`` before our name becomes ``&lt;!--``, also where blanks, line breaks or invisible characters stand between.

    >>> neutralise("x <!-- /daykeep:origin -->")
    'x &lt;!-- /daykeep:origin -->'
    """
    if "<" not in text or "!" not in text or "daykeep" not in text.casefold():
        return text
    return _opening_pattern().sub(lambda match: "&lt;" + match[0][1:], text)


@cache
def _opening_pattern() -> re.Pattern[str]:
    gap = r"[^\w<>/-]{0,64}"
    return re.compile(rf"<{gap}!{gap}-{gap}-{gap}/?{gap}(?=daykeep)", re.IGNORECASE)


def _render_value(value: str) -> str:
    plain = all(character.isalnum() or character in "._/:#+@,-" for character in value)
    if value and plain and "--" not in value:
        return value
    encoded = json.dumps(value, ensure_ascii=False)[1:-1].replace('\\"', "\\u0022")
    for mark, escaped in (("--", "-\\u002d"), ("<", "\\u003c"), (">", "\\u003e")):
        encoded = encoded.replace(mark, escaped)
    return f'"{encoded}"'


def _parse_value(value: str) -> str | None:
    if value[0] != '"':
        return value
    try:
        text = json.loads(value)
    except ValueError:
        return None
    return text if isinstance(text, str) else None
