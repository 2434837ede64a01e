"""The figures of small talk against decisions, as tables and single numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.harness import Figure, Table
from benchmarks.quality.chatter.exchanges import read_exchanges, score_groups
from benchmarks.quality.chatter.judge import Score as Counts
from benchmarks.quality.chatter.judge import add, count_dropped, label_dialogues, score_dialogues
from daykeep.triage.calibrate.fit import calibrate
from daykeep.triage.deciders.learned.decide import LearnedDecider
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.model import DROP

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.quality.chatter.sgd import Dialogue

GOALS = {"precision": 0.95, "recall": 0.90, "short decisions dropped": 0.005, "values lost": 0.0}
_THANKS = re.compile(r"\b(?:thanks?|thank you|bye|goodbye|that'?s all|that is all)\b", re.IGNORECASE)
NULLS: dict[str, Callable[[str], bool]] = {
    "keep all": lambda _said: False,
    "drop all that isn't pinned": lambda _said: True,
    "drop up to 6 words": lambda said: len(said.split()) <= 6,
    "drop what has a word of thanks": lambda said: _THANKS.search(said) is not None,
}
"""Plain rules that look at a message alone."""
_COLUMNS = (
    "decider",
    "dropped that is chatter",
    "chatter that is dropped",
    "short decisions dropped",
    "values lost",
)


def dialogue_tables(dialogues: Sequence[Dialogue]) -> tuple[list[Table], list[Figure]]:
    """Deciders and plain rules on annotated dialogues, by file and together; how far probabilities can be believed."""
    table = Table(f"Small talk in {len(dialogues):,} annotated dialogues, through all gates", _COLUMNS)
    figures: list[Figure] = []
    for decider in (RuleDecider(), LearnedDecider()):
        files = sorted({one.file for one in dialogues})
        total = Counts(0, 0, 0, 0, 0, 0, 0)
        for file in files:
            score = score_dialogues([one for one in dialogues if one.file == file], decider=decider)
            total = add(total, score)
            table.rows.append(_row(f"{decider.name}, {file}", score))
        table.rows.append(_row(decider.name, total))
        figures += _figures(decider.name, total)
    for name, drops in NULLS.items():
        total = Counts(0, 0, 0, 0, 0, 0, 0)
        for one in dialogues:
            total = add(total, count_dropped(one.exchanges, [drops(said.said) for said in one.exchanges]))
        table.rows.append(_row(name, total))
    table.notes.append(
        "A short decision has at most six words. Values are annotated ones that stand in no kept turn of their dialogue."
    )
    reliability, found = _reliability(dialogues)
    return [table, reliability], [*figures, *found]


def group_tables() -> tuple[list[Table], list[Figure]]:
    """The rules on the short exchanges that were written for this, by group."""
    table = Table("Short exchanges with an agent", ("group", "chatter", "dropped", "others", "dropped"))
    scores = score_groups(read_exchanges())
    table.rows += [(group, one.chatter, one.dropped, one.others, one.killed) for group, one in scores.items()]
    killed, others = sum(one.killed for one in scores.values()), sum(one.others for one in scores.values())
    table.notes.append(
        "The words of the rules were chosen with these exchanges in sight; docs/explanation/deciders.md has what was found at first sight."
    )
    return [table], [
        Figure("decisions of short exchanges dropped", killed / others, "share", goal=0.005, at_least=False)
    ]


def _reliability(dialogues: Sequence[Dialogue]) -> tuple[Table, list[Figure]]:
    table = Table(
        "How often a turn is chatter by the probability of drop",
        ("decider", "from", "to", "turns", "said", "right"),
    )
    figures: list[Figure] = []
    for decider in (RuleDecider(), LearnedDecider()):
        found = calibrate(label_dialogues(dialogues, decider))
        drop = next(one for one in found.reliability if one.action == DROP)
        table.rows += [
            (decider.name, bin_.low, bin_.high, bin_.turns, round(bin_.mean, 3), round(bin_.share, 3))
            for bin_ in drop.bins
        ]
        gate = next(one for one in found.gates if one.action == DROP)
        table.notes.append(
            f"{decider.name}: Brier score {drop.brier:.4f}; fitted gate {gate.gate}, {gate.passing} pass, {gate.harmful} of them no chatter"
        )
        figures.append(
            Figure(
                f"calibration error of drop, {decider.name}",
                round(drop.ece, 4),
                "",
                goal=0.05,
                at_least=False,
            )
        )
    return table, figures


def _row(name: str, score: Counts) -> tuple[str | float, ...]:
    return (
        name,
        round(score.precision, 4),
        round(score.recall, 4),
        round(score.kill_rate, 4),
        score.lost_values,
    )


def _figures(name: str, score: Counts) -> list[Figure]:
    values = (score.precision, score.recall, score.kill_rate, float(score.lost_values))
    return [
        Figure(
            f"chatter: {what}, {name}",
            round(value, 4),
            "share" if what != "values lost" else "",
            goal=goal,
            at_least=what in {"precision", "recall"},
        )
        for (what, goal), value in zip(GOALS.items(), values, strict=True)
    ]
