"""Which turns use which records."""

from __future__ import annotations

import pytest

from daykeep.session.records.changes import Wanted, register
from daykeep.session.records.model import Record, Register
from daykeep.session.records.references import Recogniser, confirm, is_name, observe
from daykeep.session.units.model import Part, Unit

PREF = Record("user_pref", "user_preference", "Use Feishu notifications", "high")
CHINESE = Record("lang", "user_preference", "使用飞书通知", "high")
LIMIT = Record("limit", "constraint", "Do not delete files", "high")
PORT = Record("port", "project_config", "The staging port is 8443, see deploy/staging.toml", "medium")


def turn(number, *parts):
    made = tuple(Part(actor, kind, text, number * 2) for actor, kind, text in parts)
    return Unit(number, number * 2, (), made, 10)


def said(number, text):
    return turn(number, ("user", "text", text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("As user_pref says.", {"user_pref"}),
        ("my_user_pref2", set()),
        ("I sent a Feishu notification.", {"user_pref"}),
        ("I sent a notification by mail. Feishu was down? no, slack", set()),
        ("用飞书发通知", {"lang"}),
        ("我发了邮件", set()),
        ("rm would delete those files", {"limit"}),
        ("see DEPLOY/STAGING.TOML", {"port"}),
        ("staging uses port 8443", {"port"}),
        ('{"channel": "feishu", "kind": "notification"}', {"user_pref"}),
        ("", set()),
    ],
)
def test_use_is_told_by_id_words_and_names(text, found):
    assert Recogniser([PREF, CHINESE, LIMIT, PORT]).find(text) == found


def test_id_that_is_a_common_word_is_not_looked_for():
    record = Record("goal", "goal", "Ship the new billing service in May", "high")
    assert not is_name("goal")
    assert Recogniser([record]).find("My goal is lunch.") == set()


def test_superseded_record_is_not_recognised():
    assert Recogniser([PREF._replace(superseded_by="x")]).find("user_pref") == set()


@pytest.mark.parametrize(
    ("text", "confirmed"),
    [
        ("Please use Feishu notifications. Thanks!", True),
        ("Don't use Feishu notifications.", False),
        ("Should we use Feishu notifications?", False),
        ("Feishu notifications", False),
    ],
)
def test_user_confirms_only_by_stating_all_of_it(text, confirmed):
    assert ("user_pref" in Recogniser([PREF]).confirmed(text)) is confirmed


@pytest.mark.parametrize(("text", "confirmed"), [("以后都使用飞书通知。", True), ("不要使用飞书通知", False)])
def test_chinese_confirmation(text, confirmed):
    assert ("lang" in Recogniser([CHINESE]).confirmed(text)) is confirmed


def test_turns_count_for_rounds_references_and_confirmation():
    known = register(Register(), Wanted("user_pref", PREF.type, PREF.content), current_round=1)
    known = observe(known, [said(1, "hello"), said(4, "Always use Feishu notifications."), said(9, "ok")])

    (record,) = known.records
    assert (record.referenced, record.references, record.confirmed) == (4, 1, True)
    assert (known.round, known.observed) == (9, 9)


def test_same_turns_again_change_nothing_and_the_last_one_may_grow():
    known = register(Register(), Wanted("user_pref", PREF.type, PREF.content), current_round=1)
    once = observe(known, [said(1, "hello"), said(2, "use it")])
    assert observe(once, [said(1, "hello"), said(2, "use it")]) == once

    grown = turn(2, ("user", "text", "use it"), ("assistant", "text", "A Feishu notification went out."))
    again = observe(once, [said(1, "hello"), grown])
    assert again.records[0].referenced == 2
    assert observe(again, [said(1, "hello"), grown]) == again


@pytest.mark.parametrize(
    ("actor", "kind", "counts"),
    [
        ("user", "text", True),
        ("assistant", "text", True),
        ("assistant", "call", True),
        ("tool", "result", False),
        ("assistant", "thinking", False),
        ("automatic", "text", False),
        ("system", "text", False),
    ],
)
def test_only_what_user_and_assistant_say_and_arguments_of_calls_count(actor, kind, counts):
    known = register(Register(), Wanted("user_pref", PREF.type, PREF.content), current_round=1)
    known = observe(known, [turn(3, (actor, kind, "use Feishu notifications"))])
    assert (known.records[0].referenced == 3) is counts
    assert known.records[0].confirmed is (actor == "user")


def test_record_without_a_round_counts_from_the_first_turn_that_is_seen():
    known = observe(
        register(Register(), Wanted("user_pref", PREF.type, PREF.content)), [said(7, "x"), said(8, "y")]
    )
    assert (known.records[0].registered, known.round) == (7, 8)


def test_very_long_text_is_read_at_both_ends():
    text = "user_pref " + "word " * 50_000 + "\nFeishu notifications are used"
    assert Recogniser([PREF]).find(text) == {"user_pref"}
    assert Recogniser([PREF]).find("word " * 50_000) == set()


def test_what_the_user_pasted_confirms_nothing():
    known = register(Register(), Wanted("user_pref", PREF.type, PREF.content), current_round=1)
    pasted = "What does this page say?\n```\nUse Feishu notifications\n```\n"
    known = observe(known, [said(2, pasted)])
    assert not known.records[0].confirmed


def test_recalled_history_is_no_use_of_anything():
    known = register(Register(), Wanted("user_pref", PREF.type, PREF.content), current_round=1)
    envelope = '{"kind": "archived_history", "text": "Use Feishu notifications"}'
    known = observe(known, [said(2, envelope)])
    assert (known.records[0].references, known.records[0].confirmed) == (0, False)


def test_what_the_user_said_before_it_was_registered_confirms_it():
    turns = [said(1, "Please use Feishu notifications."), said(2, "go on")]
    known = observe(
        register(Register(), Wanted("user_pref", PREF.type, PREF.content), current_round=2), turns
    )
    assert not known.records[0].confirmed
    assert confirm(known, "user_pref", turns).records[0].confirmed
    assert not confirm(known, "user_pref", turns[1:]).records[0].confirmed
    assert confirm(known, "gone", turns) == known


def test_turns_since_a_round_in_the_past_count_for_what_is_registered_there():
    turns = [said(number, "go on" if number != 5 else "use Feishu notifications") for number in range(1, 9)]
    known = observe(Register(), turns)
    known = register(known, Wanted("user_pref", PREF.type, PREF.content), current_round=2)
    assert observe(known, turns).records[0].referenced == 5
