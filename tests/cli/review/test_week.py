"""From the log through the queue to memory, and back out of it: what distillation proposes and a person decides."""

from __future__ import annotations

import pytest

from tests.cli.terminal import at_terminal
from tests.cli.waiting import waiting

DAY, NEXT = "2026-03-10 14:00", "2026-03-11 14:00"
POOL = "Always use a connection pool of ten for the reports database"
LIMIT = "Never restart the mail server before the queue is empty"
LIMIT_AGAIN = "The mail server must never be restarted until its queue is empty"


@pytest.fixture
def run(desk):
    assert desk.run("init", "work", "--lang", "en", "--zone", "UTC").code == 0
    root = desk.folder / "work"

    def run(*words: str):
        answer = desk.run(*words, where=root)
        assert answer.code == 0, answer.err + answer.out
        return answer

    run.root = root
    return run


def distill(run, *words, profile="full"):
    return run("distill", "--all", "--at", "2026-03-15 23:00", "--profile", profile, *words, "--json").json


def statuses(answer):
    return [item["status"] for item in answer["items"]]


def test_item_from_outside_is_proposed_approved_and_known_from_then_on(run):
    run("log", POOL, "--kind", "lesson", "--origin", "web", "--at", DAY)
    assert "proposed" in statuses(distill(run))
    (item,) = waiting(run.root)
    code, shown = at_terminal(run.root, "review", "approve", item, typed=[("[y/N]:", "y\n")])
    assert code == 0, shown
    assert POOL in (run.root / "MEMORY.md").read_text()
    before = (run.root / "MEMORY.md").read_bytes()
    assert set(statuses(distill(run, "--force"))) == {"duplicate"}
    assert waiting(run.root) == set()
    assert (run.root / "MEMORY.md").read_bytes() == before
    assert "approved by" in run("why", POOL).out


def test_rejected_item_is_not_proposed_again_in_the_same_or_in_other_words(run):
    run("log", LIMIT, "--kind", "lesson", "--origin", "web", "--at", DAY)
    distill(run)
    (item,) = waiting(run.root)
    assert at_terminal(run.root, "review", "reject", item)[0] == 0
    assert statuses(distill(run, "--force")) == ["rejected"]
    run("log", LIMIT_AGAIN, "--kind", "lesson", "--origin", "web", "--at", NEXT)
    assert "proposed" not in statuses(distill(run))
    assert waiting(run.root) == set()
    (run.root / "memory/distill-state.json").unlink()
    assert "proposed" not in statuses(distill(run))


def test_approved_item_that_is_taken_back_stays_out(run):
    run("log", POOL, "--kind", "lesson", "--origin", "web", "--at", DAY)
    distill(run)
    (item,) = waiting(run.root)
    at_terminal(run.root, "review", "approve", item, typed=[("[y/N]:", "y\n")])
    run("revert", item)
    assert POOL not in (run.root / "MEMORY.md").read_text()
    assert set(statuses(distill(run, "--force"))) == {"taken_back"}
    assert waiting(run.root) == set()


def test_correction_of_a_remembered_line_waits_and_takes_its_place(run):
    run("log", POOL, "--kind", "lesson", "--origin", "user", "--at", DAY)
    distill(run, profile="classic")
    assert POOL in (run.root / "MEMORY.md").read_text()
    better = POOL.replace("ten", "forty")
    run("log", better, "--kind", "lesson", "--at", NEXT)
    distill(run)
    assert better not in (run.root / "MEMORY.md").read_text()
    (item,) = waiting(run.root)
    assert f"- {POOL}" in run("review", "show", item).out
    code, shown = at_terminal(run.root, "review", "approve", item, typed=[("[y/N]:", "y\n")])
    assert code == 0, shown
    memory = (run.root / "MEMORY.md").read_text()
    assert better in memory
    assert POOL not in memory
    assert POOL in (run.root / "memory/archive/2026/memory-2026.md").read_text()
    answer = distill(run, "--force")
    assert "added" not in statuses(answer)
    assert waiting(run.root) == set()
    assert (run.root / "MEMORY.md").read_text() == memory


def test_item_that_waits_in_parts_is_not_proposed_again_as_a_whole(run):
    run("log", f"Two lessons:\n- {POOL}\n- {LIMIT}", "--kind", "lesson", "--origin", "web", "--at", DAY)
    distill(run)
    before = waiting(run.root)
    wholes = [item for item in before if at_terminal(run.root, "review", "split", item)[0] == 0]
    assert len(wholes) == 1
    parts = waiting(run.root)
    assert len(parts) == len(before) + 1
    distill(run, "--force")
    assert waiting(run.root) == parts


def test_approved_item_that_was_undone_waits_and_is_neither_learned_nor_proposed_twice(run):
    run("log", POOL, "--kind", "lesson", "--origin", "web", "--at", DAY)
    distill(run)
    (item,) = waiting(run.root)
    at_terminal(run.root, "review", "approve", item, typed=[("[y/N]:", "y\n")])
    code, shown = at_terminal(run.root, "review", "undo", item, typed=[("[y/N]:", "y\n")])
    assert code == 0, shown
    distill(run, "--force")
    assert (waiting(run.root), POOL in (run.root / "MEMORY.md").read_text()) == ({item}, False)
    assert at_terminal(run.root, "review", "approve", item, typed=[("[y/N]:", "y\n")])[0] == 0
    assert POOL in (run.root / "MEMORY.md").read_text()
