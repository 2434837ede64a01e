"""The policy: words for each action, numbers, and errors with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import ConfigError
from daykeep.triage.model import CHOICES
from daykeep.triage.policy.numbers import KEYS
from daykeep.triage.policy.policy import default_policy, parse_policy, read_policy

WORDS = "".join(f"## {name}\n\nWords for {name}.\n\n" for name in CHOICES)


def test_both_policies_that_ship_have_the_same_numbers_and_words_for_every_action() -> None:
    english, chinese = default_policy("en"), default_policy("zh")
    assert english.gates == chinese.gates == {"keep": 0.0, "compress": 0.7, "archive": 0.7, "drop": 0.7}
    assert (english.keep_units, english.keep_tokens, english.drop_margin) == (4, 20_000, 0.15)
    assert set(english.criteria) == set(chinese.criteria) == set(CHOICES)
    assert all(english.criteria.values())
    assert "Never a decision" in english.criteria["drop"]
    assert english.sha != chinese.sha
    assert english._replace(criteria={}, cases=(), sha="", source="") == chinese._replace(
        criteria={}, cases=(), sha="", source=""
    )


def test_a_policy_without_numbers_has_those_that_ship() -> None:
    policy = read_policy(WORDS, "mine.md")
    shipped = default_policy()
    assert (policy.gates, policy.keep_units, policy.max_batches) == (
        shipped.gates,
        shipped.keep_units,
        shipped.max_batches,
    )
    assert {name: key.default for name, key in KEYS.items()}["keep_units"] == shipped.keep_units


def test_words_reach_the_decider_as_they_stand_and_any_change_of_the_text_changes_the_sha() -> None:
    one = read_policy(WORDS.replace("Words for drop.", "Drop *only* «thanks» & hellos."), "mine.md")
    assert one.criteria["drop"] == "Drop *only* «thanks» & hellos."
    assert one.sha != read_policy(WORDS, "mine.md").sha


def test_numbers_of_the_frontmatter_count() -> None:
    head = "---\nkeep_units: 2\ngate_drop: 0.9\ngate_on: confidence\nprotect_first: no\non_writer_failure: abort\n---\n"
    policy = read_policy(head + WORDS, "mine.md")
    assert policy.keep_units == 2
    assert policy.gates["drop"] == 0.9
    assert policy.gate_on == "confidence"
    assert policy.protect_first is False
    assert policy.on_writer_failure == "abort"


@pytest.mark.parametrize(
    ("head", "line", "told"),
    [
        ("---\nkeep_units: 4\ngate_drop: 1.5\n---\n", 3, "not between 0 and 1"),
        ("---\ngate_drop: much\n---\n", 2, "no number"),
        ("---\nkeep_units: 1.5\n---\n", 2, "no whole number"),
        ("---\ngate_on: mood\n---\n", 2, "none of probability, confidence"),
        ("---\nprotect_first: maybe\n---\n", 2, "neither yes nor no"),
        ("---\ngates: 0.7\n---\n", 2, "unknown key 'gates'"),
        ("---\ngate_drop: nan\n---\n", 2, "not between"),
    ],
)
def test_a_bad_number_is_an_error_with_file_and_line(head: str, line: int, told: str) -> None:
    with pytest.raises(ConfigError, match=told) as caught:
        read_policy(head + WORDS, "mine.md")
    assert f"mine.md:{line}: " in str(caught.value)


def test_every_problem_is_told_at_once_by_line() -> None:
    text = "---\nkeep_units: -1\n---\n## keep\nyes\n## keep\nagain\n## cases\n| a | b |\n"
    _, problems = parse_policy(text, "mine.md")
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)
    told = " ".join(problem.message for problem in problems)
    for part in (
        "not between",
        "second section",
        "'## compress'",
        "'## archive'",
        "'## drop'",
        "three cells",
    ):
        assert part in told


def test_chinese_headings_name_the_actions() -> None:
    policy = read_policy(
        "## 保留\n甲\n## 压缩\n乙\n## 归档\n丙\n## 丢弃\n丁\n## 案例\n| 问 | 好 | 丢弃 |\n", "策略.md"
    )
    assert policy.criteria == {"keep": "甲", "compress": "乙", "archive": "丙", "drop": "丁"}
    assert policy.cases[0][:3] == ("问", "好", "drop")


def test_lines_of_one_section_are_joined_as_the_language_does() -> None:
    text = WORDS.replace("Words for keep.", "One line\nand another.").replace(
        "Words for drop.", "问候，\n致谢。"
    )
    criteria = read_policy(text, "mine.md").criteria
    assert (criteria["keep"], criteria["drop"]) == ("One line and another.", "问候，致谢。")


def test_the_example_of_the_manual_is_a_policy_and_its_table_names_every_number() -> None:
    manual = (Path(__file__).parents[3] / "docs/how-to/triage-policy.md").read_text(encoding="utf-8")
    example = manual.split("```markdown\n")[1].split("```")[0]
    policy = read_policy(example, "manual")
    assert (policy.keep_units, policy.gates["drop"], len(policy.cases)) == (6, 0.8, 2)
    assert [name for name in KEYS if f"`{name}`" not in manual] == []
