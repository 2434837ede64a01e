"""Pairs written by hand: knowledge reworded on another day, and near misses that must stay apart.

Every set but ``development`` was judged once as it was written, before anything was done about its failures; the benchmark
tells their first figures. Since then the failures of every set were looked at, so only the first figures are blind: on
unseen pairs about nine in ten are recognised, and of near misses some seven in a hundred are taken for the same.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daykeep.text.claims import KnownClaims, compare

DATA = Path(__file__).parent / "data"
RECOGNISED = {
    "development": 0.97,
    "third": 0.95,
    "fourth": 0.92,
    "fifth": 0.92,
    "seventh": 0.9,
    "held": 0.9,
    "sixth": 0.95,
    "eighth": 0.95,
    "ninth": 0.92,
    "tenth": 0.95,
    "eleventh": 0.95,
    "twelfth": 0.94,
    "thirteenth": 0.9,
}
MERGED = {
    "development": 0.02,
    "third": 0.02,
    "fourth": 0.02,
    "fifth": 0.02,
    "seventh": 0.03,
    "held": 0.02,
    "sixth": 0.02,
    "eighth": 0.02,
    "ninth": 0.03,
    "tenth": 0.02,
    "eleventh": 0.02,
    "twelfth": 0.02,
    "thirteenth": 0.02,
}


def pairs(name, expect):
    rows = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [(row["new"], row["old"]) for row in rows if row["expect"] == expect]


def merged(name, expect):
    found = [compare(new, old).relation in {"same", "refines"} for new, old in pairs(name, expect)]
    return sum(found) / len(found)


@pytest.mark.parametrize("name", sorted(RECOGNISED))
def test_compare_pairs_of_one_knowledge_are_recognised(name):
    assert merged(name, "same") >= RECOGNISED[name]


@pytest.mark.parametrize("name", sorted(MERGED))
def test_compare_near_misses_are_kept_apart(name):
    assert merged(name, "apart") <= MERGED[name]


def test_known_claims_find_what_compare_recognises_among_all_pairs():
    same = [pair for name in sorted(RECOGNISED) for pair in pairs(name, "same")]
    known = KnownClaims((str(number), old) for number, (_, old) in enumerate(same))
    wanted = [pair for pair in same if compare(*pair).relation in {"same", "refines"}]
    found = [known.find(new) for new, _ in wanted]
    hits = sum(match is not None and match.comparison.relation in {"same", "refines"} for match in found)
    assert hits >= 0.97 * len(wanted)
