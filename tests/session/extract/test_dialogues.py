"""What is found in dialogues that nothing was learned from, and what is never found in any."""

from datetime import date

from daykeep.session.extract.extract import extract
from training.dialogues import Score, load_dialogues, score, units_of

TODAY = date(2026, 3, 4)
DIALOGUES = load_dialogues()


def found_in(voice):
    whole = Score()
    for one in DIALOGUES:
        if one.voice == voice:
            whole = whole.plus(score(extract(units_of(one), today=TODAY), one.labels))
    return whole


def test_there_are_enough_dialogues_in_both_languages():
    assert len(DIALOGUES) >= 150
    assert sum(one.language == "zh" for one in DIALOGUES) >= 60
    assert all(len(one.turns) >= 3 for one in DIALOGUES)


def test_nine_in_ten_of_what_is_found_is_stated_and_seven_in_ten_of_what_is_stated_is_found():
    held_out = found_in("last")
    assert held_out.precision >= 0.9
    assert held_out.recall >= 0.7


def test_nothing_comes_from_any_text_but_the_persons():
    count = 0
    for one in DIALOGUES:
        said = "\n".join(turn["text"] for turn in one.turns if turn["role"] == "user")
        for stated in extract(units_of(one), today=TODAY):
            assert stated.quote in said
            count += 1
    assert count > 100
