"""Whatever stands in a file's place, every profile ends with a listed skip: nothing waits, nothing fails."""

from __future__ import annotations

import os

import pytest

from daykeep.context.instructions.model import PROFILES
from tests.text.globs.work import lines_run

OTHERS = tuple(name for name in PROFILES if name != "claude")

FIRST_FILE = {
    "flat": "CLAUDE.md",
    "codex": "AGENTS.md",
    "gemini": "GEMINI.md",
    "cursor": "AGENTS.md",
    "copilot": ".github/copilot-instructions.md",
    "agents-md": "AGENTS.md",
    "workspace": "AGENTS.md",
}
RULE = {
    "flat": (".claude/rules/r.md", "paths"),
    "cursor": (".cursor/rules/r.mdc", "globs"),
    "copilot": (".github/instructions/r.instructions.md", "applyTo"),
}
LIMIT = 4 * 1024 * 1024


@pytest.fixture
def project(world):
    world.write("SOUL.md", "soul\n")
    world.write("memory/2026-04-06.md", "log\n")
    (world.project / ".git").mkdir()
    return world


def codes(world, profile, name, **asked):
    found = world.find(profile=profile, **asked)
    assert found.profile == profile
    assert name not in [world.short(file.path) for file in found.files]
    return [one.code for one in found.skipped if world.short(one.path) == name]


@pytest.mark.parametrize("profile", OTHERS)
def test_a_file_of_exactly_four_mib_is_read_and_one_more_byte_is_a_listed_skip(project, profile):
    name = FIRST_FILE[profile]
    project.write(name, b"a" * LIMIT)
    read = [project.short(file.path) for file in project.find(profile=profile, count=len).files]
    assert name in read
    project.write(name, b"a" * (LIMIT + 1))
    assert codes(project, profile, name) == ["too_large"]


@pytest.mark.parametrize("profile", OTHERS)
def test_a_folder_in_the_files_place_is_a_listed_skip(project, profile):
    name = FIRST_FILE[profile]
    project.path(name).mkdir(parents=True)
    assert codes(project, profile, name) == ["not_a_file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.parametrize("profile", OTHERS)
def test_a_fifo_is_never_opened(project, profile):
    name = FIRST_FILE[profile]
    project.path(name).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(project.path(name))
    assert codes(project, profile, name) == ["not_a_file"]


@pytest.mark.parametrize("profile", OTHERS)
def test_bytes_that_are_no_text_are_a_listed_skip(project, profile):
    name = FIRST_FILE[profile]
    project.write(name, b"text\n\0\0\0binary")
    assert codes(project, profile, name) == ["binary"]


@pytest.mark.parametrize("profile", [name for name in OTHERS if name != "workspace"])
def test_a_link_to_nothing_and_a_link_to_itself_are_listed_skips(project, profile):
    name = FIRST_FILE[profile]
    project.link(name, "nowhere.md")
    assert codes(project, profile, name) == ["missing"]
    project.path(name).unlink()
    project.link(name, os.path.basename(name))
    assert codes(project, profile, name) == ["cycle"]


def test_a_layer_file_that_is_a_link_to_nothing_is_missing(project):
    project.link("AGENTS.md", "nowhere.md")
    assert codes(project, "workspace", "AGENTS.md") == ["missing"]


@pytest.mark.parametrize("profile", OTHERS)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_every_encoding_is_read(project, profile, encoding):
    name = FIRST_FILE[profile]
    project.write(name, "Grüße\r\nline\r\n".encode(encoding))
    texts = {project.short(file.path): file.text for file in project.find(profile=profile).files}
    assert texts[name] == "Grüße\nline\n"


@pytest.mark.parametrize("profile", RULE)
def test_a_brace_bomb_ends_in_a_listed_skip_within_bounded_work(project, profile):
    name, key = RULE[profile]
    project.write(name, f'---\n{key}: "{"{a,b}" * 20}"\n---\nrule\n')
    found = project.find("a" * 20, profile=profile)
    assert [one.code for one in found.skipped if project.short(one.path) == name] == ["bad_pattern"]
    assert any("1000 patterns" in note for note in found.notes)
    assert lines_run(lambda: project.find("a" * 20, profile=profile)) < 50_000


@pytest.mark.parametrize("profile", RULE)
@pytest.mark.parametrize("target", ["..", "../..", "."])
def test_a_folder_of_rules_that_leads_back_to_itself_ends(project, profile, target):
    name, _ = RULE[profile]
    folder = os.path.dirname(name)
    project.write(name, "---\nalwaysApply: true\napplyTo: '**'\n---\nrule\n")
    project.link(f"{folder}/loop", target)
    found = project.find(profile=profile)
    assert [project.short(file.path) for file in found.files].count(name) == 1
    assert any(one.code in {"cycle", "duplicate"} for one in found.skipped)


@pytest.mark.parametrize("profile", ["flat", "gemini"])
def test_an_import_cycle_ends_in_a_listed_skip_within_bounded_work(project, profile):
    name = FIRST_FILE[profile]
    project.write(name, "@./a.md\n")
    project.write("a.md", f"@./b.md @./{name}\n")
    project.write("b.md", "@./a.md @./b.md\n")
    found = project.find(profile=profile)
    assert [project.short(file.path) for file in found.files] == [name, "a.md", "b.md"]
    assert [one.code for one in found.skipped] == ["cycle"] * 3
    assert lines_run(lambda: project.find(profile=profile)) < 50_000


@pytest.mark.parametrize("profile", OTHERS)
def test_the_same_tree_gives_the_same_answer(project, profile):
    for name in ("AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", "a/AGENTS.md"):
        project.write(name, "text\n")
    first = project.find("a/b.ts", profile=profile)
    assert first == project.find("a/b.ts", profile=profile)
    assert first.files


@pytest.mark.parametrize("profile", OTHERS)
def test_sizes_characters_and_tokens_are_those_of_the_file_and_its_text(project, profile):
    name = FIRST_FILE[profile]
    project.write(name, "你好 text\n")
    file = next(
        file for file in project.find(profile=profile, count=len).files if project.short(file.path) == name
    )
    assert (file.size_bytes, file.chars, file.tokens) == (12, 8, 8)
