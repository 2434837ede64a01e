"""``daykeep distill`` at the command line."""

from __future__ import annotations

from tests.cli.learning import learn


def test_range_that_ends_before_it_begins_is_exit_2_and_names_both_days(desk):
    root = learn(desk)
    answer = desk.run("distill", "--since", "2026-03-10", "--until", "2026-03-01", where=root)
    assert answer.code == 2
    assert "--since 2026-03-10 is after --until 2026-03-01" in answer.err


def test_item_of_one_line_is_shown_with_one_number(desk):
    root = learn(desk)
    said = desk.run("distill", "--all", "--force", "--dry-run", "--at", "2026-03-16 11:00", where=root).out
    places = [word for line in said.splitlines() for word in line.split()[2:3] if word.startswith("memory/")]
    assert places
    for place in places:
        first, _, last = place.rpartition(":")[2].partition("-")
        assert first != last
