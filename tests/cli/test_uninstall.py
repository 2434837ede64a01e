"""``daykeep uninstall`` on the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from daykeep.config import user_cache_folder
from daykeep.context.cache.record import Build, find_records, save_build
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


def test_search_index_goes_and_a_rehearsal_names_it(desk: Desk) -> None:
    desk.run("init", "w")
    root = desk.folder / "w"
    assert desk.run("search", "anything", where=root).code == 0
    folder = Path(desk.run("index", "status", "--json", where=root).json["path"]).parent
    rehearsal = desk.run("uninstall", "--dry-run", where=root)
    assert f"the search index {folder}" in rehearsal.out
    assert folder.is_dir()
    assert desk.run("uninstall", "--json", where=root).json["index"] == str(folder)
    assert not folder.exists()
    assert desk.run("uninstall", "--json", where=root).json["index"] is None


def test_index_of_another_workspace_stays(desk: Desk) -> None:
    for name in ("a", "b"):
        desk.run("init", name)
        desk.run("search", "anything", where=desk.folder / name)
    desk.run("uninstall", where=desk.folder / "a")
    status = desk.run("index", "status", "--json", where=desk.folder / "b").json
    assert Path(status["path"]).is_file()
    assert status["stale"] == []


def test_record_of_built_contexts_goes_and_that_of_another_folder_stays(desk: Desk) -> None:
    for name in ("a", "b"):
        desk.run("init", name)
        cache = Path(user_cache_folder(os.environ, sys.platform) or "")
        save_build(cache, str(desk.folder / name), Build("", "text", "", "k", (), ()))
    (mine,) = find_records(cache, str(desk.folder / "a"))
    assert (
        f"the record of built contexts {mine}"
        in desk.run("uninstall", "--dry-run", where=desk.folder / "a").out
    )
    assert desk.run("uninstall", "--json", where=desk.folder / "a").json["builds"] == str(mine)
    assert find_records(cache, str(desk.folder / "a")) == []
    assert len(find_records(cache, str(desk.folder / "b"))) == 1


def test_hooks_in_settings_that_cannot_be_read_stay_and_that_is_no_success(desk: Desk) -> None:
    desk.run("init", "w")
    root = desk.folder / "w"
    assert desk.run("hooks", "install", where=root).code == 0
    settings = desk.folder / "home" / ".claude" / "settings.json"
    whole = settings.read_bytes()
    settings.write_bytes(b"{," + whole)
    answer = desk.run("uninstall", where=root)
    assert answer.code == 10
    assert f"daykeep's hooks in {settings}: could not be taken away" in answer.out.split("Stays:")[1]
    settings.write_bytes(whole)
    assert desk.run("uninstall", "--json", where=root).json["hooks"] == str(settings)
    assert not settings.exists()
