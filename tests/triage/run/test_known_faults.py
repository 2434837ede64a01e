"""Faults of other programs that compact conversations, through whole checks of a session on the disk."""

import json

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.checks import check_rewrite, read_source
from daykeep.triage.protocols import NoteDraft
from daykeep.triage.run.check import run_check
from daykeep.triage.run.desk import Desk
from daykeep.triage.view.check import find_lost, weigh_view
from daykeep.triage.view.render import render
from tests.triage.run.desks import ask, begin, staff, talk
from tests.triage.talks import talk as parts_of

USAGE = {"cache_read_input_tokens": 0, "cache_creation_input_tokens": 0, "output_tokens": 20}
EXPLAINED = "The build has many steps, and each of them writes a line that says how long it took. " * 30
NUMBERS = '{"ratio": 1.0, "id": 9007199254740993, "small": 1e-07}'


def desk_of(root, messages):
    begin(root, messages)
    return Desk(Files(root), "s")


def seen(desk):
    return json.dumps(render(Desk(desk.files, "s").load().view, "anthropic").request, ensure_ascii=False)


def exchange(said, answered, tokens=0):
    answer = {"role": "assistant", "content": answered, "model": "claude-sonnet-4-5"}
    usage = {"usage": {**USAGE, "input_tokens": tokens}} if tokens else {}
    return [{"role": "user", "content": said}, {**answer, **usage}]


class Failing:
    """A writer that hands out its error as if it were the note."""

    name, is_local = "failing", True
    said = "Error generating summary: net::ERR_CONNECTION_RESET"

    def __init__(self):
        self.asked = 0

    def write(self, requests):
        self.asked += len(requests)
        return [NoteDraft(one.unit_id, self.said) for one in requests]


def test_error_of_a_writer_never_becomes_the_history(tmp_path):
    """195 messages were replaced by the error of the call that should have summarised them."""
    long = [one for n in range(6) for one in exchange(f"Explain step {n} of PLAN-{n}.", EXPLAINED)]
    desk = desk_of(tmp_path, [*exchange("We build a parser.", "Good."), *long])
    writer = Failing()
    report = run_check(desk, ask(budget=2_000, must_fit=False), staff(writer=writer))
    assert report.did
    assert writer.asked
    assert "ERR_CONNECTION" not in seen(desk)
    scene = Desk(desk.files, "s").load()
    stored = {one.id for one in desk.stored.entries()}
    logged = {edit.unit_id for one in scene.commits for edit in one.edits}
    assert find_lost(scene.units, scene.commits, scene.view, stored=stored, logged=logged) == []


def test_overhead_that_fills_the_budget_alone_is_said_and_no_check_ever_changes_anything(tmp_path):
    """29,000 tokens stood before the first message and the line was at 27,900: an empty chat was compacted for ever."""
    desk = desk_of(tmp_path, exchange("hi", "Hello!", tokens=29_250))
    said = set()
    for n in range(6):
        report = run_check(Desk(desk.files, "s"), ask(budget=27_900, must_fit=False, force=False), staff())
        assert not report.did
        said.add(report.trigger.code)
        more = exchange("hi again", "Hello!", tokens=29_270 + 20 * n)
        SessionStore(desk.files).ingest("s", read_conversation(json.dumps(more).encode()))
    assert said == {"irreducible"}
    assert Desk(desk.files, "s").load().commits == ()


def test_a_view_that_was_made_smaller_is_not_made_smaller_again_at_every_turn(tmp_path):
    """Old results were cleared back to the line itself, so that every following turn cleared again."""
    desk = desk_of(tmp_path, talk(12))
    budget = 8_000
    first = run_check(desk, ask(budget=budget, must_fit=False, force=False), staff())
    assert first.did
    scene = Desk(desk.files, "s").load()
    room = budget - weigh_view(scene.view, scene.units)
    assert room >= 0.2 * budget
    SessionStore(desk.files).append(
        "s", read_conversation(json.dumps(exchange("Go on.", "I do.")).encode()).messages
    )
    again = run_check(Desk(desk.files, "s"), ask(budget=budget, must_fit=False, force=False), staff())
    assert not again.did


@pytest.mark.parametrize("must_fit", [True, False], ids=["stored", "note"])
@pytest.mark.parametrize(
    "rule",
    [
        "Never push to main without my review.",
        "Don't touch the billing tables.",
        "没有我的确认不要删除任何备份。",
    ],
)
def test_rule_of_the_person_survives_where_the_tasks_around_it_do(tmp_path, rule, must_fit):
    """Tasks were put in again word for word and the policy beside them was pruned: the order stayed, its limit was gone."""
    work = talk(12)
    desk = desk_of(tmp_path, [*work[:12], *exchange(f"Migrate the orders. {rule}", EXPLAINED), *work[12:]])
    assert run_check(desk, ask(budget=1_500, must_fit=must_fit), staff()).did
    assert "U5" in {edit.unit_id for edit in Desk(desk.files, "s").load().commits[0].edits}
    assert rule.rstrip(".。") in seen(desk)


def test_numbers_keep_their_digits_through_history_store_and_view(tmp_path):
    """Results were written anew as JSON: 1.0 became 1, and whole numbers above 2^53 another one."""
    call = {"type": "tool_use", "id": "n1", "name": "rows", "input": json.loads(NUMBERS)}
    result = {"type": "tool_result", "tool_use_id": "n1", "content": NUMBERS}
    begun = [{"role": "user", "content": "Read the rows."}, {"role": "assistant", "content": [call]},
             {"role": "user", "content": [result]}, {"role": "assistant", "content": "Read."}]  # fmt: skip
    desk = desk_of(tmp_path, [*exchange("We build a parser.", "Good."), *begun, *talk(12)])
    before = seen(desk)
    assert run_check(desk, ask(budget=2_000), staff()).did
    assert "U2" in {edit.unit_id for edit in Desk(desk.files, "s").load().commits[0].edits}
    kept = [json.dumps([block.data for one in desk.stored.get(entry.id).messages for block in one.blocks])
            for entry in desk.stored.entries()]  # fmt: skip
    for text in (before, "".join(kept)):
        assert '"ratio": 1.0' in text
        assert text.count("9007199254740993") >= 2


def test_note_that_lacks_one_of_many_identifiers_is_refused_whichever_it_is():
    """Only twelve identifiers of the last ten messages were looked for in a summary."""
    names = [f"PROJ-{400 + n}" for n in range(20)]
    filler = "Each of them has its own branch and nobody else works on them today. " * 8
    source = read_source(parts_of(("user", f"Close {', '.join(names)}."), ("assistant", filler)))
    assert check_rewrite(source, f"The user wants closed: {', '.join(names)}.").ok
    for name in names:
        left = ", ".join(one for one in names if one != name)
        assert f"missing: {name}" in check_rewrite(source, f"The user wants closed: {left}.").failed
