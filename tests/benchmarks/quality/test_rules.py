import pytest

from benchmarks.quality.rules import GENEROUS, RULES, STRICT, TWELVE, find_by_rule


@pytest.mark.parametrize("word", ["技术收获", "教训", "经验总结"])
def test_each_strict_keyword_takes_its_section_without_to_dos(word):
    lines = [f"## 今日{word}", "- 一", "- [ ] 待办", "### 子标题", "- 二", "## 别的", "- 三"]
    assert find_by_rule(lines, STRICT) == {2: "lesson", 4: "lesson", 5: "lesson"}


@pytest.mark.parametrize(
    ("title", "rules"),
    [
        ("Lessons learned", {"generous", "in 12 languages"}),
        ("踩坑记录", {"generous", "in 12 languages"}),
        ("学び", {"in 12 languages"}),
        ("Lições do dia", {"in 12 languages"}),
        ("Root cause", {"in 12 languages"}),
        ("Status", set()),
    ],
)
def test_a_heading_is_known_by_the_rules_that_have_its_word(title, rules):
    assert {rule.name for rule in RULES if find_by_rule([f"## {title}", "- a line"], rule)} == rules


@pytest.mark.parametrize(
    ("level", "rules"), [(1, set()), (2, {STRICT, GENEROUS, TWELVE}), (4, {TWELVE}), (5, set())]
)
def test_levels_of_headings_are_those_of_the_rule(level, rules):
    assert {rule for rule in RULES if find_by_rule([f"{'#' * level} 教训", "- a"], rule)} == rules


@pytest.mark.parametrize("pair", [("**问题**: a", "**修复**: b"), ("- **问题：** a", "- **修复**：b")])
def test_a_pair_gives_its_labelled_lines_only(pair):
    assert find_by_rule(["### 发布", pair[0], "细节", pair[1]], STRICT) == {
        2: "problem_fix",
        4: "problem_fix",
    }


def test_a_problem_without_a_fix_is_no_pair():
    assert find_by_rule(["### x", "**问题**: a", "**原因**: b"], TWELVE) == {}


def test_numbered_labels_in_other_languages_are_known_to_the_widest_rule_alone():
    lines = ["### x", "**Problema:** a", "**Solución 2:** b"]
    assert [bool(find_by_rule(lines, rule)) for rule in RULES] == [False, False, True]


def test_headings_inside_code_open_no_section():
    assert find_by_rule(["## Log", "```", "## 教训", "- a", "```"], STRICT) == {}
