"""Restated text stands in a message that nobody has answered yet, and stays there."""

from daykeep.triage.model import DROP
from daykeep.triage.view.restate import with_restated
from tests.session.making import agent, user
from tests.triage.view.making import Thread, edit, said


def restated(thread, *blocks):
    return said(with_restated(thread.view, thread.units, blocks))


def test_it_stands_at_the_end_of_the_users_newest_message():
    thread = Thread(user("one"), agent("a"), user("two"))
    assert restated(thread, (3, "still: B")) == ["one", "a", "two\n\nstill: B"]


def test_made_after_an_answer_it_waits_for_the_users_next_message():
    thread = Thread(user("one"), agent("a"))
    assert restated(thread, (2, "still: B")) == ["one", "a"]
    thread.say(user("two"), agent("b"), user("three"))
    assert restated(thread, (2, "still: B")) == ["one", "a", "two\n\nstill: B", "b", "three"]


def test_what_was_sent_before_is_never_changed_by_a_new_block():
    thread = Thread(user("one"), agent("a"), user("two"))
    before = restated(thread, (3, "first"))
    thread.say(agent("b"), user("three"))
    assert restated(thread, (3, "first"), (5, "second"))[:3] == before


def test_a_block_whose_turn_left_the_view_waits_no_more_than_for_the_next_message():
    thread = Thread(user("one"), agent("a"), user("two"), agent("b"), user("three"))
    thread.commit(edit("U2", DROP))
    assert restated(thread, (3, "still: B")) == ["one", "a", "three\n\nstill: B"]


def test_no_blocks_change_nothing():
    thread = Thread(user("one"))
    assert with_restated(thread.view, thread.units, ()) == thread.view
