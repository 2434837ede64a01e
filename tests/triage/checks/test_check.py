"""Notes that may stand for their turn, and notes that may not."""

from __future__ import annotations

import pytest

from daykeep.session.units.model import Part
from daykeep.triage.checks import NO_SHAPE, SUMMARY_SHAPE, check_rewrite, read_source
from tests.triage.talks import FILLER, talk

PLAN = talk(
    (
        "user",
        "Use Postgres instead of MySQL, pool of 20, timeout 30 seconds. Don't push to main. Ticket PROJ-412, due Friday.",
    ),
    ("assistant", f"I set both values. {FILLER} {FILLER}"),
)
GOOD = "User chose Postgres over MySQL with a pool of 20 and a timeout of 30 s, and forbade pushing to main (PROJ-412, due Friday)."
PLAN_ZH = talk(
    ("user", "数据库用 Postgres，不要用 MySQL，超时30秒。没看过之前不要推送，工单 PROJ-412，周五交付。"),
    (
        "assistant",
        "两个值都设好了。其他的都和原来一样，文档在老地方，今天没有人需要做什么。检查全部通过，说明也写进了项目笔记，有问题随时告诉我。",
    ),
)
GOOD_ZH = "用户选择 Postgres 而不是 MySQL，超时30秒，看过之前禁止推送；工单 PROJ-412，周五交付。"


def failed(parts: list[Part], note: str) -> tuple[str, ...]:
    return check_rewrite(read_source(parts), note).failed


@pytest.mark.parametrize(("parts", "note"), [(PLAN, GOOD), (PLAN_ZH, GOOD_ZH)])
def test_note_in_free_words_with_every_detail_passes(parts: list[Part], note: str) -> None:
    verdict = check_rewrite(read_source(parts), note)
    assert verdict.failed == ()
    assert verdict.ok
    assert verdict.polarity_ok
    assert verdict.found == verdict.must


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("20", "25", "missing: 20"),
        ("20", "25", "not in the source: 25"),
        ("30 s", "30 min", "not in the source: 30 min"),
        ("PROJ-412", "PROJ-421", "missing: PROJ-412"),
        ("Friday", "Thursday", "not in the source: Thursday"),
        ("Postgres over MySQL", "MySQL over Postgres", "turned round: postgr is denied"),
        ("forbade pushing", "allowed pushing", "turned round: push is no longer denied"),
        (", due Friday", "", "missing: Friday"),
        (
            ").",
            "). The user approved the schema of Bob.",
            "the user did not say: The user approved the schema of Bob.",
        ),
    ],
)
def test_note_that_was_changed_in_one_place_is_refused_with_the_reason(old: str, new: str, why: str) -> None:
    assert why in failed(PLAN, GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("30秒", "30分钟"),
        ("30秒", "35秒"),
        ("周五", "周四"),
        ("Postgres 而不是 MySQL", "MySQL 而不是 Postgres"),
        ("禁止推送", "可以推送"),
        ("PROJ-412", "PROJ-4120"),
        ("交付。", "交付。用户已批准。"),
    ],
)
def test_chinese_note_that_was_changed_in_one_place_is_refused(old: str, new: str) -> None:
    assert failed(PLAN_ZH, GOOD_ZH.replace(old, new))


def test_value_in_another_form_is_the_same_and_digits_are_never_matched_loosely() -> None:
    parts = talk(("user", "Budget 1,200 dollars, on Nov 3 2026 at 5 pm."), ("assistant", FILLER + FILLER))
    assert failed(parts, "The budget is $1200 for 2026-11-03, 17:00.") == ()
    assert "missing: 1,200 dollars" in failed(parts, "The budget is $12000 for 2026-11-03, 17:00.")


def test_order_of_two_steps_is_checked() -> None:
    parts = talk(("user", "Merge #57 first and then #61."), ("assistant", FILLER))
    assert failed(parts, "The agent merged #57 before #61.") == ()
    assert "turned round: #61 and #57 changed places" in failed(parts, "The agent merged #61 before #57.")


def test_change_from_one_value_to_another_is_checked() -> None:
    parts = talk(("user", "Raise the limit from 30 to 45 seconds."), ("assistant", FILLER))
    assert failed(parts, "The limit went from 30 to 45 s.") == ()
    assert failed(parts, "The limit went from 45 to 30 s.")


def test_most_is_not_least() -> None:
    parts = talk(("user", "Shorten it to 150 words at most."), ("assistant", FILLER))
    assert failed(parts, "User wants it shortened to no more than 150 words.") == ()
    assert "turned round: 150 is at least now" in failed(
        parts, "User wants it shortened to more than 150 words."
    )


def test_two_identifiers_that_changed_places_are_seen() -> None:
    parts = talk(
        ("user", "The customer is cus_8821 and the invoice is INV-2044. Refund it."), ("assistant", FILLER)
    )
    assert failed(parts, "The invoice INV-2044 of customer cus_8821 is to be refunded.") == ()
    assert failed(parts, "The invoice cus_8821 of customer INV-2044 is to be refunded.")


def test_value_of_the_turn_in_the_place_of_another_is_seen() -> None:
    parts = talk(
        ("user", "which order is late?"),
        ("tool", "order ORD-311 shipped\norder ORD-322 delayed until Monday\n"),
        ("assistant", f"ORD-322 is delayed until Monday. ORD-311 has been shipped. {FILLER}"),
    )
    assert failed(parts, "ORD-322 is delayed until Monday.") == ()
    assert failed(parts, "ORD-311 is delayed until Monday.")


def test_quote_that_nobody_said_is_new() -> None:
    parts = talk(("user", "Keep the old logo on the front page."), ("assistant", FILLER))
    assert failed(parts, 'User: "Keep the old logo on the front page."') == ()
    assert "not in the source: Drop the old logo" in failed(
        parts, 'User: "Drop the old logo". Keep the front page.'
    )


def test_name_that_nobody_named_is_new() -> None:
    parts = talk(("user", "Invite Priya to the standup."), ("assistant", FILLER))
    assert "not in the source: Jonas" in failed(parts, "The agent invited Priya and Jonas to the standup.")


def test_without_a_shape_only_what_it_says_is_looked_at() -> None:
    source = read_source(talk(("user", "Use port 8080.")))
    assert not check_rewrite(source, "Use port 8080.").ok
    assert check_rewrite(source, "Use port 8080.", shape=NO_SHAPE).ok
    assert not check_rewrite(source, "Use port 8081.", shape=NO_SHAPE).ok


def test_summary_may_have_many_sentences() -> None:
    parts = talk(("user", "Use port 8080."), ("assistant", " ".join([FILLER] * 4)))
    text = "Port 8080 is used. It is set. Checks ran. Notes are written. All is well."
    assert not check_rewrite(read_source(parts), text).ok
    assert check_rewrite(read_source(parts), text, shape=SUMMARY_SHAPE).ok


def test_same_note_gets_the_same_verdict() -> None:
    assert check_rewrite(read_source(PLAN), GOOD) == check_rewrite(read_source(PLAN), GOOD)
