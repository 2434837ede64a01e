"""What Gemini CLI reads: the user's file, the project's from the root down, then by path; imports stay inside."""

from __future__ import annotations

import pytest

from tests.text.globs.work import lines_run


@pytest.fixture
def repository(world):
    (world.project / ".git").mkdir()
    world.write("~/.gemini/GEMINI.md", "mine\n")
    world.write("GEMINI.md", "root\n")
    world.write("web/GEMINI.md", "web\n")
    world.write("web/api/GEMINI.md", "api\n")
    return world


def read(world, *for_paths, **asked):
    return [world.short(file.path) for file in world.find(*for_paths, profile="gemini", **asked).files]


def skips(world, *for_paths, **asked):
    found = world.find(*for_paths, profile="gemini", **asked)
    return {world.short(file.path): file.code for file in found.skipped}


def test_the_users_file_comes_first_then_the_parents_then_the_working_folder(repository):
    repository.write("^work/GEMINI.md", "above the repository\n")
    assert read(repository, cwd="web/api") == [
        "~/.gemini/GEMINI.md",
        "GEMINI.md",
        "web/GEMINI.md",
        "web/api/GEMINI.md",
    ]
    assert read(repository) == ["~/.gemini/GEMINI.md", "GEMINI.md"]


def test_outside_of_git_every_parent_counts(world):
    world.write("^work/GEMINI.md", "above\n")
    world.write("GEMINI.md", "here\n")
    assert read(world) == ["^work/GEMINI.md", "GEMINI.md"]


def test_outside_of_git_a_file_imports_from_its_own_folder(world):
    world.write("^work/GEMINI.md", "@./beside.md @../out.md\n")
    world.write("^work/beside.md", "beside\n")
    world.write("^out.md", "out\n")
    assert read(world) == ["^work/GEMINI.md", "^work/beside.md"]
    assert skips(world) == {"^out.md": "refused"}


def test_files_on_the_way_to_a_path_are_read_when_it_is_opened(repository):
    found = repository.find("web/api/a.ts", "web/b.ts", profile="gemini")
    assert [(repository.short(file.path), file.when) for file in found.files] == [
        ("~/.gemini/GEMINI.md", "launch"),
        ("GEMINI.md", "launch"),
        ("web/GEMINI.md", "on read"),
        ("web/api/GEMINI.md", "on read"),
    ]


def test_a_path_outside_of_the_project_reads_nothing_more_and_is_noted(repository):
    repository.write("^other/GEMINI.md", "other\n")
    found = repository.find("../../other/x.ts", profile="gemini")
    assert len(found.files) == 2
    assert any("outside of the project" in note for note in found.notes)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('{"context": {"fileName": "AGENTS.md"}}', ["AGENTS.md"]),
        (
            '{"context": {"fileName": ["AGENTS.md", "GEMINI.md"]}}',
            ["~/.gemini/GEMINI.md", "AGENTS.md", "GEMINI.md"],
        ),
        ('{"contextFileName": "AGENTS.md"}', ["AGENTS.md"]),
        ('{\n // a comment\n "context": {"fileName": "AGENTS.md" /* one */}\n}', ["AGENTS.md"]),
    ],
)
def test_settings_rename_the_files(repository, settings, expected):
    repository.write("AGENTS.md", "agents\n")
    repository.write("~/.gemini/settings.json", settings)
    assert read(repository) == expected


def test_the_projects_settings_win_over_the_users(repository):
    repository.write("AGENTS.md", "agents\n")
    repository.write("~/.gemini/settings.json", '{"context": {"fileName": "OTHER.md"}}')
    repository.write(".gemini/settings.json", '{"context": {"fileName": "AGENTS.md"}}')
    assert read(repository) == ["AGENTS.md"]


@pytest.mark.parametrize("name", ["../../secret.md", "/etc/passwd", "a/../../b", "C:\\x"])
def test_a_name_that_leaves_its_folder_does_not_count_and_is_noted(repository, name):
    repository.write(
        ".gemini/settings.json", f'{{"context": {{"fileName": "{name.replace(chr(92), chr(92) * 2)}"}}}}'
    )
    found = repository.find(profile="gemini")
    assert [repository.short(file.path) for file in found.files] == ["~/.gemini/GEMINI.md", "GEMINI.md"]
    assert any("leaves its folder" in note for note in found.notes)


def test_broken_settings_are_noted_and_the_default_counts(repository):
    repository.write("~/.gemini/settings.json", "{broken")
    found = repository.find(profile="gemini")
    assert [repository.short(file.path) for file in found.files] == ["~/.gemini/GEMINI.md", "GEMINI.md"]
    assert any("not valid JSON" in note for note in found.notes)


def test_imports_are_read_in_all_three_forms(repository):
    repository.write("GEMINI.md", f"@./docs/a.md and @../app/docs/b.md\n@{repository.path('docs/c.md')}\n")
    for name in "abc":
        repository.write(f"docs/{name}.md", name)
    found = repository.find(profile="gemini")
    assert [repository.short(file.path) for file in found.files][1:] == [
        "GEMINI.md",
        "docs/a.md",
        "docs/b.md",
        "docs/c.md",
    ]
    assert [(repository.short(file.importer), file.line, file.hops) for file in found.files[2:]] == [
        ("GEMINI.md", 1, 1),
        ("GEMINI.md", 1, 1),
        ("GEMINI.md", 2, 1),
    ]


def test_an_import_cycle_ends_in_a_listed_skip_within_bounded_work(repository):
    repository.write("GEMINI.md", "@./a.md\n")
    repository.write("a.md", "@./b.md\n")
    repository.write("b.md", "@./a.md and @./GEMINI.md\n")
    assert read(repository)[1:] == ["GEMINI.md", "a.md", "b.md"]
    found = repository.find(profile="gemini")
    assert [(repository.short(one.path), one.code, one.line) for one in found.skipped] == [
        ("a.md", "cycle", 1),
        ("GEMINI.md", "cycle", 1),
    ]
    assert lines_run(lambda: repository.find(profile="gemini")) < 30_000


def test_a_chain_of_five_imports_is_read_and_the_sixth_is_listed(repository):
    repository.write("GEMINI.md", "@./1.md\n")
    for number in range(1, 8):
        repository.write(f"{number}.md", f"@./{number + 1}.md\n")
    assert read(repository)[1:] == ["GEMINI.md", *(f"{number}.md" for number in range(1, 6))]
    assert skips(repository) == {"6.md": "too_deep"}


def test_an_import_from_outside_of_the_project_is_refused_and_listed(repository):
    repository.write("^secret.md", "secret\n")
    repository.write("GEMINI.md", "@../../secret.md\n")
    repository.write("~/.gemini/GEMINI.md", f"@{repository.path('web/GEMINI.md')}\n@./more.md\n")
    repository.write("~/.gemini/more.md", "more\n")
    assert read(repository) == ["~/.gemini/GEMINI.md", "~/.gemini/more.md", "GEMINI.md"]
    assert skips(repository) == {"^secret.md": "refused", "web/GEMINI.md": "refused"}


def test_a_missing_import_is_listed(repository):
    repository.write("GEMINI.md", "@./nothing.md\n")
    assert skips(repository) == {"nothing.md": "missing"}


def test_fenced_code_imports_nothing(repository):
    repository.write("GEMINI.md", '```python\n@app.get("/api/items")\n@./web/GEMINI.md\n```\n')
    assert read(repository) == ["~/.gemini/GEMINI.md", "GEMINI.md"]
    assert skips(repository) == {}


def test_comments_stay_in_the_text(repository):
    repository.write("GEMINI.md", "<!-- kept -->\ntext\n")
    assert repository.find(profile="gemini").files[1].text == "<!-- kept -->\ntext\n"
