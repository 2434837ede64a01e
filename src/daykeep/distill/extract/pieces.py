"""A daily log cut into the pieces that are scored: its sections without what is not the log's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.extract.classic import SKIPPED_REGIONS
from daykeep.distill.score.reading import Reading, read_section, skim_lines
from daykeep.text.labels import find_label
from daykeep.text.parts import DEED_LABELS
from daykeep.text.regions import find_regions
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from daykeep.text.sections import Section


class Piece(NamedTuple):
    """One section of a log with the reading of its own lines; the numbers in the reading are the log's."""

    section: Section
    reading: Reading


class Pieces(NamedTuple):
    """A log's sections that have lines to score, in order, and what is known of its lines.

    ``skipped`` maps line numbers to the reason why they are never learned; ``code`` holds the numbers of fenced lines,
    with their fences; ``origins`` maps lines that daykeep marked as foreign; ``tops`` are the titles of level 1.
    ``deeds`` are lines that tell what went on in a session: they say what the others are about, and are never taken.
    """

    pieces: list[Piece]
    skipped: dict[int, str]
    code: dict[int, tuple[int, int]]
    origins: dict[int, str]
    tops: frozenset[str]
    deeds: frozenset[int] = frozenset()


def cut_log(
    lines: Sequence[str],
    may_matter: Callable[[str, Sequence[str], set[str]], bool] | None = None,
    first_new_line: int = 1,
) -> Pieces:
    """Cut a log; linear in its size. Every line stands in one piece at most, under its own number.

    Left out are sections that end before ``first_new_line``, and those of which ``may_matter`` (given the heading, the
    headings above and the tokens outside of code) says no.
    """
    skipped, code, origins = _read_regions(lines)
    sections = parse_sections(lines)
    pieces = []
    for section in sections:
        if section.own_last < first_new_line:
            continue
        body = [
            (number, text, number in code)
            for number, text in enumerate(lines[section.first - 1 : section.own_last], start=section.first)
            if number not in skipped and text[:4] != "<!--"
        ]
        skim = skim_lines(body)
        if not skim.lines or skim.lines[-1].number < first_new_line:
            continue
        if may_matter is None or may_matter(section.title, section.parents, skim.tokens):
            pieces.append(Piece(section, read_section(section.title, section.parents, section.level, skim)))
    tops = frozenset(section.title for section in sections if section.level == 1)
    return Pieces(pieces, skipped, code, origins, tops, _deeds(lines, origins))


def _read_regions(
    lines: Sequence[str],
) -> tuple[dict[int, str], dict[int, tuple[int, int]], dict[int, str]]:
    skipped: dict[int, str] = {}
    code: dict[int, tuple[int, int]] = {}
    origins: dict[int, str] = {}
    for region in find_regions(lines):
        span = range(region.first, region.last + 1)
        if region.kind in SKIPPED_REGIONS:
            skipped.update(dict.fromkeys(span, SKIPPED_REGIONS[region.kind]))
        elif region.kind == "code":
            code.update(dict.fromkeys(span, (region.first, region.last)))
        elif region.kind == "origin":
            origins.update(dict.fromkeys(span, region.detail))
    return skipped, code, origins


def _deeds(lines: Sequence[str], origins: Mapping[int, str]) -> frozenset[int]:
    """The lines in which a hook tells what went on in a session."""
    numbers = (number for number, origin in origins.items() if origin == "hook")
    labels = ((number, find_label(lines[number - 1])) for number in numbers)
    return frozenset(number for number, label in labels if label and label.name.casefold() in DEED_LABELS)
