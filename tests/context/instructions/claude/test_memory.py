"""What is read of Claude Code's memory of a project."""

import os

import pytest

from daykeep.memory.notes.stores.automemory import find_auto_memory
from tests.git.playground import Playground, move_in


@pytest.fixture
def memory(world):
    """The folder of the project's memory, as `write` takes it."""
    folder = find_auto_memory(cwd=world.project, home=world.home, environ={}).folder
    return world.short(str(folder))


def test_the_index_is_read_after_all_folders_and_its_notes_are_not(world, memory):
    world.write(f"{memory}/MEMORY.md", "- [A](a.md): one\n")
    world.write(f"{memory}/a.md", "a note")
    world.write("CLAUDE.local.md", "local")
    found = world.find()
    assert [(world.short(file.path), file.scope) for file in found.files] == [
        ("CLAUDE.local.md", "local"),
        (f"{memory}/MEMORY.md", "memory"),
    ]
    assert [(file.code, "1 note" in file.reason) for file in found.skipped] == [("not_loaded", True)]


@pytest.mark.parametrize(("lines", "over"), [(199, False), (200, False), (201, True)])
def test_an_index_is_read_up_to_its_limit_and_what_falls_out_is_listed(world, memory, lines, over):
    world.write(f"{memory}/MEMORY.md", "---\nname: x\n---\n" + "- line\n" * lines)
    found = world.find()
    assert found.files[0].text.count("- line") == min(lines, 200)
    assert [file.code for file in found.skipped] == (["over_budget"] if over else [])


def test_an_index_imports_nothing(world, memory):
    world.write(f"{memory}/MEMORY.md", "- @a.md\n")
    world.write(f"{memory}/a.md", "a")
    assert world.read() == [f"{memory}/MEMORY.md"]


def test_the_index_is_read_before_what_comes_with_a_path(world, memory):
    world.write(f"{memory}/MEMORY.md", "- line\n")
    world.write("pkg/CLAUDE.md", "nested")
    assert world.read("pkg/x.py") == [f"{memory}/MEMORY.md", "pkg/CLAUDE.md"]


def test_an_index_is_read_however_old_it_is(world, memory):
    world.write("~/.claude/settings.json", '{"cleanupPeriodDays": 1}')
    path = world.write(f"{memory}/MEMORY.md", "- line\n")
    os.utime(path, (0, 0))
    assert world.read() == [f"{memory}/MEMORY.md"]


def test_memory_that_is_switched_off_is_listed(world, memory):
    world.write(f"{memory}/MEMORY.md", "- line\n")
    for environ, settings in (
        ({"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}, "{}"),
        ({}, '{"autoMemoryEnabled": false}'),
    ):
        world.write("~/.claude/settings.json", settings)
        assert world.skips(environ=environ) == {f"{memory}/MEMORY.md": "switched_off"}
        assert world.read(environ=environ) == []


def test_memory_is_switched_by_the_settings_that_count_for_the_call(world, memory):
    world.write(f"{memory}/MEMORY.md", "- line\n")
    off = {"autoMemoryEnabled": False}
    assert world.skips(settings=off) == {f"{memory}/MEMORY.md": "switched_off"}
    world.write(".claude/settings.json", '{"autoMemoryEnabled": false}')
    assert world.read(settings={"autoMemoryEnabled": True}) == [f"{memory}/MEMORY.md"]
    assert world.read(sources=("user", "local")) == [f"{memory}/MEMORY.md"]
    assert world.read() == []


def test_the_switch_that_turns_all_files_off_turns_memory_off_too(world, memory):
    world.write(f"{memory}/MEMORY.md", "- line\n")
    assert world.skips(environ={"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1"}) == {
        f"{memory}/MEMORY.md": "switched_off"
    }


def test_the_teams_memory_is_off_until_a_flag_or_the_environment_turns_it_on(world, memory):
    world.write(f"{memory}/MEMORY.md", "- mine\n")
    world.write(f"{memory}/team/MEMORY.md", "- ours\n")
    assert world.skips() == {f"{memory}/team/MEMORY.md": "switched_off"}
    both = [f"{memory}/MEMORY.md", f"{memory}/team/MEMORY.md"]
    assert world.read(team=True) == both
    assert world.read(environ={"TEAMMEM": "1"}) == both


def test_a_worktree_reads_the_memory_of_its_repository(world, memory, monkeypatch):
    playground = Playground(world.project, move_in(world.home, monkeypatch)).start()
    world.write(f"{memory}/MEMORY.md", "- shared\n")
    playground.git("worktree", "add", "-q", str(world.root / "linked"))
    assert world.read(cwd="^linked") == [f"{memory}/MEMORY.md"]
