"""What Claude Code's settings take out of the files, and what they add."""

import json
import sys

import pytest

from daykeep.context.instructions.claude.settings import MOST_EXCLUDES, Excludes
from daykeep.context.instructions.model import Around

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links")


def test_the_administrators_settings_may_hold_a_text_and_no_others_may(world):
    world.write(
        "^managed/managed-settings.json", '{"claudeMd": "From the top.", "claudeMdExcludes": ["**/*.md"]}'
    )
    world.write("^managed/CLAUDE.md", "managed")
    world.write(".claude/settings.json", '{"claudeMd": "not from here"}')
    world.write("CLAUDE.md", "project")
    found = world.find()
    assert [file.text for file in found.files] == ["managed", "From the top."]
    assert [file.code for file in found.skipped] == ["excluded"]
    assert any('"claudeMd" counts in managed settings only' in note for note in found.notes)


def test_the_last_part_of_the_administrators_settings_counts_most_and_those_of_the_call_add_no_text(world):
    for name, text in (("managed-settings.json", "file"), ("managed-settings.d/10.json", "first")):
        world.write(f"^managed/{name}", f'{{"claudeMd": "{text}"}}')
    settings = {"claudeMd": "from the call"}
    assert [file.text for file in world.find(settings=settings).files] == ["first"]
    world.write("^managed/managed-settings.d/20.json", '{"claudeMd": "last"}')
    assert [file.text for file in world.find(settings=settings).files] == ["last"]


@pytest.mark.parametrize(
    "pattern", ["**/other/CLAUDE.md", "{root}/other/CLAUDE.md", "{root}/other/**", "{root}/o*/*.md"]
)
def test_excludes_are_globs_or_paths_against_absolute_paths(world, pattern):
    world.write("^work/CLAUDE.md", "kept")
    world.write("other/CLAUDE.md", "excluded")
    pattern = pattern.replace("{root}", world.project.as_posix())
    world.write("other/.claude/settings.local.json", f'{{"claudeMdExcludes": ["{pattern}"]}}')
    found = world.find(cwd="other")
    assert [world.short(file.path) for file in found.files] == ["^work/CLAUDE.md"]
    assert [(file.code, pattern in file.reason) for file in found.skipped] == [("excluded", True)]


def test_a_relative_exclude_matches_no_absolute_path(world):
    world.write("CLAUDE.md", "kept")
    world.write(".claude/settings.json", '{"claudeMdExcludes": ["CLAUDE.md"]}')
    assert world.read() == ["CLAUDE.md"]


def test_excludes_of_every_layer_add_up(world):
    for number in range(5):
        world.write(f".claude/rules/{number}.md", "rule")
    layers = (
        "^managed/managed-settings.json",
        ".claude/settings.local.json",
        ".claude/settings.json",
        "~/.claude/settings.json",
    )
    for number, name in enumerate(layers):
        world.write(name, f'{{"claudeMdExcludes": ["**/{number}.md"]}}')
    assert world.read(settings={"claudeMdExcludes": "**/4.md"}) == []
    assert world.read() == [".claude/rules/4.md"]
    assert world.read(sources=("user",)) == []


@posix
@pytest.mark.parametrize(
    "pattern", ["**/.claude/rules/linked.md", "{root}/shared/real.md", "{cwd}/.claude/rules"]
)
def test_an_exclude_may_name_a_link_its_folder_or_its_target(world, pattern):
    world.write("^shared/real.md", "shared")
    world.link(".claude/rules/linked.md", world.root / "shared" / "real.md")
    pattern = pattern.replace("{root}", world.root.as_posix()).replace("{cwd}", world.project.as_posix())
    assert world.skips(settings={"claudeMdExcludes": [pattern]}) == {".claude/rules/linked.md": "excluded"}


def test_settings_that_are_no_json_are_named_and_count_for_nothing(world):
    world.write(".claude/settings.json", '{"claudeMdExcludes": ["**"')
    world.write("CLAUDE.md", "kept")
    found = world.find()
    assert [world.short(file.path) for file in found.files] == ["CLAUDE.md"]
    assert any("settings.json: not read: not valid JSON" in note for note in found.notes)


@pytest.mark.parametrize(
    ("sources", "read"),
    [
        (("user", "project"), ["~/.claude/CLAUDE.md", "CLAUDE.md"]),
        (("project", "local"), ["CLAUDE.md", "CLAUDE.local.md"]),
        (("user",), ["~/.claude/CLAUDE.md"]),
    ],
)
def test_setting_sources_choose_whose_files_count_and_the_others_are_listed(world, sources, read):
    for name in ("~/.claude/CLAUDE.md", "CLAUDE.md", "CLAUDE.local.md"):
        world.write(name, name)
    assert world.read(sources=sources) == read
    assert set(world.skips(sources=sources).values()) == {"switched_off"}


@pytest.mark.parametrize("pattern", ["c:/proj/**", "c:\\proj\\CLAUDE.md", "C:/PROJ", "**/claude.md"])
def test_an_exclude_on_windows_ignores_the_case_of_drives_and_names(world, pattern):
    excludes = Excludes(((pattern,),), Around(world.project, world.home, {}, "win32"))
    assert excludes.find("C:\\Proj\\CLAUDE.md", "C:\\Proj\\CLAUDE.md") == pattern
    assert excludes.find("D:\\Other\\x.md", "D:\\Other\\x.md") == ""


def test_an_exclude_on_linux_tells_upper_and_lower_case_apart(world):
    excludes = Excludes((("/proj/**",),), Around(world.project, world.home, {}, "linux"))
    assert excludes.find("/Proj/CLAUDE.md", "/Proj/CLAUDE.md") == ""


def test_excludes_of_one_file_are_limited_and_leave_those_of_others_alone(world):
    many = [f"**/never{number}{{a,b}}.md" for number in range(MOST_EXCLUDES + 100)]
    world.write(".claude/settings.json", json.dumps({"claudeMdExcludes": many}))
    world.write("~/.claude/settings.json", json.dumps({"claudeMdExcludes": ["**/{CLAUDE,OTHER}.md"]}))
    world.write("CLAUDE.md", "text")
    found = world.find()
    assert found.files == ()
    assert any("600 patterns in one file of settings" in note for note in found.notes)


def test_a_long_exclude_that_is_wrong_is_named_in_short(world):
    world.write(".claude/settings.json", json.dumps({"claudeMdExcludes": "[" * 10_000}))
    [note] = world.find().notes
    assert len(note) < 250
