"""Lines that one text has and another has not, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Sequence

MANY_LINES = 20_000
"""Above this many lines two texts are compared as bags of lines: the exact comparison takes quadratic time."""


class Difference(NamedTuple):
    """Lines in order: (their number in the old text, text) that went, (their number in the new one, text) that came."""

    removed: tuple[tuple[int, str], ...]
    added: tuple[tuple[int, str], ...]

    def render(self, limit: int | None = None) -> list[str]:
        """The lines with "-" and "+", at most ``limit`` of them and then how many more there are."""
        lines = [f"- {text}" for _, text in self.removed] + [f"+ {text}" for _, text in self.added]
        if limit is not None and len(lines) > limit:
            return [*lines[:limit], f"… and {len(lines) - limit} more lines"]
        return lines


def compare_bytes(old: bytes | None, new: bytes | None) -> Difference:
    """The lines that differ between two contents of a file; None is no file. Blank lines don't count."""
    return compare_lines(decode(old or b"").texts, decode(new or b"").texts)


def compare_lines(old: Sequence[str], new: Sequence[str]) -> Difference:
    """The lines that differ between two texts; blank lines don't count.

    >>> compare_lines(["a", "b"], ["a", "c"])
    Difference(removed=((2, 'b'),), added=((2, 'c'),))
    """
    first = _common(old, new)
    last = _common(old[first:][::-1], new[first:][::-1])
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    removed, added = (
        _split_bags(before, after) if len(before) + len(after) > MANY_LINES else _split(before, after)
    )
    return Difference(
        tuple((first + index + 1, before[index]) for index in removed if before[index].strip()),
        tuple((first + index + 1, after[index]) for index in added if after[index].strip()),
    )


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _split(old: Sequence[str], new: Sequence[str]) -> tuple[list[int], list[int]]:
    from difflib import SequenceMatcher  # noqa: PLC0415 - slow to import

    removed: list[int] = []
    added: list[int] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            removed.extend(range(a, b))
            added.extend(range(c, d))
    return removed, added


def _split_bags(old: Sequence[str], new: Sequence[str]) -> tuple[list[int], list[int]]:
    kept_old, kept_new = set(new), set(old)
    return (
        [index for index, text in enumerate(old) if text not in kept_old],
        [index for index, text in enumerate(new) if text not in kept_new],
    )
