"""What is searched moves, is not named any more, or can't be kept: answers name only what is there now."""

from __future__ import annotations

import os
from datetime import date

import pytest

from daykeep.search.answer import Asking, Searcher
from daykeep.search.answer.state import look_at
from daykeep.search.index import Pace
from daykeep.search.sources.knowledge import Base, KnowledgeSource
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.workspace.layout import read_layout
from tests.search.answer.making import LATER, no_time, open_searcher
from tests.workspace.making import write

TODAY = Asking(date(2026, 3, 4))


@pytest.fixture
def open_over(tmp_path):
    """A searcher over a workspace and the folders that settings name at the moment."""
    files = write(tmp_path / "w", {"SOUL.md": "# SOUL\n", "memory/2026-03-01.md": "- the kettle boiled\n"})

    def open_over(*roots, late=None):
        sources = [WorkspaceSource(files, read_layout(files))]
        if roots:
            sources.append(KnowledgeSource([Base(root) for root in roots]))

        def pace(seconds):
            return Pace(LATER, out_of_time=None if seconds is None else late)

        return Searcher(sources, files=files, folder=tmp_path / "cache", pace=pace)

    return open_over


@pytest.fixture
def vault(tmp_path):
    write(tmp_path / "old/vault", {"a.md": "# Kettle\n\nthe quokka boils at dawn\n"})
    return tmp_path / "old/vault"


def test_moved_knowledge_base_is_found_where_it_is_now(open_over, vault, tmp_path):
    with open_over(vault) as searcher:
        assert searcher.answer("quokka", TODAY).hits[0].path == str(vault / "a.md")
    now = (tmp_path / "old").rename(tmp_path / "new") / "vault"
    with open_over(now) as searcher:
        (hit,) = searcher.answer("quokka", TODAY).hits
        assert hit.path == str(now / "a.md")
        assert searcher.show(f"{now}/a.md:3", context=0).document.path == str(now / "a.md")
        assert searcher.show(hit.id, context=0).document.path == str(now / "a.md")


def test_two_bases_of_one_name_with_the_same_text_are_found_where_they_are_when_one_is_named_no_more(
    open_over, vault, tmp_path
):
    other = tmp_path / "other/vault"
    write(other, {"a.md": (vault / "a.md").read_text()})
    with open_over(vault, other) as searcher:
        searcher.update()
    with open_over(other) as searcher:
        assert searcher.answer("quokka", TODAY).hits[0].path == str(other / "a.md")
        assert searcher.answer("quokka", TODAY).hits[0].also == ()


def test_nothing_is_shown_of_a_source_that_is_named_no_more(open_over, vault):
    with open_over(vault) as searcher:
        ident = searcher.answer("quokka", TODAY).hits[0].id
    with open_over() as searcher:
        assert searcher.answer("quokka", TODAY).hits == ()
        assert searcher.show(ident, context=0) is None


def test_nothing_is_found_of_a_base_that_is_named_no_more_before_there_was_time_to_take_it_out(
    open_over, vault, tmp_path
):
    write(vault, {f"n{number}.md": f"quokka number{number}\n" for number in range(450)})
    other = tmp_path / "other"
    write(other, {"b.md": "numbat\n"})
    with open_over(vault, other) as searcher:
        searcher.update()
    with open_over(other, late=no_time) as searcher:
        assert searcher.index.store.count()[0] > 450
        answer = searcher.answer("quokka", TODAY)
        assert searcher.index.store.count()[0] > 200
        assert answer.hits == ()
        assert searcher.show("knowledge:vault/n99.md:1", context=0) is None


def test_update_takes_out_what_is_named_no_more_and_a_search_that_names_it_again_reads_it(open_over, vault):
    with open_over(vault) as searcher:
        searcher.update()
    with open_over() as searcher:
        assert searcher.update().removed == 1
        assert searcher.index.store.stamps("knowledge") == {}
        assert searcher.update().removed == 0
    with open_over(vault, late=no_time) as searcher:
        answer = searcher.answer("quokka", TODAY)
        assert (len(answer.hits), answer.stale) == (1, ())


def test_first_index_on_a_full_disk_is_answered_from_memory_and_said(tmp_path):
    texts = {f"memory/notes/n{number}.md": f"quokka number{number}\n" * 50 for number in range(40)}
    with open_searcher(tmp_path / "w", texts, folder=tmp_path / "cache") as searcher:
        full = searcher.index.path
        searcher.index.store._db.execute("PRAGMA max_page_count = 30")
        answer = searcher.answer("quokka number7", TODAY)
        assert answer.hits[0].path == "memory/notes/n7.md"
        assert answer.stale == ()
        assert [note for note in answer.notes if "full" in note and "from memory" in note]
    with open_searcher(tmp_path / "w", texts, folder=tmp_path / "cache") as searcher:
        assert searcher.index.path == full
        assert searcher.answer("quokka number7", TODAY).notes == ()


def test_what_a_full_disk_took_back_is_not_counted(tmp_path):
    texts = {f"memory/notes/n{number}.md": f"quokka number{number}\n" * 50 for number in range(40)}
    with open_searcher(tmp_path / "w", texts, folder=tmp_path / "cache") as searcher:
        searcher.index.store._db.execute("PRAGMA max_page_count = 30")
        done = searcher.update()
        assert (done.added, searcher.index.store.count()[0]) == (0, 0)
        assert len(done.stale) == len(texts) + 1
        assert "full" in done.why


@pytest.mark.parametrize("seconds", [-(2**31), 10**10])
def test_file_of_a_time_far_from_now_is_found_and_read_once(tmp_path, seconds):
    with open_searcher(tmp_path / "w", {"memory/notes/far.md": "quokka\n"}) as searcher:
        path = tmp_path / "w/memory/notes/far.md"
        os.utime(path, (seconds, seconds))
        if abs(path.stat().st_mtime - seconds) > 1:
            pytest.skip("this file system has no such time")
        assert len(searcher.answer("quokka", TODAY).hits) == 1
        state = look_at(searcher)
        assert (state.stale, state.documents) == ((), 2)
        done = searcher.update()
        assert done[:4] in {(0, 0, 0, 0), (0, 0, 0, 1)}
