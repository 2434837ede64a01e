"""Reads a digest that came back, as mail and chat leave it: quoted, wrapped, escaped, with other blanks and marks."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.review.digest.marks import BAR, STAMP_DIGITS, VERBS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TICKS = frozenset("xX×✓✔✅☑")
_OTHER_BOXES = {"☐": " ", "☑": "x", "✅": "x", "✔": "x", "☒": "?"}
"""What programs that know task lists make of a box."""
_BLANKS = dict.fromkeys(
    map(ord, "\u00a0\u1680\u202f\u205f\u3000\t" + "".join(map(chr, range(0x2000, 0x200B)))), " "
)
_NOTHING = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u2060\ufeff"))
_QUOTE = re.compile(r"(?:\s*>)+ ?")
_BOX = re.compile(
    rf"(?:[-*+•–—·]\s*)?(?:\[([^\[\]]{{0,3}})\]|([{''.join(_OTHER_BOXES)}]))\s*({'|'.join(VERBS)})\b\s*(.*)"
)
_NAMED = re.compile(rf"([0-9a-z]{{4,64}})\s+#([0-9a-f]{{{STAMP_DIGITS}}})(?![0-9A-Za-z])")
_ITEM = re.compile(r"item \d+ of \d+\b")


class Answer(NamedTuple):
    """What a digest says of one item: the verbs that are ticked, and its text as it came back (none: it was left out).

    ``unclear`` are marks that are neither a tick nor a blank; ``line`` is the number of the item's first box.
    """

    item: str
    stamp: str
    ticked: tuple[str, ...]
    unclear: tuple[str, ...]
    texts: tuple[str, ...]
    line: int


class Fault(NamedTuple):
    """A line of a digest that says something and can't be understood."""

    line: int
    reason: str


class Box(NamedTuple):
    """One box as it was read: what stands in it, what it is for, and the rest of its line."""

    mark: str
    verb: str
    rest: str
    line: int


def parse_digest(lines: Sequence[str]) -> tuple[list[Answer], list[Fault]]:
    """The answers of a digest, or of several in one text, in their order, and what can't be understood.

    An item that comes twice, as in a reply above what it replies to, has one answer with the ticks of both.
    """
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        reader.take(number, line)
    reader.end_box()
    return list(_joined(reader.answers)), reader.faults


class _Reader:
    """A digest, line by line."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.faults: list[Fault] = []
        self._texts: list[str] = []
        self._in_text = False
        self._boxed = False
        self._open: Box | None = None

    def take(self, number: int, raw: str) -> None:
        """Understand one line."""
        line = _bare(html.unescape(raw))
        found = _BOX.match(line)
        if found is not None:
            self.end_box()
            mark = found[1] if found[2] is None else _OTHER_BOXES[found[2]]
            self._take_box(Box(mark.strip(), found[3], found[4], number))
        elif line.startswith(BAR):
            self.end_box()
            plain = _bare(raw)
            self._take_text(_behind_bar(plain if plain.startswith(BAR) else line))
        elif self._open is not None and line:
            self._take_box(self._open._replace(rest=f"{self._open.rest} {line}"))
        elif _ITEM.match(line):
            self._texts, self._in_text, self._boxed = [], False, False
        elif self._in_text and line:
            self._texts[-1] += f" {line}"
        else:
            self._in_text = False
            self.end_box()

    def end_box(self) -> None:
        """Give up a box whose line ended without its id."""
        box, self._open = self._open, None
        if box is not None and box.mark:
            self.faults.append(Fault(box.line, "a box is ticked whose id or stamp is not there"))

    def _take_text(self, text: str) -> None:
        if self._boxed:
            self._texts, self._boxed = [], False
        self._texts.append(text)
        self._in_text = True

    def _take_box(self, box: Box) -> None:
        self._in_text = False
        named = _NAMED.match(box.rest)
        if named is None:
            self._open = box
            return
        self._open, self._boxed = None, True
        is_tick = box.mark != "" and set(box.mark) <= TICKS
        self.answers.append(
            Answer(
                item=named[1],
                stamp=named[2],
                ticked=(box.verb,) if is_tick else (),
                unclear=() if is_tick or not box.mark else (box.mark,),
                texts=tuple(self._texts),
                line=box.line,
            )
        )


def _bare(line: str) -> str:
    """A line without what quoting and wrapping put around it."""
    plain = line.translate(_BLANKS).translate(_NOTHING)
    quote = _QUOTE.match(plain)
    return (plain[quote.end() :] if quote else plain).strip()


def _behind_bar(line: str) -> str:
    text = line[len(BAR) :]
    return text.removeprefix(" ")


def _joined(answers: Iterable[Answer]) -> Iterable[Answer]:
    """One answer for each item and stamp; its text is that of the place where a box is ticked."""
    found: dict[tuple[str, str], Answer] = {}
    for answer in answers:
        key = (answer.item, answer.stamp)
        before = found.get(key)
        if before is None:
            found[key] = answer
            continue
        ticked = tuple(dict.fromkeys((*before.ticked, *answer.ticked)))
        texts = before.texts if before.ticked or not answer.ticked else answer.texts
        unclear = tuple(dict.fromkeys((*before.unclear, *answer.unclear)))
        found[key] = before._replace(ticked=ticked, unclear=unclear, texts=texts)
    return found.values()
