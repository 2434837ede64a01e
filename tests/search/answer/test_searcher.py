"""The searcher: when it reads what, what it says it did not read, and how it gets over damage."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date

import pytest

from daykeep.search.answer import Asking
from daykeep.search.answer.passages.hit import ENOUGH, Hit, worth_reading
from daykeep.search.documents import Filter
from tests.search.answer.making import no_time, open_searcher
from tests.workspace.making import write

TODAY = Asking(date(2026, 3, 16))
LOGS = {f"memory/2026-03-{day:02}.md": f"- the kettle boiled on day{day}\n" for day in range(1, 10)}


def test_first_question_reads_everything_however_long_it_takes(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, late=no_time) as searcher:
        answer = searcher.answer("kettle day9", TODAY)
        assert (answer.stale, answer.documents) == ((), 10)
        assert answer.hits[0].path == "memory/2026-03-09.md"


def test_what_there_was_no_time_for_is_named_and_read_by_an_update(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, late=no_time) as searcher:
        searcher.answer("kettle", TODAY)
        write(tmp_path / "w", {f"memory/2026-03-{day}.md": f"- new number{day}\n" for day in range(10, 16)})
        answer = searcher.answer("number10 number15", TODAY)
        assert len(answer.stale) == 5, "one is always read"
        assert "there was no time" in " ".join(answer.notes)
        assert "and 2 more" in " ".join(answer.notes)
        assert searcher.update().stale == ()
        assert searcher.answer("number10 number15", TODAY).stale == ()


def test_interrupted_first_index_is_read_to_its_end_by_the_next_search(tmp_path):
    with open_searcher(tmp_path / "w", {}, folder=tmp_path / "cache") as searcher:
        searcher.update()
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache", late=no_time) as searcher:
        answer = searcher.answer("kettle day1", TODAY)
    assert (answer.stale, answer.notes, answer.documents) == ((), (), len(LOGS) + 1)


def test_folder_that_was_away_for_a_moment_is_found_whole_at_the_next_search(tmp_path):
    memory, away = tmp_path / "w" / "memory", tmp_path / "away"
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache", late=no_time) as searcher:
        searcher.update()
        memory.rename(away)
        assert searcher.answer("kettle", TODAY).hits == ()
        away.rename(memory)
        answer = searcher.answer("kettle day1", TODAY)
    assert (answer.stale, answer.hits[0].path) == ((), "memory/2026-03-01.md")


def test_index_that_lacks_most_gives_way_to_another_writer(tmp_path):
    with open_searcher(tmp_path / "w", {}, folder=tmp_path / "cache") as searcher:
        searcher.update()
        path = searcher.index.path
    with closing(sqlite3.connect(path)) as other:
        looks = []

        def late():  # the first look comes before the one file that is always read is stored
            looks.append(other.execute("BEGIN IMMEDIATE") if len(looks) == 1 else None)
            return True

        with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache", late=late) as searcher:
            answer = searcher.answer("kettle", TODAY)
    assert len(looks) == 2
    assert len(answer.stale) == len(LOGS)
    assert "another process is writing" in answer.notes[0]


def test_damage_that_a_question_meets_is_mended_and_said_once(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        searcher.update()
        path = searcher.index.path
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE chunks")
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        answer = searcher.answer("kettle day3", TODAY)
        assert answer.hits[0].path == "memory/2026-03-03.md"
        assert [note for note in answer.notes if "made again" in note]
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        assert searcher.answer("kettle day3", TODAY).notes == ()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE listed SET mark = CAST(substr(mark, 1, 20) || x'FFFEAA' || substr(mark, 24) AS BLOB)",
        "UPDATE listed SET mark = CAST(substr(mark, 1, length(mark) - 3) AS BLOB)",
        "UPDATE chunks SET day = '2026-99-99'",
        "UPDATE documents SET day = 'never'",
    ],
)
def test_damaged_value_in_a_whole_file_is_damage_too(tmp_path, damage):
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        searcher.update()
        path = searcher.index.path
    write(tmp_path / "w", {"memory/2026-04-01.md": "- a new day\n"})
    with sqlite3.connect(path) as db:
        assert db.execute(damage).rowcount
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        answer = searcher.answer("kettle day3", TODAY)
    assert answer.hits[0].path == "memory/2026-03-03.md"
    assert [note for note in answer.notes if "made again" in note]


def test_nothing_is_not_said_to_be_found_where_the_index_lost_a_word_without_an_error(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        searcher.update()
        path = searcher.index.path
    with sqlite3.connect(path) as db:
        leaf = "SELECT id, block FROM postings_data WHERE instr(block, CAST('kettl' AS BLOB))"
        for number, block in db.execute(leaf).fetchall():
            garbled = block.replace(b"kettl", b"kettk")
            db.execute("UPDATE postings_data SET block = ? WHERE id = ?", (garbled, number))
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        assert searcher.index.store.statistics(["kettl"]).frequencies == {"kettl": 0}
        answer = searcher.answer("kettle", TODAY)
        assert [note for note in answer.notes if "made again" in note]
        assert len(answer.hits) == 8
        assert searcher.answer("zeppelin", TODAY).hits == ()


def test_show_of_a_damaged_index_is_right_too(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        searcher.update()
        path = searcher.index.path
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE documents")
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        shown = searcher.show("memory/2026-03-03.md:1", context=0)
        assert shown.chunks[0].text == "- the kettle boiled on day3"
        assert any("made again" in note for note in shown.notes)


def test_around_looks_at_no_file(tmp_path):
    with open_searcher(tmp_path / "w", LOGS) as searcher:
        (hit, *_) = searcher.answer("kettle day3", TODAY).hits
        (tmp_path / "w" / hit.path).write_text("- something else\n")
        assert searcher.around(hit.id, context=0).chunks[0].text == "- the kettle boiled on day3"
        assert searcher.show(hit.id, context=0).chunks[0].text == "- something else"


def test_no_vectors_load_no_model(tmp_path):
    asked = []
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        searcher._embedder = lambda: asked.append(1)
        assert searcher.answer("kettle day3", TODAY).hits
    assert asked == []


def test_date_that_there_is_not_is_said(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        (note,) = searcher.answer("kettle on 30 February", TODAY).notes
        assert '"on 30 February" is no day' in note
        assert searcher.answer("kettle on 3 March", TODAY).notes == ()


def test_source_that_is_not_there_is_named_for_a_filter(tmp_path):
    with open_searcher(tmp_path / "w", LOGS) as searcher:
        where = Filter(sources=frozenset({"knowledge", "conversations"}))
        notes = searcher.answer("kettle", TODAY._replace(where=where)).notes
    assert [note for note in notes if "search.knowledge" in note]
    assert [note for note in notes if "search.conversations" in note]


def hit(score):
    return Hit("id", "workspace", "daily", "a.md", (1, 1), (), None, None, "", "", "text", score)


@pytest.mark.parametrize(
    ("scores", "least", "kept"),
    [
        ((0.5, 0.31, 0.29), 0.0, (0.5, 0.31)),
        ((0.5, 0.31, 0.29), 0.4, (0.5,)),
        ((0.5,), 0.6, ()),
        ((), 0.0, ()),
    ],
)
def test_only_what_is_near_the_best_is_worth_a_place_in_a_context(scores, least, kept):
    assert ENOUGH == 0.6
    assert tuple(one.score for one in worth_reading([hit(score) for score in scores], least=least)) == kept
