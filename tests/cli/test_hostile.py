"""Every command in a stranger's repository runs nothing that the repository names."""

from __future__ import annotations

import pytest

from daykeep.cli.registry import COMMANDS
from daykeep.review.queue.proposals import propose
from tests.cli.learning import LESSON, learn
from tests.cli.terminal import at_terminal
from tests.cli.waiting import an_item_of, queue, set_up, store_of
from tests.git.hostile import VECTORS, set_trap
from tests.git.playground import Playground
from tests.review.proposal_contract import an_item

LINES = {
    "init": [["init", "inside"]],
    "adopt": [["adopt"]],
    "doctor": [["doctor"]],
    "config": [["config", "show"]],
    "trust": [["trust", "SOUL.md"]],
    "uninstall": [["uninstall"]],
    "start": [["start"], ["start", "--as-of", "2026-03-10"]],
    "log": [["log", "An entry", "--at", "2026-03-16 08:00"], ["log", "show", "2026-03-10"], ["log", "todo"]],
    "distill": [["distill", "--all", "--at", "2026-03-16 09:00"]],
    "heartbeat": [["heartbeat", "--at", "2026-03-22 23:30"]],
    "archive": [["archive", "--dry-run"], ["archive", "--at", "2026-06-30 08:00"]],
    "review": [["review", "list"], ["review", "show", "PROPOSAL"], ["review", "approve", "PROPOSAL"]],
    "propose": [["propose", "SOUL.md", "--append", "Be brief."]],
    "forget": [["forget", LESSON, "--dry-run"], ["forget", LESSON]],
    "verify": [["verify"], ["verify", "--json"]],
    "why": [["why", LESSON], ["why", "one"]],
    "why-not": [["why-not", LESSON], ["why-not", "Nothing of the kind"]],
    "stats": [["stats", "--weeks", "3"]],
    "history": [["history"], ["history", "MEMORY.md"], ["history", "--as-of", "2026-03-16"]],
    "revert": [
        ["revert", "ffffffff"],
        ["revert", "ITEM", "--dry-run"],
        ["revert", "ITEM", "--at", "2026-03-23 08:00"],
    ],
    "skills": [["skills", "list"], ["skills", "check"]],
    "wiring": [
        ["wiring", "merge", "install"],
        ["wiring", "merge", "status"],
        ["wiring", "merge", "uninstall"],
    ],
    "daemon": [["daemon", "status"]],
}


def test_every_command_is_tried():
    assert set(COMMANDS) <= set(LINES)


@pytest.mark.parametrize("vector", VECTORS)
def test_no_command_runs_what_a_hostile_repository_names(desk, vector):
    root = learn(desk)
    ids = {
        "ITEM": desk.run("why", LESSON, "--json", where=root).json["sources"][0]["item"],
        "PROPOSAL": queue(root, propose(an_item(), reason="")).id,
    }
    trap = set_trap(Playground(root, desk.folder / "home"), vector)
    for lines in LINES.values():
        for words in lines:
            desk.run(*[ids.get(word, word) for word in words], where=root)
            assert not trap.canary.exists(), f"{words} ran {trap.canary.read_text()}"


@pytest.mark.parametrize("vector", VECTORS)
def test_no_decision_of_a_person_runs_what_a_hostile_repository_names(desk, vector):
    root = set_up(desk)
    made = queue(root, propose(an_item_of(root), reason=""))
    others = [queue(root, propose(an_item(text), reason="")) for text in ("Drink water", "Sleep well")]
    trap = set_trap(Playground(root, desk.folder / "home"), vector)
    lines = [
        (("review", "approve", made.id), [("[y/N]:", "y\n")]),
        (("review", "reject", others[0].id), []),
        (("review", "defer", others[1].id), []),
        (("review",), []),
    ]
    for words, typed in lines:
        code, shown = at_terminal(root, *words, typed=typed)
        assert code in {0, 9, 10}, shown
        assert not trap.canary.exists(), f"{words} ran {trap.canary.read_text()}"
    assert {p.id for p in store_of(root).list_waiting().proposals} <= {others[1].id}
