import pytest

from daykeep.distill.score.announced import RULES, announced
from daykeep.distill.score.features import heading_bits
from daykeep.distill.score.reading import read_section, skim_lines


def rules(heading, text, parents=()):
    skim = skim_lines((number, line, False) for number, line in enumerate(text.splitlines(), start=1))
    reading = read_section(heading, parents, 2, skim)
    bits, _, above = heading_bits(heading, parents)
    found = announced(bits, above, reading.lines)
    return {name for place, name in enumerate(RULES) if found >> place & 1}


@pytest.mark.parametrize(
    "heading",
    [
        "Lessons",
        "踩坑",
        "学び",
        "교훈",
        "Lecciones",
        "Aprendizados",
        "Lektionen",
        "Уроки",
        "Pelajaran",
        "לקחים",
        "Lekcje",
    ],
)
def test_heading_announces_a_lesson_in_any_language(heading):
    assert {"lesson_heading", "pair_kind"} <= rules(heading, "- the disk fills by night")


def test_lesson_announced_by_the_heading_above_counts_for_its_children():
    assert "lesson_above" in rules("Disk", "- it fills by night", ("Day", "Lessons"))
    assert "lesson_above" not in rules("Disk", "- it fills by night", ("Day", "Backup"))


def test_heading_with_figures_does_not_announce_a_lesson():
    found = rules("Lesson progress 80%", "- four of five units")
    assert "lesson_but_counted" in found
    assert "lesson_heading" not in found


@pytest.mark.parametrize(
    ("problem", "cause", "fix"),
    [
        ("**Problem:** it hangs", "**Root cause:** a lock", "**Fix:** remove it"),
        ("**问题**：卡住", "**根因**：锁", "**修复方案**：删除"),
        ("- **Проблема:** завис", "- **Причина:** блок", "- **Решение:** удалить"),
    ],
)
def test_labels_of_problem_cause_and_fix_make_a_chain(problem, cause, fix):
    assert {"pair", "chain"} <= rules("Gateway", f"{problem}\n{cause}\n{fix}")
    assert "pair" not in rules("Gateway", problem)


def test_wish_of_the_user_in_one_line_is_told_from_a_longer_section():
    wish = "User feedback: the user never wants mails sent without asking"
    assert {"told_by_user", "only_wish"} <= rules("", wish)
    assert "only_wish" not in rules("", wish + "\n- a" * 5)


def test_plan_about_the_user_is_no_wish():
    assert "told_by_user" not in rules("", "TODO ask what the user wants?")
