"""Learns how likely a turn is chatter from short exchanges in two languages: see ``scripts/train_triage``.

The exchanges were written for this and belong to the project. ``--judge`` leaves a tenth of them out in turn; with DAYKEEP_DATA it also
judges on the dialogues there, of which nothing is learned.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.quality.chatter.exchanges import Short, pairs_of, read_exchanges
from benchmarks.quality.chatter.judge import score_dialogues, views_of_pairs
from benchmarks.quality.chatter.sgd import CHATTER, read_dialogues
from daykeep.triage.deciders.learned import model
from daykeep.triage.deciders.learned.decide import LearnedDecider
from daykeep.triage.deciders.learned.features import find_features
from daykeep.triage.deciders.learned.model import GRAIN, Weights, render_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

WEIGHTS = Path(model.__file__).with_name(model.WEIGHT_FILE)
PENALTY = 0.02
STEPS = 4_000
RATE = 0.5
LEAST = 2
"""A feature counts from so many exchanges on."""
FOLDS = 10


class Row(NamedTuple):
    """One exchange: its features, and whether it is chatter."""

    features: frozenset[str]
    is_chatter: bool


def make_rows(exchanges: Sequence[Short]) -> list[Row]:
    """The exchanges as a decider sees them."""
    return [Row(find_features(views_of_pairs(pairs_of(one))[-1]), one.kind == CHATTER) for one in exchanges]


def learn(rows: Sequence[Row]) -> Weights:
    """Logistic regression by plain gradient steps; the same rows give the same weights."""
    counts: dict[str, int] = {}
    for row in rows:
        for name in row.features:
            counts[name] = counts.get(name, 0) + 1
    names = sorted(name for name, count in counts.items() if count >= LEAST)
    place = {name: at for at, name in enumerate(names)}
    held = [([place[name] for name in sorted(row.features) if name in place], row.is_chatter) for row in rows]
    bias, weights = 0.0, [0.0] * len(names)
    for _ in range(STEPS):
        slope, change = 0.0, [0.0] * len(names)
        for places, is_chatter in held:
            total = bias + sum(weights[at] for at in places)
            error = 1.0 / (1.0 + math.exp(-total)) - is_chatter
            slope += error
            for at in places:
                change[at] += error
        bias -= RATE * slope / len(held)
        weights = [
            one - RATE * (change[at] / len(held) + PENALTY * one / 10) for at, one in enumerate(weights)
        ]
    # Tenths of a logit: what the last digits of a machine's arithmetic do to a weight is rounded away.
    rounded = {name: round(weights[at] * 10) * GRAIN // 10 for name, at in place.items()}
    return Weights(round(bias * 10) * GRAIN // 10, {name: value for name, value in rounded.items() if value})


def judge(rows: Sequence[Row]) -> list[str]:
    """How well exchanges are told that were left out of the learning."""
    hits = taken = wanted = 0
    error = 0.0
    for fold in range(FOLDS):
        weights = learn([row for at, row in enumerate(rows) if at % FOLDS != fold])
        for row in rows[fold::FOLDS]:
            probability = weights.probability(row.features)
            drops = probability >= 0.7
            hits, taken, wanted = hits + (drops and row.is_chatter), taken + drops, wanted + row.is_chatter
            error += (probability - row.is_chatter) ** 2
    lines = [
        f"left out, gate 0.7: precision {hits / max(1, taken):.3f}, recall {hits / wanted:.3f}, Brier score {error / len(rows):.3f}"
    ]
    data = os.environ.get("DAYKEEP_DATA")
    if data:
        score = score_dialogues(
            read_dialogues(Path(data).glob("sgd/dialogues_*.json")), decider=LearnedDecider(learn(rows))
        )
        lines.append(
            f"other dialogues, through all gates: precision {score.precision:.3f}, recall {score.recall:.3f}, short decisions dropped {score.kill_rate:.2%}"
        )
    return lines


def main() -> int:
    """Write, check or judge the weights."""
    parser = argparse.ArgumentParser(description="Learn how likely a turn is chatter.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file differs")
    parser.add_argument("--judge", action="store_true", help="write nothing; print figures")
    options = parser.parse_args()
    rows = make_rows(read_exchanges())
    if options.judge:
        print("\n".join(judge(rows)))
        return 0
    text = render_weights(learn(rows))
    if options.check:
        return int(text != WEIGHTS.read_text(encoding="utf-8"))
    WEIGHTS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
