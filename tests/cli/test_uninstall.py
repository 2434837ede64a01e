"""``daykeep uninstall`` on the command line."""

from __future__ import annotations

from tests.cli.setting_up import Desk
from tests.workspace.making import digest, skill_text, write


def test_dry_run_says_it_and_changes_nothing(desk: Desk) -> None:
    desk.run("init", "w")
    root = desk.folder / "w"
    before = digest(root)
    answer = desk.run("uninstall", "--dry-run", where=root)
    assert answer.code == 0
    assert "Would take away:" in answer.out
    assert "AGENTS.md" in answer.out
    assert digest(root) == before


def test_routing_then_uninstalling_gives_back_the_very_file(desk: Desk) -> None:
    text = "# AGENTS\r\n\r\nno final newline"
    root = desk.folder / "w"
    write(
        root,
        {
            "AGENTS.md": text,
            "SOUL.md": "x",
            "memory/2026-03-09.md": "x",
            "skills/sorter/SKILL.md": skill_text("sorter"),
        },
    )
    routed = desk.run("skills", "route", where=root)
    assert routed.code == 0
    assert "added at the end" in routed.err
    assert (root / "AGENTS.md").read_bytes() != text.encode()
    answer = desk.run("uninstall", "--json", where=root).json
    assert [removal["name"] for removal in answer["removed"]] == ["AGENTS.md"]
    assert (root / "AGENTS.md").read_bytes() == text.encode()
    assert desk.run("uninstall", where=root).out.startswith("Nothing to take away.")
