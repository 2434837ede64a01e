"""Numbers as values."""

from __future__ import annotations

import pytest

from daykeep.text.claims.cutting import NUMBER
from daykeep.text.claims.numbers import same_quantity
from daykeep.text.claims.reading import read_claim


def quantity(text):
    found = [unit.quantity for unit in read_claim(f"wait {text} please").units if unit.kind == NUMBER]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("a", "b"),
    [("30 s", "30 seconds"), ("2 minutes", "120 s"), ("1.5 h", "90 min"), ("10,000", "10k"), ("1 万", "10000"),
     ("three days", "3 days"), ("1024 MB", "1 GB"), ("v1.2", "v1.2.7"), ("15:00", "3 pm"), ("50%", "50 percent"),
     ("三次", "3"), ("十分钟", "600 秒"), ("下午三点半", "15:30"), ("2026年3月2日", "2026-03-02")],
)  # fmt: skip
def test_same_quantity_spellings_of_one_value_are_one(a, b):
    assert same_quantity(quantity(a), quantity(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [("30 s", "30 min"), ("10 MB", "10 GB"), ("v1.2", "v1.3"), ("v3.1", "v3.11"), ("15:00", "16:00"), ("5%", "50%"),
     ("三次", "五次"), ("2026-03-02", "2026-03-03")],
)  # fmt: skip
def test_same_quantity_different_values_are_not(a, b):
    assert not same_quantity(quantity(a), quantity(b))
