import pytest

from daykeep.errors import ConflictError, DocumentError, RefusedError, UsageError
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK, RESTORE, Edit
from daykeep.triage.signed.plan import request_options
from daykeep.triage.view.commit import may_commit, may_edit
from tests.session.making import agent, result, text, use, user
from tests.transcripts.messages.making import SIGNED
from tests.triage.view.making import Thread, edit


def talk(count=4):
    return [message for n in range(1, count + 1) for message in (user(f"q{n}"), agent(f"a{n}"))]


def test_commit_holds_the_digests_of_its_units_and_the_length_of_the_history():
    thread = Thread(*talk())
    made = thread.commit(edit("U2", DROP), block="facts", block_after="U2")
    assert made.edits[0].unit_sha == thread.units[2].sha
    assert (made.id, made.check_id, made.policy_sha, made.messages) == ("c1", "check", "policy", 8)
    assert (made.block, made.block_after, made.signed) == ("facts", "U2", {})


BROKEN = {
    "first": ([{"role": "system", "content": "x"}, *talk(2)], "U0"),
    "open": ([*talk(1), user("q"), agent(use("a"))], "U2"),
    "nobody answered": ([user("a"), user("b"), agent("c")], "U1"),
    "mixed": ([user("Go."), agent(use("a")), user([result("a"), text("and B")]), agent("x"), *talk(1)], "U1"),
    "aborted": ([user("Go."), agent(use("a")), *talk(2)], "U1"),
    "orphan": ([user("Go."), agent("x"), user([result("lost")]), agent("y"), *talk(1)], "U1"),
    "unknown": (talk(), "U9"),
}


@pytest.mark.parametrize("action", [DROP, ARCHIVE, MASK, COMPRESS])
@pytest.mark.parametrize("what", BROKEN)
def test_unit_that_is_not_finished_or_does_not_fit_is_never_edited(what, action):
    messages, unit_id = BROKEN[what]
    with pytest.raises(RefusedError):
        Thread(*messages).commit(edit(unit_id, action, note="n", stored_id="A1"))


def test_why_a_unit_may_not_be_edited_is_said():
    thread = Thread(user("Go."), agent(use("a")), *talk(1))
    assert "irregular" in may_edit(thread.units[1])
    assert may_edit(thread.units[2]) == ""


@pytest.mark.parametrize(
    "bad",
    [
        edit("U1", "explode"),
        edit("U1", COMPRESS),
        edit("U1", COMPRESS, note=" \n"),
        Edit("U1", "0" * 16, DROP),
        edit("U1@1-2", DROP),
        edit("U1@1-9", MASK),
        edit("U9@1-2", MASK),
    ],
)
def test_edit_that_makes_no_sense_is_refused_and_nothing_is_planned(bad):
    thread = Thread(*talk())
    with pytest.raises(RefusedError):
        thread.commit(edit("U2", DROP), bad)
    assert thread.commits == ()


def test_results_of_a_running_unit_are_hidden_unless_it_thinks():
    loop = [agent(use("a")), user([result("a", "x" * 300)]), agent(use("b"))]
    Thread(user("Go."), *loop).commit(edit("U1@2-3", MASK))
    with pytest.raises(RefusedError, match="signed"):
        Thread(user("Go."), agent(SIGNED, use("z")), user([result("z")]), *loop).commit(edit("U1@2-3", MASK))


def test_nothing_is_edited_while_the_model_is_at_work_and_thinks():
    thread = Thread(*talk(2))
    thread.commit(edit("U1", DROP))
    thread.say(user("Go."), agent(SIGNED, use("a")), user([result("a")]))
    assert "U3" in may_commit(thread.units)
    with pytest.raises(RefusedError, match="signed"):
        thread.commit(edit("U2", DROP))
    with pytest.raises(RefusedError, match="signed"):
        thread.undo()
    thread.say(agent("Done."))
    assert may_commit(thread.units) == ""
    thread.commit(edit("U2", DROP))


def test_view_may_change_meanwhile_where_the_provider_drops_what_no_longer_fits():
    thread = Thread(*talk(2), user("Go."), agent(SIGNED, use("a")), user([result("a")]))
    thread.commit(edit("U1", DROP), strategy="drop_block")
    assert thread.view.messages[-2].blocks[0].data == SIGNED
    assert request_options(thread.commits).body


def test_provider_may_take_the_head_away_while_the_model_is_at_work():
    thread = Thread(*talk(2), user("Go."), agent(SIGNED, use("a")), user([result("a")]))
    thread.commit(edit("U1", DROP), strategy="server_compact")
    assert thread.commits[-1].edits[0].unit_id == "U1"


def test_restoring_is_never_refused():
    thread = Thread(*talk())
    thread.commit(edit("U1", DROP))
    thread.commit(edit("U1", RESTORE), edit("U2", KEEP))
    assert thread.view.first_changed is None


def test_thinking_from_the_first_change_to_the_end_is_planned_to_go():
    thread = Thread(*talk(2), user("q"), agent(SIGNED, "a"), *talk(1))
    assert thread.commit(edit("U2", DROP)).signed == {"strategy": "strip_all", "first": "3", "last": "8"}


def test_block_that_moves_changes_what_stands_behind_its_old_place():
    thread = Thread(*talk(2), user("q"), agent(SIGNED, "a"), *talk(2))
    thread.commit(edit("U1", DROP), block="one", block_after="U1")
    made = thread.commit(edit("U5", DROP), block="two", block_after="U4")
    assert made.signed["first"] == "3"


def test_nothing_is_stripped_where_nothing_is_signed_behind_the_change():
    thread = Thread(user("q"), agent(SIGNED, "a"), *talk(2))
    assert thread.commit(edit("U3", DROP)).signed == {}


def test_other_strategies_are_kept_with_the_commit_and_unknown_ones_are_wrong_usage():
    thread = Thread(user("q"), agent(SIGNED, "a"), *talk(2))
    assert thread.commit(edit("U1", DROP), strategy="drop_block").signed["strategy"] == "drop_block"
    with pytest.raises(UsageError):
        thread.commit(edit("U2", DROP), strategy="pray")


def test_only_what_holds_can_be_taken_back():
    thread = Thread(*talk())
    with pytest.raises(DocumentError):
        thread.undo()
    with pytest.raises(DocumentError):
        thread.undo("c7")
    thread.commit(edit("U1", DROP))
    thread.undo("c1")
    with pytest.raises(ConflictError):
        thread.undo("c1")
    with pytest.raises(DocumentError):
        thread.undo()


def test_taking_back_strips_what_was_signed_for_the_shorter_view():
    thread = Thread(*talk(3))
    thread.commit(edit("U1", DROP))
    thread.say(user("q"), agent(SIGNED, "a"))
    undo = thread.undo()
    assert undo.signed == {"strategy": "strip_all", "first": "1", "last": "8"}
    assert all(block.kind != "thinking" for message in thread.view.messages for block in message.blocks)
