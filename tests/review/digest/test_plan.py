"""What a digest that came back asks for, item by item."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.memory.decisions import Verdict
from daykeep.review.digest.parse import Answer, parse_digest
from daykeep.review.digest.plan import plan_import
from daykeep.review.digest.render import MOST_CHARS
from daykeep.review.queue.proposals import ARCHIVE, DEFERRED
from tests.review.digest.test_render import choices_of, digest_of
from tests.review.proposal_contract import proposed

ONE, TWO = proposed("one"), proposed("two")


def answer_to(item, *ticked, **changes):
    (choice,) = choices_of(item)
    (part,) = digest_of(item).parts
    (answer,), _ = parse_digest(part.splitlines())
    return answer._replace(ticked=ticked, **changes), choice.proposal


def plan(item, *ticked, verdicts=(), waiting=True, **changes):
    answer, proposal = answer_to(item, *ticked, **changes)
    known = {one.item: one for one in verdicts}
    return plan_import([answer], [proposal] if waiting else [], known)


def verdict(kind):
    return Verdict(kind, ONE.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "add", (), "", ())


def reasons(found):
    assert not found.ticked
    return [one.reason for one in found.skipped]


def test_tick_is_a_decision_and_no_tick_is_none():
    (ticked,) = plan(ONE, "approve").ticked
    assert (ticked.choice.item, ticked.status, ticked.edited) == (ONE, "approved", None)
    assert plan(ONE) == ((), (), ())


def test_edited_text_goes_with_approval_only():
    (ticked,) = plan(ONE, "approve", texts=("- one, worded anew",)).ticked
    assert ticked.edited == ("- one, worded anew",)
    assert "only what is approved" in reasons(plan(ONE, "reject", texts=("- other",)))[0]
    assert "no box of it is ticked" in reasons(plan(ONE, texts=("- other",)))[0]
    leaving = proposed("one", action=ARCHIVE)
    assert "can't be worded anew" in reasons(plan(leaving, "approve", texts=("- other",)))[0]


def test_text_longer_than_any_message_is_not_looked_at():
    assert "longer" in reasons(plan(ONE, "approve", texts=("x" * MOST_CHARS * 3,)))[0]


def test_two_ticks_and_unclear_marks_are_asked_about():
    assert "which one" in reasons(plan(ONE, "approve", "defer"))[0]
    assert "neither" in reasons(plan(ONE, unclear=("?",)))[0]


def test_stale_stamp_is_named_only_where_something_is_ticked():
    assert "changed after" in reasons(plan(ONE, "approve", stamp="0" * 10))[0]
    assert plan(ONE, stamp="0" * 10) == ((), (), ())


def test_decided_item_is_done_before_or_named():
    done = plan(ONE, "approve", waiting=False, verdicts=[verdict("approved")])
    assert (done.ticked, done.skipped, done.already) == ((), (), (ONE.id,))
    assert (
        "rejected already" in reasons(plan(ONE, "approve", waiting=False, verdicts=[verdict("rejected")]))[0]
    )
    for known in ([], [verdict("reopened")]):
        assert "nothing with this id" in reasons(plan(ONE, "approve", waiting=False, verdicts=known))[0]
    assert plan(ONE._replace(status=DEFERRED), "defer").already == (ONE.id,)


@settings(max_examples=60)
@given(st.data())
def test_nothing_but_a_tick_makes_a_decision_of_a_digest(data):
    (part,) = digest_of(ONE, TWO).parts
    lines = part.splitlines()
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, len(lines)))
        lines.insert(at, data.draw(st.text(max_size=30)).replace("[x]", ""))
    cut = data.draw(st.sets(st.integers(0, len(lines) - 1), max_size=5))
    answers, _ = parse_digest([line for index, line in enumerate(lines) if index not in cut])
    assert all(not answer.ticked for answer in answers)
    assert plan_import(answers, [choices_of(ONE, TWO)[0].proposal], {}).ticked == ()


@given(st.lists(st.text(max_size=60), max_size=20))
def test_any_text_can_be_read(lines):
    answers, faults = parse_digest(lines)
    assert all(isinstance(answer, Answer) for answer in answers)
    assert all(1 <= fault.line <= len(lines) for fault in faults)
