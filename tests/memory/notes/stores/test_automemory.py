"""Claude Code's memory of a project is found by its own rules, with everything that moves it or turns it off."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from daykeep.memory.notes.stores.automemory import AutoMemory, find_auto_memory
from daykeep.text.slugs import slug_of


class Machine:
    def __init__(self, folder: Path) -> None:
        self.home = folder.resolve() / "home"
        self.root = folder.resolve() / "work"
        self.projects = self.home / ".claude/projects"
        for path in (self.home, self.root):
            path.mkdir(parents=True)

    def find(self, cwd: Path | None = None, managed: dict | None = None, **environ: str) -> AutoMemory:
        return find_auto_memory(cwd=cwd or self.root, home=self.home, environ=environ, managed=managed)

    def settings(self, path: Path, **values: object) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))

    def conversation(self, name: str, cwd: str) -> None:
        folder = self.projects / name
        folder.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"type": "user", "cwd": cwd})
        (folder / f"{len(list(folder.iterdir()))}.jsonl").write_text(line + "\n")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_folder_has_the_name_of_the_project(machine: Machine) -> None:
    found = machine.find()
    assert found.folder == machine.projects / slug_of(str(machine.root)) / "memory"
    assert (found.disabled, found.others, found.notes) == ("", (), ())


def test_config_folder_may_be_elsewhere_and_may_name_the_project(machine: Machine) -> None:
    other = machine.home / "other"
    slug = slug_of(str(machine.root))
    assert machine.find(CLAUDE_CONFIG_DIR=str(other)).folder == other / "projects" / slug / "memory"
    assert machine.find(CLAUDE_CONFIG_DIR="~/other").folder == other / "projects" / slug / "memory"
    assert machine.find(CLAUDE_CONFIG_DIR="other").folder == machine.projects / slug / "memory"
    named = machine.find(CLAUDE_CONFIG_DIR=str(other), CLAUDE_CODE_PROJECT_DIR_NAME="mine")
    assert named.folder == other / "projects/mine/memory"


def test_project_name_alone_or_with_a_path_in_it_is_passed_over_and_said(machine: Machine) -> None:
    usual = machine.find().folder
    alone = machine.find(CLAUDE_CODE_PROJECT_DIR_NAME="mine")
    assert (alone.folder, len(alone.notes)) == (usual, 1)
    climbing = machine.find(
        CLAUDE_CONFIG_DIR=str(machine.home / ".claude"), CLAUDE_CODE_PROJECT_DIR_NAME="../up"
    )
    assert (climbing.folder, len(climbing.notes)) == (usual, 1)


def test_directory_of_the_users_settings_counts_and_that_of_the_project_does_not(machine: Machine) -> None:
    machine.settings(machine.root / ".claude/settings.json", autoMemoryDirectory="/srv/stolen")
    found = machine.find()
    assert found.folder == machine.projects / slug_of(str(machine.root)) / "memory"
    assert "does not choose it" in found.notes[0]
    machine.settings(machine.home / ".claude/settings.json", autoMemoryDirectory="~/mine")
    assert machine.find().folder == machine.home / "mine"
    machine.settings(
        machine.root / ".claude/settings.local.json", autoMemoryDirectory=str(machine.home / "local")
    )
    assert machine.find().folder == machine.home / "local"
    assert machine.find(managed={"autoMemoryDirectory": "~/managed"}).folder == machine.home / "managed"


def test_relative_directory_is_passed_over_and_said(machine: Machine) -> None:
    machine.settings(machine.home / ".claude/settings.json", autoMemoryDirectory="somewhere")
    found = machine.find()
    assert "neither a full path" in found.notes[0]
    assert found.folder.is_relative_to(machine.projects)


def test_memory_is_off_by_setting_or_variable_and_a_variable_turns_it_on_again(machine: Machine) -> None:
    assert machine.find(CLAUDE_CODE_DISABLE_AUTO_MEMORY="1").disabled == "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    assert machine.find(CLAUDE_CODE_DISABLE_CLAUDE_MDS="1").disabled == "CLAUDE_CODE_DISABLE_CLAUDE_MDS"
    machine.settings(machine.home / ".claude/settings.json", autoMemoryEnabled=False)
    assert machine.find().disabled == "autoMemoryEnabled in the user settings"
    assert machine.find(CLAUDE_CODE_DISABLE_AUTO_MEMORY="0").disabled == ""
    machine.settings(machine.root / ".claude/settings.json", autoMemoryEnabled=True)
    assert machine.find().disabled == ""


def test_settings_count_from_the_administrators_down_to_the_users(machine: Machine) -> None:
    values: dict[str, Any] = {"cwd": machine.root, "home": machine.home, "environ": {}}
    machine.settings(machine.home / ".claude/settings.json", autoMemoryEnabled=False)
    assert find_auto_memory(**values).disabled == "autoMemoryEnabled in the user settings"
    machine.settings(machine.root / ".claude/settings.json", autoMemoryEnabled=True)
    assert find_auto_memory(**values).disabled == ""
    machine.settings(machine.root / ".claude/settings.local.json", autoMemoryEnabled=False)
    assert find_auto_memory(**values).disabled == "autoMemoryEnabled in the local settings"
    values["given"] = {"autoMemoryEnabled": True}
    assert find_auto_memory(**values).disabled == ""
    values["managed"] = {"autoMemoryEnabled": False}
    assert find_auto_memory(**values).disabled == "autoMemoryEnabled in the managed settings"


def test_settings_that_are_no_source_say_nothing(machine: Machine) -> None:
    machine.settings(machine.root / ".claude/settings.json", autoMemoryEnabled=False)
    found = find_auto_memory(cwd=machine.root, home=machine.home, environ={}, sources=("user", "local"))
    assert found.disabled == ""


def test_settings_that_are_no_json_are_named_and_change_nothing(machine: Machine) -> None:
    path = machine.home / ".claude/settings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{oops")
    assert "is no JSON" in machine.find().notes[0]


def test_linked_settings_count_and_a_pipe_in_their_place_is_named(machine: Machine) -> None:
    machine.settings(machine.home / "dotfiles/settings.json", autoMemoryEnabled=False)
    (machine.home / ".claude").mkdir()
    (machine.home / ".claude/settings.json").symlink_to(machine.home / "dotfiles/settings.json")
    found = machine.find()
    assert (found.disabled, found.notes) == ("autoMemoryEnabled in the user settings", ())
    if hasattr(os, "mkfifo"):
        os.mkfifo(machine.root / "pipe")
        (machine.root / ".claude").mkdir()
        (machine.root / ".claude/settings.json").symlink_to(machine.root / "pipe")
        assert "not a plain file" in machine.find().notes[0]


def test_other_folder_with_the_same_name_is_named(machine: Machine) -> None:
    one, other = machine.root / "my_x", machine.root / "my-x"
    one.mkdir()
    machine.conversation(slug_of(str(one)), str(other))
    machine.conversation(slug_of(str(one)), str(one))
    found = machine.find(one)
    assert found.others == (str(other),)
    assert str(other) in found.notes[0]


def test_renamed_folder_has_another_name_and_no_memory_of_the_old_one(machine: Machine) -> None:
    before = machine.root / "before"
    before.mkdir()
    old = machine.find(before).folder
    assert machine.find(before.rename(machine.root / "after")).folder != old


def test_long_path_is_found_by_its_beginning_and_by_who_was_there(machine: Machine) -> None:
    root = machine.root / ("deep" * 30) / ("deeper" * 30)
    root.mkdir(parents=True)
    slug = slug_of(str(root))
    unknown = machine.find(root)
    assert unknown.folder.parent.name.startswith(f"{slug}-")
    assert "200 characters" in unknown.notes[0]
    machine.conversation(f"{slug}-aaaa", str(root) + "/other")
    machine.conversation(f"{slug}-bbbb", str(root))
    assert machine.find(root).folder == machine.projects / f"{slug}-bbbb" / "memory"


def test_folder_with_an_emoji_is_found_under_the_name_that_is_there(machine: Machine) -> None:
    root = machine.root / "😀"
    root.mkdir()
    assert machine.find(root).folder.parent.name == slug_of(str(root))
    single = slug_of(str(root))[:-1]
    (machine.projects / single).mkdir(parents=True)
    assert machine.find(root).folder == machine.projects / single / "memory"
