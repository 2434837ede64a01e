"""How much of an index a session reads: 200 lines and 25,000 bytes, without its frontmatter and comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import find_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

INDEX_LINES = 200
INDEX_BYTES = 25_000
"""Claude Code's documentation says "25KB"; of the two readings this is the stricter one."""


class Fallen(NamedTuple):
    """A line that is not read: its number in the file (1-based) and its text."""

    line: int
    text: str


class Measure(NamedTuple):
    """How long an index is (``lines``, ``bytes`` in UTF-8), and what of it is read.

    ``read`` is the text that a session gets; ``fallen`` are the lines of the file that stand behind the limit, in
    part for the first of them if one line alone is over it (then ``read`` ends inside that line, between two
    characters). Nothing is taken out of the file.
    """

    lines: int
    bytes: int
    read: str
    fallen: tuple[Fallen, ...]

    @property
    def over(self) -> bool:
        """Whether something falls out."""
        return bool(self.fallen)

    @property
    def warning(self) -> str:
        """What to tell a person; ``""`` within the limits."""
        if not self.fallen:
            return ""
        first, count = self.fallen[0].line, len(self.fallen)
        return (
            f"the index has {self.lines:,} lines and {self.bytes:,} bytes; {INDEX_LINES:,} lines and {INDEX_BYTES:,}"
            f" bytes are read, so {count:,} line{'' if count == 1 else 's'} from line {first} on"
            f" {'is' if count == 1 else 'are'} not"
        )


def measure_index(text: str | Sequence[str]) -> Measure:
    """Measure an index as it is read: after its frontmatter, block comments and blank ends are left out.

    >>> measure_index("- [A](a.md): x").over
    False
    """
    lines = text.split("\n") if isinstance(text, str) else text
    kept = _read_lines(lines)
    plain = "\n".join(line for _, line in kept)
    size = len(plain.encode("utf-8", "surrogatepass"))
    if len(kept) <= INDEX_LINES and size <= INDEX_BYTES:
        return Measure(len(kept), size, plain, ())
    count, used = 0, 0
    for _, line in kept[:INDEX_LINES]:
        used += len(line.encode("utf-8", "surrogatepass")) + (1 if count else 0)
        if used > INDEX_BYTES:
            break
        count += 1
    read = "\n".join(line for _, line in kept[:count])
    if not count:
        head = kept[0][1].encode("utf-8", "surrogatepass")[:INDEX_BYTES]
        read = head.decode("utf-8", "ignore")
    return Measure(len(kept), size, read, tuple(Fallen(number, line) for number, line in kept[count:]))


def _read_lines(lines: Sequence[str]) -> list[tuple[int, str]]:
    """The lines that count, each with its number in the file."""
    blocks = find_blocks(lines)
    out = set(range(1, blocks.frontmatter_last + 1))
    for span in blocks.comments:
        if span.closed:
            out.update(range(span.first, span.last + 1))
    kept = [(number, line.rstrip("\r")) for number, line in enumerate(lines, 1) if number not in out]
    while kept and not kept[0][1].strip():
        kept.pop(0)
    while kept and not kept[-1][1].strip():
        kept.pop()
    return kept
