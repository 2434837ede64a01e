"""Every call of every write path fails once: what is there afterwards is the old state or the new one."""

from __future__ import annotations

import itertools

import pytest

from daykeep.errors import DaykeepError
from tests.recovery.faults import (
    ERRORS,
    READING,
    WRITING,
    Shim,
    disturbed,
    fail_with,
    fall_short,
    fall_short_then_full,
)
from tests.recovery.operations import OPERATIONS, files_at

KINDS = {code: lambda code=code: fail_with(code) for code in ERRORS}
KINDS["short write"] = lambda: fall_short


def run_disturbed(operation, root, shim, names=WRITING):
    """Run it; the error it ended in, or None."""
    with disturbed(shim, names):
        try:
            operation.run(root)
        except DaykeepError as error:
            return error
        finally:
            operation.release()
    return None


@pytest.fixture
def fresh(quick_folder):
    """A root prepared for an operation, as often as asked: a new one for each try."""
    numbers = itertools.count()

    def make(operation):
        root = quick_folder / f"root{next(numbers)}"
        root.mkdir()
        operation.prepare(root)
        return root

    return make


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("operation_class", OPERATIONS, ids=lambda operation: operation.__name__)
def test_g3_any_single_failed_call_leaves_the_old_or_the_new_state(fresh, operation_class, kind):
    for number in itertools.count(1):
        operation = operation_class()
        root = fresh(operation)
        shim = Shim(KINDS[kind](), at=number)
        error = run_disturbed(operation, root, shim)
        outcome = operation.judge(root)
        assert outcome in {"old", "new"}, (number, shim.calls[number - 1], error)
        if error is None:
            assert outcome == "new", (number, shim.calls[number - 1 : number])
        elif kind != "EINTR":
            assert error.exit_code in {5, 7, 14}, error
        operation.again(root)
        for leftover in files_at(root).leftovers():
            files_at(root).mend(leftover)
        assert files_at(root).leftovers() == []
        if not shim.fired:
            assert number > 5
            break


@pytest.mark.parametrize("operation_class", OPERATIONS, ids=lambda operation: operation.__name__)
@pytest.mark.parametrize("kind", ["ENOSPC", "EIO", "disk fills"])
def test_g3_a_disk_that_fails_for_good_leaves_the_old_or_the_new_state(fresh, operation_class, kind):
    for number in itertools.count(1):
        operation = operation_class()
        root = fresh(operation)
        disturb = fall_short_then_full() if kind == "disk fills" else fail_with(kind)
        shim = Shim(disturb, at=number, persistent=True)
        error = run_disturbed(operation, root, shim)
        files_at(root).lock(
            "memory/2026-03-10.md"
        ).close()  # whoever comes next settles what could not be undone
        outcome = operation.judge(root)
        assert outcome in {"old", "new"}, (number, shim.calls[number - 1], error)
        assert error is not None or outcome == "new"
        if not shim.fired:
            break


@pytest.mark.parametrize("operation_class", OPERATIONS, ids=lambda operation: operation.__name__)
def test_g3_any_single_failed_look_leaves_the_old_or_the_new_state(fresh, operation_class):
    for number in itertools.count(1):
        operation = operation_class()
        root = fresh(operation)
        shim = Shim(fail_with("EIO"), at=number)
        error = run_disturbed(operation, root, shim, READING)
        outcome = operation.judge(root)
        assert outcome in {"old", "new"}, (number, shim.calls[number - 1], error)
        assert error is not None or outcome == "new"
        if not shim.fired:
            break
