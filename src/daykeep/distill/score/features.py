"""What a section and its lines look like, as numbers of features that are there or not.

Every feature is a place in SECTION_FEATURES or LINE_FEATURES; a section (a line) is the list of those it has. Counts
and shares are cut into steps, each a feature of its own, so that a score is a sum of whole numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.distill.score.reading import FORM, LINE_NAMES, Line, Reading
from daykeep.distill.score.tokens import BIT, CONCEPT_MASK, CONCEPTS, NAMES, bits_of, cut, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CONCEPTS, _ALL = len(CONCEPTS), len(LINE_NAMES)

# name of a block, how many bits it has
_SECTION_BLOCKS = (
    ("heading", len(NAMES)),
    ("parent", _CONCEPTS),
    ("above", _CONCEPTS),
    ("some", _ALL),
    ("several", _ALL),
    ("many", _ALL),
    ("third", _ALL),
    ("most", _ALL),
    ("label", _CONCEPTS),
    ("labels", _CONCEPTS),
    ("last", _ALL),
    ("first", _ALL),
    ("lead", _CONCEPTS),
    ("leads", _CONCEPTS),
    ("label_or_heading", _CONCEPTS),
)
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
_COMBINED = tuple((BIT[a], BIT["done"] if b == "fixed" else BIT[b]) for a, b in COMBINATIONS)
_WITHOUT = (
    ("scope", "done"), ("scope", "todo"), ("scope", "suggest"), ("cause", "todo"), ("fix", "todo"), ("default", "done"),
    ("decision", "todo"), ("problem", "todo"), ("lesson", "status"), ("rule", "todo"), ("prefer", "todo"),
    ("discover", "research"), ("locator", "done"),
)  # fmt: skip
_LACKING = tuple((BIT[a], BIT[b]) for a, b in _WITHOUT)
_CHAINS = (("problem", "cause"), ("problem", "fix"), ("cause", "fix"))
_SIZES = {
    "lines": (1, 2, 3, 5, 8, 13, 21),
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
SECTION_FEATURES = (
    *(f"{block}:{LINE_NAMES[bit]}" for block, size in _SECTION_BLOCKS for bit in range(size)),
    *(f"line:{a}+{b}" for a, b in COMBINATIONS),
    *(f"lines:{a}+{b}" for a, b in COMBINATIONS),
    *(f"line:{a}-{b}" for a, b in _WITHOUT),
    *(f"chain:{a}>{b}" for a, b in _CHAINS),
    *(f"{name}>={step}" for name, steps in _SIZES.items() for step in steps),
    *_SINGLE,
)
"""The names of a section's features, in the order of their places."""


def _starts(blocks: Sequence[tuple[str, int]]) -> tuple[dict[str, int], int]:
    """Where each block of features starts, and where the last one ends."""
    starts: dict[str, int] = {}
    at = 0
    for block, size in blocks:
        starts[block] = at
        at += size
    return starts, at


_START, _at = _starts(_SECTION_BLOCKS)
_LINE_COMBOS, _LINES_COMBOS = _at, _at + len(COMBINATIONS)
_LACK = _LINES_COMBOS + len(COMBINATIONS)
_CHAIN = _LACK + len(_LACKING)
_SIZE = _CHAIN + len(_CHAINS)
_SINGLE_AT = _SIZE + sum(map(len, _SIZES.values()))


def section_features(reading: Reading) -> list[int]:
    """The places of the features that a section has, each once."""
    lines = reading.lines
    found: list[int] = []
    heading = bits_of(reading.heading)
    _add(found, "heading", heading)
    above = 0
    for parent in reading.parents:
        above |= bits_of(parent)
    _add(found, "above", above & CONCEPT_MASK)
    if reading.parents:
        _add(found, "parent", bits_of(reading.parents[-1]) & CONCEPT_MASK)
    labels = leads = 0
    for line in lines:
        labels |= line.label_bits
    _add_counts(found, [line.bits for line in lines])
    _add_twice(found, "label", "labels", [line.label_bits for line in lines])
    _add_twice(found, "lead", "leads", [line.lead_bits & CONCEPT_MASK for line in lines])
    _add(found, "label_or_heading", labels | (heading & CONCEPT_MASK))
    if lines:
        _add(found, "last", lines[-1].bits)
        _add(found, "first", lines[0].bits)
    _add_combinations(found, lines)
    _add_sizes(found, reading)
    _add_single(found, reading, heading, labels | leads)
    return found


def _add(found: list[int], block: str, bits: int) -> None:
    start = _START[block]
    found += [start + place for place in places(bits)]


def _add_twice(found: list[int], once: str, twice: str, masks: list[int]) -> None:
    seen = again = 0
    for mask in masks:
        if mask:
            again |= seen & mask
            seen |= mask
    _add(found, once, seen)
    _add(found, twice, again)


def _add_counts(found: list[int], masks: list[int]) -> None:
    counts = [0] * _ALL
    for mask in masks:
        for place in places(mask):
            counts[place] += 1
    some, several, many = _START["some"], _START["several"], _START["many"]
    third, most, total = _START["third"], _START["most"], len(masks)
    for place, count in enumerate(counts):
        if count:
            found.append(some + place)
            if count > 1:
                found.append(several + place)
                if count > 3:
                    found.append(many + place)
            if count * 3 >= total:
                found.append(third + place)
                if count * 3 >= total * 2:
                    found.append(most + place)


def _add_combinations(found: list[int], lines: list[Line]) -> None:
    masks = [line.bits for line in lines]
    union = 0
    for mask in masks:
        union |= mask
    for place, (a, b) in enumerate(_COMBINED):
        if union & a and union & b:
            count = sum(1 for mask in masks if mask & a and mask & b)
            if count:
                found.append(_LINE_COMBOS + place)
                if count > 1:
                    found.append(_LINES_COMBOS + place)
    for place, (a, b) in enumerate(_LACKING):
        if union & a and any(mask & a and not mask & b for mask in masks):
            found.append(_LACK + place)
    for place, (a, b) in enumerate(_CHAINS):
        if _follows(masks, BIT[a], BIT[b]):
            found.append(_CHAIN + place)


def _follows(masks: list[int], first: int, then: int) -> bool:
    """Whether a line with ``first`` has one with ``then`` among the next three lines."""
    return any(
        mask & first and any(later & then for later in masks[place + 1 : place + 4])
        for place, mask in enumerate(masks)
    )


def _add_sizes(found: list[int], reading: Reading) -> None:
    lines = reading.lines
    count = len(lines)
    chars = sum(len(line.text) for line in lines)
    concepts = [(line.bits & CONCEPT_MASK).bit_count() for line in lines] or [0]
    values = (
        count, chars, chars // max(count, 1), reading.level, len(reading.parents), len(reading.heading),
        reading.blanks, sum(concepts) // max(count, 1), max(concepts),
    )  # fmt: skip
    at = _SIZE
    for value, steps in zip(values, _SIZES.values(), strict=True):
        for step in steps:
            if value >= step:
                found.append(at)
            at += 1


def _add_single(found: list[int], reading: Reading, heading: int, labels: int) -> None:
    problem, cause, fix = BIT["problem"], BIT["cause"], BIT["fix"]
    title = reading.heading.rstrip()
    pair = labels | (heading & CONCEPT_MASK)
    tests = (
        title[:1].isdigit(), title[-1:] in {"?", "？"}, title[-1:] in {":", "："}, not title,
        bool(labels & problem and labels & (fix | cause)),
        bool(pair & problem and pair & cause and pair & fix),
        bool(heading & problem and any(line.bits & (fix | cause) for line in reading.lines)),
    )  # fmt: skip
    found += [_SINGLE_AT + place for place, on in enumerate(tests) if on]


_OPENING_TOKENS = 6


def section_tokens(reading: Reading) -> list[set[str]]:
    """The distinct tokens of a section in each of SPACES."""
    lines = reading.lines
    body: set[str] = set()
    labels: set[str] = set()
    for line in lines:
        body.update(line.tokens)
        if line.label:
            labels.update(cut(line.label))
    opening = set(lines[0].tokens[:_OPENING_TOKENS]) if lines else set()
    return [
        body,
        set(cut(reading.heading)),
        labels,
        opening,
        {line.tokens[0] for line in lines if line.tokens},
    ]


_LINE_BLOCKS = (
    ("is", _ALL), ("label", _CONCEPTS), ("governor", _CONCEPTS), ("before", _CONCEPTS), ("heading", _CONCEPTS),
    ("lead", _CONCEPTS), ("after", _CONCEPTS), ("parent", _CONCEPTS),
)  # fmt: skip
_LINE_SINGLE = [
    "first",
    "last",
    "only",
    "upper_half",
    "depth1",
    "depth2",
    "has_child",
    "governed",
    "few",
    "some",
    "many",
    "words4",
    "words8",
    "words16",
    "words30",
    "concepts1",
    "concepts2",
    "concepts4",
    "concepts6",
    "richest",
    "table_head",
    "table_row",
    "after_label",
    "before_label",
    "mostly_ok",
    "differs",
]
LINE_FEATURES = (
    *(f"{block}:{LINE_NAMES[bit]}" for block, size in _LINE_BLOCKS for bit in range(size)),
    *(f"pair:{a}+{b}" for a, b in COMBINATIONS),
    *_LINE_SINGLE,
)
"""The names of a line's features, in the order of their places."""
_line_starts, _at = _starts(_LINE_BLOCKS)
_LINE_START = tuple(_line_starts.values())
_LINE_PAIRS, _LINE_SINGLES = _at, _at + len(COMBINATIONS)
_FORM_MASK = sum(FORM[name] for name in ("bullet", "label", "table", "fence", "indented")) | BIT["ok"]


def all_line_features(reading: Reading) -> list[list[int]]:
    """The places of the features of each line, in the order of the lines."""
    lines = reading.lines
    heading = bits_of(reading.heading) & CONCEPT_MASK
    parent = bits_of(reading.parents[-1]) & CONCEPT_MASK if reading.parents else 0
    counts = [(line.bits & CONCEPT_MASK).bit_count() for line in lines]
    shared = (heading, parent, max(counts, default=0), _usual_form(lines), _mostly_ok(lines))
    return [_line_features(lines, place, counts[place], shared) for place in range(len(lines))]


def _usual_form(lines: list[Line]) -> int:
    forms = [line.bits & _FORM_MASK for line in lines]
    return max(sorted(set(forms)), key=forms.count) if forms else 0


def _mostly_ok(lines: list[Line]) -> bool:
    return sum(1 for line in lines if line.bits & BIT["ok"]) * 2 > len(lines)


def _line_features(
    lines: list[Line], place: int, concepts: int, shared: tuple[int, int, int, int, bool]
) -> list[int]:
    line, total = lines[place], len(lines)
    heading, parent, peak, usual, mostly_ok = shared
    after = lines[place + 1] if place + 1 < total else None
    above = lines[place - 1] if place else None
    masks = (
        line.bits, line.label_bits, line.governor, line.before, heading, line.lead_bits & CONCEPT_MASK,
        (after.label_bits or after.bits) & CONCEPT_MASK if after else 0, parent,
    )  # fmt: skip
    found: list[int] = []
    for start, mask in zip(_LINE_START, masks, strict=True):
        found += [start + bit for bit in places(mask)]
    bits = line.bits
    found += [_LINE_PAIRS + at for at, (a, b) in enumerate(_COMBINED) if bits & a and bits & b]
    words, table = len(line.tokens), FORM["table"]
    tests = (
        place == 0, after is None, total == 1, place * 2 < total, line.depth >= 1, line.depth >= 2,
        after is not None and after.indent > line.indent, bool(line.governor), total <= 2, total <= 4, total > 12,
        words >= 4, words >= 8, words >= 16, words >= 30, concepts >= 1, concepts >= 2, concepts >= 4, concepts >= 6,
        concepts == peak, bits & table and not (above and above.bits & table), bits & table and above and above.bits & table,
        above is not None and bool(above.bits & FORM["label_empty"]), after is not None and bool(after.bits & FORM["label"]),
        mostly_ok, (bits & _FORM_MASK) != usual,
    )  # fmt: skip
    found += [_LINE_SINGLES + at for at, on in enumerate(tests) if on]
    return found


def names_of(places_found: Iterable[int], names: tuple[str, ...]) -> list[str]:
    """The names of features, for explanations."""
    return [names[place] for place in places_found]
