from __future__ import annotations

from pathlib import Path

from daykeep.text.tokens import count_tokens
from daykeep.triage.stored.index import render_index
from tests.triage.stored.making import booking, put, talk


def test_a_line_names_id_day_label_size_and_identifiers(tmp_path: Path) -> None:
    index = render_index(put(tmp_path, booking()).entries(), 400)
    assert (
        index.text.splitlines()[2] == 'A2 · 2026-11-30 · "Book it under ord_91." · 26 tok · ids: ord_91, X7Q2'
    )


def test_what_does_not_fit_is_summed_up_in_one_line_and_the_newest_are_shown(tmp_path: Path) -> None:
    store = put(tmp_path, talk(*["Look at the log file please.", "Done."] * 40))
    index = render_index(store.entries(), 150, labelled=store.labelled)
    assert count_tokens(index.text) <= 150
    assert index.text.splitlines()[1].startswith("A1-A")
    assert f"{len(index.summed)} more turns" in index.text
    assert [turn.number for turn in (*index.summed, *index.shown)] == list(range(1, 41))
    assert index.text.splitlines()[-1].startswith("A40 ")


def test_the_smallest_budget_still_says_that_there_is_something_to_recall(tmp_path: Path) -> None:
    index = render_index(put(tmp_path, booking()).entries(), 1)
    assert index.shown == ()
    assert "A1-A3" in index.text


def test_an_index_of_nothing_is_empty() -> None:
    assert render_index([], 100).text == ""


def test_words_around_an_index_are_in_its_language(tmp_path: Path) -> None:
    assert "已存轮次" in render_index(put(tmp_path, booking()).entries(), 100, language="zh").text
