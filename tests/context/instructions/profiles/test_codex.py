"""What Codex reads: one file of its home, at most one per folder from the project's root down, 32 KiB in all."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def repository(world):
    (world.project / ".git").mkdir()
    world.write("AGENTS.md", "root\n")
    world.write("web/AGENTS.md", "web\n")
    world.write("web/api/AGENTS.md", "api\n")
    return world


def codex(world, *for_paths, **asked):
    return world.find(*for_paths, profile="codex", **asked)


def names(world, *for_paths, **asked):
    return [world.short(file.path) for file in codex(world, *for_paths, **asked).files]


def skips(world, *for_paths, **asked):
    return {world.short(file.path): file.code for file in codex(world, *for_paths, **asked).skipped}


def test_files_are_read_from_the_root_of_git_down_to_the_working_folder(repository):
    repository.write("^work/AGENTS.md", "above the repository\n")
    repository.write("~/.codex/AGENTS.md", "mine\n")
    assert names(repository, cwd="web/api") == [
        "~/.codex/AGENTS.md",
        "AGENTS.md",
        "web/AGENTS.md",
        "web/api/AGENTS.md",
    ]
    assert names(repository) == ["~/.codex/AGENTS.md", "AGENTS.md"]


def test_outside_of_git_only_the_working_folder_counts(world):
    world.write("AGENTS.md", "above\n")
    world.write("sub/AGENTS.md", "here\n")
    assert names(world, cwd="sub") == ["sub/AGENTS.md"]


def test_global_override_stands_alone_and_an_empty_one_lets_the_other_count(world):
    world.write("~/.codex/AGENTS.override.md", "override\n")
    world.write("~/.codex/AGENTS.md", "mine\n")
    assert names(world) == ["~/.codex/AGENTS.override.md"]
    assert skips(world) == {"~/.codex/AGENTS.md": "not_loaded"}
    world.write("~/.codex/AGENTS.override.md", " \n\n")
    assert names(world) == ["~/.codex/AGENTS.md"]
    assert skips(world) == {"~/.codex/AGENTS.override.md": "not_loaded"}


def test_codex_home_moves_the_global_file(world):
    world.write("~/.codex/AGENTS.md", "left\n")
    world.write("^elsewhere/AGENTS.md", "moved\n")
    environ = {"CODEX_HOME": str(world.path("^elsewhere"))}
    assert names(world, environ=environ) == ["^elsewhere/AGENTS.md"]


def test_at_most_one_file_of_a_folder_counts_and_the_others_are_listed(repository):
    repository.write("web/AGENTS.override.md", "override\n")
    assert names(repository, cwd="web") == ["AGENTS.md", "web/AGENTS.override.md"]
    assert skips(repository, cwd="web") == {"web/AGENTS.md": "not_loaded"}


def test_an_empty_file_of_a_folder_is_passed_over_and_hides_the_next(repository):
    repository.write("web/AGENTS.override.md", "\n")
    assert names(repository, cwd="web") == ["AGENTS.md"]
    assert skips(repository, cwd="web") == {
        "web/AGENTS.override.md": "not_loaded",
        "web/AGENTS.md": "not_loaded",
    }


def test_a_folder_of_that_name_is_listed_and_the_next_name_counts(repository):
    repository.path("web/AGENTS.override.md").mkdir()
    assert names(repository, cwd="web") == ["AGENTS.md", "web/AGENTS.md"]
    assert skips(repository, cwd="web") == {"web/AGENTS.override.md": "not_a_file"}


def test_fallback_names_come_from_the_users_configuration(repository):
    repository.write("~/.codex/config.toml", 'project_doc_fallback_filenames = ["TEAM.md", "CLAUDE.md"]\n')
    repository.write("web/TEAM.md", "not needed\n")
    repository.write("web/new/CLAUDE.md", "fallback\n")
    repository.write("web/new/TEAM.md", "first\n")
    assert names(repository, cwd="web/new") == ["AGENTS.md", "web/AGENTS.md", "web/new/TEAM.md"]
    assert skips(repository, cwd="web/new") == {
        "web/TEAM.md": "not_loaded",
        "web/new/CLAUDE.md": "not_loaded",
    }


def test_markers_of_the_root_come_from_the_configuration(world):
    world.write("~/.codex/config.toml", 'project_root_markers = ["package.json"]\n')
    world.write("web/package.json", "{}")
    world.write("web/AGENTS.md", "web\n")
    world.write("web/api/AGENTS.md", "api\n")
    world.write("AGENTS.md", "above\n")
    assert names(world, cwd="web/api") == ["web/AGENTS.md", "web/api/AGENTS.md"]


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("project_doc_max_bytes = \n", "not valid TOML"),
        ('project_doc_max_bytes = "a"\n', "project_doc_max_bytes is taken as 32768"),
        ("project_doc_max_bytes = -1\n", "project_doc_max_bytes is taken as 32768"),
        ('project_doc_fallback_filenames = ["../../secret", "/etc/passwd"]\n', "can't be used"),
    ],
)
def test_a_configuration_that_can_not_be_used_is_said_and_its_defaults_count(repository, config, said):
    repository.write("~/.codex/config.toml", config)
    found = codex(repository)
    assert [repository.short(file.path) for file in found.files] == ["AGENTS.md"]
    assert any(said in note for note in found.notes)


def test_a_project_reads_exactly_32_kib_and_what_falls_out_is_listed(repository):
    repository.write("AGENTS.md", "a" * 20_000)
    repository.write("web/AGENTS.md", "b" * 12_767 + "€")
    repository.write("web/api/AGENTS.md", "never\n")
    repository.write("~/.codex/AGENTS.md", "g" * 40_000)
    found = codex(repository, cwd="web/api")
    assert [file.size_bytes for file in found.files] == [40_000, 20_000, 12_770]
    assert [len(file.text.encode()) for file in found.files] == [40_000, 20_000, 12_767]
    assert found.files[2].chars == 12_767
    assert found.files[2].tokens < found.files[1].tokens
    assert [(repository.short(one.path), one.code) for one in found.skipped] == [
        ("web/AGENTS.md", "over_budget"),
        ("web/api/AGENTS.md", "over_budget"),
    ]
    assert "its last 2 of 12,770 bytes" in found.skipped[0].reason


def test_files_within_the_limit_are_whole(repository):
    repository.write("AGENTS.md", "a" * 20_000)
    repository.write("web/AGENTS.md", "b" * 12_768)
    found = codex(repository, cwd="web")
    assert [file.chars for file in found.files] == [20_000, 12_768]
    assert found.skipped == ()


def test_a_limit_of_zero_switches_the_projects_files_off(repository):
    repository.write("~/.codex/config.toml", "project_doc_max_bytes = 0\n")
    assert names(repository) == []
    assert skips(repository) == {"AGENTS.md": "switched_off"}


def test_text_is_taken_as_it_stands_without_imports_or_frontmatter(repository):
    text = "---\nname: x\n---\n<!-- kept -->\n@web/AGENTS.md\n"
    repository.write("AGENTS.md", text)
    assert [file.text for file in codex(repository).files] == [text]


def test_files_below_the_working_folder_are_named_for_a_path_but_not_read(repository):
    assert names(repository, "web/api/a.ts") == ["AGENTS.md"]
    assert skips(repository, "web/api/a.ts") == {
        "web/AGENTS.md": "not_loaded",
        "web/api/AGENTS.md": "not_loaded",
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_fifo_and_a_file_over_four_mib_are_listed_and_never_waited_for(repository):
    os.mkfifo(repository.path("web/AGENTS.override.md"))
    repository.write("AGENTS.md", b"a" * (4 * 1024 * 1024 + 1))
    assert names(repository, cwd="web") == ["web/AGENTS.md"]
    assert skips(repository, cwd="web") == {"AGENTS.md": "too_large", "web/AGENTS.override.md": "not_a_file"}
