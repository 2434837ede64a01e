"""When a session is over the logs of its days are filled where nobody logged, in the user's days, and nothing is told twice."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from daykeep.daily.entry import Entry
from daykeep.daily.log import append_entry
from daykeep.loop.leaving.keeping import leave_session
from daykeep.session.history.store import ENDED, SessionStore
from daykeep.session.memory.keeping import load_memory
from tests.loop.leaving.leaving import LOG, Desk, decide, make_desk, work
from tests.session.backfill.writing import NOON, Talk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def test_forgotten_day_is_filled_and_the_session_ended(desk: Desk) -> None:
    work(desk.talk)
    decide(desk.talk)

    assert leave_session(desk.open(), "s-1", desk.talk.path) == ()

    assert desk.log() == (
        "# 2026-03-10\n\n<!-- daykeep:origin origin=hook -->\n## 18:00 Fix the flaky upload test\n"
        "- Decided: Let's use exponential backoff for the uploads.\n"
        "- Done: I fixed the upload test in upload.py for good.\n"
        "- Done: The uploads back off exponentially now, which is done in the client.\n"
        "- Changed: upload.py\n"
        "- Ran: pytest\n"
        "<!-- /daykeep:origin -->\n"
    )
    assert SessionStore(desk.open().files).get("s-1").status == ENDED
    memory = load_memory(desk.open().files, "s-1")
    assert memory is not None
    assert memory.of("decisions") == ("Let's use exponential backoff for the uploads.",)


def test_ending_twice_tells_once(desk: Desk) -> None:
    work(desk.talk)
    leave_session(desk.open(), "s-1", desk.talk.path)
    once = desk.log()

    leave_session(desk.open(), "s-1", desk.talk.path)

    assert desk.log() == once


def test_resumed_session_tells_only_what_came_since(desk: Desk) -> None:
    work(desk.talk)
    leave_session(desk.open(), "s-1", desk.talk.path)
    once = desk.log()
    work(desk.talk, "download")
    leave_session(desk.open(), "s-1", desk.talk.path)

    added = desk.log().removeprefix(once)
    assert "download test" in added
    assert "upload.py" not in added
    assert "- Ran: pytest\n" in added
    assert SessionStore(desk.open().files).get("s-1").status == ENDED


def test_what_the_agent_logged_itself_is_not_told_again(desk: Desk) -> None:
    work(desk.talk)
    desk.talk.say("Log it, please, for tomorrow.")
    desk.talk.run('daykeep log "Fixed the flaky upload test"')
    desk.talk.answer("I logged it in the day's log.")

    leave_session(desk.open(), "s-1", desk.talk.path)

    assert desk.log() == ""


def test_what_somebody_logged_in_their_own_words_is_not_told_again(desk: Desk) -> None:
    workspace = desk.open()
    text = "Fixed the flaky upload test: upload.py kept no server. Now it's fixed in upload.py for good"
    append_entry(workspace.files, Entry("note", NOON, text), language="en")
    before = desk.log()
    work(desk.talk)

    leave_session(workspace, "s-1", desk.talk.path)

    assert desk.log() == before


def test_other_bytes_of_the_log_stay(desk: Desk) -> None:
    (desk.root / LOG).write_bytes("\ufeff# Dienstag\r\n\r\n- Kaffee mit Ada\r\n".encode())
    work(desk.talk)

    leave_session(desk.open(), "s-1", desk.talk.path)

    data = (desk.root / LOG).read_bytes()
    assert data.startswith("\ufeff# Dienstag\r\n\r\n- Kaffee mit Ada\r\n".encode())
    assert b"\n" not in data.replace(b"\r\n", b"")


def test_over_midnight_each_day_gets_its_own_part(desk: Desk) -> None:
    desk.talk.at = NOON.replace(hour=23, minute=40)
    work(desk.talk)
    desk.talk.at = NOON.replace(hour=0) + timedelta(days=1)
    work(desk.talk, "download")

    leave_session(desk.open("2026-03-11T00:30"), "s-1", desk.talk.path)

    first, second = desk.log(), desk.log("memory/2026-03-11.md")
    assert "## 23:46 Fix the flaky upload test" in first
    assert "download" not in first
    assert "## 00:30 Fix the flaky download test" in second
    assert "upload" not in second


def test_day_is_the_users(desk: Desk) -> None:
    desk.talk.at = NOON.replace(hour=23, minute=40)
    work(desk.talk)

    leave_session(desk.open("2026-03-11T09:00", DAYKEEP_ZONE="Asia/Shanghai"), "s-1", desk.talk.path)

    assert desk.log() == ""
    assert "upload" in desk.log("memory/2026-03-11.md")


def test_clock_that_is_ahead_makes_no_day_that_has_not_come(desk: Desk) -> None:
    desk.talk.at = NOON + timedelta(days=3)
    work(desk.talk)

    leave_session(desk.open(), "s-1", desk.talk.path)

    assert "upload" in desk.log()
    assert not (desk.root / "memory" / "2026-03-13.md").exists()


def test_two_sessions_of_a_day_tell_nothing_twice(desk: Desk, tmp_path: Path) -> None:
    other = Talk(tmp_path / "s-2.jsonl", session="s-2")
    decide(desk.talk)
    decide(other)
    work(other)

    leave_session(desk.open(), "s-1", desk.talk.path)
    leave_session(desk.open(), "s-2", other.path)

    assert desk.log().count("exponential backoff") == 1
    assert desk.log().count("flaky upload test") == 1


def test_session_in_which_nothing_was_said_leaves_nothing(desk: Desk) -> None:
    desk.talk.mark()

    leave_session(desk.open(), "s-1", desk.talk.path)

    assert desk.log() == ""
    assert SessionStore(desk.open().files).sessions() == ()


def test_chinese_workspace_is_told_in_chinese(desk: Desk) -> None:
    desk.talk.say("修好上传测试，它总是失败。")
    desk.talk.edit("/code/app/upload.py")
    desk.talk.run("pytest -q", failed=True)
    desk.talk.answer("已修复上传测试中的竞争问题。")
    desk.talk.say("就用指数退避，不要线性重试。")
    desk.talk.answer("好的。")

    leave_session(desk.open(DAYKEEP_LANGUAGE="zh"), "s-1", desk.talk.path)

    assert desk.log() == (
        "# 2026-03-10 工作记录\n\n<!-- daykeep:origin origin=hook -->\n## 18:00 修好上传测试，它总是失败\n"
        "- 决定：就用指数退避，不要线性重试。\n"
        "- 完成：已修复上传测试中的竞争问题。\n"
        "- 改动：upload.py\n"
        "- 运行：pytest（失败）\n"
        "<!-- /daykeep:origin -->\n"
    )
