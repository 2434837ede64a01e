"""An order that somebody registers as information is neither restated nor kept in session memory, whoever it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from daykeep.session.records.changes import Wanted, register
from daykeep.session.records.model import Register
from daykeep.session.records.provenance import is_taken
from daykeep.session.records.references import observe
from daykeep.session.sync.medium import plan_lines
from daykeep.session.watching.refresh import plan_refresh
from tests.triage.injection.leaks import CASES, conversation, leaks, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.session.units.model import Unit


def registered(text: str, origin: str, units: Sequence[Unit]) -> Register:
    """A register as an agent fills it that takes the order for something to be kept in mind."""
    if origin == "agent" and is_taken(text, units):
        origin = "tool"
    return register(Register(), Wanted("rule1", "constraint", text, origin), current_round=1)


@pytest.mark.parametrize("origin", ["agent", "tool", "web"])
@pytest.mark.parametrize("part", ["text", "order"])
def test_no_order_is_restated_or_kept_in_session_memory(origin: str, part: str) -> None:
    leaked = []
    for place, case in enumerate(CASES):
        if part == "order" and plain(case.order) not in plain(case.text):
            continue  # who decodes an order and registers it in words of its own can't be told from who means it
        known = registered(getattr(case, part), origin, conversation(case, place))
        written = plan_lines(None, "s1", known.records, language="en").document.text
        if leaks(case, plan_refresh(known.records).text) or leaks(case, written):
            leaked.append((case.kind, case.text))
    assert leaked == []


def test_most_orders_stand_in_their_texts_as_they_are() -> None:
    assert sum(plain(case.order) in plain(case.text) for case in CASES) >= 150


def test_no_order_in_a_conversation_confirms_what_was_registered() -> None:
    confirmed = []
    for place, case in enumerate(CASES):
        known = observe(registered(case.order, "agent", ()), conversation(case, place))
        confirmed += [case.text for record in known.records if record.confirmed]
    assert confirmed == []
