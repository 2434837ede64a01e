"""Many processes at once: nothing is lost, torn or doubled."""

from __future__ import annotations

import random
import time

import pytest

from tests.recovery.operations import DAY, STATE, files_at, whole_entries
from tests.recovery.processes import acknowledged, release, run_together, start_writer
from tests.recovery.test_kills import mend_all


def check_append_together(root, writers, count):
    """All of it: every entry acknowledged, whole, and there exactly once, each writer's in its own order."""
    modes = ["hook" if worker % 4 == 3 else "mixed" for worker in range(writers)]
    results = run_together(root, modes, count)
    files = files_at(root)
    files.merge_spool()
    found = whole_entries(files.find_bytes(DAY))
    assert sorted(found) == sorted(number for result in results for number in result)
    assert len(found) == len(set(found)) == writers * count
    for worker, mode in enumerate(modes):
        mine = [number for number in found if number // 100_000 == worker]
        assert mode == "hook" or mine == sorted(mine)
    assert files.leftovers() == []


def check_count_together(root, writers, count):
    run_together(root, ["count"] * writers, count)
    assert files_at(root).find_state(STATE).value == {"count": writers * count}


def check_random_kills(root, kills, *, seed):
    """Writers killed at random moments from outside; every entry they had acknowledged is there, whole and once."""
    choose = random.Random(seed)
    safe = set()
    for number in range(kills):
        writer = start_writer(root, number, 100_000, "mixed")
        release([writer])
        time.sleep(choose.uniform(0.01, 0.12))
        writer.kill()
        safe.update(acknowledged(writer))
        if number % 2:
            mend_all(root)
    files = files_at(root)
    files.lock(DAY).close()
    found = whole_entries(files.find_bytes(DAY))
    assert len(found) == len(set(found))
    assert safe <= set(found)
    assert len(found) <= len(safe) + kills  # at most the one that was under way when its writer died
    mend_all(root)
    return len(safe)


def test_g1_eight_writers_of_mixed_entries_lose_tear_and_double_none(tmp_path):
    check_append_together(tmp_path, writers=8, count=60)


def test_g5_eight_processes_count_to_eight_hundred(quick_folder):
    check_count_together(quick_folder, writers=8, count=100)


def test_g2_writers_killed_from_outside_lose_no_acknowledged_entry(quick_folder):
    assert check_random_kills(quick_folder, kills=12, seed=1) > 0


@pytest.mark.soak
def test_g1_sixty_four_writers_of_five_hundred_entries(tmp_path):
    check_append_together(tmp_path, writers=64, count=500)


@pytest.mark.soak
def test_g2_five_hundred_kills_from_outside(quick_folder):
    check_random_kills(quick_folder, kills=500, seed=2)
