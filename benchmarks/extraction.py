"""What of a conversation is found to last: precision and recall on labelled dialogues, by voice and language.

A voice is a manner in which dialogues were written. Weights are learned from all voices but the last one. The gate was
settled after its totals had been seen three times: they are near to those of new dialogues, and a little better.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benchmarks.harness import Figure, Table, run
from training.dialogues import Score, load_dialogues
from training.lasting import HELD_OUT, fit_heads, judge_heads, other_rows

if TYPE_CHECKING:
    import argparse

    from daykeep.session.extract.weighing import Heads
    from training.dialogues import Dialogue

PRECISION, RECALL = 90.0, 70.0


def _rows(table: Table, voices: dict[str, list[Dialogue]], heads: dict[str, Heads | None]) -> Score:
    """A row for each voice and language, and the sum of all."""
    whole = Score()
    for voice, dialogues in voices.items():
        for language, score in sorted(judge_heads(dialogues, heads[voice]).items()):
            whole = whole.plus(score)
            count = sum(one.language == language for one in dialogues)
            table.rows.append(
                (
                    voice,
                    language,
                    count,
                    score.labels,
                    score.found,
                    score.right,
                    100 * score.precision,
                    100 * score.recall,
                )
            )
    return whole


def measure(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Judge the voice that is held out with the weights of the package, and each other one with what the rest teaches."""
    del options
    dialogues, others = load_dialogues(), other_rows()
    voices: dict[str, list[Dialogue]] = {}
    for one in dialogues:
        voices.setdefault(one.voice, []).append(one)
    columns = (
        "voice",
        "language",
        "dialogues",
        "stated",
        "found",
        "of these stated",
        "precision %",
        "recall %",
    )
    new = Table(
        "Dialogues that nothing was learned from",
        columns,
        notes=["Precision and recall count what was found with a right type."],
    )
    held = _rows(new, {name: voices[name] for name in sorted(HELD_OUT)}, dict.fromkeys(HELD_OUT))
    left = Table("Each other voice, told by what the rest teaches", columns)
    known = {name: ones for name, ones in sorted(voices.items()) if name not in HELD_OUT}
    heads: dict[str, Heads | None] = {
        name: fit_heads([one for other in known for one in known[other] if other != name], others)
        for name in known
    }
    crossed = _rows(left, known, heads)
    return [new, left], _figures(dialogues, held, crossed)


def _figures(dialogues: list[Dialogue], held: Score, crossed: Score) -> list[Figure]:
    turned = "voices left out in turn"
    return [
        Figure("dialogues", len(dialogues), "", 150.0),
        Figure("Chinese dialogues", sum(one.language == "zh" for one in dialogues), "", 60.0),
        Figure("held out, precision", 100 * held.precision, "%", PRECISION),
        Figure("held out, recall", 100 * held.recall, "%", RECALL),
        Figure(f"{turned}, precision", 100 * crossed.precision, "%"),
        Figure(f"{turned}, recall", 100 * crossed.recall, "%"),
        Figure(
            f"{turned}, precision of any type", 100 * crossed.right / max(1, crossed.found), "%", PRECISION
        ),
        Figure(f"{turned}, recall of any type", 100 * crossed.right / max(1, crossed.labels), "%", RECALL),
    ]


if __name__ == "__main__":
    sys.exit(run("extraction", "What a person states for good", measure))
