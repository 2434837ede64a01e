import pytest

from daykeep.daily.words import HEADINGS, LABELS, says_todo, says_topic


@pytest.mark.parametrize(
    "title",
    [
        "Todo",
        "TODOs",
        "To-do list",
        "待办",
        "待办事项",
        "📋 Next steps",
        "Open items:",
        "下一步计划",
        "Todo (3)",
        "**Pending**",
        "14:05 Todo",
        "[9:30] 待办",
    ],
)
def test_heading_of_open_items_is_known(title):
    assert says_todo(title)


@pytest.mark.parametrize(
    "title", ["Next", "Method todos", "14:05 Todo app crashed", "Work", "", "待办应用崩溃了"]
)
def test_other_headings_are_not_of_open_items(title):
    assert not says_todo(title)


@pytest.mark.parametrize("title", ["14:05 Lesson: x", "Root cause", "Decision", "问题与修复", "教训"])
def test_heading_of_a_topic_is_known(title):
    assert says_topic(title)


@pytest.mark.parametrize("title", ["Log", "Notes", "记录", "Prefixes"])
def test_heading_of_a_list_is_no_topic(title):
    assert not says_topic(title)


def test_both_languages_have_the_same_words():
    assert HEADINGS["en"].keys() == HEADINGS["zh"].keys()
    assert LABELS["en"].keys() == LABELS["zh"].keys()
