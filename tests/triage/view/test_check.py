import pytest

from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, MASK, Commit, Edit
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import check_commit, find_faults, find_lost, weigh_view
from daykeep.triage.view.commit import plan_commit
from daykeep.triage.view.model import Place
from tests.session.making import agent, messages_of, result, use, user
from tests.triage.view.making import AT, Thread, edit


def talk(count=4):
    return [message for n in range(1, count + 1) for message in (user(f"q{n} " * 20), agent(f"a{n} " * 30))]


def checked(thread, commit, *, stored=("A1",), logged=("U1", "U2", "U3")):
    return check_commit(thread.units, thread.commits, commit, stored=stored, logged=logged)


def planned(thread, *edits, **more):
    return plan_commit(thread.units, thread.commits, edits, thread.head(), **more)


@pytest.mark.parametrize(
    "one",
    [
        edit("U1", DROP),
        edit("U2", COMPRESS, note="User chose B."),
        edit("U2", COMPRESS, note="User chose B.", stored_id="A1"),
        edit("U3", ARCHIVE, stored_id="A1"),
    ],
)
def test_commit_that_loses_nothing_and_makes_the_view_smaller_is_fine(one):
    thread = Thread(*talk())
    assert checked(thread, planned(thread, one, block="facts", block_after="U3")) == ()


def test_commit_on_top_of_others_is_fine_too():
    thread = Thread(*talk(6))
    thread.commit(edit("U1", DROP), edit("U2", COMPRESS, note="n"), block="one", block_after="U2")
    made = planned(
        thread,
        edit("U3", COMPRESS, note="m"),
        edit("U4", ARCHIVE, stored_id="A1"),
        block="two",
        block_after="U4",
    )
    assert checked(thread, made) == ()


def test_unit_that_is_dropped_without_a_line_in_the_log_is_lost():
    thread = Thread(*talk())
    assert any(
        "U1 would be lost" in why for why in checked(thread, planned(thread, edit("U1", DROP)), logged=())
    )


@pytest.mark.parametrize("action", [ARCHIVE, MASK, COMPRESS])
def test_unit_that_is_said_to_be_stored_and_is_not_is_found(action):
    thread = Thread(user("Go."), agent(use("a")), user([result("a", "x" * 900)]), agent("Done."), *talk(1))
    made = planned(thread, edit("U1", action, note="n", stored_id="A7"))
    assert any("not stored as A7" in why for why in checked(thread, made, stored=("A1",)))


def test_unit_that_goes_to_the_store_under_no_name_is_lost():
    thread = Thread(*talk())
    assert any("U2 would be lost" in why for why in checked(thread, planned(thread, edit("U2", ARCHIVE))))


def test_note_that_is_longer_than_its_unit_is_found():
    thread = Thread(*talk())
    made = planned(thread, edit("U1", COMPRESS, note="word " * 400))
    assert "the view does not get smaller" in checked(thread, made)


def test_commit_that_changes_nothing_is_found():
    assert "the view does not get smaller" in checked(Thread(*talk()), planned(Thread(*talk())))


def test_edit_that_does_not_fit_its_unit_is_found():
    thread = Thread(*talk())
    bad = Commit("c1", AT, "", "", (Edit("U1", "no such digest", DROP),))
    assert any("U1 is not what it was" in why for why in checked(thread, bad))


def test_edit_of_half_a_pair_is_found():
    thread = Thread(
        user("Go."), agent(use("a")), user("Wait. " * 30), user([result("a")]), agent("x"), *talk(1)
    )
    bad = Commit("c1", AT, "", "", (Edit("U1", thread.units[1].sha, DROP),))
    assert any("has no call" in why for why in checked(thread, bad))


def test_undo_may_make_the_view_larger():
    thread = Thread(*talk())
    thread.commit(edit("U1", DROP))
    undo = Commit("c2", AT, "", "", (), undoes="c1")
    assert checked(thread, undo) == ()


def test_faults_of_messages_are_found():
    good = messages_of(user("Go."), agent(use("a"), use("b")), user([result("b"), result("a")]), agent("x"))
    assert list(find_faults(good)) == []
    assert list(find_faults(good[:2])) == ["call 'a' has no result", "call 'b' has no result"]
    assert list(find_faults(good[2:])) == ["the result of 'b' has no call", "the result of 'a' has no call"]
    assert list(find_faults([good[3]._replace(blocks=())])) == ["an answer holds nothing"]


def test_unit_that_is_nowhere_or_twice_in_a_view_is_found():
    thread = Thread(*talk(2))
    view = build_view(thread.units, ())
    lost = view._replace(places=view.places[:-1])
    assert any("U2 would be lost" in why for why in find_lost(thread.units, (), lost, stored=(), logged=()))
    twice = view._replace(places=(*view.places, Place("U1", "keep", 1, 2)))
    assert any("2 times" in why for why in find_lost(thread.units, (), twice, stored=(), logged=()))
    half = view._replace(places=(*view.places[:-1], view.places[-1]._replace(last=3)))
    assert any("U2 would be lost" in why for why in find_lost(thread.units, (), half, stored=(), logged=()))


def test_view_weighs_what_its_units_weigh_less_what_was_taken_out():
    thread = Thread(*talk(4))
    whole = weigh_view(thread.view, thread.units)
    assert whole == sum(unit.tokens for unit in thread.units)
    thread.commit(edit("U2", DROP))
    assert weigh_view(thread.view, thread.units) == whole - thread.units[2].tokens
