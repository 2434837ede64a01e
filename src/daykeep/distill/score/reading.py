"""Reads a section of a daily log into lines with the bits of what they say and how they look."""

from __future__ import annotations

import re
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.score.tokens import BIT, CONCEPT_MASK, NAMES, bits_of, cut, token_bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FORMS = [
    "bullet",
    "numbered",
    "open_box",
    "done_box",
    "table",
    "fence",
    "plain",
    "quoted_line",
    "indented",
    "label",
    "bold_label",
    "label_empty",
    "key_value",
    "json",
    "slot",
    "digits",
    "tiny",
    "short",
    "middle",
    "long",
    "ends_colon",
    "ends_stop",
    "one_token",
]
"""How a line is built; their bits follow those of tokens."""
LINE_NAMES = (*NAMES, *FORMS)
"""Every bit of a line, in order."""
FORM = {name: 1 << (len(NAMES) + place) for place, name in enumerate(FORMS)}
_BULLETS = frozenset("-*+•◦·–")
_LABEL_CHARS = 44
_BOLD_LABEL_CHARS = 64


class Line(NamedTuple):
    """One line that says something: where it stands and what its tokens and its form tell.

    ``number`` is the caller's; ``bits`` follow LINE_NAMES; ``label_bits`` are the concepts of its label ("**Fix:**"),
    ``lead_bits`` those of its first word; ``governor`` the concepts of the line that it stands under, ``before`` those
    of the line above; ``depth`` counts the lines that it is nested in.
    """

    number: int
    text: str
    tokens: list[str]
    bits: int
    label: str
    label_bits: int
    lead_bits: int
    indent: int
    governor: int
    before: int
    depth: int


class Reading(NamedTuple):
    """A section ready to be scored: its heading, the headings above it, its lines."""

    heading: str
    parents: tuple[str, ...]
    level: int
    lines: list[Line]
    blanks: int


class Skimmed(NamedTuple):
    """A line cut into tokens: its number, text and indentation, the bits of its lead and what stands after it."""

    number: int
    text: str
    fenced: bool
    indent: int
    bits: int
    body: str
    tokens: list[str]


class Skim(NamedTuple):
    """The lines of a section that say something, how many others it has, and the tokens that stand outside of code."""

    lines: list[Skimmed]
    blanks: int
    tokens: set[str]


def skim_lines(body: Iterable[tuple[int, str, bool]]) -> Skim:
    """Cut lines into tokens; ``body`` gives (number, text, whether it stands in a code fence) for each.

    Blank lines, rules and the marks of fences are counted, not cut.
    """
    lines: list[Skimmed] = []
    found: set[str] = set()
    blanks = 0
    for number, text, fenced in body:
        bare = text.lstrip()
        if not bare or (bare[0] in "-*_=`~" and (bare[:3] in _FENCES or not bare.strip("-*_= \t"))):
            blanks += 1
            continue
        bits, start = _read_lead(bare)
        if start:
            rest = bare[start:]
            tokens = cut(rest)
            lines.append(Skimmed(number, text, fenced, len(text) - len(bare), bits, rest, tokens))
        else:
            tokens = cut(bare)
            lines.append(Skimmed(number, text, fenced, len(text) - len(bare), bits, bare, tokens))
        if not fenced:
            found.update(tokens)
    return Skim(lines, blanks, found)


def read_section(heading: str, parents: Sequence[str], level: int, skim: Skim) -> Reading:
    """Read the skimmed lines of a section. Nothing depends on what stands outside of it."""
    lines: list[Line] = []
    before = 0
    stack: list[tuple[int, int, bool, bool]] = []
    for skimmed in skim.lines:
        bits, label, label_bits, lead = _read_line(skimmed)
        indent = skimmed.indent
        listed = bool(bits & _BULLET)
        while stack and stack[-1][0] >= indent and not (stack[-1][2] and listed and not stack[-1][3]):
            stack.pop()
        governor = stack[-1][1] if stack else 0
        lines.append(
            Line(
                skimmed.number, skimmed.text, skimmed.tokens, bits, label, label_bits, lead, indent, governor, before,
                len(stack),
            )
        )  # fmt: skip
        before = (label_bits or bits) & CONCEPT_MASK
        stack.append((indent, before, bool(bits & _OPENS), listed))
    return Reading(heading, tuple(parents), level, lines, skim.blanks)


_bits = token_bits.__getitem__
_FENCES = frozenset({"```", "~~~"})
_OPENS = FORM["ends_colon"] | FORM["label_empty"]
_INDENTED, _TABLE, _BULLET, _LABEL_EMPTY = (
    FORM[name] for name in ("indented", "table", "bullet", "label_empty")
)
_LABELS, _WORD, _NUMBER, _BRACES = BIT["colon"] | BIT["bold"], BIT["word"], BIT["number"], BIT["braces"]
_BOLD, _KEYED = BIT["bold"], BIT["colon"] | BIT["equals"]
"""The masks that every line is held against."""


def _read_line(line: Skimmed) -> tuple[int, str, int, int]:
    """The bits of a line, its label, the label's bits and those of the first word after it."""
    _, _, fenced, indent, bits, body, tokens = line
    if indent:
        bits |= _INDENTED
    bits = reduce(or_, map(_bits, tokens), bits)
    bits |= _read_ends(body, tokens, bits)
    label, after = "", 0
    if fenced:
        bits = (bits & ~CONCEPT_MASK) | FORM["fence"]
    elif bits & _LABELS and not bits & _TABLE:
        label, after = find_label_end(body)
    label_bits = 0
    if label:
        bits |= FORM["label"]
        label_bits = bits_of(label) & CONCEPT_MASK
        if body[:1] == "*":
            bits |= FORM["bold_label"]
        if len(body) - after < 4 and not body[after:].strip(" *_:："):
            bits |= FORM["label_empty"]
    lead = _lead_bits(body, after, tokens, whole=bool(bits & _LABEL_EMPTY))
    return bits, label, label_bits, lead


def _lead_bits(body: str, after: int, tokens: list[str], *, whole: bool) -> int:
    """The bits of the first word after the label."""
    if after and not whole:
        tokens = cut(body[after : after + 24])
    table = token_bits
    for token in tokens:
        bits = table[token]
        if bits & _WORD:
            return table[token[:4]] if token[0] >= "\u3040" and len(token) > 4 else bits
    return 0


def _read_lead(bare: str) -> tuple[int, int]:
    """The form that the first characters give, and where the text starts."""
    first = bare[0]
    if first in _BULLETS and bare[1:2] in {" ", "\t"}:
        rest = bare[2:].lstrip()
        start = len(bare) - len(rest)
        if rest[:1] == "[" and rest[2:3] == "]":
            return FORM["bullet"] | FORM["open_box" if rest[1] == " " else "done_box"], start + 3
        return FORM["bullet"], start
    if first.isdigit():
        match = _number_pattern().match(bare)
        if match:
            return FORM["numbered"] | FORM["bullet"], match.end()
    return _LEADS.get(first, FORM["json" if first == "[" and bare[1:2] in {"", "{", '"'} else "plain"]), int(
        first == ">"
    )


_LEADS = {
    "|": FORM["table"],
    ">": FORM["quoted_line"],
    "{": FORM["json"],
    "}": FORM["json"],
    '"': FORM["json"],
}


@cache
def _number_pattern() -> re.Pattern[str]:
    return re.compile(r"\d{1,3}(?:[.)](?=\s|\*|[^\x00-\x7f])|、)\s*")


def _read_ends(body: str, tokens: list[str], bits: int) -> int:
    size = len(body) if body.isascii() else len(body) + len(body.encode("utf-8", "surrogatepass")) // 3
    found = FORM["tiny" if size < 25 else "short" if size < 60 else "middle" if size < 140 else "long"]
    last = body.rstrip(" *_")[-1:]
    if last in {":", "："}:
        found |= FORM["ends_colon"]
    elif last in {".", "。", "!", "！"}:
        found |= FORM["ends_stop"]
    if len(tokens) < 3:
        found |= FORM["one_token"]
    if bits & _NUMBER and sum(map(str.isdigit, body)) * 8 > size:
        found |= FORM["digits"]
    if bits & _BRACES and _slot_pattern().search(body):
        found |= FORM["slot"]
    if not bits & _BOLD and bits & _KEYED and len(tokens) < 9:
        found |= FORM["key_value"]
    return found


@cache
def _slot_pattern() -> re.Pattern[str]:
    return re.compile(r"\[[^\]x ][^\]]{2,40}\](?!\()|\{\{")


def find_label_end(body: str) -> tuple[str, int]:
    """The label that a text starts with and where it ends; ("", 0) without one.

    >>> find_label_end("**Fix:** raised it"), find_label_end("原因：超时"), find_label_end("see http://x")
    (('Fix:', 8), ('原因', 3), ('', 0))
    """
    start = 0
    if not body[:1].isalnum() and body[:1] != "*":
        start = next((at for at, sign in enumerate(body[:6]) if sign.isalnum() or sign == "*"), 0)
    if body.startswith("**", start):
        end = body.find("**", start + 2, start + _BOLD_LABEL_CHARS)
        if end > start + 2:
            return body[start + 2 : end], end + 2 + (body[end + 2 : end + 3] in {":", "："})
        return "", 0
    window = body[start : start + _LABEL_CHARS]
    wide, narrow = window.find("："), window.find(":")
    end = min(at for at in (wide, narrow, _LABEL_CHARS) if at >= 0)
    if end in {0, _LABEL_CHARS} or window.count(" ", 0, end) > 4 or not set("`|<").isdisjoint(window[:end]):
        return "", 0
    if end == narrow and window[end + 1 : end + 2] not in {" ", "", "*"} and window[end - 1].isascii():
        return "", 0
    return window[:end], start + end + 1
