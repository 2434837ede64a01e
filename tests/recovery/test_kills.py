"""Processes killed at every system call of every write path, and half way through every write."""

from __future__ import annotations

import itertools
import random
import shutil

import pytest

from tests.recovery import operations
from tests.recovery.forked import Forking
from tests.recovery.operations import OPERATIONS, files_at

KILLABLE = [
    operation for operation in OPERATIONS if operation is not operations.Spool
]  # its holder can't be shared


@pytest.fixture(scope="module")
def dying():
    """Runs an operation in a child that dies (`tests.recovery.dying`)."""
    process = Forking("tests.recovery.dying")

    def run(operation, root, at, *, half):
        return process.do(operation=operation.__name__, root=str(root), at=at, half=half)

    yield run
    process.close()


def mend_all(root, kept=()):
    """What ``doctor`` does with leftovers; afterwards there are none but the kinds that are kept."""
    for _ in range(3):
        for leftover in files_at(root).leftovers():
            if leftover.kind not in kept:
                files_at(root).mend(leftover)
    assert [leftover for leftover in files_at(root).leftovers() if leftover.kind not in kept] == []


def check_after_death(operation_class, root, *, mended):
    """The old state or the new one, after ``mend`` or for whoever takes the lock next; and nothing is left over."""
    operation = operation_class()
    if mended:
        mend_all(root, kept={"corrupt", "quarantine"})
    else:
        for name in (operations.DAY, operations.MEMORY, operations.STATE):
            files_at(root).lock(name).close()
    outcome = operation.judge(root)
    assert outcome in {"old", "new"}, outcome
    operation.again(root)
    mend_all(root)


@pytest.mark.parametrize("half", [False, True], ids=["before", "half-way"])
@pytest.mark.parametrize("operation_class", KILLABLE, ids=lambda operation: operation.__name__)
def test_g2_a_process_killed_at_any_call_leaves_the_old_or_the_new_state(
    dying, quick_folder, operation_class, half
):
    kills = 0
    for at in itertools.count(1):
        root = quick_folder / str(at)
        root.mkdir()
        operation_class().prepare(root)
        answer = dying(operation_class, root, at, half=half)
        check_after_death(operation_class, root, mended=at % 2 == 0)
        if not answer.killed:
            break
        kills += 1
    assert kills >= 20


@pytest.mark.soak
@pytest.mark.parametrize("operation_class", KILLABLE, ids=lambda operation: operation.__name__)
def test_g2_five_hundred_random_kills_of_each_write_path(dying, quick_folder, operation_class):
    choose = random.Random(operation_class.__name__)
    kills, most = 0, 200
    for number in itertools.count():
        root = quick_folder / str(number)
        root.mkdir()
        operation_class().prepare(root)
        answer = dying(operation_class, root, choose.randint(1, most), half=choose.random() < 0.5)
        check_after_death(operation_class, root, mended=choose.random() < 0.5)
        shutil.rmtree(root)
        most = most if answer.killed else answer.count
        kills += answer.killed  # one that came after the last call is none
        if kills == 500:
            break


def test_g2_killing_covers_fifty_points_of_each_write_path(dying, quick_folder):
    """The counts that the promise speaks of: appends, state, replacements and merging, each at 50 points or more."""
    points = {}
    for operation_class in KILLABLE:
        root = quick_folder / operation_class.__name__
        root.mkdir()
        operation_class().prepare(root)
        points[operation_class.__name__] = dying(operation_class, root, 0, half=False).count * 2
    assert points["AppendToOld"] + points["AppendToNew"] + points["AppendToForeign"] >= 50
    assert points["CountUp"] + points["RebuildState"] >= 50
    assert points["ReplaceOld"] + points["ReplaceNothing"] >= 50
    assert points["MergeSpool"] >= 50
