"""One segment of a path pattern, the part between two slashes, and the test whether a name fits it.

``*`` is any text, ``?`` one character, ``[a-z]``, ``[!a-z]``, ``[^a-z]`` and ``[[:digit:]]`` one character of a set, a
backslash takes the next character as it is. A dot at the start of a name is a character like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Item = TypeVar("_Item")
_Want = TypeVar("_Want")

_CLASSES: dict[str, Callable[[str], bool]] = {
    "alnum": str.isalnum,
    "alpha": str.isalpha,
    "blank": lambda char: char in " \t",
    "cntrl": lambda char: not char.isprintable(),
    "digit": str.isdecimal,
    "graph": lambda char: char.isprintable() and not char.isspace(),
    "lower": str.islower,
    "print": str.isprintable,
    "punct": lambda char: char.isascii() and char.isprintable() and not char.isalnum() and char != " ",
    "space": str.isspace,
    "upper": str.isupper,
    "word": lambda char: char.isalnum() or char == "_",
    "xdigit": lambda char: char in "0123456789abcdefABCDEF",
}


class BadBracketError(Exception):
    """A ``[`` of the segment opens no bracket expression; the text says what is wrong with it."""


class CharSet(NamedTuple):
    """A bracket expression: single characters are ranges of one."""

    negated: bool
    ranges: tuple[tuple[str, str], ...]
    classes: tuple[Callable[[str], bool], ...]
    ignore_case: bool

    def holds(self, char: str) -> bool:
        """Whether the character is in the set; a negated set holds what it does not name."""
        found = self._names(char) or (self.ignore_case and self._names(char.upper()))
        return found != self.negated

    def _names(self, char: str) -> bool:
        return any(low <= char <= high for low, high in self.ranges) or any(
            test(char) for test in self.classes
        )


Want = str | CharSet | None
"""What one place of a name must be: a character, one of a set, or any (None)."""


class Segment:
    """A segment ready to be matched; ``text`` is what it says when it has no wildcard, else None."""

    __slots__ = ("_chunks", "_head", "_tail", "text")

    def __init__(self, chunks: Sequence[tuple[Want, ...]]) -> None:
        self._chunks = chunks
        plain = len(chunks) == 1 and all(isinstance(want, str) for want in chunks[0])
        self.text = "".join(want for want in chunks[0] if isinstance(want, str)) if plain else None
        self._head = _leading_text(chunks[0])
        self._tail = _leading_text(chunks[-1][::-1])[::-1]

    def fits(self, name: str) -> bool:
        """Whether the whole name fits; time is bounded by the product of both lengths."""
        if self.text is not None:
            return name == self.text
        if not (name.startswith(self._head) and name.endswith(self._tail)):
            return False
        return fit_chunks(self._chunks, name, _is_wanted)


def _leading_text(chunk: Sequence[Want]) -> str:
    text = ""
    for want in chunk:
        if not isinstance(want, str):
            break
        text += want
    return text


def _is_wanted(want: Want, char: str) -> bool:
    if want is None:
        return True
    return char == want if isinstance(want, str) else want.holds(char)


def fit_chunks(
    chunks: Sequence[Sequence[_Want]], items: Sequence[_Item], fits: Callable[[_Want, _Item], bool]
) -> bool:
    """Whether the items are the chunks in order, with anything, or nothing, between two chunks.

    The first chunk stands at the start, the last at the end, each one between at the first place where it fits:
    taking the first place never spoils a later one, so nothing is tried twice.
    """
    head, tail = chunks[0], chunks[-1]
    count = len(items)
    if len(chunks) == 1:
        return count == len(head) and all(map(fits, head, items))
    if sum(map(len, chunks)) > count:
        return False
    end = count - len(tail)
    if not (all(map(fits, head, items)) and all(map(fits, tail, items[end:]))):
        return False
    place = len(head)
    for chunk in chunks[1:-1]:
        size = len(chunk)
        while place + size <= end and not all(map(fits, chunk, items[place : place + size])):
            place += 1
        if place + size > end:
            return False
        place += size
    return True


def parse_segment(text: str, *, ignore_case: bool = False) -> tuple[Segment, ...]:
    """Read a segment; a name fits when it fits any of the results.

    A segment with bracket expressions gives two: the second takes the brackets as they stand, so that ``[id]``
    matches a folder of that very name as well as ``i`` and ``d``; picomatch does the same.

    Raises:
        BadBracketError: a ``[`` opens no bracket expression.
    """
    read = Segment(_read(text, ignore_case=ignore_case, literal=False))
    if "[" not in text.replace("\\[", ""):
        return (read,)
    return read, Segment(_read(text, ignore_case=ignore_case, literal=True))


def _read(text: str, *, ignore_case: bool, literal: bool) -> list[tuple[Want, ...]]:
    chunks: list[tuple[Want, ...]] = []
    chunk: list[Want] = []
    place = 0
    while place < len(text):
        char = text[place]
        place += 1
        if char == "*":
            chunks.append(tuple(chunk))
            chunk = []
            while text[place : place + 1] == "*":
                place += 1
        elif char == "?":
            chunk.append(None)
        elif char == "[" and not literal:
            found, place = _read_bracket(text, place, ignore_case=ignore_case)
            chunk.append(found)
        else:
            if char == "\\" and place < len(text):
                char = text[place]
                place += 1
            chunk.extend(char.lower() if ignore_case else char)
    return [*chunks, tuple(chunk)]


def _read_bracket(text: str, place: int, *, ignore_case: bool) -> tuple[CharSet, int]:
    """Read a bracket expression whose ``[`` stands before ``place``; also gives the place after its ``]``."""
    negated = text[place : place + 1] in {"!", "^"}
    place += negated
    start = place
    ranges: list[tuple[str, str]] = []
    classes: list[Callable[[str], bool]] = []
    while place < len(text) and (text[place] != "]" or place == start):
        if text.startswith("[:", place) and (close := text.find(":]", place + 2)) > 0:
            name = text[place + 2 : close]
            if name not in _CLASSES:
                raise BadBracketError(f"[:{name}:] is no class of characters")
            classes.append(_CLASSES[name])
            place = close + 2
            continue
        low, place = _read_char(text, place)
        high = low
        if text[place : place + 1] == "-" and text[place + 1 : place + 2] not in {"", "]"}:
            high, place = _read_char(text, place + 1)
        if high < low:
            raise BadBracketError(f"the range {low}-{high} runs backwards")
        ranges.append((low, high))
    if place >= len(text):
        raise BadBracketError("[ is never closed; write \\[ where a bracket is meant")
    return CharSet(negated, tuple(ranges), tuple(classes), ignore_case), place + 1


def _read_char(text: str, place: int) -> tuple[str, int]:
    if text[place] == "\\" and place + 1 < len(text):
        place += 1
    return text[place], place + 1
