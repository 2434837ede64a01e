"""Phrases that name something are found; what is between them isn't."""

from __future__ import annotations

import pytest

from daykeep.triage.phrases.find import find_phrases
from daykeep.triage.phrases.seen import Seen, written


def _phrases(text: str) -> list[str]:
    return [written(phrase.tokens) for phrase in find_phrases(text)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("I would like to stay at the Abbey Court Hotel (Hyde Park).", "Abbey Court Hotel (Hyde Park)"),
        ("Could you make it half past 2 in the afternoon?", "half past 2 in the afternoon"),
        ("I need it from the 4th of this month.", "the 4th of this month"),
        ("We are in Portland, OR right now.", "Portland, OR"),
        ("Please call me at +1 347-696-2500 later.", "+1 347-696-2500"),
        ("I recommend All That He Was.", "All That He Was"),
        ("It costs $45.70 in total.", "$45.70"),
        ("I live in Washington D.C. It is warm.", "Washington D.C."),
        ("the day after tomorrow would be fine", "the day after tomorrow"),
        ("please look at src/app/main.py for me", "src/app/main.py"),
        ("I will stay for four days", "four days"),
    ],
)
def test_a_name_a_date_or_a_number_is_found_whole(text: str, named: str) -> None:
    assert any(named in phrase for phrase in _phrases(text))


@pytest.mark.parametrize(
    "text", ["Yes, please, that would be great.", "No, thank you so much!", "I am here.", "", "..."]
)
def test_small_talk_holds_no_phrase(text: str) -> None:
    assert _phrases(text) == []


def test_what_a_clause_denies_is_marked_and_the_next_clause_is_not() -> None:
    found = {
        written(phrase.tokens): phrase.is_denied
        for phrase in find_phrases("Don't deploy on Heroku, take Hetzner.")
    }
    assert found == {"deploy": True, "Heroku": True, "Hetzner": False}


def test_chinese_clauses_lose_their_polite_edges_and_keep_their_facts() -> None:
    assert _phrases("好的，请帮我订明天下午三点去上海的高铁票，谢谢。") == ["订明天下午三点去上海的高铁票"]
    assert "《三体》" in "".join(_phrases("我想看《三体》，麻烦你了"))


def test_a_known_name_falls_off_the_edge_and_a_half_of_a_time_never_does() -> None:
    seen = Seen()
    for phrase in find_phrases("I'll go to San Francisco this afternoon"):
        seen.add(phrase.tokens)
    (phrase,) = find_phrases("for Puerto Alegre in San Francisco")
    assert written(seen.news(phrase.tokens)) == "Puerto Alegre"
    (phrase,) = find_phrases("at half past 9 in the afternoon")
    assert written(seen.news(phrase.tokens)) == "half past 9 in the afternoon"


def test_a_phrase_that_was_written_is_known_with_all_its_parts() -> None:
    seen = Seen()
    seen.add(find_phrases("Bank of the West")[0].tokens)
    assert [seen.knows(part) for part in ("bank of the west", "of the west", "bank of", "west bank")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_a_long_text_is_read_to_its_end() -> None:
    many = find_phrases("Meet Anna Berg at 5 pm. " * 2_000)
    assert len(many) == 2_000
