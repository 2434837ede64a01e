"""``daykeep stats`` on a real workspace."""

from __future__ import annotations

from tests.cli.learning import learn


def test_stats_show_the_week_in_which_something_was_learned(desk):
    root = learn(desk)
    answer = desk.run("stats", "--weeks", "2", "--at", "2026-03-18 10:00", where=root)
    assert answer.code == 0
    assert "Learned each week: 1 in 2 weeks" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80
    data = desk.run("stats", "--weeks", "2", "--json", "--at", "2026-03-18 10:00", where=root).json
    assert [week["learned"] for week in data["weeks"]] == [[{"kind": "lesson", "count": 1}], []]
    assert data["origins"] == [{"origin": "agent", "count": 1}]


def test_stats_draw_the_same_picture_twice_and_only_over_a_picture_of_theirs(desk):
    root = learn(desk)
    line = ("stats", "--svg", "memory.svg", "--at", "2026-03-18 10:00")
    assert "Drawn into memory.svg." in desk.run(*line, where=root).out
    first = (root / "memory.svg").read_bytes()
    assert desk.run(*line, where=root).code == 0
    assert (root / "memory.svg").read_bytes() == first
    before = (root / "SOUL.md").read_bytes()
    assert desk.run("stats", "--svg", "SOUL.md", where=root).code == 6
    assert (root / "SOUL.md").read_bytes() == before


def test_stats_without_git_say_that_earlier_sizes_are_not_known(desk):
    root = learn(desk, "--no-git")
    answer = desk.run("stats", "--weeks", "3", "--at", "2026-03-18 10:00", where=root)
    assert answer.code == 0
    assert "history is off" in answer.err
    assert answer.out.count("not known") == 2
