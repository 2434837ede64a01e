"""Trains the scorer's weights, checks that they are what the rows teach, or judges them: see ``scripts/train_scorer``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from daykeep.distill.score import model
from daykeep.distill.score.model import WEIGHT_FILE, render_weights
from training.crossvalidate import crossvalidate
from training.figures import report
from training.fit import fit
from training.rows import load_rows


def main() -> int:
    """Run one of the three; the exit code is 1 when a check fails."""
    parser = argparse.ArgumentParser(prog="scripts/train_scorer", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file would change")
    parser.add_argument("--judge", action="store_true", help="write nothing; judge on workspaces left out")
    parser.add_argument(
        "--folds", type=int, help="with --judge: so many folds of workspaces, not one for each"
    )
    given = parser.parse_args()
    if not os.environ.get("DAYKEEP_DATA"):
        parser.error("DAYKEEP_DATA must name the folder with distill/gold_dev.jsonl and distill/train.jsonl")
    rows = load_rows()
    if given.judge:
        print(report(crossvalidate(rows, folds=given.folds)))
        return 0
    path = Path(model.__file__).with_name(WEIGHT_FILE)
    text = render_weights(fit(rows))
    same = path.is_file() and path.read_text(encoding="utf-8") == text
    if not same and not given.check:
        path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {len(rows):,} rows, {len(text):,} bytes, {'as it was' if same else 'changed'}")
    return 0 if same or not given.check else 1


if __name__ == "__main__":
    sys.exit(main())
