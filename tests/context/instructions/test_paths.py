"""The paths of a rule: every form in which people write them."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daykeep.context.instructions.paths import Paths, parse_paths
from daykeep.files.encoding import decode
from daykeep.text.globs import MAX_EXPANDED_PATTERNS
from tests.text.globs.work import lines_run


def paths_of(*frontmatter: str, **options: object) -> Paths:
    return parse_paths(["---", *frontmatter, "---", "# Rule"], **options)  # type: ignore[arg-type]


def codes(paths: Paths) -> list[str]:
    return [problem.code for problem in paths.problems]


@pytest.mark.parametrize(
    "frontmatter",
    [
        ["paths:", '  - "src/**/*.ts"', '  - "lib/*.js"'],
        ["paths:", "- src/**/*.ts", "- lib/*.js"],
        ["paths:", "  - src/**/*.ts  # sources", "", "  # more", "  - 'lib/*.js'"],
        ["paths: src/**/*.ts, lib/*.js"],
        ["paths: src/**/*.ts,lib/*.js"],
        ['paths: "src/**/*.ts, lib/*.js"'],
        ["paths: 'src/**/*.ts,lib/*.js' # both"],
        ['paths: "src/**/*.ts", "lib/*.js"'],
        ['paths: ["src/**/*.ts", "lib/*.js"]'],
        ["paths: [src/**/*.ts, lib/*.js]"],
        ["paths: [", '  "src/**/*.ts",', '  "lib/*.js"', "]"],
        ["paths: |", "  src/**/*.ts", "  lib/*.js"],
        ["paths: >-", "  src/**/*.ts,", "  lib/*.js"],
        ["globs: src/**/*.ts, lib/*.js"],
        ['"paths": ["src/**/*.ts", "lib/*.js"]'],
        ["paths :", '  - "src/**/*.ts",', '  - "lib/*.js",'],
        ["paths: src/**/*.ts", "globs: lib/*.js"],
        ["globs:", "  - lib/*.js", "paths:", "  - src/**/*.ts"],
        ["name: a", "paths:", "  - src/**/*.ts", "  - lib/*.js", "other:", "  - x"],
    ],
)
def test_a_list_and_a_comma_string_are_read_in_every_form(frontmatter: list[str]) -> None:
    paths = paths_of(*frontmatter)
    assert paths.patterns == ("src/**/*.ts", "lib/*.js")
    assert paths.problems == ()
    assert not paths.always
    assert paths.match("src/a/b.ts")
    assert paths.match("lib/a.js")
    assert not paths.match("README.md")


@pytest.mark.parametrize(
    ("frontmatter", "path"),
    [
        (["paths: *.tsx"], "a.tsx"),
        (["paths: **/*.ts"], "src/a.ts"),
        (["paths: {a,b}/**"], "b/x"),
        (["paths: {src,lib}"], "lib"),
        (["paths: [id]/**"], "[id]/x"),
        (["paths:", "  - *.tsx"], "a.tsx"),
        (["paths: [**/*.ts, b]"], "src/a.ts"),
        (["globs: *.ts,*.tsx"], "a.tsx"),
        (["paths: @types/**"], "@types/a"),
        (["paths: !vendor/**"], "src/a"),
    ],
)
def test_an_unquoted_pattern_that_is_not_yaml_is_read_as_it_stands_with_a_warning(
    frontmatter: list[str], path: str
) -> None:
    paths = paths_of(*frontmatter)
    assert paths.match(path)
    assert codes(paths) == ["unquoted"]
    assert paths.match("other/z.rs") == (frontmatter == ["paths: !vendor/**"])


def test_a_blank_that_is_missing_after_the_key_is_a_warning() -> None:
    paths = paths_of("globs:*.ts")
    assert paths.match("a.ts")
    assert not paths.match("b.js")
    assert [(problem.line, problem.code) for problem in paths.problems] == [(2, "unquoted"), (2, "unquoted")]


def test_a_list_of_four_matches_by_each_of_them() -> None:
    paths = paths_of("paths:", *(f"  - {folder}/**" for folder in "abcd"))
    assert all(paths.match(f"{folder}/x") for folder in "abcd")
    assert not paths.match("e/x")


@pytest.mark.parametrize("value", ["", " ", " ~", " null", " []", ' ""', " # nothing"])
def test_an_empty_or_null_value_means_always(value: str) -> None:
    paths = paths_of(f"paths:{value}", "name: x")
    assert paths.always
    assert paths.match("anything")
    assert paths.problems == ()


@pytest.mark.parametrize(
    "lines", [[], ["# Rule"], ["---", "name: x", "---"], ["", "text", "---", "paths: a", "---"]]
)
def test_no_paths_mean_always(lines: list[str]) -> None:
    assert parse_paths(lines).always


@pytest.mark.parametrize("value", ["404", "3.5", "true"])
def test_a_number_or_truth_value_is_taken_as_a_name_with_a_warning(value: str) -> None:
    paths = paths_of(f"paths: {value}")
    assert paths.match(value)
    assert not paths.match("other")
    assert codes(paths) == ["not_a_pattern"]
    assert codes(paths_of(f'paths: "{value}"')) == []


def test_a_mapping_is_a_problem_and_means_no_path() -> None:
    paths = paths_of("paths:", "  src: true")
    assert codes(paths) == ["not_a_list"]
    assert not paths.always
    assert not paths.match("src")


def test_a_bad_bracket_is_a_problem_of_its_pattern_alone_and_names_its_line() -> None:
    paths = paths_of("name: x", "paths:", '  - "photos [2024/**"', '  - "src/**"')
    assert paths.match("src/a")
    assert not paths.match("photos [2024/a")
    assert [(problem.line, problem.code, problem.pattern) for problem in paths.problems] == [
        (4, "bad_bracket", "photos [2024/**")
    ]


def test_a_file_is_unread_for_its_patterns_or_because_none_of_them_can_be_matched() -> None:
    assert paths_of("paths: src/**, [x").why_unread() == (
        "no_match",
        "read with a file that matches src/**, [x",
    )
    assert paths_of('paths: "[x"').why_unread()[0] == "bad_pattern"
    assert paths_of('paths: ["[x", "!a"]').why_unread()[0] == "bad_pattern"
    assert paths_of('paths: "!a"').why_unread()[0] == "no_match"
    assert paths_of("paths:", "  a: b").why_unread()[0] == "bad_pattern"
    many = paths_of("paths: " + ", ".join(f"p{number}" for number in range(20)))
    assert many.why_unread()[1].endswith("p7 and 12 more")


def test_a_quoted_escape_reaches_the_pattern() -> None:
    assert paths_of('paths: "photos \\\\[2024/**"').match("photos [2024/a")
    assert paths_of("paths: 'photos \\[2024/**'").match("photos [2024/a")
    assert paths_of("paths: photos \\[2024/**").match("photos [2024/a")
    assert paths_of("paths: 'it''s/*'").patterns == ("it's/*",)


def test_commas_within_braces_do_not_cut() -> None:
    assert paths_of("paths: src/*.{ts,tsx}, lib/{a,{b,c}}/**").patterns == (
        "src/*.{ts,tsx}",
        "lib/{a,{b,c}}/**",
    )
    assert paths_of("paths: [src/*.{ts,tsx}, a]").patterns == ("src/*.{ts,tsx}", "a")


def test_negation_takes_away_in_a_rule() -> None:
    paths = paths_of("paths:", "  - src/**/*.ts", '  - "!node_modules/**"', "globs:", '  - "*.config.js"')
    assert paths.match("src/a.ts")
    assert paths.match("vite.config.js")
    assert not paths.match("node_modules/a.ts")


def test_a_brace_bomb_matches_nothing_within_bounded_work_and_the_others_go_on() -> None:
    lines = ["---", "paths:", '  - "' + "{a,b}" * 20 + '"', '  - "src/**"', "---"]
    work = lines_run(lambda: parse_paths(lines))
    paths = parse_paths(lines)
    assert work <= 60 * MAX_EXPANDED_PATTERNS
    assert codes(paths) == ["over_budget"]
    assert paths.match("src/a")
    assert not paths.match("a" * 20)


def test_a_frontmatter_too_large_to_be_read_means_no_path_within_bounded_work() -> None:
    lines = ["---", *["paths: a"] * 20_000, "---"]
    assert lines_run(lambda: parse_paths(lines)) <= 10 * len(lines)
    paths = parse_paths(lines)
    assert codes(paths) == ["too_large"]
    assert not paths.always
    assert not paths.match("a")
    assert paths.why_unread()[0] == "bad_pattern"


def test_a_large_frontmatter_without_paths_means_always() -> None:
    paths = paths_of("name: a", "description: " + "x" * 20_000)
    assert paths.always
    assert not paths.problems


def test_a_key_given_a_thousand_times_is_read_within_bounded_work() -> None:
    lines = ["---", *["paths:", "  - a"] * 1_000, "---"]
    assert lines_run(lambda: parse_paths(lines)) <= 200 * len(lines)


def test_the_patterns_of_both_keys_share_one_budget() -> None:
    paths = paths_of("paths: 'a{1..600}'", "globs: 'b{1..600}'")
    assert codes(paths) == ["over_budget"]
    assert paths.match("a600")
    assert not paths.match("b600")


@pytest.mark.parametrize(
    "before", [["<!-- made by a tool -->"], ["<!-- two", "lines -->", ""], [""], ["\ufeff<!-- x -->"]]
)
def test_a_comment_before_the_frontmatter_is_passed_over_with_a_warning(before: list[str]) -> None:
    paths = parse_paths([*before, "---", "paths: src/**", "---", "text"])
    assert paths.patterns == ("src/**",)
    assert codes(paths) == ["comment_first"]


def test_a_yaml_comment_within_the_frontmatter_is_passed_over() -> None:
    assert paths_of("# which files", "paths: src/**").patterns == ("src/**",)


def test_a_frontmatter_that_is_never_closed_is_a_problem() -> None:
    paths = parse_paths(["---", "paths: src/**", "", "text"])
    assert paths.always
    assert codes(paths) == ["unclosed"]


def test_a_key_given_twice_keeps_its_last_value_and_is_a_problem() -> None:
    paths = paths_of("paths: a", "paths: b")
    assert paths.patterns == ("b",)
    assert codes(paths) == ["given_twice"]


def test_another_key_can_be_read() -> None:
    paths = paths_of('applyTo: "**/*.ts,**/*.tsx"', "paths: x", keys=("applyTo",))
    assert paths.patterns == ("**/*.ts", "**/*.tsx")


RULE = '---\npaths:\n  - "src/**/*.ts"\n---\n# Rule\n'


@pytest.mark.parametrize(
    "data",
    [
        RULE.encode(),
        RULE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + RULE.encode(),
        b"\xef\xbb\xbf" + RULE.replace("\n", "\r\n").encode(),
        RULE.encode("utf-16"),
        b"\xfe\xff" + RULE.encode("utf-16-be"),
    ],
    ids=["plain", "crlf", "bom", "bom-crlf", "utf16-le", "utf16-be"],
)
def test_encodings_and_line_ends_make_no_difference(data: bytes) -> None:
    paths = parse_paths([line.text for line in decode(data).lines])
    assert paths.patterns == ("src/**/*.ts",)
    assert paths.problems == ()


def test_case_and_backslashes_count_as_the_platform_says() -> None:
    assert paths_of("paths: SRC\\*.TS", ignore_case=True, windows=True).match("src/a.ts")
    assert not paths_of("paths: SRC/*.TS").match("src/a.ts")


@given(st.lists(st.text(alphabet="pathsglob: -[]{}\"',*!#\\ \t|>&a/", max_size=30), max_size=8))
def test_no_frontmatter_makes_reading_fail(lines: list[str]) -> None:
    paths = paths_of("paths: a", *lines)
    assert paths.match("zzz") in {True, False}


PATTERNS = st.lists(
    st.text(alphabet="abz/*?.{}[]!-#:'\" @&%|>\\é", min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda text: text and text.count("{") == text.count("}") == 0),
    min_size=1,
    max_size=5,
    unique=True,
)


@given(PATTERNS, st.sampled_from([None, "'", '"']), st.sampled_from([True, False]))
def test_what_yaml_writes_is_read_back_as_the_same_patterns(
    patterns: list[str], style: str, flow: bool
) -> None:
    written = yaml.safe_dump(
        {"name": "x", "paths": patterns}, default_style=style, default_flow_style=flow and None, width=10_000, allow_unicode=True, sort_keys=False,
    )  # fmt: skip
    assert parse_paths(["---", *written.splitlines(), "---"]).patterns == tuple(patterns)
