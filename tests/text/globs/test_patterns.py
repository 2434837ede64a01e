"""Path patterns: what they mean, what is wrong with them, and that matching stays bounded."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.globs import compile_globs
from daykeep.text.globs.patterns import MAX_PATTERNS
from tests.text.globs.work import lines_run


def meant(pattern: str, path: str, **options: bool) -> bool:
    return compile_globs([pattern], **options).match(path)


def codes(*patterns: str) -> list[tuple[str, str]]:
    return [(problem.pattern, problem.code) for problem in compile_globs(patterns).problems]


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("*.md", ["a.md", ".md"], ["docs/a.md", "a.mdx"]),
        ("**/*.ts", ["a.ts", "src/a.ts", "src/deep/er/a.ts"], ["a.tsx", "ts"]),
        ("src/**/*", ["src/a", "src/b/c"], ["src", "lib/src/a"]),
        ("src/**", ["src", "src/a", "src/a/b"], ["srcs/a", "lib/src/a"]),
        ("src/", ["src/a", "src/a/b"], ["lib/a"]),
        ("./src/*.py", ["src/a.py", "./src/a.py"], ["src/b/a.py"]),
        ("/src/*.py", ["src/a.py"], ["x/src/a.py"]),
        ("a/**/b/**/c", ["a/b/c", "a/x/b/y/z/c", "a/b/b/c"], ["a/c", "a/b", "b/c"]),
        ("a/**/**/b", ["a/b", "a/x/b"], ["ab"]),
        ("**", ["a", "a/b", ".x/y"], []),
        ("*", ["a", ".env"], ["a/b"]),
        ("src/**.ts", ["src/a.ts"], ["src/b/a.ts"]),
        ("a?c", ["abc", "aéc", "a😀c"], ["ac", "a/c", "abbc"]),
        ("a*b*c", ["abc", "axbxc", "abbcc"], ["ab", "acb"]),
        ("*a*a*", ["aa", "xaxax"], ["a"]),
        ("src//a", ["src/a"], []),
        ("photos 2024/**", ["photos 2024/a.png"], ["photos/2024"]),
        ("app/(group)/page.tsx", ["app/(group)/page.tsx"], ["app/group/page.tsx"]),
    ],
)
def test_wildcards_are_anchored_at_the_root_and_stay_within_their_folder(
    pattern: str, yes: list[str], no: list[str]
) -> None:
    assert [path for path in yes if not meant(pattern, path)] == []
    assert [path for path in no if meant(pattern, path)] == []


@pytest.mark.parametrize("path", [".github/workflows/a.yml", ".a.yml", "x/.b/c.yml"])
def test_names_that_start_with_a_dot_are_matched_like_others(path: str) -> None:
    assert meant("**/*.yml", path)


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("[abc].py", ["a.py", "c.py"], ["d.py", "ab.py"]),
        ("[a-c]x", ["bx"], ["dx"]),
        ("[!a-c]x", ["dx"], ["ax"]),
        ("[^a]x", ["bx"], ["ax"]),
        ("[]a]x", ["]x", "ax"], ["bx"]),
        ("[a-]x", ["-x", "ax"], ["bx"]),
        ("[[:digit:]_]x", ["1x", "_x"], ["ax"]),
        ("[a\\]]x", ["]x"], ["bx"]),
        ("[中-龥]*", ["文.md"], ["a.md"]),
    ],
)
def test_bracket_expressions_match_one_character(pattern: str, yes: list[str], no: list[str]) -> None:
    assert [path for path in yes if not meant(pattern, path)] == []
    assert [path for path in no if meant(pattern, path)] == []


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("app/[id]/**", "app/[id]/page.tsx"),
        ("app/[id]/**", "app/i/page.tsx"),
        ("app/[...slug]/page.tsx", "app/[...slug]/page.tsx"),
        ("app/[[...slug]]/page.tsx", "app/[[...slug]]/page.tsx"),
        ("app/\\[id\\]/**", "app/[id]/page.tsx"),
        ("**/[id]/[slug]/*.ts", "x/[id]/[slug]/a.ts"),
    ],
)
def test_a_bracket_expression_also_means_a_folder_of_that_very_name(pattern: str, path: str) -> None:
    assert meant(pattern, path)


def test_an_escaped_bracket_means_the_bracket_alone() -> None:
    assert not meant("app/\\[id\\]/**", "app/i/page.tsx")
    assert codes("app/\\[id\\]/**", "photos \\[2024/**") == []
    assert meant("photos \\[2024/**", "photos [2024/a")


@pytest.mark.parametrize("bad", ["photos [2024/**", "[", "a[!", "[]", "[z-a]x", "[[:nothing:]]", "[a/b]"])
def test_a_bracket_that_is_no_expression_matches_nothing_while_the_others_go_on(bad: str) -> None:
    globs = compile_globs([bad, "src/**"])
    assert globs.match("src/a")
    assert not globs.match(bad)
    assert codes(bad, "src/**") == [(bad, "bad_bracket")]


def test_a_list_of_bad_patterns_alone_matches_nothing() -> None:
    assert not compile_globs(["[x"]).match("a")
    assert not compile_globs(["[x", "!b"]).match("a")
    assert not compile_globs([]).match("a")


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (["src/**", "!src/gen/**"], "src/a", True),
        (["src/**", "!src/gen/**"], "src/gen/a", False),
        (["src/**", "!src/gen/**", "src/gen/keep.ts"], "src/gen/keep.ts", True),
        (["src/**/*.ts", "!node_modules/**"], "node_modules/src/a.ts", False),
        (["!vendor/**"], "src/a", True),
        (["!vendor/**"], "vendor/a", False),
        (["\\!a"], "!a", True),
        (["{a,b}/**", "!{a,b}/x"], "b/x", False),
    ],
)
def test_negation_takes_away_and_the_last_pattern_that_matches_decides(
    patterns: list[str], path: str, expected: bool
) -> None:
    assert compile_globs(patterns).match(path) is expected


def test_a_negation_before_every_other_pattern_is_a_problem_because_it_takes_nothing() -> None:
    assert codes("!vendor/**", "**/*.js") == [("!vendor/**", "negation_first")]
    assert codes("!vendor/**") == []


def test_a_path_or_pattern_that_leaves_the_root_is_never_meant() -> None:
    assert codes("../x/**") == [("../x/**", "outside")]
    assert not meant("../x/**", "../x/a")
    assert not meant("**", "../a")


def test_an_empty_or_overlong_pattern_is_a_problem() -> None:
    assert codes("", " ", "!") == [("", "empty"), (" ", "empty"), ("!", "empty")]
    assert [code for _, code in codes("a" * 20_000)] == ["too_long"]


def test_case_counts_unless_it_is_said_not_to() -> None:
    assert not meant("SRC/*.MD", "src/a.md")
    assert meant("SRC/*.MD", "src/a.md", ignore_case=True)
    assert meant("src/[A-C].md", "src/b.md", ignore_case=True)
    assert meant("src/[a-c].md", "SRC/B.md", ignore_case=True)
    assert not meant("src/[!A-C].md", "src/b.md", ignore_case=True)


def test_composed_and_decomposed_letters_are_one() -> None:
    assert meant("docs/caf\u00e9/*", "docs/cafe\u0301/a")
    assert meant("docs/cafe\u0301/*", "docs/caf\u00e9/a")


def test_a_backslash_is_a_slash_on_windows_and_a_character_elsewhere() -> None:
    assert meant("src\\app\\*.ts", "src\\app\\a.ts", windows=True)
    assert meant("src/app/*.ts", "src\\app\\a.ts", windows=True)
    assert meant("app/\\[id\\]/*", "app\\[id]\\a", windows=True)
    assert not meant("src/app/*.ts", "src\\app\\a.ts")
    assert meant("a\\\\b", "a\\b")


def test_absolute_paths_are_matched_with_absolute_patterns() -> None:
    assert meant("/home/me/**/CLAUDE.md", "/home/me/a/b/CLAUDE.md")
    assert meant("**/other/CLAUDE.md", "/home/me/other/CLAUDE.md")
    assert meant("C:/Users/*/x.md", "C:\\Users\\me\\x.md", windows=True)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 200 + "b", "a" * 1_000),
        ("**/a/" * 200 + "b", "a/" * 500 + "c"),
        ("**/*a*a*a/" * 60 + "b", "aaaaaa/" * 200 + "c"),
        ("?*" * 300 + "b", "a" * 1_000),
        ("*[ab]" * 200 + "c", "ab" * 500),
    ],
)
def test_matching_is_bounded_by_the_product_of_both_lengths(pattern: str, path: str) -> None:
    globs = compile_globs([pattern])
    assert lines_run(lambda: globs.match(path)) <= 30 * len(pattern) * len(path)
    assert not globs.match(path)


def test_a_list_is_read_up_to_a_number_of_patterns_and_says_where_it_ends() -> None:
    globs = compile_globs(f"src/{number}/**" for number in range(MAX_PATTERNS + 500))
    assert [(problem.code, problem.pattern) for problem in globs.problems] == [
        ("too_many", f"src/{MAX_PATTERNS}/**")
    ]
    assert globs.match(f"src/{MAX_PATTERNS - 1}/a")
    assert not globs.match(f"src/{MAX_PATTERNS}/a")


SEGMENTS = st.text(alphabet="ab.", min_size=1, max_size=4).filter(lambda text: text not in {".", ".."})


@given(st.lists(SEGMENTS, min_size=1, max_size=5))
def test_a_path_is_meant_by_itself_and_by_everything(names: list[str]) -> None:
    path = "/".join(names)
    assert meant(path, path)
    assert meant("**", path)
    assert meant("**/*", path)
    assert meant("*/" * (len(names) - 1) + "*", path)


@given(
    st.lists(st.sampled_from(["a", "b", "*", "?", "ab", "a*", "*b"]), min_size=1, max_size=4),
    st.lists(SEGMENTS, min_size=1, max_size=4),
)
def test_patterns_without_double_stars_agree_with_the_standard_library(
    pattern: list[str], names: list[str]
) -> None:
    assert meant("/".join(pattern), "/".join(names)) == (
        len(pattern) == len(names) and PurePosixPath("/".join(names)).match("/".join(pattern))
    )


@given(st.lists(st.text(max_size=30), max_size=6), st.text(max_size=30))
def test_no_pattern_and_no_path_makes_matching_fail(patterns: list[str], path: str) -> None:
    for options in ({}, {"windows": True, "ignore_case": True}):
        assert compile_globs(patterns, **options).match(path) in {True, False}
