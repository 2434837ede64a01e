"""What Copilot CLI reads: the repository's instructions, those for paths, AGENTS.md, and the user's own last."""

from __future__ import annotations

import pytest

MODULES = ".github/instructions"


@pytest.fixture
def repository(world):
    (world.project / ".git").mkdir()
    world.write(".github/copilot-instructions.md", "repository\n")
    return world


def module(apply_to, text="text\n"):
    return f"---\napplyTo: {apply_to}\n---\n{text}"


def read(world, *for_paths, **asked):
    return [world.short(file.path) for file in world.find(*for_paths, profile="copilot", **asked).files]


def skips(world, *for_paths, **asked):
    found = world.find(*for_paths, profile="copilot", **asked)
    return {world.short(file.path): file.code for file in found.skipped}


def test_the_users_own_come_last_because_they_weigh_most(repository):
    repository.write("~/.copilot/copilot-instructions.md", "mine\n")
    repository.write("~/.copilot/instructions/all.instructions.md", module('"**"'))
    repository.write("AGENTS.md", "agents\n")
    found = repository.find(profile="copilot")
    assert [(repository.short(file.path), file.scope) for file in found.files] == [
        (".github/copilot-instructions.md", "project"),
        ("AGENTS.md", "project"),
        ("~/.copilot/instructions/all.instructions.md", "user rule"),
        ("~/.copilot/copilot-instructions.md", "user"),
    ]
    assert any("organisation" in note for note in found.notes)


@pytest.mark.parametrize(
    "apply_to",
    [
        '"**/*.ts,**/*.tsx"',
        "'**/*.ts, **/*.tsx'",
        "**/*.ts,**/*.tsx",
        '\n  - "**/*.ts"\n  - "**/*.tsx"',
        '["**/*.ts", "**/*.tsx"]',
        '"**/*.{ts,tsx}"',
    ],
)
def test_apply_to_is_a_string_or_a_list(repository, apply_to):
    name = f"{MODULES}/ts.instructions.md"
    repository.write(name, module(apply_to))
    assert name in read(repository, "src/a.tsx")
    assert name in read(repository, "a.ts")
    assert name not in read(repository, "a.js")
    assert skips(repository) == {name: "no_match"}


@pytest.mark.parametrize("apply_to", ['"**"', '"*"', '"**/*"'])
def test_apply_to_everything_is_read_at_the_start(repository, apply_to):
    name = f"{MODULES}/deep/all.instructions.md"
    repository.write(name, module(apply_to))
    found = repository.find(profile="copilot")
    assert [(repository.short(file.path), file.when) for file in found.files][1:] == [(name, "launch")]


def test_instructions_for_a_path_are_read_with_it_without_their_frontmatter(repository):
    repository.write(f"{MODULES}/a.instructions.md", module('"src/**"', "only this\n"))
    file = repository.find("src/a", profile="copilot").files[-1]
    assert (file.when, file.globs, file.text) == ("on read", ("src/**",), "only this\n")


def test_without_apply_to_a_module_waits_for_a_person_and_is_listed(repository):
    repository.write(f"{MODULES}/a.instructions.md", "# Just text\n")
    repository.write(f"{MODULES}/other.md", "not a module\n")
    assert read(repository) == [".github/copilot-instructions.md"]
    assert skips(repository) == {f"{MODULES}/a.instructions.md": "not_loaded"}


def test_claude_and_gemini_files_count_at_the_root_and_one_file_counts_once(repository):
    repository.write("AGENTS.md", "agents\n")
    repository.link("CLAUDE.md", "AGENTS.md")
    repository.write("GEMINI.md", "gemini\n")
    assert read(repository) == [".github/copilot-instructions.md", "AGENTS.md", "GEMINI.md"]
    assert skips(repository) == {"CLAUDE.md": "duplicate"}


def test_files_between_the_root_and_the_working_folder_and_on_the_way_to_a_path_count(repository):
    for folder in ("web", "web/api", "lib"):
        repository.write(f"{folder}/AGENTS.md", f"{folder}\n")
    repository.write("lib/.github/copilot-instructions.md", "lib\n")
    assert read(repository, cwd="web/api")[1:] == ["web/AGENTS.md", "web/api/AGENTS.md"]
    assert read(repository, "lib/x/a.ts")[1:] == ["lib/.github/copilot-instructions.md", "lib/AGENTS.md"]


def test_folders_of_the_environment_are_read_too(repository):
    repository.write("^team/AGENTS.md", "team\n")
    repository.write("^team/.github/instructions/a.instructions.md", module('"**"'))
    environ = {
        "COPILOT_CUSTOM_INSTRUCTIONS_DIRS": f"{repository.path('^team')}, ,{repository.path('^nothing')}"
    }
    assert read(repository, environ=environ)[1:] == [
        "^team/AGENTS.md", "^team/.github/instructions/a.instructions.md",
    ]  # fmt: skip
    assert "^team/AGENTS.md" not in read(repository)


def test_a_number_for_apply_to_is_a_name_and_an_empty_one_is_none(repository):
    repository.write(f"{MODULES}/a.instructions.md", module("404"))
    repository.write(f"{MODULES}/b.instructions.md", module(""))
    assert skips(repository) == {
        f"{MODULES}/a.instructions.md": "no_match",
        f"{MODULES}/b.instructions.md": "not_loaded",
    }
    assert f"{MODULES}/a.instructions.md" in read(repository, "404")


def test_claude_and_gemini_files_count_nowhere_but_at_the_root(repository):
    repository.write("web/CLAUDE.md", "claude\n")
    repository.write("web/GEMINI.md", "gemini\n")
    assert read(repository, "web/x.ts", cwd="web") == [".github/copilot-instructions.md"]


@pytest.mark.parametrize("apply_to", ['"web/src/**"', '"src/**"'])
def test_paths_of_a_folders_own_instructions_count_from_it_and_from_the_root(repository, apply_to):
    name = f"web/{MODULES}/a.instructions.md"
    repository.write(name, module(apply_to))
    assert name in read(repository, "src/x.ts", cwd="web")
    assert name not in read(repository, "other/x.ts", cwd="web")
