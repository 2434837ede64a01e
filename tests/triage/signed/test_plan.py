import json

import pytest

from daykeep.errors import UsageError
from daykeep.triage.model import ARCHIVE, DROP, Commit
from daykeep.triage.signed.plan import (
    BETA,
    DROP_BLOCK,
    SERVER_COMPACT,
    STRIP_ALL,
    choose_strategy,
    plan_signed,
    request_options,
    stripped_ranges,
)
from tests.session.making import agent, messages_of, user
from tests.transcripts.messages.making import SIGNED
from tests.transcripts.messages.valid import faults
from tests.triage.view.making import Thread, edit, requests, said


def a_commit(**signed):
    return Commit("c", "", "", "", (), signed=signed)


THINKING = messages_of(user("q"), agent(SIGNED, "a"), user("r"), agent("b"))


def test_what_is_signed_behind_the_change_is_stripped_up_to_the_end():
    assert plan_signed(THINKING, 1) == {"strategy": STRIP_ALL, "first": "1", "last": "4"}
    assert plan_signed(THINKING, 3) == {}


def test_unknown_strategy_is_wrong_usage():
    with pytest.raises(UsageError):
        plan_signed(THINKING, 1, strategy="other")


def test_ranges_are_joined_and_what_is_no_range_is_none():
    commits = [
        a_commit(strategy=STRIP_ALL, first="9", last="20"),
        a_commit(strategy=STRIP_ALL, first="1", last="3"),
        a_commit(strategy=STRIP_ALL, first="4", last="5"),
        a_commit(strategy=STRIP_ALL, first="12", last="14"),
        a_commit(strategy=DROP_BLOCK, first="30", last="40"),
        a_commit(strategy=STRIP_ALL, first="x", last="-1"),
        a_commit(),
    ]
    assert stripped_ranges(commits) == ((1, 5), (9, 20))


def test_request_asks_for_dropped_blocks_once_a_commit_chose_it_and_from_then_on():
    assert request_options([a_commit(strategy=STRIP_ALL, first="1", last="2")]) == ({}, {})
    options = request_options([a_commit(strategy=DROP_BLOCK), a_commit(strategy=STRIP_ALL)])
    assert options.body == {"thinking": {"block_binding": {"prefix_mismatch_behavior": "drop_block"}}}
    assert options.headers == {"anthropic-beta": BETA}


def test_view_keeps_thinking_that_the_provider_is_asked_to_drop():
    thread = Thread(user("q"), agent("a"), user("r"), agent(SIGNED, "b"), user("s"), agent("c"))
    thread.commit(edit("U1", DROP), strategy=DROP_BLOCK)
    assert thread.view.messages[1].blocks[0].kind == "thinking"


@pytest.mark.parametrize(
    ("offers", "strategy"),
    [
        ({"only_head": True}, STRIP_ALL),
        ({"only_head": True, "can_bind": True}, DROP_BLOCK),
        ({"only_head": True, "can_bind": True, "can_compact": True}, SERVER_COMPACT),
        ({"only_head": False, "can_bind": True, "can_compact": True}, DROP_BLOCK),
    ],
)
def test_strategy_fits_what_goes_and_what_the_provider_offers(offers, strategy):
    assert choose_strategy(**offers)[0] == strategy


def test_compaction_of_the_provider_stands_where_the_head_was_and_thinking_stays():
    thread = Thread(user("q"), agent("a"), user("r"), agent(SIGNED, "b"), user("s"), agent("c"))
    item = json.dumps({"type": "compaction", "content": "So far: a."})
    thread.commit(edit("U1", ARCHIVE, stored_id="A1"), strategy=SERVER_COMPACT, item=item)
    view = thread.view
    assert view.messages[0].blocks[0].data == json.loads(item)
    assert view.messages[2].blocks[0].kind == "thinking"
    assert said(view)[1] == "r"
    assert faults("anthropic", requests(view, "anthropic")["anthropic"]) == []
