"""Fits the weights of the ranking to conversations whose answering turns are known, and compares them with those that ship.

``python -m training.ranking`` prints, for every way to fit one half of the conversations and to judge the other half, how
much of the evidence is among the first five and ten: by the fitted weights and by the rounded ones that ship, and the
weights fitted to all. Nothing is written: the weights that ship are set by hand, near these. ``--data`` names another
file, or a folder, else DAYKEEP_DATA does.
"""

from __future__ import annotations

import argparse
import json
import os
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize

from benchmarks.harness import find_data
from benchmarks.retrieval import CONVERSATIONS, SEVERAL, fill
from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.rank import parse_query
from daykeep.search.rank.order import signs_of
from daykeep.search.rank.signs import Judge
from daykeep.search.rank.weights import STRENGTHS, WEIGHTS, Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from benchmarks.retrieval import Corpus

PENALTY = 1 / 8
"""Half of it times the squared length of the weights is added to the mean loss over a whole set of questions."""
FIRST = 10


class Sample(NamedTuple):
    """A question: a row of signs for each passage, which of the rows answer, how many answers there are in all.

    ``several`` says whether it is of the kind whose answers are put together from several passages.
    """

    signs: NDArray[np.float64]
    answers: list[int]
    wanted: int
    several: bool = False


class Judged(NamedTuple):
    """What weights find of the evidence of some questions, in percent: among five, among ten, and of several among ten."""

    five: float
    ten: float
    several: float


def samples_of(corpus: Corpus) -> list[Sample]:
    """The questions of an index with the signs of all of its passages that are worth a closer look."""
    store = corpus.store
    firsts = [first for key in store.stamps("conversations") if (first := store.find(key, 1)) is not None]
    candidates = store.around(firsts, MAX_CHUNKS - 1)
    texts = {ident: chunk.text for ident, chunk in store.chunks(candidates).items()}
    samples = []
    for one in corpus.asked:
        query = parse_query(one.text, today=corpus.today, names=corpus.names)
        judge = Judge(query, candidates, store.statistics(query.wanted), STRENGTHS)
        rows = signs_of(judge, lambda ids: {ident: texts[ident] for ident in ids})
        signs = np.array(list(rows.values())).reshape(len(rows), len(WEIGHTS))
        answers = [place for place, ident in enumerate(rows) if ident in one.answers]
        samples.append(Sample(signs, answers, len(one.answers), one.category == SEVERAL))
    return samples


def fit(samples: Sequence[Sample], penalty: float = PENALTY) -> NDArray[np.float64]:
    """The weights under which a softmax over the passages of a question gives the answers most of the probability."""
    useful = [sample for sample in samples if sample.answers]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total = 0.0
        slope = np.zeros_like(weights)
        for signs, answers, *_ in useful:
            scores = signs @ weights
            top = scores.max()
            shares = np.exp(scores - top)
            whole = shares.sum()
            total -= float((scores[answers] - top - np.log(whole)).mean())
            slope -= signs[answers].mean(0) - (shares / whole) @ signs
        rate = penalty / len(useful)
        return total / len(useful) + rate * float(weights @ weights) / 2, slope / len(useful) + rate * weights

    start = np.zeros(useful[0].signs.shape[1])
    fitted: NDArray[np.float64] = minimize(
        loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}
    ).x
    return fitted


def recall(samples: Sequence[Sample], weights: NDArray[np.float64], first: int = FIRST) -> float:
    """The mean share of a question's answers among its first passages, in percent."""
    shares = []
    for signs, answers, wanted, _ in samples:
        order = np.argsort(-(signs @ weights), kind="stable")[:first]
        shares.append(len(set(answers).intersection(order.tolist())) / wanted)
    return 100 * float(np.mean(shares))


def judge(samples: Sequence[Sample], weights: NDArray[np.float64]) -> Judged:
    """All three shares; of questions with several answers nan if there are none."""
    several = [sample for sample in samples if sample.several]
    return Judged(
        recall(samples, weights, 5),
        recall(samples, weights),
        recall(several, weights) if several else float("nan"),
    )


def report(halves: Sequence[Sequence[Sample]]) -> str:
    """Recall on conversations that were not fitted, a line for each way to choose them, and the weights fitted to all."""
    shipped = np.array(WEIGHTS)
    lines = ["fitted to  judged on   by       R@5   R@10  of several R@10"]
    every: dict[str, list[Judged]] = {"fitted": [], "shipped": []}
    for chosen in combinations(range(len(halves)), len(halves) // 2):
        left = [place for place in range(len(halves)) if place not in chosen]
        fitted = fit([sample for place in chosen for sample in halves[place]])
        others = [sample for place in left for sample in halves[place]]
        for name, weights in (("fitted", fitted), ("shipped", shipped)):
            every[name].append(judge(others, weights))
            lines.append(_line(_places(chosen), _places(left), name, every[name][-1]))
    for name, judged in every.items():
        means = Judged(*(float(np.mean(column)) for column in zip(*judged, strict=True)))
        lines.append(_line("mean", "", name, means))
    everything = fit([sample for half in halves for sample in half])
    lines += [
        "",
        *(
            f"{name:15} fitted {value:6.2f}  shipped {ships:6.2f}"
            for name, value, ships in zip(Weights._fields, everything, WEIGHTS, strict=True)
        ),
    ]
    return "\n".join(lines)


def _places(places: Sequence[int]) -> str:
    return " ".join(str(1 + place) for place in places)


def _line(fitted_to: str, judged_on: str, name: str, judged: Judged) -> str:
    return f"{fitted_to:9}  {judged_on:10}  {name:8} {judged.five:5.1f}  {judged.ten:5.1f}  {judged.several:5.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m training.ranking")
    usual = os.environ.get("DAYKEEP_DATA")
    parser.add_argument("--data", type=Path, default=usual and Path(usual))
    paths = find_data(parser.parse_args(arguments).data, CONVERSATIONS)
    conversations = [one for path in paths for one in json.loads(path.read_text(encoding="utf-8"))]
    print(report([samples_of(fill([one])) for one in conversations]))


if __name__ == "__main__":
    main()
