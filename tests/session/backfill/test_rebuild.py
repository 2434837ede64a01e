"""Days that nobody logged are rebuilt whole, once and the same; a day that has a log is never touched."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from daykeep.daily.whole import create_day
from daykeep.files.store import Files
from daykeep.session.backfill import rebuild
from daykeep.session.backfill.rebuild import EMPTY, LEFT, MADE, Manner, Rebuilding, rebuild_days
from daykeep.session.backfill.sources import full_source
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.places import Surroundings
from tests.session.backfill.writing import NOON, Talk

MANNER = Manner(None, date(2026, 3, 20), UTC)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "ws"
    (root / "memory").mkdir(parents=True)
    return root


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    folder = tmp_path / "talks"
    folder.mkdir()
    return folder


def work(talk: Talk, name: str) -> None:
    talk.say(f"Fix the flaky {name} test.")
    talk.edit(f"/code/app/{name}.py")
    talk.run('daykeep log "did it"')
    talk.answer(f"I fixed the {name} test in {name}.py for good.")


def run(root: Path, *sources: str, manner: Manner = MANNER) -> Rebuilding:
    around = Surroundings(root.parent, root, {})
    return rebuild_days(Files(root), sources, around, manner)


def logs(root: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((root / "memory").glob("*.md"))}


def test_missing_days_are_made_from_the_conversations_of_each(root: Path, talks: Path) -> None:
    talk = Talk(talks / "a.jsonl", session="a")
    work(talk, "upload")
    talk.at = NOON + timedelta(days=1)
    work(talk, "download")
    other = Talk(talks / "b.jsonl", session="b", at=NOON - timedelta(hours=3))
    work(other, "login")

    done = run(root, str(talks))

    assert [(one.day, one.outcome, one.entries) for one in done.days] == [
        (date(2026, 3, 10), MADE, 2),
        (date(2026, 3, 11), MADE, 1),
    ]
    assert logs(root)["2026-03-10.md"] == (
        "# 2026-03-10\n\n<!-- daykeep:origin origin=hook rebuilt=yes -->\n## 09:06 Fix the flaky login test\n"
        "- Done: I fixed the login test in login.py for good.\n- Changed: login.py\n<!-- /daykeep:origin -->\n\n"
        "<!-- daykeep:origin origin=hook rebuilt=yes -->\n## 12:06 Fix the flaky upload test\n"
        "- Done: I fixed the upload test in upload.py for good.\n- Changed: upload.py\n<!-- /daykeep:origin -->\n"
    )
    assert "download" in logs(root)["2026-03-11.md"]


def test_again_changes_nothing_and_elsewhere_gives_the_same(root: Path, talks: Path, tmp_path: Path) -> None:
    work(Talk(talks / "a.jsonl", session="a"), "upload")
    run(root, str(talks))
    once = logs(root)

    again = run(root, str(talks))
    other = tmp_path / "other"
    (other / "memory").mkdir(parents=True)
    run(other, str(talks))

    assert [one.outcome for one in again.days] == [LEFT]
    assert logs(root) == once == logs(other)


@pytest.mark.parametrize(
    "name", ["memory/2026-03-10.md", "memory/2026-03-10-upload.md", "memory/archive/2026/2026-03-10.md"]
)
@pytest.mark.parametrize("text", ["", "- Kaffee mit Ada"])
def test_day_with_a_log_of_any_kind_is_left_alone(root: Path, talks: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    work(Talk(talks / "a.jsonl", session="a"), "upload")

    (day,) = run(root, str(talks)).days

    assert day.outcome == LEFT
    assert name in day.reason
    assert [one for one in root.rglob("*.md") if one.read_text()] == ([path] if text else [])


def test_log_that_somebody_begins_meanwhile_is_left_alone(
    root: Path, talks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work(Talk(talks / "a.jsonl", session="a"), "upload")
    real = create_day

    def late(files: Files, day: date, entries: list[object], *, language: str) -> str:
        (root / "memory" / "2026-03-10.md").write_text("- Kaffee")
        return real(files, day, entries, language=language)  # type: ignore[arg-type]

    monkeypatch.setattr(rebuild, "create_day", late)

    (day,) = run(root, str(talks)).days

    assert day.outcome == LEFT
    assert logs(root) == {"2026-03-10.md": "- Kaffee"}


def test_only_wished_days_are_made(root: Path, talks: Path) -> None:
    talk = Talk(talks / "a.jsonl", session="a", at=NOON - timedelta(days=2))
    for number in range(4):
        work(talk, f"part{number}")
        talk.at += timedelta(days=1)

    run(root, str(talks), manner=MANNER._replace(since=date(2026, 3, 9), until=date(2026, 3, 10)))

    assert list(logs(root)) == ["2026-03-09.md", "2026-03-10.md"]


def test_zone_decides_the_day(root: Path, talks: Path) -> None:
    from zoneinfo import ZoneInfo

    talk = Talk(talks / "a.jsonl", session="a", at=datetime(2026, 3, 10, 23, 30, tzinfo=UTC))
    work(talk, "upload")

    run(root, str(talks), manner=MANNER._replace(zone=ZoneInfo("Asia/Shanghai")))

    assert list(logs(root)) == ["2026-03-11.md"]
    assert "## 07:36 " in logs(root)["2026-03-11.md"]


def test_dry_run_says_what_it_would_make_and_writes_nothing(root: Path, talks: Path) -> None:
    work(Talk(talks / "a.jsonl", session="a"), "upload")

    (day,) = run(root, str(talks), manner=MANNER._replace(dry_run=True)).days

    assert (day.outcome, day.entries, day.name) == (MADE, 1, "")
    assert logs(root) == {}


def test_day_of_small_talk_is_not_made(root: Path, talks: Path) -> None:
    talk = Talk(talks / "a.jsonl", session="a")
    talk.say("hello there")
    talk.answer("Hello.")

    (day,) = run(root, str(talks)).days

    assert day.outcome == EMPTY
    assert logs(root) == {}


def test_branch_of_a_conversation_tells_only_what_is_its_own(root: Path, talks: Path) -> None:
    first = Talk(talks / "a.jsonl", session="a")
    work(first, "upload")
    copy = Talk(talks / "b.jsonl", session="b", at=first.at + timedelta(hours=1))
    copy.path.write_bytes(first.path.read_bytes())
    copy.last, copy.lines = first.last, first.lines
    work(copy, "download")

    run(root, str(talks))

    text = logs(root)["2026-03-10.md"]
    assert text.count("upload test") == 2
    assert text.count("Changed: upload.py") == 1
    assert text.count("Changed: download.py") == 1


def test_session_that_the_workspace_keeps_too_counts_once(root: Path, talks: Path) -> None:
    talk = Talk(talks / "a.jsonl", session="a")
    work(talk, "upload")
    store = SessionStore(Files(root))
    store.new(at=NOON, session_id="a")
    store.ingest("a", read_conversation(talk.path, whole=True))

    both = run(root, str(talks), "daykeep", manner=MANNER._replace(dry_run=True))
    own = run(root, "daykeep")

    assert both.conversations == 1
    assert [one.outcome for one in own.days] == [MADE]
    assert logs(root)["2026-03-10.md"].count("upload.py for good") == 1


def test_only_conversations_of_this_workspace_count_where_an_agent_is_named(
    root: Path, tmp_path: Path
) -> None:
    store = tmp_path / ".codex" / "sessions" / "2026"
    store.mkdir(parents=True)
    for name, folder in (("rollout-here", root), ("rollout-there", tmp_path)):
        work(Talk(store / f"{name}.jsonl", session=name, folder=str(folder)), name.split("-")[1])

    here = run(root, "codex", manner=MANNER._replace(dry_run=True))
    everywhere = run(root, "codex:all")

    assert here.conversations == 1
    assert everywhere.conversations == 2
    assert "there test" in logs(root)["2026-03-10.md"]


def test_broken_and_strange_files_are_named_and_the_rest_is_read(root: Path, talks: Path) -> None:
    work(Talk(talks / "a.jsonl", session="a"), "upload")
    (talks / "b.jsonl").write_bytes(b"\0\0\0 no json\n")
    (talks / "c.json").write_text('[{"role": "user", "content": "Fix the flaky login test, please."}]')

    done = run(root, str(talks), str(talks / "gone.jsonl"))

    assert [one.outcome for one in done.days] == [MADE]
    assert any("c.json: says nowhere when it was held" in one for one in done.problems)
    assert any("gone.jsonl" in one for one in done.problems)


def test_file_that_was_last_written_before_the_first_day_is_not_opened(root: Path, talks: Path) -> None:
    import os

    talk = Talk(talks / "a.jsonl", session="a")
    work(talk, "upload")
    long_ago = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
    os.utime(talk.path, (long_ago, long_ago))

    done = run(root, str(talks), manner=MANNER._replace(since=date(2026, 3, 9)))

    assert done.conversations == 0
    assert done.days == ()


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("claude", "claude-code"),
        ("claude:all", "claude-code:all"),
        ("codex", "codex"),
        ("auto", "auto"),
        ("chat.jsonl", "/ws/chat.jsonl"),
        ("old/chats", "/ws/old/chats"),
        ("/abs/chats", "/abs/chats"),
        ("~/chats", "~/chats"),
    ],
)
def test_sources_as_a_person_names_them(name: str, full: str) -> None:
    assert full_source(name, Path("/ws")) == full
