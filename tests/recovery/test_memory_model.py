"""MEMORY.md is always what the model says, and every line of it is accounted for, whatever comes in whatever order."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

pytest.register_assert_rewrite("tests.recovery.memory_hands", "tests.recovery.memory_model")
from tests.recovery.memory_model import Memory, MemoryWithoutGit  # noqa: E402 - after its asserts tell values


def check(machine, examples, steps):
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=chosen)


def test_g6_memories_with_a_history_agree_with_the_model():
    check(Memory, 6, 15)


def test_g6_memories_without_a_history_agree_with_the_model():
    check(MemoryWithoutGit, 40, 20)


@pytest.mark.soak
def test_g6_five_hundred_memories_with_a_history_agree_with_the_model():
    check(Memory, 500, 50)


@pytest.mark.soak
def test_g6_two_thousand_memories_without_a_history_agree_with_the_model():
    check(MemoryWithoutGit, 2000, 50)
