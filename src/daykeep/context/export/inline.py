"""Copies what is stable of a workspace into a block: whole files as the start packet shows them, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.budget import CHARS, Budget
from daykeep.context.export.wording import render_inlined
from daykeep.context.framing import Words
from daykeep.context.part import show_part
from daykeep.context.reading import PresentReader
from daykeep.context.start import Request, gather
from daykeep.guard.secrets import mask_secrets

if TYPE_CHECKING:
    from datetime import date

    from daykeep.files.store import Files
    from daykeep.workspace.layout import Layout

PRIVATE = ("user", "memory")
"""What tells about people: never copied into a place that git may see, unless that is asked for."""
_STABLE = ("soul", "identity", "user", "memory")
_ALL_CHARS = 1_000_000


class Inlined(NamedTuple):
    """The lines to put into the block, which files they are of, and what was left out, each with the reason."""

    lines: tuple[str, ...]
    names: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]


def inline_files(
    files: Files, layout: Layout, day: date, *, language: str, room_chars: int | None, private: bool
) -> Inlined:
    """The stable files of a workspace in reading order, as long as they fit; secrets in them are masked.

    ``room_chars`` is what the block may still take (None: all). Daily logs, todos and alerts change each day and are
    never copied.
    """
    found = gather(PresentReader(files), layout, Request("main", day), Words(language))
    lines: list[str] = []
    names, left_out, used = [], [], 0
    for part, group, _ in found.parts:
        if group not in _STABLE:
            continue
        if group in PRIVATE and not private:
            left_out.append(
                (part.name, "it tells about people, and git may see this place; --private copies it")
            )
            continue
        budget = Budget(_ALL_CHARS, CHARS)
        shown = show_part(part, part.costs(budget, _ALL_CHARS), 1000 * _ALL_CHARS)
        block = render_inlined(part.name, mask_secrets(shown.text)[0], language)
        size = sum(len(line) + 1 for line in block)
        if not shown.text.strip() or shown.cut:
            left_out.append(
                (part.name, "there is nothing to copy" if not shown.cut else "it is too large to copy")
            )
        elif room_chars is not None and used + size > room_chars:
            left_out.append(
                (part.name, f"its {size:,} characters don't fit: {max(0, room_chars - used):,} are left")
            )
        else:
            lines += block
            names.append(part.name)
            used += size
    return Inlined(tuple(lines), tuple(names), tuple(left_out))
