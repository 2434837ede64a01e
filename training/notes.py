"""Learns what the words of a statement tell of its type, and of whether it needs no keeping: see ``scripts/train_notes``.

The rows are labelled statements in many voices; a voice is one way to write (terse notes, minutes, an agent's third person).
``--judge`` leaves each voice out in turn, learns from the others, and says how often its statements are told right.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from daykeep.memory.notes.deciding import weighing
from daykeep.memory.notes.deciding.derivable import REFUSED, SURE, is_kept
from daykeep.memory.notes.deciding.weighing import (
    GRAIN,
    WEIGHT_FILE,
    WORD,
    Head,
    Shown,
    render_heads,
    show,
    weigh,
)
from daykeep.memory.notes.note import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ROWS = Path(__file__).parents[1] / "tests/memory/notes/deciding"
FIRST = "first"
"""The voice of the statements that the first signs were made with: learned from, never judged on."""
LEAST = 2
"""A feature counts from so many statements on."""
KEEP = "keep"
SMALL = 3
"""Weights below this many hundredths of a logit for every answer are left out."""


class Row(NamedTuple):
    """A labelled statement: one of the four types, ``refuse``, or ``keep`` for what only looks like it should be refused."""

    voice: str
    label: str
    text: str
    shown: Shown


class Settings(NamedTuple):
    """How cheap words are against traits, and the inverse of the penalty; chosen by leaving voices out."""

    words: float
    strength: float


SETTINGS = {"type": Settings(4.0, 1.0), REFUSED: Settings(2.0, 1.0)}


def load_rows(folder: Path = ROWS) -> list[Row]:
    """All labelled statements with what they show."""
    pairs = [
        (FIRST, *line.split("\t"))
        for name in ("statements.tsv", "held_out.tsv")
        for line in (folder / name).read_text(encoding="utf-8").splitlines()
    ]
    pairs += [
        tuple(line.split("\t")) for line in (folder / "voices.tsv").read_text(encoding="utf-8").splitlines()
    ]
    return [
        Row(voice, REFUSED if label == "refused" else label, text, show(text)) for voice, label, text in pairs
    ]


def samples(rows: Sequence[Row], question: str) -> tuple[list[Shown], list[str]]:
    """What the statements of a question show, and the right answers."""
    if question == "type":
        chosen = [row for row in rows if row.label in TYPES]
        return [row.shown for row in chosen], [row.label for row in chosen]
    return [row.shown for row in rows], [REFUSED if row.label == REFUSED else KEEP for row in rows]


def fit_head(rows: Sequence[Row], question: str) -> Head:
    """The head of a question, learned from the rows; equal rows give an equal head."""
    shown, answers = samples(rows, question)
    settings = SETTINGS[question]
    counts = Counter(name for one in shown for name in one.features)
    names = sorted(name for name, count in counts.items() if count >= LEAST)
    model = LogisticRegression(C=settings.strength, max_iter=1_000, tol=1e-6)
    model.fit(_matrix(shown, names, settings.words), answers)
    weights, biases = _both_sides(model.coef_, model.intercept_)
    scales = np.array([settings.words if name.startswith(WORD) else 1.0 for name in names])
    whole = np.rint(weights * scales * GRAIN).astype(int)
    kept = {
        name: tuple(int(value) for value in column)
        for name, column in zip(names, whole.T, strict=True)
        if np.abs(column).max() >= SMALL
    }
    return Head(
        tuple(str(one) for one in model.classes_), tuple(round(float(one) * GRAIN) for one in biases), kept
    )


def _both_sides(
    weights: NDArray[np.float64], biases: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """With two answers only one side is learned; the other one is its opposite."""
    if len(weights) > 1:
        return weights, biases
    return np.vstack([-weights / 2, weights / 2]), np.concatenate([-biases / 2, biases / 2])


def _matrix(shown: Sequence[Shown], names: Sequence[str], words: float) -> csr_matrix:
    place_of = {name: place for place, name in enumerate(names)}
    cells = [
        (row, place_of[name], one.strength(name) * (words if name.startswith(WORD) else 1.0))
        for row, one in enumerate(shown)
        for name in one.features
        if name in place_of
    ]
    rows, columns, values = zip(*cells, strict=True)
    return csr_matrix((values, (rows, columns)), shape=(len(shown), len(names)))


def judge(rows: Sequence[Row]) -> str:
    """Each voice told by what the others teach: a line for each, and the sums."""
    lines, sums = ["voice            types right   refused  wrongly refused"], np.zeros(6, dtype=int)
    for voice in sorted({row.voice for row in rows} - {FIRST}):
        others = [row for row in rows if row.voice != voice]
        left = [row for row in rows if row.voice == voice]
        types, refuse = fit_head(others, "type"), fit_head(others, REFUSED)
        figures = np.array(_judge_voice(left, types, refuse))
        sums += figures
        lines.append(_line(voice, figures))
    return "\n".join([*lines, _line("all", sums)])


def _judge_voice(left: Sequence[Row], types: Head, refuse: Head) -> tuple[int, ...]:
    typed = [row for row in left if row.label in TYPES]
    right = sum(
        max((chances := weigh(row.shown, types)), key=chances.__getitem__) == row.label for row in typed
    )
    refused = [row for row in left if not is_kept(row.shown) and weigh(row.shown, refuse)[REFUSED] >= SURE]
    hits = sum(row.label == REFUSED for row in refused)
    wanted = sum(row.label == REFUSED for row in left)
    return right, len(typed), hits, wanted, len(refused) - hits, len(left) - wanted


def _line(voice: str, figures: NDArray[np.int_]) -> str:
    right, typed, hits, wanted, wrong, others = (int(figure) for figure in figures)
    share = f"{right / typed:6.1%}" if typed else "      "
    return f"{voice:15} {right:4} / {typed:4} {share}  {hits:3} / {wanted:3}  {wrong:3} / {others:4}"


def main() -> int:
    """Write the weights, check them, or judge; the exit code is 1 when the check fails."""
    parser = argparse.ArgumentParser(prog="scripts/train_notes", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file would change")
    parser.add_argument("--judge", action="store_true", help="write nothing; judge on voices left out")
    given = parser.parse_args()
    rows = load_rows()
    if given.judge:
        print(judge(rows))
        return 0
    path = Path(weighing.__file__).with_name(WEIGHT_FILE)
    text = render_heads({question: fit_head(rows, question) for question in SETTINGS})
    same = path.is_file() and path.read_text(encoding="utf-8") == text
    if not same and not given.check:
        path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {len(rows):,} rows, {len(text):,} bytes, {'as it was' if same else 'changed'}")
    return 0 if same or not given.check else 1


if __name__ == "__main__":
    sys.exit(main())
