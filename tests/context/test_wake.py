from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from daykeep.context.wake import plain_names
from daykeep.git.history import History, HistoryOff, open_history
from daykeep.git.repository import init_repository
from tests.context.waking import ENGLISH, make, names, reasons, wake_in

SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.fixture
def remembered(tmp_path):
    """A workspace with two commits: one late on 9 March in Shanghai, one just after midnight."""
    root = make(tmp_path, ENGLISH)
    (root / "memory/2026-03-10.md").unlink()
    assert init_repository(root) == "created"
    history = open_history(root)
    assert isinstance(history, History)
    tracked = ["SOUL.md", "USER.md", "MEMORY.md", "memory/2026-03-09.md", "memory/2026-03-08.md"]
    late = datetime(2026, 3, 9, 23, 59, 30, tzinfo=SHANGHAI).astimezone(UTC)
    first = history.commit(tracked, subject="evening", author="A <a@b>", at=late)
    make(root, {"MEMORY.md": "# MEMORY.md\n\nlearned later\n", "memory/2026-03-09.md": "# rewritten\n"})
    history.commit(tracked, subject="night", author="A <a@b>", at=late + timedelta(minutes=1))
    return root, first


def test_earlier_day_is_read_as_it_was_at_its_end_in_the_users_zone(remembered):
    root, first = remembered
    packet = wake_in(root, day=date(2026, 3, 9), past=lambda: open_history(root))
    assert "Match by more than one word" in packet.text
    assert "learned later" not in packet.text
    assert "# rewritten" not in packet.text
    assert f"as of 2026-03-09: commit {first[:12]} · day 2026-03-09" in packet.text
    assert packet.as_json()["as_of"] == f"as of 2026-03-09: commit {first[:12]}"


def test_file_that_history_does_not_know_is_read_as_it_is_and_named(remembered):
    root, _ = remembered
    make(root, {"memory/2026-03-09-late.md": "added later\n", "IDENTITY.md": "- Name: Other\n"})
    packet = wake_in(root, day=date(2026, 3, 9), past=lambda: open_history(root))
    assert "added later" in packet.text
    assert reasons(packet)["memory/2026-03-09-late.md"] == "the present text: history does not have it"
    assert reasons(packet)["IDENTITY.md"] == "the present text: history does not have it"


def test_log_that_was_archived_since_is_read_from_history(remembered):
    root, _ = remembered
    (root / "memory/archive/2026").mkdir(parents=True)
    (root / "memory/2026-03-08.md").rename(root / "memory/archive/2026/2026-03-08.md")
    packet = wake_in(root, day=date(2026, 3, 9), past=lambda: open_history(root))
    assert names(packet).count("memory/2026-03-08.md") == 1
    assert "memory/archive" not in packet.text


def test_day_before_history_began_says_so(remembered):
    root, _ = remembered
    packet = wake_in(root, day=date(2026, 3, 8), past=lambda: open_history(root))
    assert "as of 2026-03-08: the present text, history begins later" in packet.text
    assert "water the plants" in packet.text


def test_without_history_the_present_text_is_read_and_said(tmp_path):
    root = make(tmp_path, {**ENGLISH, "memory/archive/2026/2026-02-01.md": "from the archive\n"})
    off = HistoryOff("this folder is in no git repository", "")
    packet = wake_in(root, day=date(2026, 2, 1), past=lambda: off)
    assert "as of 2026-02-01: the present text, this folder is in no git repository" in packet.text
    assert "from the archive" in packet.text


def test_names_are_taken_from_lists_and_made_relative():
    assert plain_names("SOUL.md,USER.md,, /ws/memory/a.md ", "/ws") == ("SOUL.md", "USER.md", "memory/a.md")
    assert plain_names("C:\\ws\\SOUL.md", "C:\\ws") == ("SOUL.md",)
    assert plain_names("", "/ws") == ()
