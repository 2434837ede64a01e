"""Writes the ledger in few characters: a line for every few turns, who said what by a sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import PERSON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.ledger.model import Entry

HEADING = "Facts from earlier turns (| user, > assistant or tools):"
_LINE_CHARS = 400
"""A line that is as long as that begins a new one with the next turn."""


def render(rows: Sequence[tuple[str, Sequence[Entry]]]) -> str:
    """The block: turns by their names, entries in order, ``|`` before what the person said, ``>`` before what others did.

    "" if there is nothing to say.
    """
    lines: list[str] = []
    body, first, last, speaker = "", "", "", ""
    for unit_id, entries in rows:
        for entry in entries:
            sign = "|" if entry.actor == PERSON else ">"
            body += f"{sign if sign != speaker else ';'}{entry.text}"
            speaker = sign
        first, last = first or unit_id, unit_id
        if len(body) >= _LINE_CHARS:
            lines.append(_line(first, last, body))
            body, first, speaker = "", "", ""
    if body:
        lines.append(_line(first, last, body))
    return "\n".join((HEADING, *lines)) if lines else ""


def _line(first: str, last: str, body: str) -> str:
    return f"{first if first == last else f'{first}-{last[1:]}'}{body}"
