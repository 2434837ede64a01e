"""Which rules are read at the start, which with a path, and which never."""

import os
import sys

import pytest

from daykeep.context.instructions import reading

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links")

RULE = ".claude/rules/r.md"


def _rule(world, head, name=RULE):
    world.write(name, f"---\n{head}\n---\nthe rule\n")


@pytest.mark.parametrize(
    "head",
    [
        'paths:\n  - "src/**/*.ts"\n  - "lib/**"',
        "paths: src/**/*.ts, lib/**",
        'paths: "src/**/*.ts"',
        "paths: **/*.ts",
        "paths: {src,lib}/**",
        'paths: ["src/**"]',
        "globs: src/**",
        "globs: *.md, src/**",
    ],
    ids=["list", "csv", "quoted", "unquoted_star", "braces", "inline_list", "globs_alias", "globs_csv"],
)
def test_a_rule_with_paths_is_read_with_a_path_that_matches_and_listed_without(world, head):
    _rule(world, head)
    assert (world.read(), world.skips()) == ([], {RULE: "no_match"})
    found = world.find("src/deep/new.ts")
    [file] = found.files
    assert (file.when, file.scope, file.text) == ("on read", "rule", "the rule\n")
    assert file.globs
    assert "src/deep/new.ts" in file.reason
    assert world.skips("other/x.py") == {RULE: "no_match"}


@pytest.mark.parametrize("head", ["paths:", "paths: null", "paths: []", "title: none"])
def test_a_rule_whose_paths_are_empty_is_read_at_the_start(world, head):
    _rule(world, head)
    [file] = world.find().files
    assert (file.when, file.text, file.globs) == ("launch", "the rule\n", ())


def test_a_rule_whose_paths_are_a_number_is_never_read_everywhere_without_a_word(world):
    _rule(world, "paths: 42")
    found = world.find()
    assert any("r.md:2" in note for note in found.notes)


def test_a_negated_path_takes_back_what_another_one_matched(world):
    _rule(world, 'paths:\n  - "src/**"\n  - "!src/vendor/**"')
    assert world.read("src/a.py") == [RULE]
    assert world.read("src/vendor/a.py") == []


@pytest.mark.parametrize(
    "pattern", ["{a,b}" * 20, "{" * 5000, "{a,b,c,d,e,f,g,h,i,j}" * 400, "{1..999999999}/**"]
)
def test_a_brace_bomb_matches_nothing_and_its_neighbour_works(world, pattern):
    _rule(world, f'paths:\n  - "{pattern}"\n  - "src/**"')
    assert world.read("src/a.py") == [RULE]
    assert world.read("a" * 20) == []


def test_a_bad_bracket_matches_nothing_is_named_and_its_neighbour_works(world):
    _rule(world, 'paths: ["photos [2024/**", "src/**"]')
    assert world.read("src/a.py") == [RULE]
    assert world.read("photos [2024/a.jpg") == []
    assert any("photos [2024" in note for note in world.find().notes)


def test_a_bracket_in_a_folders_name_is_matched_where_it_is_escaped(world):
    _rule(world, "paths:\n  - 'app/\\[id\\]/**'")
    assert world.read("app/[id]/page.tsx") == [RULE]
    assert world.read("app/i/page.tsx") == []


def test_a_star_alone_means_the_projects_own_folder(world):
    _rule(world, 'paths: "*.md"')
    assert world.read("README.md") == [RULE]
    assert world.read("docs/README.md") == []


def test_dotfiles_match_like_other_files(world):
    _rule(world, 'paths: ["**/*.yml"]')
    assert world.read(".github/workflows/ci.yml") == [RULE]


def test_a_comment_before_the_frontmatter_hides_neither_the_paths_nor_itself(world):
    world.write(RULE, "<!-- made by hand -->\n---\npaths: [src/**]\n---\nthe rule\n")
    assert world.read() == []
    [file] = world.find("src/x.py").files
    assert file.text == "the rule\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf---\npaths: [src/**]\n---\nthe rule\n",
        b"---\r\npaths: [src/**]\r\n---\r\nthe rule\r\n",
        "---\npaths: [src/**]\n---\nthe rule\n".encode("utf-16"),
    ],
    ids=["bom", "crlf", "utf16"],
)
def test_paths_are_read_in_any_encoding_and_no_frontmatter_reaches_the_model(world, data):
    world.write(RULE, data)
    assert world.read() == []
    assert [file.text for file in world.find("src/x.py").files] == ["the rule\n"]


def test_rules_are_found_at_any_depth_sorted_and_files_of_other_kinds_are_not(world):
    for name in ("b.md", "a/z.md", "a/deep/er/x.md", "c.txt", "d.MD.bak"):
        world.write(f".claude/rules/{name}", name)
    assert world.read() == [
        ".claude/rules/a/deep/er/x.md", ".claude/rules/a/z.md", ".claude/rules/b.md",
    ]  # fmt: skip


@posix
def test_rules_that_are_links_to_files_and_folders_are_read(world):
    world.write("^shared/x.md", "x")
    world.write("^shared/folder/y.md", "y")
    world.link(".claude/rules/x.md", "../../../../shared/x.md")
    world.link(".claude/rules/more", world.root / "shared" / "folder")
    assert world.read() == [".claude/rules/more/y.md", ".claude/rules/x.md"]


@posix
def test_links_that_lead_back_end_in_a_listed_skip(world):
    world.write(".claude/rules/a/x.md", "x")
    world.link(".claude/rules/a/loop", world.path(".claude/rules"))
    world.link(".claude/rules/self.md", "self.md")
    assert world.read() == [".claude/rules/a/x.md"]
    assert world.skips() == {".claude/rules/a/loop": "cycle", ".claude/rules/self.md": "cycle"}


@posix
def test_two_links_to_one_folder_are_listed_once(world):
    world.write("^shared/x.md", "x")
    world.link(".claude/rules/one", world.root / "shared")
    world.link(".claude/rules/two", world.root / "shared")
    assert len(world.read()) == 1
    assert set(world.skips().values()) == {"duplicate"}


@posix
@pytest.mark.parametrize("name", ["pipe.md", "folder.md/x.md"])
def test_what_only_looks_like_a_rule_is_listed(world, name):
    if name == "pipe.md":
        world.path(".claude/rules").mkdir(parents=True)
        os.mkfifo(world.path(".claude/rules/pipe.md"))
        assert world.skips() == {".claude/rules/pipe.md": "not_a_file"}
    else:
        world.write(f".claude/rules/{name}", "x")
        assert world.read() == [".claude/rules/folder.md/x.md"]


def test_a_file_in_the_place_of_the_rules_folder_is_listed(world):
    world.write(".claude/rules", "not a folder")
    assert world.skips() == {".claude/rules": "not_a_file"}


def test_a_folder_with_too_many_names_is_passed_over_and_named(world, monkeypatch):
    monkeypatch.setattr("daykeep.context.instructions.claude.rules.MOST_ENTRIES", 20)
    world.write(".claude/rules/a.md", "kept")
    for number in range(30):
        world.write(f".claude/rules/many/{number}.md", "x")
    assert world.read() == [".claude/rules/a.md"]
    assert world.skips() == {".claude/rules/many": "too_many"}


def test_rules_of_folders_below_are_relative_to_their_folder_and_may_share_a_name(world):
    _rule(world, "paths: src/**")
    _rule(world, "paths: src/**", "pkg/.claude/rules/r.md")
    assert world.read("src/a.py") == [RULE]
    assert world.read("pkg/src/a.py") == ["pkg/.claude/rules/r.md"]


def test_rules_of_folders_below_follow_the_setting_sources(world):
    world.write("pkg/.claude/rules/r.md", "rule")
    assert world.read("pkg/a.py") == ["pkg/.claude/rules/r.md"]
    assert world.read("pkg/a.py", sources=("user", "local")) == []


def test_a_users_rule_with_paths_works_in_every_project(world):
    _rule(world, "paths: src/**", "~/.claude/rules/r.md")
    world.write("^work/other/src/x.py")
    assert world.read("src/x.py") == ["~/.claude/rules/r.md"]
    assert world.read("src/x.py", cwd="^work/other") == ["~/.claude/rules/r.md"]


def test_a_rule_of_a_folder_above_is_relative_to_that_folder(world):
    _rule(world, "paths: app/src/**", "^work/.claude/rules/r.md")
    assert world.read("src/x.py") == ["^work/.claude/rules/r.md"]


@posix
def test_a_path_through_a_linked_checkout_matches_like_the_real_one(world):
    _rule(world, "paths: src/**")
    world.write("src/x.py")
    world.link("^alias", world.project)
    assert world.read(str(world.root / "alias" / "src" / "x.py")) == [RULE]


@posix
@pytest.mark.parametrize("pattern", ["linked/**", "src/**"])
def test_a_linked_folder_of_the_project_matches_by_its_name_and_by_what_is_behind_it(world, pattern):
    _rule(world, f"paths: {pattern}")
    world.write("src/x.py")
    world.link("linked", "src")
    assert world.read("linked/x.py") == [RULE]


def test_the_users_rules_come_before_the_projects(world):
    for name in ("~/.claude/rules/u.md", RULE):
        _rule(world, "paths: src/**", name)
    assert world.read("src/x.py") == ["~/.claude/rules/u.md", RULE]


def test_a_rule_is_read_once_for_several_paths(world):
    _rule(world, "paths: src/**")
    assert world.read("src/a.py", "src/b.py") == [RULE]


def test_a_claude_md_with_paths_waits_for_them_too(world):
    _rule(world, "paths: src/**", "CLAUDE.md")
    assert world.skips() == {"CLAUDE.md": "no_match"}
    assert world.read("src/a.py") == ["CLAUDE.md"]


def test_a_rule_that_is_imported_before_is_not_read_twice(world):
    world.write("CLAUDE.md", f"@{RULE}")
    world.write(RULE, "rule")
    assert (world.read(), world.skips()) == (["CLAUDE.md", RULE], {RULE: "duplicate"})


def test_rules_with_too_many_patterns_together_are_listed_and_the_others_are_read(world, monkeypatch):
    monkeypatch.setattr("daykeep.context.instructions.gather.MOST_PATTERNS", 3)
    for number in range(4):
        world.write(f".claude/rules/{number}.md", "---\npaths: a/**, b/**\n---\nrule\n")
    world.write(".claude/rules/plain.md", "rule")
    assert world.read("a/x") == [".claude/rules/plain.md", ".claude/rules/0.md", ".claude/rules/1.md"]
    assert world.skips("a/x") == {f".claude/rules/{number}.md": "too_many" for number in (2, 3)}


def test_many_links_to_one_file_read_it_once(world, monkeypatch):
    opened = []
    real = reading.open_read_only
    monkeypatch.setattr(reading, "open_read_only", lambda path: opened.append(path) or real(path))
    world.write("big.txt", "rule")
    for number in range(5):
        world.link(f".claude/rules/{number}.md", "../../big.txt")
    assert world.read() == [".claude/rules/0.md"]
    assert set(world.skips().values()) == {"duplicate"}
    assert len(opened) == 2  # once for each of the two calls


def test_files_that_are_too_large_together_are_listed(world, monkeypatch):
    monkeypatch.setattr("daykeep.context.instructions.gather.MOST_BYTES", 250)
    for number in range(4):
        world.write(f".claude/rules/{number}.md", "x" * 100)
    assert world.read() == [".claude/rules/0.md", ".claude/rules/1.md"]
    assert world.skips() == {f".claude/rules/{number}.md": "too_many" for number in (2, 3)}


def test_a_link_that_leads_out_of_the_project_says_where(world):
    world.write("~/notes.md", "private")
    world.write("inside.md", "ours")
    world.link("CLAUDE.md", world.path("~/notes.md"))
    world.link(".claude/rules/ours.md", "../../inside.md")
    outside, inside = world.find().files
    assert outside.reason == "of the working folder; it is a link to ~/notes.md"
    assert "link" not in inside.reason
