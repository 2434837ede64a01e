"""What a section and its lines look like, as features that are there or not.

Features come in blocks; what a section (a line) has of a block is a mask, one bit for each feature. Counts and shares
are cut into steps, each a feature of its own, so that a score is a sum of whole numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from daykeep.distill.score.announced import RULES, announced
from daykeep.distill.score.reading import FORM, LINE_NAMES, Line, Reading
from daykeep.distill.score.tokens import BIT, CONCEPT_MASK, CONCEPTS, NAMES, bits_of, places, tokens_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

COMBINATIONS = (
    ("problem", "cause"), ("problem", "fix"), ("cause", "fix"), ("problem", "contrast"), ("problem", "arrow"),
    ("cause", "arrow"), ("fix", "arrow"), ("scope", "negation"), ("scope", "user"), ("scope", "condition"),
    ("scope", "rule"), ("scope", "locator"), ("scope", "shout"), ("user", "prefer"), ("user", "scope"), ("user", "negation"),
    ("contrast", "negation"), ("cause", "contrast"), ("cause", "negation"), ("discover", "default"), ("discover", "negation"),
    ("default", "negation"), ("default", "condition"), ("default", "scope"), ("default", "locator"), ("important", "scope"),
    ("lesson", "colon"), ("decision", "colon"), ("decision", "contrast"), ("decision", "cause"), ("permanent", "default"),
    ("locator", "colon"), ("locator", "code"), ("locator", "url"), ("identity", "colon"), ("insight", "contrast"),
    ("insight", "negation"), ("condition", "fix"), ("condition", "problem"), ("done", "ok"), ("first", "scope"),
    ("problem", "fixed"), ("dash", "scope"), ("dash", "cause"), ("dash", "negation"), ("prefer", "negation"),
)  # fmt: skip
_COMBINED = tuple(
    (BIT[a], BIT["done" if b == "fixed" else b], 1 << at) for at, (a, b) in enumerate(COMBINATIONS)
)
_WITHOUT = (
    ("scope", "done"), ("scope", "todo"), ("scope", "suggest"), ("cause", "todo"), ("fix", "todo"), ("default", "done"),
    ("decision", "todo"), ("problem", "todo"), ("lesson", "status"), ("rule", "todo"), ("prefer", "todo"),
    ("discover", "research"), ("locator", "done"),
)  # fmt: skip
_LACKING = tuple((BIT[a], BIT[b], 1 << at) for at, (a, b) in enumerate(_WITHOUT))
_CHAINS = (("problem", "cause"), ("problem", "fix"), ("cause", "fix"))
_SIZES = {
    "count": (1, 2, 3, 5, 8, 13, 21),
    "chars": (60, 120, 250, 500, 900, 1500),
    "per_line": (25, 45, 70, 110, 170),
    "level": (1, 2, 3, 4),
    "parents": (1, 2, 3),
    "heading_chars": (1, 12, 25, 45),
    "blanks": (1, 3, 8),
    "concepts": (1, 2, 3, 4, 6),
    "peak": (2, 4, 6, 8, 10),
}
_SINGLE = (
    "h_number",
    "h_question_end",
    "h_colon_end",
    "h_no",
    "labelled_pair",
    "labelled_chain",
    "heading_pair",
)
_PAIR_NAMES = tuple(f"{a}+{b}" for a, b in COMBINATIONS)

SECTION_BLOCKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("heading", NAMES),
    ("parent", CONCEPTS),
    ("above", CONCEPTS),
    ("some", LINE_NAMES),
    ("several", LINE_NAMES),
    ("many", LINE_NAMES),
    ("third", LINE_NAMES),
    ("most", LINE_NAMES),
    ("label", CONCEPTS),
    ("labels", CONCEPTS),
    ("last", LINE_NAMES),
    ("first", LINE_NAMES),
    ("lead", CONCEPTS),
    ("leads", CONCEPTS),
    ("label_or_heading", CONCEPTS),
    ("line", _PAIR_NAMES),
    ("lines", _PAIR_NAMES),
    ("lacking", tuple(f"{a}-{b}" for a, b in _WITHOUT)),
    ("chain", tuple(f"{a}>{b}" for a, b in _CHAINS)),
    *((name, tuple(f">={step}" for step in steps)) for name, steps in _SIZES.items()),
    ("shape", _SINGLE),
    ("announced", RULES),
)
"""The blocks of a section's features, in order: their name and the names of their bits."""

_PLACES = (
    "first", "last", "only", "upper_half", "depth1", "depth2", "has_child", "governed", "few", "some", "many",
    "words4", "words8", "words16", "words30", "concepts1", "concepts2", "concepts4", "concepts6", "richest",
    "table_head", "table_row", "after_label", "before_label", "mostly_ok", "differs",
)  # fmt: skip

LINE_BLOCKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("is", LINE_NAMES),
    ("label", CONCEPTS),
    ("governor", CONCEPTS),
    ("before", CONCEPTS),
    ("heading", CONCEPTS),
    ("lead", CONCEPTS),
    ("after", CONCEPTS),
    ("parent", CONCEPTS),
    ("pair", _PAIR_NAMES),
    ("place", _PLACES),
)
"""The blocks of a line's features, in order."""

GATE_BLOCKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("heading", NAMES),
    ("above", CONCEPTS),
    ("some", NAMES),
)
"""The blocks of the first look at a section, which doesn't read its lines one by one."""


def block_names(blocks: Sequence[tuple[str, tuple[str, ...]]]) -> tuple[str, ...]:
    """The names of all features of some blocks, in the order of their places."""
    return tuple(f"{block}:{name}" for block, names in blocks for name in names)


def places_of(masks: Sequence[int], blocks: Sequence[tuple[str, tuple[str, ...]]]) -> list[int]:
    """The places of the features that masks have, in the order of :func:`block_names`."""
    found: list[int] = []
    start = 0
    for mask, (_, names) in zip(masks, blocks, strict=True):
        found += [start + place for place in places(mask)]
        start += len(names)
    return found


def heading_bits(heading: str, parents: Sequence[str]) -> tuple[int, int, int]:
    """The bits of a heading, and the concepts of the nearest heading above it and of all above it."""
    above = parent = 0
    for title in parents:
        parent = bits_of(title) & CONCEPT_MASK
        above |= parent
    return bits_of(heading), parent, above


def section_masks(reading: Reading) -> list[int]:
    """What a section has of SECTION_BLOCKS."""
    lines = reading.lines
    heading, parent, above = heading_bits(reading.heading, reading.parents)
    masks = [line.bits for line in lines]
    label, labels = _once_and_twice([line.label_bits for line in lines])
    lead, leads = _once_and_twice([line.lead_bits & CONCEPT_MASK for line in lines])
    some, several, many, third, most = _counts(masks)
    once, again = _combinations(masks, some)
    named = label | (heading & CONCEPT_MASK)
    lacking = 0
    for a, b, bit in _LACKING:
        if some & a and any(mask & a and not mask & b for mask in masks):
            lacking |= bit
    return [
        heading, parent, above, some, several, many, third, most, label, labels,
        masks[-1] if masks else 0, masks[0] if masks else 0, lead, leads, named, once, again, lacking,
        _chains(masks, some), *_sizes(reading, masks), _singles(reading, heading, label | lead, named, some),
        announced(heading, above, lines),
    ]  # fmt: skip


def _once_and_twice(masks: list[int]) -> tuple[int, int]:
    seen = again = 0
    for mask in masks:
        if mask:
            again |= seen & mask
            seen |= mask
    return seen, again


def _counts(masks: list[int]) -> tuple[int, int, int, int, int]:
    """The bits of some, two, four, a third and two thirds of the masks, all counted at once in columns of bits."""
    columns = [0, 0, 0, 0, 0, 0]
    for mask in masks:
        carry = mask
        for place in range(6):
            column = columns[place]
            columns[place] = column ^ carry
            carry &= column
            if not carry:
                break
        else:
            columns = [column | carry for column in columns]  # 64 or more: stays at the top
    total = min(len(masks), 63)
    return (
        _at_least(columns, 1),
        _at_least(columns, 2),
        _at_least(columns, 4),
        _at_least(columns, max((total + 2) // 3, 1)),
        _at_least(columns, max((2 * total + 2) // 3, 1)),
    )


def _at_least(columns: list[int], least: int) -> int:
    """The bits whose count, spread over the columns, is ``least`` or more (of 0 to 63)."""
    above, same = 0, -1
    for place in range(5, -1, -1):
        if least >> place & 1:
            same &= columns[place]
        else:
            above |= same & columns[place]
            same &= ~columns[place]
    return above | same


def _combinations(masks: list[int], union: int) -> tuple[int, int]:
    """The pairs of bits that stand together in one line, and in two."""
    once = again = 0
    for a, b, bit in _COMBINED:
        if union & a and union & b:
            both = a | b
            count = [mask & both for mask in masks].count(both)
            if count:
                once |= bit
                if count > 1:
                    again |= bit
    return once, again


def _chains(masks: list[int], union: int) -> int:
    """Which of a problem, its cause and its fix follow each other within three lines."""
    found = 0
    for at, (first, then) in enumerate(_CHAINS):
        a, b = BIT[first], BIT[then]
        if union & a and union & b:
            for place, mask in enumerate(masks):
                if mask & a and any(later & b for later in masks[place + 1 : place + 4]):
                    found |= 1 << at
                    break
    return found


def _sizes(reading: Reading, masks: list[int]) -> list[int]:
    count = len(masks)
    chars = sum([len(line.text) for line in reading.lines])
    concepts = [(mask & CONCEPT_MASK).bit_count() for mask in masks] or [0]
    divisor = max(count, 1)
    values = (
        count, chars, chars // divisor, reading.level, len(reading.parents), len(reading.heading), reading.blanks,
        sum(concepts) // divisor, max(concepts),
    )  # fmt: skip
    return [
        (1 << bisect_right(steps, value)) - 1 for value, steps in zip(values, _SIZES.values(), strict=True)
    ]


def _singles(reading: Reading, heading: int, labels: int, named: int, union: int) -> int:
    problem, cause, fix = BIT["problem"], BIT["cause"], BIT["fix"]
    title = reading.heading.rstrip()
    return _mask_of(
        (
            title[:1].isdigit(),
            title[-1:] in {"?", "？"},
            title[-1:] in {":", "："},
            not title,
            labels & problem and labels & (fix | cause),
            named & problem and named & cause and named & fix,
            heading & problem and union & (fix | cause),
        )
    )


def _mask_of(tests: Sequence[object]) -> int:
    mask = 0
    for place, test in enumerate(tests):
        if test:
            mask |= 1 << place
    return mask


_OPENING_TOKENS = 6


def section_tokens(reading: Reading) -> list[Collection[str]]:
    """The distinct tokens of a section in each space of words."""
    lines = reading.lines
    body: set[str] = set()
    labels: set[str] = set()
    for line in lines:
        body.update(line.tokens)
        if line.label:
            labels |= tokens_of(line.label)
    opening = set(lines[0].tokens[:_OPENING_TOKENS]) if lines else set()
    return [
        body,
        tokens_of(reading.heading),
        labels,
        opening,
        {line.tokens[0] for line in lines if line.tokens},
    ]


_FORM_MASK = sum(FORM[name] for name in ("bullet", "label", "table", "fence", "indented")) | BIT["ok"]


def all_line_masks(reading: Reading) -> list[list[int]]:
    """What each line has of LINE_BLOCKS, in the order of the lines."""
    lines = reading.lines
    heading, parent, _ = heading_bits(reading.heading, reading.parents)
    counts = [(line.bits & CONCEPT_MASK).bit_count() for line in lines]
    forms = [line.bits & _FORM_MASK for line in lines]
    usual = max(sorted(set(forms)), key=forms.count) if forms else 0
    mostly_ok = sum([1 for line in lines if line.bits & BIT["ok"]]) * 2 > len(lines)
    shared = (heading & CONCEPT_MASK, parent, max(counts, default=0), usual, mostly_ok)
    return [_line_masks(lines, place, counts[place], shared) for place in range(len(lines))]


def _line_masks(
    lines: list[Line], place: int, concepts: int, shared: tuple[int, int, int, int, bool]
) -> list[int]:
    line, total = lines[place], len(lines)
    heading, parent, peak, usual, mostly_ok = shared
    after = lines[place + 1] if place + 1 < total else None
    above = lines[place - 1] if place else None
    bits, words, table = line.bits, len(line.tokens), FORM["table"]
    pairs = 0
    for a, b, bit in _COMBINED:
        if bits & a and bits & b:
            pairs |= bit
    tests = (
        place == 0, after is None, total == 1, place * 2 < total, line.depth >= 1, line.depth >= 2,
        after is not None and after.indent > line.indent, line.governor, total <= 2, total <= 4, total > 12,
        words >= 4, words >= 8, words >= 16, words >= 30, concepts >= 1, concepts >= 2, concepts >= 4, concepts >= 6,
        concepts == peak, bits & table and not (above and above.bits & table), bits & table and above and above.bits & table,
        above is not None and above.bits & FORM["label_empty"], after is not None and after.bits & FORM["label"],
        mostly_ok, (bits & _FORM_MASK) != usual,
    )  # fmt: skip
    return [
        bits, line.label_bits, line.governor, line.before, heading, line.lead_bits & CONCEPT_MASK,
        (after.label_bits or after.bits) & CONCEPT_MASK if after else 0, parent, pairs, _mask_of(tests),
    ]  # fmt: skip


SECTION_FEATURES = block_names(SECTION_BLOCKS)
LINE_FEATURES = block_names(LINE_BLOCKS)
GATE_FEATURES = block_names(GATE_BLOCKS)
"""The names of all features, in the order of their places."""
