"""Closing what a text leaves open, so that it can't take in the entries after it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.text.blocks import find_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MOST_ROUNDS = 4
"""Closing one block may show another one; a text with more is left as it is."""

_NEXT_ENTRY = "- 00:00 the next entry"
_RUNS_ON = frozenset({"managed", "untrusted", "own"})


def close_text(text: str) -> str:
    """The text with every code fence, comment and block of another tool that it leaves open closed at its end.

    What has no known end loses its force instead: ``&lt;`` stands for the ``<`` of its beginning.
    """
    if "<" not in text:
        return close_blocks(text)
    lines = close_blocks(text).split("\n")
    for change in (*2 * (_append_end,), *4 * (_disarm,), _disarm_all):
        opener = _running_on(lines)
        if opener is None:
            break
        lines = change(lines, opener)
    return "\n".join(lines)


def close_blocks(text: str) -> str:
    r"""The text with a code fence or comment that it leaves open closed.

    >>> close_blocks("see:\n```sh\nls")
    'see:\n```sh\nls\n```'
    """
    if "```" not in text and "~~~" not in text and "<!--" not in text:
        return text
    lines = text.split("\n")
    for _ in range(_MOST_ROUNDS):
        blocks = find_blocks(lines)
        open_at = [span.first for span in (*blocks.code, *blocks.comments) if not span.closed]
        if not open_at:
            break
        lines.append(_closing(lines[open_at[0] - 1].expandtabs(4)))
    return "\n".join(lines)


def _closing(opening: str) -> str:
    """The line that closes the fence or comment of an opening line, at the same column."""
    if opening.lstrip(" ").startswith("<!--"):
        return "-->"
    column = min(place for place in (opening.find("```"), opening.find("~~~")) if place >= 0)
    fence = opening[column]
    run = len(opening[column:]) - len(opening[column:].lstrip(fence))
    return " " * column + fence * run


def _running_on(lines: Sequence[str]) -> int | None:
    """The index of the line that begins a block which would hold the next entry too."""
    from daykeep.text.regions import find_regions  # noqa: PLC0415 - hardly any text has a "<"

    last = len(lines) + 1
    regions = find_regions([*lines, _NEXT_ENTRY])
    return next(
        (region.first - 1 for region in regions if region.kind in _RUNS_ON and region.last >= last), None
    )


def _append_end(lines: list[str], opener: int) -> list[str]:
    """The lines with the end that belongs to the block, as its tool would write it."""
    line = lines[opener].strip()
    for pattern, end in _ENDS:
        found = re.search(pattern, line)
        if found:
            return [*lines, end(found)]
    return lines


def _disarm(lines: list[str], opener: int) -> list[str]:
    return [*lines[:opener], lines[opener].replace("<", "&lt;"), *lines[opener + 1 :]]


def _disarm_all(lines: list[str], opener: int) -> list[str]:
    """What is left to do with a text that is made to confuse: nothing in it begins or ends anything."""
    del opener
    return [line.replace("<", "&lt;") for line in lines]


_ENDS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"<<<( ?)([A-Z_]{1,80})([^>]{0,80})(?:>>>)?", lambda found: f"<<<{found[1]}END_{found[2]}{found[3]}>>>"),
    (r"<!-- (\S{1,80}):start\b[^>]{0,80}-->", lambda found: f"<!-- {found[1]}:end -->"),
    (r"<([a-z][a-z_-]{1,40})\b[^>]{0,200}>", lambda found: f"</{found[1]}>"),
)
