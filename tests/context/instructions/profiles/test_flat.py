"""The fixed list of nine kinds: what weighs least first, each kind over all folders before the next."""

from __future__ import annotations

import pytest

from daykeep.context.instructions.model import APPROVED, Approvals


@pytest.fixture
def full(world):
    world.write("^managed/CLAUDE.md", "managed\n")
    world.write("~/.claude/CLAUDE.md", "user\n")
    world.write("~/.claude/rules/02-style.md", "style\n")
    world.write("~/.claude/rules/01-testing.md", "testing\n")
    for folder in ("^work/", ""):
        world.write(f"{folder}CLAUDE.md", "project\n")
        world.write(f"{folder}.claude/CLAUDE.md", "project\n")
        world.write(f"{folder}.claude/rules/api.md", "api\n")
        world.write(f"{folder}CLAUDE.local.md", "local\n")
    world.write("~/.claude/memory/MEMORY.md", "memory\n")
    return world


def read(world, *for_paths, **asked):
    return [world.short(file.path) for file in world.find(*for_paths, profile="flat", **asked).files]


def skips(world, *for_paths, **asked):
    found = world.find(*for_paths, profile="flat", **asked)
    return {world.short(one.path): one.code for one in found.skipped}


def test_the_nine_kinds_come_from_low_to_high_priority(full):
    assert read(full) == [
        "^managed/CLAUDE.md",
        "~/.claude/CLAUDE.md",
        "~/.claude/rules/01-testing.md",
        "~/.claude/rules/02-style.md",
        "^work/CLAUDE.md",
        "CLAUDE.md",
        "^work/.claude/CLAUDE.md",
        ".claude/CLAUDE.md",
        "^work/.claude/rules/api.md",
        ".claude/rules/api.md",
        "^work/CLAUDE.local.md",
        "CLAUDE.local.md",
        "~/.claude/memory/MEMORY.md",
    ]
    assert skips(full) == {}


def test_a_local_file_above_comes_behind_the_project_file_here_unlike_in_the_walk(full):
    walk = [full.short(file.path) for file in full.find(profile="claude").files]
    assert walk.index("^work/CLAUDE.local.md") < walk.index("CLAUDE.md")
    assert read(full).index("^work/CLAUDE.local.md") > read(full).index("CLAUDE.md")


def test_team_memory_is_off_unless_asked_for(full):
    slug = "".join(char if char.isascii() and char.isalnum() else "-" for char in str(full.project))
    name = f"~/.claude/projects/{slug}/memory/team/MEMORY.md"
    full.write(name, "team\n")
    assert skips(full) == {name: "switched_off"}
    assert read(full, team=True)[-2:] == ["~/.claude/memory/MEMORY.md", name]
    assert read(full, environ={"TEAMMEM": "1"})[-1] == name


def test_an_include_has_four_forms(world):
    world.write("^work/shared/config.md", "parent\n")
    world.write("docs/guide.md", "relative\n")
    world.write("~/templates.md", "home\n")
    world.write("^global.md", "absolute\n")
    absolute = world.path("^global.md")
    world.write("CLAUDE.md", f"@./docs/guide.md\n@~/templates.md\n@{absolute}\n@../shared/config.md\n")
    everything = ["CLAUDE.md", "docs/guide.md", "~/templates.md", "^global.md", "^work/shared/config.md"]
    approvals = Approvals({str(world.project): APPROVED})
    assert read(world, approvals=approvals) == everything
    assert read(world) == everything[:2]
    assert set(skips(world).values()) == {"pending"}


def test_rules_with_paths_and_globs_are_read_with_a_path_they_mean(world):
    world.write(
        ".claude/rules/a.md",
        '---\npaths:\n  - src/**/*.ts\n  - "!node_modules/**"\nglobs:\n  - "*.config.js"\n---\nrule\n',
    )
    assert read(world) == []
    assert skips(world) == {".claude/rules/a.md": "no_match"}
    assert read(world, "src/x/a.ts") == [".claude/rules/a.md"]
    assert read(world, "vite.config.js") == [".claude/rules/a.md"]
    assert read(world, "node_modules/src/a.ts") == []


def test_memory_may_be_written_in_small_letters(world):
    world.write("~/.claude/memory/memory.md", "memory\n")
    assert len(read(world)) == 1


def test_memory_is_an_index_of_200_lines_and_the_notes_beside_it_wait(world):
    world.write("~/.claude/memory/MEMORY.md", "".join(f"- line {number}\n" for number in range(201)))
    world.write("~/.claude/memory/user.md", "user\n")
    found = world.find(profile="flat")
    assert len(found.files[0].text.splitlines()) == 200
    assert {world.short(one.path): one.code for one in found.skipped} == {
        "~/.claude/memory/MEMORY.md": "over_budget", "~/.claude/memory": "not_loaded",
    }  # fmt: skip


def test_the_administrators_folder_is_that_of_the_platform(world):
    from daykeep.context.instructions.claude.places import find_places
    from daykeep.context.instructions.model import Around

    places = {
        name: find_places(Around(world.project, world.home, {}, name)).managed
        for name in ("linux", "darwin", "win32")
    }
    assert places == {
        "linux": "/etc/claude-code",
        "darwin": "/Library/Application Support/ClaudeCode",
        "win32": "C:\\Program Files\\ClaudeCode",
    }


def test_sources_that_do_not_count_are_listed(full):
    found = skips(full, sources=("user",))
    assert found["CLAUDE.md"] == "switched_off"
    assert found["CLAUDE.local.md"] == "switched_off"
    assert "CLAUDE.md" not in read(full, sources=("user",))
