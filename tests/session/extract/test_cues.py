"""What is asked, told by others or only supposed is no statement."""

import pytest

from daykeep.session.extract.cues import is_hearsay, is_question, is_standing, is_supposed, read_cues
from daykeep.session.extract.model import Saying


@pytest.mark.parametrize(
    "text",
    [
        "Does it always return UTC?",
        "is there any reason not to use sqlite here",
        "why did you deploy on a Friday",
        "是不是每次都会重新加载",
        "这个会一直运行吗",
    ],
)
def test_question_is_one_also_without_its_mark(text):
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    ["Could you please stop guessing?", "能不能以后先给结论？", "What I want is silence.", "Use tabs."],
)
def test_wish_in_the_form_of_a_question_is_none(text):
    assert not is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "My boss says we should always write design docs.",
        "the guy from the forum claims you should never use an ORM",
        "I think Sarah said she likes tabs more",
        "我们老大说以后都要写设计文档",
        "听说他们再也不用 Go 了",
    ],
)
def test_what_others_say_is_hearsay(text):
    assert is_hearsay(text)


@pytest.mark.parametrize("text", ["Legal wants it gone by June.", "客户要求六月底上线", "I said never."])
def test_what_others_need_and_the_person_says_is_none(text):
    assert not is_hearsay(text)


@pytest.mark.parametrize(
    "text", ["Suppose we always answered.", "let's pretend I'm a customer", "假如永远不删呢"]
)
def test_supposition_is_one(text):
    assert is_supposed(text)


def test_standing_words_are_seen_in_both_languages():
    assert is_standing("from now on use tabs")
    assert is_standing("以后用中文")
    assert not is_standing("use tabs here")


def test_cues_tell_the_place_and_the_question_before():
    cues = read_cues(Saying("Yes, always.", "Yes, always.", "U2", 3, "Shall I always ask?", 0, 1))
    assert {"x:answers", "x:answers for good", "x:first", "x:alone", "x:standing", "x:tiny"} <= cues.keys()
