"""Failures that other programs for long conversations are known for, and that must not happen here."""

from __future__ import annotations

from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.model import ASSISTANT, USER, Message
from daykeep.triage.deciders.asking.checked import CheckedDecider
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.gates.gates import plan_decisions
from daykeep.triage.gates.protection import find_protected
from daykeep.triage.model import ARCHIVE, DROP, KEEP, MASK
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.queue.queue import NOTHING_TO_PRUNE, QueueState, plan_queue
from daykeep.triage.seeing.see import make_state, see_units
from tests.triage.deciders.asking.test_checked import Model, state
from tests.triage.talking import answer, call, result, text, views_of

POLICY = default_policy()


def reading(count: int) -> list[Message]:
    """Turns in which a file each is read; the last is the one that is about to be edited."""
    messages: list[Message] = []
    for number in range(count):
        ident = f"c{number}"
        said = [text(USER, f"look at file {number}"), call(ident, "read", {"path": f"/src/f{number}.py"})]
        messages += [*said, result(ident, f"def f{number}(): ...\n" * 60), text(ASSISTANT, "read")]
    return messages


def test_a_scale_on_which_everything_looks_disposable_keeps_what_it_ranks_first() -> None:
    """With a fixed threshold 141 of 141 results were cut, among them the file about to be edited."""
    views = see_units(group_units(reading(10)))[1:]
    given = {view.unit_id: answer(view.unit_id, keep=0.02, drop=0.98) for view in views}
    given[views[-1].unit_id] = answer(views[-1].unit_id, keep=0.25, drop=0.75)
    policy = POLICY._replace(max_drop_share=1.0)
    found = plan_decisions(views, given, policy, protected={}, by_rules=False)
    assert found[-1].final == KEEP
    assert {one.final for one in found[:-1]} == {MASK}  # results are stored and can be read back, calls stay
    chat = views_of(("go", "Done."), *[("Thanks!", "Welcome.")] * 10)[1:]
    ranked = {view.unit_id: answer(view.unit_id, keep=0.02, drop=0.98) for view in chat}
    ranked[chat[-1].unit_id] = answer(chat[-1].unit_id, keep=0.25, drop=0.75)
    decided = plan_decisions(chat, ranked, policy, protected={}, by_rules=False)
    assert decided[-1].final == KEEP
    assert {one.final for one in decided[:-1]} == {ARCHIVE}


def test_answers_without_signal_drop_no_result_that_is_used_again() -> None:
    """No probability of keeping reached 0.3, so the program dropped everything; 16 results were used again."""
    views = see_units(group_units(reading(16)))[1:]
    given = {view.unit_id: answer(view.unit_id, keep=0.1, drop=0.9) for view in views}
    found = plan_decisions(views, given, POLICY, protected={}, by_rules=False)
    assert DROP not in {one.final for one in found}
    assert all(gate.name in {"facts", "probability", "batch", "mask"} for one in found for gate in one.gates)


def test_a_conversation_of_text_without_anything_to_prune_says_so_and_stays() -> None:
    """A text-heavy history could not be made small enough, which was taken for a failure and summarised whole."""
    views = views_of(*[(f"Decide {number}: use plan {number}", "Noted.") for number in range(6)])
    protected = {view.unit_id: "one of the newest" for view in views}
    queue = plan_queue(views, QueueState(), protected=protected, policy_sha=POLICY.sha)
    assert (queue.unit_ids, queue.reason) == ((), NOTHING_TO_PRUNE)
    earlier = plan_queue(views, QueueState(checks=9), protected=(), policy_sha=POLICY.sha)
    assert len(earlier.unit_ids) == 6


def test_a_decider_that_reads_only_the_start_of_a_long_state_changes_nothing() -> None:
    """Of 60,000 characters only the first 2,048 tokens were read, without an error; the fact stood at the end."""
    model = Model(reads=2_048)
    asked = state(40, words=2_500)
    found = CheckedDecider(model).decide(asked)
    assert [request.tokens > 2_048 for request in model.asked] == [True, True, True]
    assert all(one.fault.startswith("decider_truncated") for one in found)
    given = {one.unit_id: one for one in found}
    decided = plan_decisions(asked.units, given, POLICY, protected={}, by_rules=False)
    assert {one.final for one in decided} == {KEEP}
    careful = CheckedDecider(Model(reads=2_048, first=1_500, most=1_500))
    assert {one.top for one in careful.decide(asked)} == {DROP}


def test_a_tail_without_a_word_of_a_person_keeps_what_the_person_said() -> None:
    """The last tokens held no human message, and the history was replaced by a placeholder."""
    messages = [
        text(USER, "Migrate the shop to Django, never touch the payments table."),
        text(ASSISTANT, "I start."),
    ]
    messages.append(text(USER, "go on"))
    for number in range(60):
        ident = f"c{number}"
        messages += [call(ident, "bash", {"command": f"step {number}"}), result(ident, "output " * 200)]
    messages.append(text(ASSISTANT, "halfway"))
    units = group_units(messages)
    views = see_units(units)
    protected = find_protected(units, POLICY)
    answers = RuleDecider().decide(make_state(units, views, POLICY.criteria))
    given = {one.unit_id: one for one in answers}
    assert {
        one.final for one in plan_decisions(views, given, POLICY, protected=protected, by_rules=True)
    } == {KEEP}
    loose = plan_decisions(views[1:], given, POLICY, protected={}, by_rules=True)
    assert loose[0].final != DROP
    assert loose[1].final == MASK
