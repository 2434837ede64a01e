"""Arguments of tool calls that were seen before, and whether the view at that moment still holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.quality.survival.views import Seen, leaves, shown
from daykeep.session.units.group import regroup
from daykeep.session.units.model import THINKING
from daykeep.triage.ledger.data import parse_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.quality.survival.threads import Thread
    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Block

SHORTEST = 4


class Reuse(NamedTuple):
    """Characters of the views and of the conversations at all calls, arguments that were seen before, and those still in view.

    ``lines`` counts only arguments of one line; ``lines_kept`` those of them that are still in view.
    """

    kept_chars: int
    all_chars: int
    seen: int
    kept: int
    lines: int
    lines_kept: int

    def __add__(self, other: object) -> Reuse:
        """The sum of both."""
        if not isinstance(other, Reuse):
            return NotImplemented
        return Reuse(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


NOTHING = Reuse(0, 0, 0, 0, 0, 0)


def measure_arguments(thread: Thread, view: Callable[[Sequence[Unit]], Seen]) -> Reuse:
    """What a method keeps at each call of a thread; the message that calls is not in it yet."""
    total = NOTHING
    units: tuple[Unit, ...] = ()
    for place, message in enumerate(thread.messages):
        given = [leaf for block in message.blocks if block.kind == "tool_use" for leaf in _arguments(block)]
        if not given or not place:
            continue
        units = regroup(units, thread.messages[:place])
        whole = "\n".join(shown(part) for unit in units for part in unit.parts if part.kind != THINKING)
        known = [leaf for leaf in given if leaf in whole]
        text = view(units).text
        total += _count(known, text, len(whole))
    return total


def _count(known: Sequence[str], text: str, size: int) -> Reuse:
    folded = text.casefold()
    kept = [leaf for leaf in known if leaf.casefold() in folded]
    lines, lines_kept = (sum("\n" not in leaf for leaf in some) for some in (known, kept))
    return Reuse(len(text), size, len(known), len(kept), lines, lines_kept)


def _arguments(block: Block) -> list[str]:
    data = block.data
    given = data.get("input", data.get("arguments"))
    if given is None and isinstance(data.get("function"), dict):
        given = data["function"].get("arguments")
    value = parse_json(given) if isinstance(given, str) else given
    return [leaf for leaf in leaves(value) if len(leaf) >= SHORTEST]
