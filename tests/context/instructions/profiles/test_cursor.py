"""What Cursor reads: rules by their frontmatter, written by hand as people do, AGENTS.md, and the old file."""

from __future__ import annotations

import pytest

RULES = ".cursor/rules"


def rule(*, description="", globs="", always="false", text="# Rule\n"):
    return f"---\ndescription: {description}\nglobs: {globs}\nalwaysApply: {always}\n---\n{text}"


@pytest.fixture
def repository(world):
    (world.project / ".git").mkdir()
    return world


def read(world, *for_paths, **asked):
    return [world.short(file.path) for file in world.find(*for_paths, profile="cursor", **asked).files]


def skips(world, *for_paths, **asked):
    found = world.find(*for_paths, profile="cursor", **asked)
    return {world.short(file.path): file.code for file in found.skipped}


def test_the_four_kinds_of_rules_are_told_apart(repository):
    repository.write(f"{RULES}/always.mdc", rule(always="true"))
    repository.write(f"{RULES}/globs.mdc", rule(globs="*.tsx"))
    repository.write(f"{RULES}/decided.mdc", rule(description="When writing a migration"))
    repository.write(f"{RULES}/manual.mdc", rule())
    found = repository.find(profile="cursor")
    assert [(repository.short(file.path), file.when) for file in found.files] == [
        (f"{RULES}/always.mdc", "launch")
    ]
    said = {repository.short(one.path): (one.code, one.reason) for one in found.skipped}
    assert said[f"{RULES}/globs.mdc"] == ("no_match", "read with a file that matches *.tsx")
    assert said[f"{RULES}/decided.mdc"][0] == "not_loaded"
    assert "When writing a migration" in said[f"{RULES}/decided.mdc"][1]
    assert said[f"{RULES}/manual.mdc"] == ("not_loaded", "read only when a person names it: @manual")


@pytest.mark.parametrize(
    ("globs", "yes", "no"),
    [
        ("*.tsx", ["a.tsx", "src/deep/a.tsx"], ["a.ts"]),
        ("**/*.ts", ["a.ts", "src/a.ts"], ["a.tsx"]),
        ("src/**/*.ts,lib/*.js", ["src/a.ts", "lib/a.js"], ["a.ts", "lib/x/a.js"]),
        ("*.ts, *.tsx", ["x/a.ts", "a.tsx"], ["a.js"]),
        ('["app/**", "*.vue"]', ["app/a", "x/a.vue"], ["lib/a"]),
        ('"*.tsx"', ["a.tsx"], ["a.ts"]),
        ("src/*.{ts,tsx}", ["src/a.tsx"], ["src/a.js"]),
        ("**/*.ts,!**/*.test.ts", ["a.ts"], ["a.test.ts"]),
    ],
)
def test_globs_are_read_as_people_write_them(repository, globs, yes, no):
    repository.write(f"{RULES}/a.mdc", rule(globs=globs))
    assert [path for path in yes if read(repository, path) != [f"{RULES}/a.mdc"]] == []
    assert [path for path in no if read(repository, path)] == []


def test_a_rule_for_a_path_is_read_with_it_and_names_its_globs(repository):
    repository.write(f"{RULES}/a.mdc", rule(globs="*.tsx", text="text\n"))
    found = repository.find("src/a.tsx", profile="cursor")
    assert [(file.when, file.globs, file.text) for file in found.files] == [("on read", ("*.tsx",), "text\n")]
    assert not any("YAML" in note for note in found.notes)


def test_a_bad_pattern_is_noted_and_the_others_go_on(repository):
    repository.write(f"{RULES}/a.mdc", rule(globs="photos [2024/**, src/**"))
    found = repository.find("src/a", profile="cursor")
    assert [repository.short(file.path) for file in found.files] == [f"{RULES}/a.mdc"]
    assert any(f"{RULES}/a.mdc:3" in note for note in found.notes)


def test_a_plain_md_among_the_rules_is_ignored_and_listed(repository):
    repository.write(f"{RULES}/notes.md", "---\nalwaysApply: true\n---\n")
    assert read(repository) == []
    assert skips(repository) == {f"{RULES}/notes.md": "unsupported"}


def test_rules_lie_at_any_depth_and_are_read_in_the_order_of_their_names(repository):
    for name in ("b.mdc", "a/z.mdc", "c/d/e.mdc"):
        repository.write(f"{RULES}/{name}", rule(always="true"))
    assert read(repository) == [f"{RULES}/a/z.mdc", f"{RULES}/b.mdc", f"{RULES}/c/d/e.mdc"]


def test_always_wins_over_globs(repository):
    repository.write(f"{RULES}/a.mdc", rule(globs="*.tsx", always="true"))
    assert read(repository) == [f"{RULES}/a.mdc"]


def test_a_value_that_is_neither_true_nor_false_counts_as_false_and_is_noted(repository):
    repository.write(f"{RULES}/a.mdc", rule(always="yes"))
    found = repository.find(profile="cursor")
    assert found.files == ()
    assert any("alwaysApply is yes" in note for note in found.notes)


def test_a_rule_without_frontmatter_is_manual_and_says_so(repository):
    repository.write(f"{RULES}/a.mdc", "# Just text\n")
    found = repository.find(profile="cursor")
    assert [(one.code, one.reason) for one in found.skipped] == [
        ("not_loaded", "read only when a person names it: @a; it has no frontmatter")
    ]


def test_nested_rules_and_agents_files_count_for_paths_in_their_folder(repository):
    repository.write("AGENTS.md", "root\n")
    repository.write("web/AGENTS.md", "web\n")
    repository.write(f"web/{RULES}/always.mdc", rule(always="true"))
    repository.write(f"web/{RULES}/ts.mdc", rule(globs="src/*.ts"))
    assert read(repository) == ["AGENTS.md"]
    assert read(repository, "web/src/a.ts") == [
        "AGENTS.md", "web/AGENTS.md", f"web/{RULES}/always.mdc", f"web/{RULES}/ts.mdc",
    ]  # fmt: skip
    assert [file.when for file in repository.find("web/src/a.ts", profile="cursor").files] == [
        "launch",
        *["on read"] * 3,
    ]
    assert read(repository, "src/a.ts") == ["AGENTS.md"]


def test_the_old_file_is_still_read(repository):
    repository.write(".cursorrules", "old\n")
    repository.write("AGENTS.md", "agents\n")
    assert read(repository) == [".cursorrules", "AGENTS.md"]


def test_rules_of_the_team_and_the_user_are_noted_as_not_in_files(repository):
    assert any("team" in note for note in repository.find(profile="cursor").notes)


def test_brace_bomb_in_globs_matches_nothing_and_is_noted(repository):
    repository.write(f"{RULES}/a.mdc", rule(globs="{a,b}" * 20))
    found = repository.find("a" * 20, profile="cursor")
    assert found.files == ()
    assert any("1000 patterns" in note for note in found.notes)
    assert [one.code for one in found.skipped] == ["bad_pattern"]


def test_rules_of_a_folder_count_for_no_path_beside_it(repository):
    repository.write(f"web/{RULES}/ts.mdc", rule(globs="*.ts"))
    assert read(repository, "a.ts", cwd="web") == [f"web/{RULES}/ts.mdc"]
    assert read(repository, "../api/a.ts", cwd="web") == []
    assert skips(repository, "../api/a.ts", cwd="web") == {f"web/{RULES}/ts.mdc": "no_match"}
