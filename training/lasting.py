"""Learns which sentences of a conversation say something that lasts: see ``scripts/train_lasting``.

The rows are the sentences of the users of labelled dialogues, labelled statements (which last, or are refused as the project
says them), and sentences that stand alone. ``--judge`` leaves each voice out in turn, learns from the others, and says what is found.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from daykeep.memory.notes.deciding.weighing import GRAIN, WORD, Head, Shown, render_heads
from daykeep.memory.notes.note import TYPES
from daykeep.session.extract import weighing
from daykeep.session.extract.extract import extract
from daykeep.session.extract.model import Saying
from daykeep.session.extract.speech import own_sayings
from daykeep.session.extract.weighing import LASTING, PASSING, WEIGHT_FILE, Heads, show_saying
from training.dialogues import DIALOGUES, Dialogue, Score, is_labelled, load_dialogues, score, units_of
from training.notes import load_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.session.extract.model import Stated

SENTENCES = DIALOGUES.parent / "sentences.tsv"
"""Sentences as they are said in conversations, each with its type, or ``-`` if it is for now."""
FOR_NOW = "-"
HELD_OUT = frozenset({"last"})
"""Voices that nothing is learned from or chosen by: they tell what is found in dialogues that are new."""
TODAY = date(2026, 3, 4)
LEAST = 2
"""A feature counts from so many rows on."""
SMALL = 3
"""Weights below this many hundredths of a logit are left out."""
WORDS, STRENGTH, TYPE_STRENGTH = 1.0, 3.0, 1.0
"""How cheap words are against cues, and the inverse of the penalty; chosen by leaving voices out."""
STATEMENT_WEIGHT = 0.0
"""Labelled statements teach types only: written to be remembered, they tell nothing of what is said in passing."""
SENTENCE_WEIGHT = 0.5
"""What a sentence without a conversation around it counts, against one of a dialogue."""

TYPE_WEIGHTS, DIALOGUE_TYPE = {"statements": 1.0, "sentences": 1.0}, 1.0
"""What a row counts for the type, by where it is from."""


class Row(NamedTuple):
    """A sentence, whether it lasts, and what it counts."""

    voice: str
    lasts: bool
    shown: Shown
    weight: float
    type: str = ""


def dialogue_rows(dialogues: Sequence[Dialogue]) -> list[Row]:
    """The sentences of the users with what they show."""
    return [_row(one, saying) for one in dialogues for saying in own_sayings(units_of(one))]


def _row(dialogue: Dialogue, saying: Saying) -> Row:
    label = next((label for label in dialogue.labels if is_labelled(saying.text, label)), None)
    kind = label.types[0] if label is not None and not label.rule else ""
    return Row(dialogue.voice, label is not None, show_saying(saying), 1.0, kind)


def other_rows() -> list[Row]:
    """Statements that stand alone, and sentences without a conversation around them."""
    rows = [
        Row(
            "statements",
            row.label not in {"refused", "refuse"},
            _alone(row.text),
            STATEMENT_WEIGHT,
            row.label if row.label in TYPES else "",
        )
        for row in load_rows()
    ]
    for line in SENTENCES.read_text(encoding="utf-8").splitlines():
        kind, text = line.split("\t")
        lasts = kind != FOR_NOW
        rows.append(Row("sentences", lasts, _alone(text), SENTENCE_WEIGHT, kind if lasts else ""))
    return rows


def _alone(text: str) -> Shown:
    return show_saying(Saying(text, text, "U1", 1))


def fit_heads(dialogues: Sequence[Dialogue], others: Sequence[Row]) -> Heads:
    """Both questions, learned from dialogues and from what stands alone; equal rows give equal heads."""
    rows = [*dialogue_rows(dialogues), *others]
    return Heads(_fit_lasting(rows), _fit_type(rows))


def _fit_lasting(rows: Sequence[Row]) -> Head:
    counted = [row for row in rows if row.weight]
    weights, bias = _fit(counted, [row.lasts for row in counted], [row.weight for row in counted], STRENGTH)
    half = round(bias[0] / 2)
    return Head(
        (LASTING, PASSING),
        (half, -half),
        {name: (round(one / 2), -round(one / 2)) for name, (one,) in weights.items()},
    )


def _fit_type(rows: Sequence[Row]) -> Head:
    typed = [row for row in rows if row.type]
    weights, biases = _fit(
        typed,
        [row.type for row in typed],
        [TYPE_WEIGHTS.get(row.voice, DIALOGUE_TYPE) for row in typed],
        TYPE_STRENGTH,
    )
    answers = tuple(sorted({row.type for row in typed}))
    return Head(
        answers, tuple(map(round, biases)), {name: tuple(map(round, ones)) for name, ones in weights.items()}
    )


def _fit(
    rows: Sequence[Row], answers: Sequence[object], weights: Sequence[float], strength: float
) -> tuple[dict[str, list[float]], list[float]]:
    """The weights of each feature, and the biases, in hundredths of a logit."""
    counts = Counter(name for row in rows for name in row.shown.features)
    names = sorted(name for name, count in counts.items() if count >= LEAST)
    model = LogisticRegression(C=strength, max_iter=2_000, tol=1e-6)
    model.fit(_matrix([row.shown for row in rows], names), answers, sample_weight=weights)
    scales = np.array([WORDS if name.startswith(WORD) else 1.0 for name in names])
    whole = model.coef_ * scales * GRAIN
    kept = {
        name: [float(value) for value in column]
        for name, column in zip(names, whole.T, strict=True)
        if np.abs(column).max() >= SMALL
    }
    return kept, [float(one) * GRAIN for one in model.intercept_]


def _matrix(shown: Sequence[Shown], names: Sequence[str]) -> csr_matrix:
    place_of = {name: place for place, name in enumerate(names)}
    cells = [
        (row, place_of[name], one.strength(name) * (WORDS if name.startswith(WORD) else 1.0))
        for row, one in enumerate(shown)
        for name in one.features
        if name in place_of
    ]
    rows, columns, values = zip(*cells, strict=True)
    return csr_matrix((values, (rows, columns)), shape=(len(shown), len(names)))


def judge_heads(
    dialogues: Sequence[Dialogue], heads: Heads | None = None, *, tell: bool = False
) -> dict[str, Score]:
    """What is found with these weights (None: those of the package), by language; ``tell`` prints what is wrong."""
    scores: dict[str, Score] = {}
    for one in dialogues:
        found = extract(units_of(one), today=TODAY, heads=heads)
        scores[one.language] = scores.get(one.language, Score()).plus(score(found, one.labels))
        if tell:
            _tell(one, found)
    return scores


def _tell(dialogue: Dialogue, found: Sequence[Stated]) -> None:
    """Print what was found and is not labelled, what was missed, and wrong types."""
    missed = [label for label in dialogue.labels if not any(is_labelled(one.quote, label) for one in found)]
    for one in found:
        label = next((label for label in dialogue.labels if is_labelled(one.quote, label)), None)
        if label is None:
            print(f"  wrong  {dialogue.voice} {one.confidence:.2f} {one.type}: {one.quote}")
        elif one.type not in label.types:
            print(f"  type   {dialogue.voice} {one.confidence:.2f} {one.type} for {label.types}: {one.quote}")
    for label in missed:
        print(f"  missed {dialogue.voice} {label.types[0]}: {label.quote}")


def judge(dialogues: Sequence[Dialogue], others: Sequence[Row], *, tell: bool = False) -> str:
    """Each voice judged by what the others teach, and those that are held out by all that are not: a line for each."""
    lines = ["voice           lang   found  right  typed labels  precision recall"]
    sums: dict[str, Score] = {}
    for voice in sorted({one.voice for one in dialogues}):
        known = [one for one in dialogues if one.voice != voice and one.voice not in HELD_OUT]
        heads = fit_heads(known, others)
        for language, result in judge_heads(
            [one for one in dialogues if one.voice == voice], heads, tell=tell
        ).items():
            lines.append(_line(voice, language, result))
            for name in (language, "all"):
                sums[name] = sums.get(name, Score()).plus(result)
    return "\n".join([*lines, *(_line("together", name, result) for name, result in sorted(sums.items()))])


def _line(voice: str, language: str, result: Score) -> str:
    numbers = "  ".join(f"{number:5}" for number in result)
    return f"{voice:15} {language:4} {numbers}   {result.precision:8.1%} {result.recall:6.1%}"


def learn() -> Heads:
    """The heads that ship with the package: from every voice that is not held out."""
    known = [one for one in load_dialogues() if one.voice not in HELD_OUT]
    return fit_heads(known, other_rows())


def main() -> int:
    """Write the weights, check them, or judge; the exit code is 1 when the check fails."""
    parser = argparse.ArgumentParser(prog="scripts/train_lasting", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file would change")
    parser.add_argument("--judge", action="store_true", help="write nothing; judge on voices left out")
    parser.add_argument(
        "--tell", action="store_true", help="with --judge: name what was found wrongly or missed"
    )
    given = parser.parse_args()
    if given.judge:
        print(judge(load_dialogues(), other_rows(), tell=given.tell))
        return 0
    path = Path(weighing.__file__).with_name(WEIGHT_FILE)
    text = render_heads(learn()._asdict())
    same = path.is_file() and path.read_text(encoding="utf-8") == text
    if not same and not given.check:
        path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {len(text):,} bytes, {'as it was' if same else 'changed'}")
    return 0 if same or not given.check else 1


if __name__ == "__main__":
    sys.exit(main())
