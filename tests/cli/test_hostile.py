"""Every command in a stranger's repository runs nothing that the repository names."""

from __future__ import annotations

import pytest

from daykeep.cli.registry import COMMANDS
from tests.cli.learning import LESSON, learn
from tests.git.hostile import VECTORS, set_trap
from tests.git.playground import Playground

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
    "why": [["why", LESSON], ["why", "one"]],
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
    assert set(LINES) == set(COMMANDS)


@pytest.mark.parametrize("vector", VECTORS)
def test_no_command_runs_what_a_hostile_repository_names(desk, vector):
    root = learn(desk)
    item = desk.run("why", LESSON, "--json", where=root).json["sources"][0]["item"]
    trap = set_trap(Playground(root, desk.folder / "home"), vector)
    for lines in LINES.values():
        for words in lines:
            desk.run(*[item if word == "ITEM" else word for word in words], where=root)
            assert not trap.canary.exists(), f"{words} ran {trap.canary.read_text()}"
