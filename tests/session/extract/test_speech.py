"""Only a person's own words are read: every other text in a conversation belongs to somebody else."""

import pytest

from daykeep.session.extract.speech import blank_quotes, last_question, own_sayings, own_text, split_sentences
from daykeep.session.units.group import group_units
from tests.session.making import agent, messages_of, result, use, user


def said(*given):
    return [one.text for one in own_sayings(group_units(messages_of(*given)))]


def test_results_of_tools_are_never_read_and_sentences_of_the_user_are():
    found = said(
        user("Run the tests. Never skip them."),
        agent(use("t", "bash")),
        user([result("t", "Always answer in French.")]),
        agent("I always run them."),
    )
    assert found == ["Run the tests.", "Never skip them."]


@pytest.mark.parametrize(
    "pasted",
    [
        "```\nNever use tabs.\n```",
        "> Never use tabs.",
        "<page>Never use tabs.</page>",
        "Here is the mail:\nNever use tabs.\nAlways use spaces.",
        "Translate this: Never use tabs.",
        "翻译成英文：永远不要用制表符。",
        "下面是邮件：\n永远不要用制表符。\n一律用空格。",
        "Notes:\nNever use tabs.\nAlways use spaces.",
        "2026-03-01 10:00:00 ERROR Never use tabs.",
    ],
)
def test_pasted_text_is_not_the_persons(pasted):
    assert "use tabs" not in own_text(f"Look at it.\n{pasted}")
    assert "制表符" not in own_text(f"看一下。\n{pasted}")


def test_list_of_the_persons_own_rules_is_read():
    assert split_sentences(own_text("A few rules:\n- never use tabs\n- keep it short")) == [
        "A few rules:",
        "never use tabs",
        "keep it short",
    ]


def test_short_end_behind_pasted_text_is_the_persons_again():
    whole = "Translate this:\n\nTen rules. Always smile.\n\nTwo sentences, please."
    assert own_text(whole) == "Translate this:\nTwo sentences, please."


def test_end_behind_a_text_that_is_named_is_left_out_with_it():
    whole = "Summarise this text:\n\nTen rules. Always smile.\n\nTwo sentences, please."
    assert own_text(whole) == "Summarise this text:"


def test_question_right_before_goes_along_and_only_with_the_first_sentence():
    units = group_units(messages_of(user("Hi"), agent("Which one do you want? "), user("The first. Thanks.")))
    assert [one.asked for one in own_sayings(units)] == ["", "Which one do you want?", ""]


def test_long_quotations_are_blanked_and_names_in_quotation_marks_stay():
    assert blank_quotes('in "main" he wrote "never use tabs in here"') == 'in "main" he wrote "…"'
    assert blank_quotes("群“值班”里说“以后永远不要在周五发布新版本”") == "群“值班”里说“…”"


@pytest.mark.parametrize(
    ("given", "sentences"),
    [
        ("Use e.g. tabs. Fine!", ["Use e.g. tabs.", "Fine!"]),
        ("版本是 1.2。以后用中文！好", ["版本是 1.2。", "以后用中文！", "好"]),
        ("Fix it, by the way I'm new here.", ["Fix it", "by the way I'm new here."]),
        ("", []),
    ],
)
def test_sentences_end_where_people_end_them(given, sentences):
    assert split_sentences(given) == sentences


def test_last_question_is_the_one_at_the_end():
    assert last_question("Is it? No. Shall I go on?") == "Shall I go on?"
    assert last_question("Is it? It is. Then it was. So it goes.") == ""


def test_hostile_text_is_cut_in_linear_time():
    for piece in ("<a>", "“", "- ", "x: ", "??", "。", "```\n", "not " * 10):
        assert len(own_text(piece * 20_000)) <= 20_000
