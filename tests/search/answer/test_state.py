"""The state of an index, and what it misses."""

from __future__ import annotations

from daykeep.search.answer.state import look_at
from tests.search.answer.making import open_searcher
from tests.workspace.making import write

LOGS = {f"memory/2026-03-{day:02}.md": f"- the kettle boiled on day{day}\n" for day in range(1, 4)}


def test_state_of_a_new_index_names_everything_as_missing_and_reads_nothing(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        state = look_at(searcher)
        assert (state.documents, len(state.stale), state.sources) == (0, 4, (("workspace", 4),))
        assert look_at(searcher) == state


def test_state_names_what_is_new_changed_and_gone(tmp_path):
    with open_searcher(tmp_path / "w", LOGS, folder=tmp_path / "cache") as searcher:
        searcher.update()
        assert look_at(searcher).stale == ()
        write(tmp_path / "w", {"memory/2026-03-09.md": "- new\n", "memory/2026-03-01.md": "- changed it\n"})
        (tmp_path / "w/memory/2026-03-02.md").unlink()
        names = ("2026-03-01", "2026-03-02", "2026-03-09")
        assert sorted(look_at(searcher).stale) == [f"workspace:memory/{name}.md" for name in names]


def test_file_that_can_not_be_read_is_skipped_with_its_reason_once(tmp_path):
    logs = {**LOGS, "memory/2026-03-04.md": b"\x00\x01\x02" * 400, "memory/big.md": b"x" * 8_000_001}
    with open_searcher(tmp_path / "w", logs) as searcher:
        searcher.update()
        paths = [one.path for one in look_at(searcher).skipped]
        assert sorted(paths) == ["memory/2026-03-04.md", "memory/big.md"]


def test_state_in_memory_has_no_path(tmp_path):
    with open_searcher(tmp_path / "w", LOGS) as searcher:
        state = look_at(searcher)
    assert (state.mode, state.path, state.size_bytes) == ("memory", "", 0)
    assert state.notes
