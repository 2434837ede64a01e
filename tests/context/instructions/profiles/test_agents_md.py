"""What an agent reads that keeps to AGENTS.md alone: the closest file, or all of them when asked."""

from __future__ import annotations

import pytest


@pytest.fixture
def nested(world):
    (world.project / ".git").mkdir()
    for folder in ("", "a/", "a/b/"):
        world.write(f"{folder}AGENTS.md", f"in {folder or 'root'}\n")
    world.write("^work/AGENTS.md", "above the repository\n")
    return world


def read(world, *for_paths, **asked):
    found = world.find(*for_paths, profile="agents-md", **asked)
    return [world.short(file.path) for file in found.files]


def skips(world, *for_paths, **asked):
    found = world.find(*for_paths, profile="agents-md", **asked)
    return {world.short(file.path): file.code for file in found.skipped}


@pytest.mark.parametrize(
    ("path", "closest"),
    [
        ("x.ts", "AGENTS.md"),
        ("a/x.ts", "a/AGENTS.md"),
        ("a/b/x.ts", "a/b/AGENTS.md"),
        ("a/b/c/d/x.ts", "a/b/AGENTS.md"),
        ("a/b", "a/b/AGENTS.md"),
        ("other/x.ts", "AGENTS.md"),
    ],
)
def test_the_closest_file_of_three_levels_wins(nested, path, closest):
    assert read(nested, path) == [closest]


def test_files_that_a_closer_one_hides_are_listed_and_the_open_question_is_noted(nested):
    found = nested.find("a/b/x.ts", profile="agents-md")
    assert skips(nested, "a/b/x.ts") == {"AGENTS.md": "not_loaded", "a/AGENTS.md": "not_loaded"}
    assert any("does not settle" in note for note in found.notes)


def test_all_three_levels_are_read_from_the_root_down_when_concat_is_asked_for(nested):
    assert read(nested, "a/b/x.ts", concat=True) == ["AGENTS.md", "a/AGENTS.md", "a/b/AGENTS.md"]
    assert skips(nested, "a/b/x.ts", concat=True) == {}
    assert read(nested, cwd="a", concat=True) == ["AGENTS.md", "a/AGENTS.md"]


def test_without_a_path_the_file_closest_to_the_working_folder_counts(nested):
    found = nested.find(cwd="a/b", profile="agents-md")
    assert [(nested.short(file.path), file.when) for file in found.files] == [("a/b/AGENTS.md", "launch")]


def test_each_path_has_its_own_closest_file_and_each_file_is_read_once(nested):
    assert read(nested, "a/b/x.ts", "a/b/y.ts", "z.ts") == ["a/b/AGENTS.md", "AGENTS.md"]
    assert skips(nested, "a/b/x.ts", "z.ts") == {"a/AGENTS.md": "not_loaded"}


def test_a_single_file_leaves_no_question_open(world):
    world.write("AGENTS.md", "only\n")
    found = world.find(profile="agents-md")
    assert [file.text for file in found.files] == ["only\n"]
    assert found.notes == ()


def test_frontmatter_imports_and_comments_are_plain_text(world):
    text = "---\npaths: x\n---\n<!-- kept -->\n@other.md\n"
    world.write("AGENTS.md", text)
    world.write("other.md", "never\n")
    assert [file.text for file in world.find("a.ts", profile="agents-md").files] == [text]


def test_a_folder_of_that_name_is_listed_and_the_file_above_counts(nested):
    nested.path("a/b/c/AGENTS.md").mkdir(parents=True)
    assert read(nested, "a/b/c/x.ts") == ["a/b/AGENTS.md"]
    assert skips(nested, "a/b/c/x.ts")["a/b/c/AGENTS.md"] == "not_a_file"
