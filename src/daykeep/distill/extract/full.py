"""The full profile: every section of a log is scored, in any language, and what is worth keeping becomes an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.extract.choose import choose_lines, memory_texts
from daykeep.distill.extract.filed import filed_kind
from daykeep.distill.extract.pieces import cut_log
from daykeep.distill.extract.titles import section_title
from daykeep.distill.outcomes import Extraction, Omission
from daykeep.distill.score.judge import Judgement, judge_of
from daykeep.memory.items import Item

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from daykeep.distill.extract.pieces import Piece, Pieces
    from daykeep.distill.score.judge import Judge
    from daykeep.distill.score.model import Weights
    from daykeep.distill.score.reading import Line

RULE = "full"
REPORTED_FROM = 0.2
"""Sections below the keep threshold are reported from this probability on; the rest is ordinary daily life."""


class SectionVerdict(NamedTuple):
    """What became of one section of a log, and why.

    ``first`` to ``last`` are the numbers of its own lines; ``lines`` those that carry its knowledge (empty: nothing is
    kept, and ``kind`` is empty too). ``score`` is the probability that a person keeps it; ``reasons`` are the inputs
    that moved it most, with their weights in logits.
    """

    title: str
    first: int
    last: int
    score: float
    kind: str
    lines: tuple[int, ...]
    reasons: tuple[tuple[str, float], ...]


def extract_full(
    name: str, day: date, lines: Sequence[str], *, first_new_line: int = 1, weights: Weights | None = None
) -> Extraction:
    """The items of one daily log, in its order, each a few whole lines of one section.

    Pure, and linear in the log: the same lines give the same items everywhere. Lines of other tools, transcripts,
    quoted foreign text and unfilled templates are never read, checkboxes never chosen. A section that holds lines of
    several origins gives an item for each. From a log that has grown, only items with a line from ``first_new_line``
    on are given, without their older lines. ``weights`` None: those that ship with the package.
    """
    judge = judge_of(weights)
    log = cut_log(lines, _first_look(judge), first_new_line)
    items: list[Item] = []
    omissions = [Omission(name, line, reason) for line, reason in sorted(log.skipped.items())]
    for piece in log.pieces:
        judgement = _judge(piece, judge)
        if not judgement.kind:
            if judgement.score >= REPORTED_FROM:
                reason = f"probably nothing to keep (score {judgement.score:.2f})"
                omissions.append(Omission(name, piece.reading.lines[0].number, reason))
            continue
        chosen = _choose(piece, judgement, judge, log)
        new = [line for line in chosen if line.number >= first_new_line]
        items.extend(_items_of(name, day, lines, (piece, judgement, new), log))
    return Extraction(items, omissions)


def _first_look(judge: Judge) -> Callable[[str, Sequence[str], set[str]], bool]:
    return lambda heading, parents, tokens: (
        judge.may_matter(heading, parents, tokens) or filed_kind(heading) != ""
    )


def _judge(piece: Piece, judge: Judge) -> Judgement:
    """A section's judgement; one that was filed as a kind of knowledge is at least proposed."""
    judgement = judge.judge(piece.reading)
    filed = "" if judgement.kind else filed_kind(piece.section.title)
    if not filed:
        return judgement
    weights = judge.weights
    return Judgement(max(judgement.total, weights.keep), weights.probability(weights.keep), filed)


def _choose(piece: Piece, judgement: Judgement, judge: Judge, log: Pieces) -> list[Line]:
    sums = judge.score_lines(piece.reading)
    return choose_lines(piece.reading.lines, sums, judgement.kind, judge.weights.line, log)


def _items_of(
    name: str, day: date, lines: Sequence[str], found: tuple[Piece, Judgement, list[Line]], log: Pieces
) -> list[Item]:
    piece, judgement, chosen = found
    groups: dict[str, list[Line]] = {}
    for line in chosen:
        groups.setdefault(log.origins.get(line.number, "agent"), []).append(line)
    title = section_title(piece.section, log.tops)
    return [
        Item(
            judgement.kind,
            title,
            day,
            name,
            tuple(memory_texts(group, lines, log)),
            origin,
            judgement.score,
            RULE,
        )
        for origin, group in groups.items()
    ]


def keep_score(weights: Weights | None = None) -> float:
    """The score from which on something of a section is chosen."""
    used = judge_of(weights).weights
    return used.probability(used.keep)


def explain_log(
    name: str, day: date, lines: Sequence[str], *, weights: Weights | None = None
) -> list[SectionVerdict]:
    """What :func:`extract_full` makes of every section of a log that has lines of its own, in order, and why."""
    del name, day  # the same arguments as extract_full: neither moves a score
    judge = judge_of(weights)
    log = cut_log(lines)
    verdicts = []
    for piece in log.pieces:
        judgement = _judge(piece, judge)
        chosen = _choose(piece, judgement, judge, log) if judgement.kind else []
        verdicts.append(
            SectionVerdict(
                section_title(piece.section, log.tops),
                piece.section.first,
                piece.section.own_last,
                judgement.score,
                judgement.kind if chosen else "",
                tuple(line.number for line in chosen),
                tuple(judge.reasons(piece.reading)),
            )
        )
    return verdicts
