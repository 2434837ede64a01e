"""Brace groups: what they stand for, and the budget that a list shares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.globs import MAX_EXPANDED_BYTES, MAX_EXPANDED_PATTERNS, compile_globs
from daykeep.text.globs.braces import Budget, expand_braces
from tests.text.globs.work import lines_run


def expanded(pattern: str) -> list[str] | None:
    return expand_braces(pattern, Budget())


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a", ["a"]),
        ("{a,b}", ["a", "b"]),
        ("{a,b}/{c,d}", ["a/c", "a/d", "b/c", "b/d"]),
        ("*.{ts,tsx}", ["*.ts", "*.tsx"]),
        ("{a,{b,c}d}e", ["ae", "bde", "cde"]),
        ("a{,.min}.js", ["a.js", "a.min.js"]),
        ("{1..3}", ["1", "2", "3"]),
        ("{03..01}", ["03", "02", "01"]),
        ("{1..9..4}", ["1", "5", "9"]),
        ("{-1..1}", ["-1", "0", "1"]),
        ("{a..c}", ["a", "b", "c"]),
        ("{x}", ["{x}"]),
        ("{}", ["{}"]),
        ("a{b,c", ["a{b,c"]),
        ("a{b,{c,d}", ["a{b,c", "a{b,d"]),
        ("{a,b}}", ["a}", "b}"]),
        ("\\{a,b\\}", ["\\{a,b\\}"]),
        ("{a\\,b,c}", ["a\\,b", "c"]),
        ("a,b", ["a,b"]),
        ("{{a,b}}", ["{a}", "{b}"]),
    ],
)
def test_groups_multiply_and_what_is_no_group_stays(pattern: str, expected: list[str]) -> None:
    assert expanded(pattern) == expected


def test_a_group_of_exactly_the_budget_is_expanded_and_one_more_is_not() -> None:
    assert len(expanded("{" + "," * (MAX_EXPANDED_PATTERNS - 1) + "}") or ()) == MAX_EXPANDED_PATTERNS
    assert expanded("{" + "," * MAX_EXPANDED_PATTERNS + "}") is None
    assert len(expanded("{1..1000}") or ()) == MAX_EXPANDED_PATTERNS
    assert expanded("{1..1001}") is None


def test_a_list_shares_its_budget_and_a_pattern_over_it_matches_nothing_and_takes_nothing() -> None:
    big = "{" + ",".join(f"a{number}" for number in range(600)) + "}"
    globs = compile_globs([big, big.replace("a", "b"), "{c,d}", "plain"])
    assert [globs.match(path) for path in ("a599", "b1", "c", "plain")] == [True, False, True, True]
    assert [problem.code for problem in globs.problems] == ["over_budget"]


def test_plain_patterns_take_nothing_of_the_budget() -> None:
    globs = compile_globs([*(f"f{number}" for number in range(3_000)), "{a,b}"])
    assert globs.match("f2999")
    assert globs.match("b")
    assert globs.problems == ()


def test_expanded_text_has_a_budget_of_bytes_too() -> None:
    long = "x" * 8_000
    assert len(expanded(long + "{1..500}") or ()) == 500
    assert expanded(long + "{1..600}") is None
    assert expanded("界" * 4_000 + "{1..400}") is None
    assert MAX_EXPANDED_BYTES == 4 * 1024 * 1024


@pytest.mark.parametrize(
    "bomb",
    [
        "{a,b}" * 20,
        "{a,b}" * 3_000,
        "{" * 10_000,
        "{a," * 5_000,
        "{a," * 3_000 + "}" * 3_000,
        "{1..999999999}",
        "{1..999}{1..999}",
        "{a,b}" * 9 + "x," * 7_000,
        "{x}" * 5_000,
        "{a,b}" * 9 + "{x}" * 4_000,
        "{{a,b},{c,d}}" * 1_000,
        "{" + "," * 16_000 + "}",
    ],
)
def test_a_brace_bomb_is_found_in_work_that_its_length_and_the_budget_bound(bomb: str) -> None:
    work = lines_run(lambda: compile_globs([bomb, "src/**"]).match("src/a"))
    assert work <= 60 * len(bomb) + 60 * MAX_EXPANDED_PATTERNS
    assert compile_globs([bomb, "src/**"]).match("src/a")


@given(st.text(alphabet="ab{},\\.1", max_size=40))
def test_expansion_never_fails_and_stays_within_the_budget(pattern: str) -> None:
    budget = Budget()
    found = expand_braces(pattern, budget)
    assert found is None or 1 <= len(found) <= MAX_EXPANDED_PATTERNS
    assert budget.patterns >= 0
    assert budget.size_bytes >= 0
