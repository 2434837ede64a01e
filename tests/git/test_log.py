"""Reading the history: commits, messages, dates, names, files as they were."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from daykeep.errors import GitError
from daykeep.git.history import History, open_history
from daykeep.git.log import parse_message
from tests.git.playground import AUTHOR, Playground


def _history(playground: Playground) -> History:
    history = open_history(playground.root)
    assert isinstance(history, History), history
    return history


def _day(day: int, hour: int = 12) -> datetime:
    return datetime(2026, 3, day, hour, tzinfo=UTC)


@pytest.fixture
def week(empty):
    empty.root.mkdir()
    empty.git("init", "-q", "-b", "main")
    history = _history(empty)
    for day in range(1, 6):
        empty.write("MEMORY.md", f"as of {day}\n")
        empty.write(f"memory/2026-03-0{day}.md", "log\n")
        trailers = [("Daykeep-Item", f"item{day}"), ("Daykeep-Source", f"memory/2026-03-0{day}.md:1-1")]
        history.commit(
            ["MEMORY.md", f"memory/2026-03-0{day}.md"],
            subject=f"Day {day}", body="Words.", trailers=trailers, author=AUTHOR, at=_day(day),
        )  # fmt: skip
    return empty


def test_log_is_newest_first_with_message_trailers_and_names(week):
    first = _history(week).log()[0]
    assert first.id == week.head()
    assert first.parents == (week.git("rev-parse", "HEAD^").strip(),)
    assert (first.subject, first.body, first.author, first.at) == ("Day 5", "Words.", AUTHOR, _day(5))
    assert first.trailers == (("Daykeep-Item", "item5"), ("Daykeep-Source", "memory/2026-03-05.md:1-1"))
    assert first.names == ("MEMORY.md", "memory/2026-03-05.md")


def test_log_can_be_limited_by_name_number_and_date(week):
    history = _history(week)
    assert [commit.subject for commit in history.log(["memory/2026-03-02.md"])] == ["Day 2"]
    assert [commit.subject for commit in history.log(limit=2)] == ["Day 5", "Day 4"]
    assert history.log(limit=0) == []
    assert [commit.subject for commit in history.log(until=_day(3))] == ["Day 3", "Day 2", "Day 1"]
    assert history.log(until=datetime(1970, 1, 2, tzinfo=UTC)) == []


def test_log_reads_commits_without_files_merges_and_odd_messages(week):
    week.git("commit", "-q", "--allow-empty", "-m", "empty")
    week.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
    week.git("checkout", "-qb", "side", "HEAD^")
    week.write("side.md", "s")
    week.git("add", "side.md")
    week.git("commit", "-qm", "side\n\nKey: value\nnot a trailer")
    week.git("checkout", "-q", "main")
    week.git("merge", "-q", "--no-ff", "-m", "merged", "side")
    commits = {commit.subject: commit for commit in _history(week).log([])}
    assert len(_history(week).log()) == 9
    assert len(commits["merged"].parents) == 2
    assert commits["merged"].names == ("side.md",)
    assert commits["empty"].names == ()
    assert commits["side"].body == "Key: value\nnot a trailer"
    assert commits["side"].trailers == ()


def test_log_before_the_first_commit_is_empty(empty):
    empty.root.mkdir()
    empty.git("init", "-q")
    history = _history(empty)
    assert history.log() == []
    assert history.commit_at(_day(1)) is None
    assert history.find("abcd") is None


@pytest.mark.parametrize(
    ("instant", "subject"),
    [
        (_day(3), "Day 3"),
        (_day(3) - timedelta(seconds=1), "Day 2"),
        (_day(4, 11), "Day 3"),
        (datetime(2030, 1, 1, tzinfo=UTC), "Day 5"),
        (datetime(2020, 1, 1, tzinfo=UTC), None),
    ],
)
def test_commit_at_is_the_last_one_not_later(week, instant, subject):
    history = _history(week)
    found = history.commit_at(instant)
    assert (history.find(found).subject if found else None) == subject


def test_files_can_be_read_as_they_were(week):
    history = _history(week)
    commit = history.commit_at(_day(2))
    assert history.read(commit, "MEMORY.md") == b"as of 2\n"
    assert history.read(commit, "memory/2026-03-03.md") is None
    assert history.read(commit, "memory") is None
    assert history.list_names(commit) == ["MEMORY.md", "memory/2026-03-01.md", "memory/2026-03-02.md"]
    assert history.list_names(commit, "memory") == ["memory/2026-03-01.md", "memory/2026-03-02.md"]
    assert history.list_names(commit, "nothing") == []
    places = [(commit, "MEMORY.md"), (commit, "none"), (week.head(), "MEMORY.md")]
    assert history.read_each(places) == [b"as of 2\n", None, b"as of 5\n"]


def test_find_takes_a_prefix_and_refuses_what_is_no_id(week):
    history = _history(week)
    assert history.find(week.head()[:7]).id == week.head()
    assert history.find(week.head().upper()).id == week.head()
    for text in ("", "abc", "HEAD", "--all", "main", ":/Day", week.head() + "0", "0000000"):
        assert history.find(text) is None


def test_find_of_a_blob_is_nothing(week):
    assert _history(week).find(week.git("rev-parse", "HEAD:MEMORY.md").strip()) is None


def test_find_with_too_few_digits_names_the_candidates(empty):
    empty.root.mkdir()
    empty.git("init", "-q", "-b", "main")
    stream = "".join(
        f"commit refs/heads/main\ncommitter a <b@c> {1_770_000_000 + n} +0000\ndata 1\nx\n"
        for n in range(700)
    )
    subprocess.run(
        ["git", "fast-import", "--quiet"],
        input=stream.encode(),
        cwd=empty.root,
        env=empty.environment,
        check=True,
    )
    ids = empty.git("log", "--format=%H").split()
    seen: dict[str, str] = {}
    shared = next(oid[:4] for oid in ids if seen.setdefault(oid[:4], oid) != oid)
    with pytest.raises(GitError, match=f"{shared} could be any of {shared}") as caught:
        _history(empty).find(shared)
    assert caught.value.hint == "give more digits"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("One\n", ("One", "", ())),
        ("", ("", "", ())),
        ("One\nwrapped\n\nBody\n", ("One wrapped", "Body", ())),
        ("One\n\nA: 1\nB-C: 2\n", ("One", "", (("A", "1"), ("B-C", "2")))),
        ("One\n\nBody\n\nmore: not\nall\n", ("One", "Body\n\nmore: not\nall", ())),
        ("A: 1\n", ("A: 1", "", ())),
    ],
)
def test_parse_message_takes_trailers_from_the_last_paragraph_only(message, expected):
    assert parse_message(message) == expected


def test_merge_base_is_the_nearest_commit_behind_both_and_none_where_there_is_none(week):
    history = _history(week)
    start = history.head()
    older = history.log()[-1].id
    assert history.merge_base(start, older) == older
    week.git("checkout", "-q", "--orphan", "other")
    week.git("commit", "-qm", "Another beginning")
    assert history.merge_base(start, history.head()) is None
