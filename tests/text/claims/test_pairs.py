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


REFUSED = {"refused": (0.8, 0.0), "refused_second": (0.8, 0.08), "refused_third": (0.8, 0.18)}
"""What a person refused, and what must not count as the same: other roles, order, occasion, polarity, object, number, host.

When they were new, 79, 66 and 79 % were recognised and 17, 13 and 25 % of the near misses taken for the same.
"""


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


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_compare_what_was_refused_blocks_its_like_and_nothing_that_turns_its_parts_round(name):
    recognised, blocked = REFUSED[name]
    assert (merged(name, "same") >= recognised, merged(name, "apart") <= blocked) == (True, True)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Never reboot the Pi during a backup", "Back up the database before a restart"),
        ("The database is filled from the cache", "The cache is filled from the database"),
        ("VPN 断开时重启路由器", "路由器重启会导致 VPN 断开"),
        ("On ne peut pas déployer le vendredi", "On peut déployer le vendredi"),
        ("Guarda las contraseñas en el repositorio", "No guardes contraseñas en el repositorio"),
        ("Пароли можно хранить в репозитории", "Не храни пароли в репозитории"),
        (
            "Prima rinnova il certificato, poi ferma il servizio",
            "Prima ferma il servizio, poi rinnova il certificato",
        ),
    ],
)
def test_compare_parts_that_changed_places_or_are_denied_are_not_the_same(new, old):
    assert compare(new, old).relation not in {"same", "refines"}
    assert compare(old, new).relation not in {"same", "refines"}


def test_known_claims_find_what_compare_recognises_among_all_pairs():
    same = [pair for name in sorted(RECOGNISED) for pair in pairs(name, "same")]
    known = KnownClaims((str(number), old) for number, (_, old) in enumerate(same))
    wanted = [pair for pair in same if compare(*pair).relation in {"same", "refines"}]
    found = [known.find(new) for new, _ in wanted]
    hits = sum(match is not None and match.comparison.relation in {"same", "refines"} for match in found)
    assert hits >= 0.97 * len(wanted)
