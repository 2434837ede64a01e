"""``daykeep skills`` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.setting_up import Desk
from tests.workspace.making import digest, skill_text, write


@pytest.fixture
def root(desk: Desk) -> Path:
    """A new workspace with one more skill and a broken one."""
    desk.run("init", "w")
    write(
        desk.folder / "w",
        {"skills/sorter/SKILL.md": skill_text("sorter"), "skills/broken/SKILL.md": skill_text("Broken", "x")},
    )
    return desk.folder / "w"


def test_list_names_every_skill(desk: Desk, root: Path) -> None:
    rows = desk.run("skills", "list", "--json", where=root).json["skills"]
    assert [(row["folder"], row["usable"]) for row in rows] == [
        ("broken", False),
        ("context-management", True),
        ("context-manager", True),
        ("context-triage", True),
        ("smart-context-manager", True),
        ("sorter", True),
    ]


def test_check_of_all_exits_10_where_one_is_broken(desk: Desk, root: Path) -> None:
    answer = desk.run("skills", "check", where=root)
    assert answer.code == 10
    assert "skills/broken/SKILL.md:2" in answer.out
    assert "6 skills checked, 1 broken" in answer.out


def test_check_of_one_looks_at_that_one(desk: Desk, root: Path) -> None:
    assert desk.run("skills", "check", "sorter", where=root).code == 0
    assert desk.run("skills", "check", "nobody", where=root).code == 2


def test_route_writes_once_names_what_it_left_out_and_keeps_the_approval(desk: Desk, root: Path) -> None:
    dry = desk.run("skills", "route", "--dry-run", "--json", where=root).json
    assert dry["state"] == "update"
    before = digest(root)
    answer = desk.run("skills", "route", where=root)
    assert answer.code == 0
    assert "skills/broken/SKILL.md" in answer.err
    after = digest(root)
    assert {name for name in after if before.get(name) != after[name]} == {
        "AGENTS.md",
        "memory/decisions.jsonl",
    }
    assert desk.run("skills", "route", "--json", where=root).json["state"] == "kept"
    assert digest(root) == after
    assert not [
        f for f in desk.run("doctor", "--json", where=root).json["findings"] if f["name"] == "AGENTS.md"
    ]


def test_route_without_agents_file_has_nothing_to_keep(desk: Desk) -> None:
    write(desk.folder / "w", {"SOUL.md": "x", "memory/2026-03-09.md": "x"})
    answer = desk.run("skills", "route", "--json", where=desk.folder / "w")
    assert answer.json["state"] == "none"
    assert set(digest(desk.folder / "w")) == {"SOUL.md", "memory/2026-03-09.md"}
