"""The words of a policy: a section for each action, and a table of cases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.model import ARCHIVE, CHOICES, COMPRESS, DROP, KEEP

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Problem = tuple[int, str]
CASES = "cases"
MOST_WORDS_CHARS = 4_000
_NAMES = {
    **{name: name for name in (*CHOICES, CASES)},
    "保留": KEEP, "压缩": COMPRESS, "归档": ARCHIVE, "丢弃": DROP, "案例": CASES,
    "壓縮": COMPRESS, "歸檔": ARCHIVE, "丟棄": DROP,
}  # fmt: skip
_HEADING = re.compile(r"##\s+(.+?)\s*#*\s*$")
_BETWEEN = re.compile(
    "(?<=[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]) (?=[\u3000-\u303f\u3400-\u9fff\uff00-\uffef“])"
)
_RULE = re.compile(r"[\s|:-]*$")


class Case(NamedTuple):
    """One case that a policy must pass: what was asked before, what the person said, and what must never become of it."""

    asked: str
    said: str
    never: str
    line: int


class Parts(NamedTuple):
    """The words for each action, and the cases."""

    criteria: Mapping[str, str]
    cases: tuple[Case, ...]


def read_parts(lines: Sequence[str]) -> tuple[Parts, list[Problem]]:
    """The sections of a policy file, and what is wrong with them, by line.

    Headings of level 2 name the actions, in English or Chinese; text under other headings is for people.
    """
    held: dict[str, list[tuple[int, str]]] = {}
    problems: list[Problem] = []
    current = ""
    for number, line in enumerate(lines, 1):
        heading = _HEADING.match(line)
        if heading:
            current = _NAMES.get(heading[1].strip().lower(), "")
            if current and current in held:
                problems.append((number, f"a second section {heading[1]!r}"))
            held.setdefault(current, [])
        elif current:
            held[current].append((number, line.strip()))
    criteria: dict[str, str] = {}
    for name in CHOICES:
        words = _joined([line for _, line in held.get(name, []) if line])
        if not words:
            problems.append((len(lines) or 1, f"no section '## {name}' says what it means"))
        elif len(words) > MOST_WORDS_CHARS:
            problems.append(
                (held[name][0][0], f"the section {name!r} is longer than {MOST_WORDS_CHARS} characters")
            )
        criteria[name] = words
    cases, wrong = _read_cases(held.get(CASES, []))
    return Parts(criteria, cases), problems + wrong


def _joined(lines: Sequence[str]) -> str:
    """The lines as one, with a blank between two words but not between two Chinese characters."""
    return _BETWEEN.sub("", " ".join(lines))


def _read_cases(lines: Sequence[tuple[int, str]]) -> tuple[tuple[Case, ...], list[Problem]]:
    """The rows of the table of cases; its head and the line under it are none."""
    rows = [(number, line) for number, line in lines if line.startswith("|")]
    rule = next((at for at, (_, line) in enumerate(rows) if _RULE.fullmatch(line)), -1)
    cases: list[Case] = []
    problems: list[Problem] = []
    for number, line in rows[rule + 1 :]:
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line != "|" else []
        never = _NAMES.get(cells[2].lower(), "") if len(cells) == 3 else ""
        if never not in CHOICES or not cells[1]:
            problems.append(
                (
                    number,
                    "a case has three cells: what was asked before, what was said, which action it must never get",
                )
            )
            continue
        cases.append(Case(cells[0], cells[1], never, number))
    return tuple(cases), problems
