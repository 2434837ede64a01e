"""How an assistant's message ends."""

from __future__ import annotations

import pytest

from daykeep.triage.talk.reply import (
    ASKS,
    DONE,
    MORE,
    NOTHING,
    PROPOSES,
    TAIL_CHARS,
    TELLS,
    read_reply,
    refuses,
)


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("It costs $40. Shall I book it?", ASKS),
        ("Please confirm the following: a table for 2 at 7 pm.", ASKS),
        ("I'd move the parser into its own module", ASKS),
        ("Do you want the red one or the blue one", ASKS),
        ("Is there anything else I can help you with?", MORE),
        ("Done. Will that be all?", MORE),
        ("I've fixed the test and pushed it.", DONE),
        ("I’ve renamed the file.", DONE),
        ("I have located a nice place", PROPOSES),
        ("Playing Hello by Adele now.", DONE),
        ("Unfortunately the booking could not be made.", DONE),
        ("There are 10 restaurants you may enjoy.", PROPOSES),
        ("What about a bus at 7 am", ASKS),
        ("Your table has been booked.", DONE),
        ("You're welcome, have a great day!", DONE),
        ("There is a Thai place on 5th Street.", PROPOSES),
        ("It is 20 degrees.", TELLS),
        ("", NOTHING),
        ("要现在合并吗？", ASKS),
        ("已经部署完成了。还有什么需要帮忙的吗？", MORE),
        ("已经修复了。", DONE),
        ("推荐川味坊。", PROPOSES),
        ("明天晴。", TELLS),
    ],
)
def test_the_end_of_a_reply_tells_what_it_wants(told: str, kind: str) -> None:
    assert read_reply(told) == kind


def test_only_the_end_of_a_long_reply_is_read() -> None:
    assert read_reply("Shall I book it? " + "It rains a lot there. " * (TAIL_CHARS // 20)) == TELLS


def test_a_question_about_the_work_is_no_offer_of_more_help() -> None:
    assert read_reply("How many more workers do you need?") == ASKS


def test_a_refusal_is_told_from_a_limit_of_the_work() -> None:
    assert refuses("I'm sorry, I can only help with medical questions.")
    assert refuses("抱歉，我只能回答医疗问题。")
    assert not refuses("I only changed one line.")
