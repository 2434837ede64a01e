"""An entry reads as a person would have written it, in the language of the workspace."""

from __future__ import annotations

from datetime import date

from daykeep.session.backfill.day import ASIDE, ASKED, COMMITTED, DECIDED, DONE, OPEN, DayNotes, Ran
from daykeep.session.backfill.wording import tell_day, tell_learned

DAY = date(2026, 3, 10)
NOTES = DayNotes(
    DAY,
    (
        (ASKED, "Fix the flaky upload test."),
        (DECIDED, "Use exponential backoff."),
        (DONE, "The fixture keeps the server open."),
        (OPEN, "Redis or SQLite?"),
    ),
    ("src/upload.py",),
    (Ran("pytest", 3, 1), Ran("ruff", 1, 0), Ran("make", 1, 1)),
)


def test_day_in_english() -> None:
    told = tell_day(NOTES, "en")

    assert told is not None
    assert told.title == "Fix the flaky upload test"
    assert told.body.split("\n") == [
        "- Decided: Use exponential backoff.",
        "- Done: The fixture keeps the server open.",
        "- Open: Redis or SQLite?",
        "- Changed: src/upload.py",
        "- Ran: pytest 3 times (1 failed), ruff, make (failed)",
    ]


def test_day_in_chinese() -> None:
    told = tell_day(NOTES._replace(lines=((ASKED, "修好上传测试"), (DECIDED, "用指数退避"))), "zh")

    assert told is not None
    assert told.title == "修好上传测试"
    assert told.body.split("\n") == [
        "- 决定：用指数退避",
        "- 改动：src/upload.py",
        "- 运行：pytest 3 次（1 次失败）、ruff、make（失败）",
    ]


def test_commands_alone_are_not_worth_an_entry() -> None:
    assert tell_day(NOTES._replace(lines=(), files=()), "en") is None


def test_learned_is_what_the_calls_do_not_tell() -> None:
    told = tell_learned(NOTES, "en")

    assert told is not None
    assert told.title == "Kept before the context was compacted"
    assert told.body == "- Decided: Use exponential backoff.\n- Done: The fixture keeps the server open."
    assert tell_learned(NOTES._replace(lines=((ASKED, "Fix it now please."),)), "en") is None


def test_many_requests_are_cut_to_those_that_led_to_something() -> None:
    lines = tuple((ASKED if number % 3 == 0 else ASIDE, f"Request number {number}") for number in range(20))

    told = tell_day(DayNotes(DAY, lines), "en")

    assert told is not None
    assert told.title == "Request number 0"
    assert told.body.split("\n") == [
        *(f"- Asked: Request number {number}" for number in (3, 6, 9, 12, 15)),
        "- and 14 more requests",
    ]
    assert len(told.texts) == 20


def test_many_files_are_named_from_the_folder_that_holds_all() -> None:
    files = tuple(f"packages/agent/src/{name}.ts" for name in "abcdefghij")

    english, chinese = (tell_day(DayNotes(DAY, (), files), language) for language in ("en", "zh"))

    assert english is not None
    assert english.body == (
        "- Changed: a.ts, b.ts, c.ts, d.ts, e.ts, f.ts, g.ts, h.ts and 2 more (in packages/agent/src)"
    )
    assert chinese is not None
    assert chinese.body.endswith("h.ts 等 10 个 （在 packages/agent/src）")


def test_commits_stand_for_their_command() -> None:
    told = tell_day(DayNotes(DAY, ((COMMITTED, "Retry uploads"),), (), (Ran("git commit", 1, 0),)), "en")

    assert told is not None
    assert told.body == "- Committed: Retry uploads"


def test_request_that_is_the_title_is_not_said_again_but_where_it_is_all() -> None:
    alone = tell_day(DayNotes(DAY, ((ASKED, "Fix the test."),)), "en")
    led = tell_day(DayNotes(DAY, ((ASKED, "Fix the test."),), ("a.py",)), "en")

    assert alone is not None
    assert (alone.title, alone.body) == ("Fix the test", "- Asked: Fix the test.")
    assert led is not None
    assert (led.title, led.body) == ("Fix the test", "- Changed: a.py")
    assert led.texts == ("Fix the test.",)


def test_long_title_is_cut() -> None:
    told = tell_day(DayNotes(DAY, ((ASKED, "word " * 40),)), "en")

    assert told is not None
    assert len(told.title) <= 70
    assert told.title.endswith("…")


def test_label_that_a_text_brings_along_is_said_once() -> None:
    english = tell_learned(NOTES._replace(lines=((DONE, "Done: the upload retries three times."),)), "en")
    lines = ((DECIDED, "决定：用指数退避"), (DONE, "已完成：上传会重试三次"))
    chinese = tell_learned(NOTES._replace(lines=lines), "zh")

    assert english is not None
    assert english.body == "- Done: the upload retries three times."
    assert chinese is not None
    assert chinese.body == "- 决定：用指数退避\n- 完成：上传会重试三次"
