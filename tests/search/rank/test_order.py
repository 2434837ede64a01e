"""Ranking as a whole: what comes first, why, and when nothing comes."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.search.rank import parse_query, rank
from tests.search.rank.passages import Passages

TODAY = date(2026, 5, 20)
PEOPLE = ("Anna", "Ben")


@pytest.fixture
def passages():
    filled = Passages()
    filled.add_filler()
    return filled


def test_the_passage_with_the_rarer_words_comes_before_the_one_with_the_common_word(passages):
    passages.add(["The server was restarted.", "The server hums.", "The server is old."])
    [wanted, _] = passages.add(["The certificate of the server ran out.", "Lunch was late."])
    hits = passages.ask("which certificate of the server ran out", today=TODAY)
    assert hits[0].id == wanted
    assert hits[0].score > hits[1].score


def test_an_answer_without_a_word_of_the_question_is_found_behind_the_question_that_it_follows(passages):
    [_, asked, answer, _] = passages.add(
        [
            ("Anna", "The trip home was long."),
            ("Anna", "What flavour was the icing on the cake?"),
            ("Ben", "Lemon and a little ginger."),
            ("Ben", "See you soon."),
        ]
    )
    hits = [
        hit.id for hit in passages.ask("What flavour was the icing on Ben's cake?", today=TODAY, names=PEOPLE)
    ]
    assert hits.index(answer) <= 1
    assert asked in hits


def test_the_turn_of_the_speaker_asked_about_comes_before_the_same_words_of_the_other(passages):
    passages.add([("Ben", "I adopted a spaniel from the shelter in spring.")])
    [hers] = passages.add([("Anna", "I adopted a spaniel from the shelter in spring.")])
    hits = passages.ask("What did Anna adopt from the shelter?", today=TODAY, names=PEOPLE)
    assert hits[0].id == hers
    assert "speaker: Anna" in hits[0].reasons


def test_of_equal_passages_the_one_of_the_days_asked_about_comes_first(passages):
    passages.add(["The backup failed at night."], day=date(2026, 3, 2))
    [wanted] = passages.add(["The backup failed at night."], day=date(2026, 4, 11))
    passages.add(["The backup failed at night."], day=date(2026, 5, 3))
    hits = passages.ask("why did the backup fail in April", today=TODAY)
    assert hits[0].id == wanted
    assert "day: 2026-04-11" in hits[0].reasons


def test_what_was_told_some_days_later_comes_before_what_was_told_long_before(passages):
    passages.add(["The backup failed at night."], day=date(2026, 2, 2))
    [later] = passages.add(["The backup failed at night."], day=date(2026, 4, 14))
    assert passages.ask("why did the backup fail on April 11", today=TODAY)[0].id == later


def test_a_passage_under_a_heading_with_the_words_is_found(passages):
    [under] = passages.add(["Set to 2202 on the host."], heading="Radicale > Port")
    hits = passages.ask("radicale port", today=TODAY)
    assert hits[0].id == under
    assert "heading: radical, port" in hits[0].reasons


def test_a_member_of_the_kind_asked_for_answers_and_is_named_in_the_reasons(passages):
    [wanted] = passages.add([("Anna", "My turtle eats strawberries all day.")])
    passages.add([("Anna", "My umbrella is broken.")])
    hits = passages.ask("What pets does Anna have?", today=TODAY, names=PEOPLE)
    assert hits[0].id == wanted
    assert "related: turtl" in hits[0].reasons


def test_a_time_is_preferred_where_the_question_asks_when(passages):
    plain = ("Anna", "The marathon was hard for all of us.")
    timed = ("Anna", "The marathon was yesterday for all of us.")
    passages.add([plain])
    [wanted] = passages.add([timed])
    assert passages.ask("When was the marathon?", today=TODAY, names=PEOPLE)[0].id == wanted


def test_what_is_not_there_is_not_found_although_a_common_word_is(passages):
    passages.add(["The server is in the cellar.", "The server was restarted."])
    assert passages.ask("which Kubernetes cluster does the server belong to", today=TODAY) == []


def test_a_name_alone_does_not_answer_what_is_asked_about_it(passages):
    passages.add(["Mira wants an answer.", "Mira called about the calendar."])
    assert passages.ask("passport number of Mira", today=TODAY) == []


def test_chinese_that_is_not_there_is_not_found_and_a_paraphrase_of_what_is_there_is(passages):
    [wanted] = passages.add(["夜间备份从 40 分钟变成 3 小时,很慢。"])
    passages.add(["今天的天气不错。", "照片已经归档。"])
    assert passages.ask("股票账户的密码", today=TODAY) == []
    assert passages.ask("上次备份为什么变慢", today=TODAY)[0].id == wanted


def test_a_question_about_nothing_but_a_day_gives_what_is_of_that_day_in_its_order(passages):
    passages.add(["Other things."], day=date(2026, 5, 18))
    day = passages.add(["First the mail.", "Then the invoice."], day=date(2026, 5, 19))
    hits = passages.ask("what happened yesterday", today=TODAY)
    assert [hit.id for hit in hits] == day
    assert passages.ask("what happened on 3 January", today=TODAY) == []


def test_the_text_of_few_passages_is_read_and_only_once():
    passages = Passages()
    for number in range(60):
        passages.add(
            [f"Item {number} of the deploy list is done.", "Then tea.", "More tea.", "Bread.", "Late."]
        )
    query = parse_query("deploy list", today=TODAY)
    calls: list[int] = []

    def read(ids):
        calls.append(len(ids))
        return passages.read(ids)

    hits = rank(query, passages.near, passages.near, passages.statistics(query.wanted), read)
    assert len(hits) >= 30
    assert len(calls) == 1
    assert calls[0] <= 120 < len(passages.near)


def test_equal_scores_keep_the_order_of_the_candidates_whatever_the_numbers_of_their_documents():
    passages = Passages()
    [first] = passages.add(["The deploy went well."])
    [second] = passages.add(["The deploy went well."])
    query = parse_query("deploy", today=TODAY)
    statistics = passages.statistics(query.wanted)
    for order in ([first, second], [second, first]):
        hits = rank(query, order, passages.near, statistics, passages.read)
        assert [hit.id for hit in hits] == order


def test_neighbours_of_another_document_lend_nothing(passages):
    passages.add(["Nothing here.", "The passphrase of the vault is on the yellow paper."])
    [alone] = passages.add(["It is on the shelf."])
    hits = [hit.id for hit in passages.ask("passphrase of the vault", today=TODAY)]
    assert hits
    assert alone not in hits


def test_scores_fall_and_lie_between_0_and_1(passages):
    passages.add(["The invoice was paid.", "The invoice and the reminder were sent.", "A reminder."])
    scores = [hit.score for hit in passages.ask("invoice reminder", today=TODAY)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert scores


def test_an_empty_index_and_a_question_without_words_give_nothing():
    assert Passages().ask("anything at all", today=TODAY) == []
    passages = Passages()
    passages.add(["Something."])
    assert passages.ask("???", today=TODAY) == []
