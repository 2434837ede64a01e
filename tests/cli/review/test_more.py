"""``daykeep review split`` and ``defer --until`` at a terminal."""

from __future__ import annotations

import pytest

from daykeep.memory.items import ItemLine
from daykeep.review.queue.proposals import propose
from tests.cli.learning import LOG
from tests.cli.terminal import at_terminal
from tests.cli.waiting import BULLET, one, queue, rows, set_up, store_of, waiting
from tests.review.proposal_contract import an_item

TEXTS = ("- one", "- two")


@pytest.fixture
def root(desk):
    return set_up(desk)


def _double(root):
    lines = tuple(ItemLine(number, text, text) for number, text in enumerate(TEXTS, 4))
    return queue(root, propose(an_item(lines=lines), reason="below the gate"))


def test_item_is_split_into_its_lines_which_are_decided_one_by_one(desk, root):
    whole = _double(root)
    code, shown = at_terminal(root, "review", "split", f"{whole.id}/{whole.items[0].id}")
    assert (code, "It waits as 2 things:" in shown) == (0, True), shown
    first, second = store_of(root).find(whole.id).items
    assert [first.source, second.source] == [f"{LOG}:4-4", f"{LOG}:5-5"]
    assert at_terminal(root, "review", "approve", first.id, typed=[("[y/N]:", "y\n")])[0] == 0
    assert at_terminal(root, "review", "reject", second.id)[0] == 0
    memory = (root / "MEMORY.md").read_text()
    assert ("- one" in memory, "- two" in memory) == (True, False)
    assert desk.run("why", "one", where=root).out.count(f"{LOG}:4") >= 1


def test_nobody_but_a_person_splits_or_undoes(desk, root):
    made = _double(root)
    for verb in ("split", "undo"):
        answer = desk.run("review", verb, made.items[0].id, where=root)
        assert (answer.code, "only a person" in answer.err) == (13, True)
    assert waiting(root) == {made.items[0].id}


def test_item_put_off_until_a_day_is_asked_about_from_then_on(desk, root):
    made = one(root)
    code, shown = at_terminal(root, "review", "defer", made.id, "--until", "2026-03-20", "--at", "2026-03-17")
    assert code == 0, shown
    before = desk.run("review", "list", "--at", "2026-03-19", "--json", where=root).json
    after = desk.run("review", "list", "--at", "2026-03-20", "--json", where=root).json
    assert (before["deferred"], after["deferred"]) == (1, 0)
    assert before["proposals"][0]["items"][0]["until"] == "2026-03-20"
    assert "put off until 2026-03-20" in desk.run("review", "list", where=root).out
    assert "1 put off" in at_terminal(root, "review", "--at", "2026-03-19")[1]
    code, shown = at_terminal(root, "review", "--at", "2026-03-20", typed=[("? help", "s")])
    assert (code, "[1/1]" in shown) == (0, True), shown


def test_day_that_is_none_is_a_usage_error(desk, root):
    made = one(root)
    code, shown = at_terminal(root, "review", "defer", made.id, "--until", "soon")
    assert (code, "not a day" in shown) == (2, True)
    for past in ("2026-03-17", "1999-01-01"):
        code, shown = at_terminal(root, "review", "defer", made.id, "--until", past, "--at", "2026-03-17")
        assert (code, "nothing would be put off" in shown) == (2, True), shown
    assert desk.run("review", "approve", made.id, "--until", "2026-03-20", where=root).code == 2


def test_decision_of_an_earlier_sitting_is_undone_after_a_look_and_a_question(desk, root):
    made = one(root)
    before = (root / "MEMORY.md").read_text()
    assert at_terminal(root, "review", "approve", made.id, typed=[("[y/N]:", "y\n")])[0] == 0
    code, shown = at_terminal(root, "review", "undo", "--last", typed=[("Take it back? [y/N]:", "n\n")])
    assert (code, "Nothing was taken back." in shown) == (0, True), shown
    assert BULLET in (root / "MEMORY.md").read_text()
    code, shown = at_terminal(root, "review", "undo", typed=[("Take it back? [y/N]:", "y\n")], USER="ada")
    assert (code, f"    - {BULLET}" in shown, "1 thing waits again." in shown) == (0, True, True), shown
    assert (root / "MEMORY.md").read_text() == before
    assert waiting(root) == {made.items[0].id}
    assert [(row["by"], row["item"]) for row in rows(root, "reopened")] == [("ada", made.items[0].id)]
    verified = desk.run("verify", "--json", where=root).json
    assert verified["left"]["by"].get("undone") == 1
    assert BULLET not in {line["text"] for line in verified["vanished"]}


def test_undo_of_what_was_never_decided_is_a_usage_error(root):
    one(root)
    code, shown = at_terminal(root, "review", "undo")
    assert (code, "nothing was decided yet" in shown) == (2, True)
