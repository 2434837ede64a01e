"""What a check changed, told from the history and the commits alone."""

import pytest

from daykeep.errors import DocumentError
from daykeep.triage.hindsight.diff import diff_commit
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP
from tests.session.making import agent, user
from tests.triage.view.making import Thread, edit


@pytest.fixture
def thread():
    return Thread(*(one for n in range(4) for one in (user(f"ask {n} " * 20), agent(f"answer {n}"))))


def test_each_changed_turn_is_told_before_and_after_with_its_size(thread):
    thread.commit(
        edit("U1", DROP), edit("U2", COMPRESS, note="Asked twice."), block="facts", block_after="U2"
    )
    found = diff_commit(thread.units, thread.commits)
    assert [(one.unit_id, one.before, one.after) for one in found.units] == [
        ("U1", KEEP, DROP),
        ("U2", KEEP, COMPRESS),
    ]
    assert found.units[0].tokens_after == 0
    assert found.units[1].note == "Asked twice."
    assert found.tokens_after < found.tokens_before
    assert (found.block_before, found.block_after) == ("", "facts")
    assert found.first_changed == 1


def test_a_commit_that_takes_another_back_shows_what_came_back(thread):
    first = thread.commit(edit("U2", ARCHIVE, stored_id="A1"))
    thread.undo(first.id)
    found = diff_commit(thread.units, thread.commits)
    assert [(one.unit_id, one.before, one.after) for one in found.units] == [("U2", ARCHIVE, KEEP)]


def test_the_named_commit_is_shown_not_the_last(thread):
    first = thread.commit(edit("U1", DROP))
    thread.commit(edit("U2", DROP))
    assert [one.unit_id for one in diff_commit(thread.units, thread.commits, first.id).units] == ["U1"]


def test_without_such_a_commit_there_is_an_error(thread):
    with pytest.raises(DocumentError, match="anything yet"):
        diff_commit(thread.units, ())
    thread.commit(edit("U1", DROP))
    with pytest.raises(DocumentError, match="no check 'K9'"):
        diff_commit(thread.units, thread.commits, "K9")
