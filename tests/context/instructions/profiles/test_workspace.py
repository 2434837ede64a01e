"""What OpenClaw puts before a main session: the layer files in their order, by the era of the workspace."""

from __future__ import annotations

import pytest

LAYERS = (
    "AGENTS.md",
    "SOUL.md",
    "TOOLS.md",
    "IDENTITY.md",
    "USER.md",
    "HEARTBEAT.md",
    "BOOTSTRAP.md",
    "MEMORY.md",
)


def found(world, **asked):
    return world.find(profile="workspace", **asked)


def read(world, **asked):
    return [world.short(file.path) for file in found(world, **asked).files]


def skips(world, **asked):
    return {world.short(one.path): one.code for one in found(world, **asked).skipped}


@pytest.fixture
def workspace(world):
    world.write("memory/2026-04-06.md", "log\n")
    for name in LAYERS:
        world.write(name, f"{name}\n")
    return world


def test_layer_files_come_in_the_order_in_which_they_are_put_in(workspace):
    assert read(workspace) == list(LAYERS)
    assert skips(workspace) == {}
    assert found(workspace).files[-1].scope == "memory"


def test_the_nearest_workspace_around_a_folder_counts(workspace):
    workspace.write("skills/x/SKILL.md", "x\n")
    assert read(workspace, cwd="skills/x") == list(LAYERS)


def test_missing_files_of_the_classic_layout_are_listed(workspace):
    for name in ("USER.md", "IDENTITY.md", "BOOTSTRAP.md"):
        workspace.path(name).unlink()
    assert skips(workspace) == {"USER.md": "missing"}


def test_retired_files_are_not_missed_in_the_current_layout(world):
    world.write("memory/2026-09-01.md", "log\n")
    world.write("AGENTS.md", "# Agents\n\n## Tools\n")
    for name in ("SOUL.md", "USER.md", "MEMORY.md"):
        world.write(name, "text\n")
    assert read(world) == ["AGENTS.md", "SOUL.md", "USER.md", "MEMORY.md"]
    assert skips(world) == {}
    assert any("current layout" in note for note in found(world).notes)


def test_nanobots_memory_lies_in_its_folder(world):
    world.write("memory/MEMORY.md", "memory\n")
    for name in ("AGENTS.md", "SOUL.md", "USER.md"):
        world.write(name, "text\n")
    assert read(world) == ["AGENTS.md", "SOUL.md", "USER.md", "memory/MEMORY.md"]
    assert skips(world) == {}


def test_a_twin_of_another_case_is_listed(workspace):
    if workspace.path("memory.md").exists():
        pytest.skip("names differ in more than case here")
    workspace.write("memory.md", "twin\n")
    assert read(workspace)[-1] == "MEMORY.md"
    assert skips(workspace) == {"memory.md": "duplicate"}


def test_files_that_are_never_put_in_are_listed(workspace):
    workspace.write("BOOT.md", "boot\n")
    workspace.write("DREAMS.md", "dreams\n")
    assert {name: skips(workspace)[name] for name in ("BOOT.md", "DREAMS.md")} == {
        "BOOT.md": "not_loaded", "DREAMS.md": "not_loaded",
    }  # fmt: skip


def test_a_folder_in_a_files_place_is_listed_once(workspace):
    workspace.path("SOUL.md").unlink()
    workspace.path("SOUL.md").mkdir()
    assert skips(workspace)["SOUL.md"] == "not_a_file"
    assert len(found(workspace).skipped) == 1


def test_files_over_their_budget_are_noted_and_stay_whole(workspace):
    workspace.write("SOUL.md", "s" * 20_001)
    workspace.write("TOOLS.md", "t" * 12_001)
    notes = found(workspace).notes
    assert any(note.startswith("SOUL.md: 20,001 characters") for note in notes)
    assert any(note.startswith("TOOLS.md: 12,001 characters") for note in notes)
    assert [file.chars for file in found(workspace).files][1:3] == [20_001, 12_001]


def test_a_total_over_the_budget_is_noted(workspace):
    for name in ("AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md"):
        workspace.write(name, "x" * 16_000)
    assert any("60,000 are put in" in note for note in found(workspace).notes)


def test_the_users_file_has_a_budget_of_its_own_in_the_current_layout(world):
    world.write("memory/2026-09-01.md", "log\n")
    world.write("AGENTS.md", "# Agents\n\n## Tools\n")
    for name in ("SOUL.md", "MEMORY.md"):
        world.write(name, "text\n")
    world.write("USER.md", "u" * 4_001)
    assert any(note.startswith("USER.md: 4,001 characters; 4,000") for note in found(world).notes)


def test_outside_of_a_workspace_nothing_is_read_and_that_is_noted(world):
    assert found(world).files == ()
    assert any("in no workspace" in note for note in found(world).notes)
