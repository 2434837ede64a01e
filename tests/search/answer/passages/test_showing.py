"""Names that lead to a passage."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.search.answer.searcher import Asking
from tests.search.answer.making import open_searcher

LOG = "# Day\n\n- one\n- two\n\n## Later\n\n- three\n"


@pytest.fixture
def searcher(tmp_path):
    with open_searcher(tmp_path / "w", {"memory/2026-03-01.md": LOG, "memory/a:7.md": "- colon\n"}) as made:
        made.update()
        yield made


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("memory/2026-03-01.md:4", "- two"),
        ("workspace:memory/2026-03-01.md:4", "- two"),
        ("memory/2026-03-01.md:5", "- two"),
        ("memory/2026-03-01.md:1", "- one"),
        ("memory/2026-03-01.md:0", "- one"),
        ("memory/2026-03-01.md", "- one"),
        ("memory/2026-03-01.md:999999999", "- three"),
        ("memory/a:7.md", "- colon"),
        ("memory/a:7.md:1", "- colon"),
    ],
)
def test_name_means_the_passage_of_its_line_or_the_nearest(searcher, name, text):
    shown = searcher.show(name, context=0)
    assert [chunk.text for chunk in shown.chunks] == [text]
    assert shown.wanted == 0


@pytest.mark.parametrize("name", ["", ":", ":1", "nowhere.md", "memory/2026-03-01.md:9999999999", "memory/2026-03-01.md:-1", "memory/2026-03-01.md:٣", "knowledge:memory/2026-03-01.md:3"])  # fmt: skip
def test_name_of_nothing_finds_nothing(searcher, name):
    assert searcher.show(name, context=0) is None


def test_context_ends_at_the_ends_of_the_file(searcher):
    shown = searcher.show("memory/2026-03-01.md:4", context=50)
    assert [chunk.text for chunk in shown.chunks] == ["- one", "- two", "- three"]
    assert shown.wanted == 1


TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"


def test_secret_in_a_heading_or_title_is_masked_wherever_a_passage_is_shown(tmp_path):
    note = f"---\ntitle: Wombat {TOKEN}\ntags: [{TOKEN}]\n---\n# Wombat {TOKEN}\n\nwombat lives here\n"
    with open_searcher(tmp_path / "w", {"memory/notes/wombat.md": note}) as searcher:
        hits = searcher.answer("wombat", Asking(date(2026, 3, 4))).hits
        shown = searcher.show("memory/notes/wombat.md", context=9)
    assert len(hits) == 2
    assert "[secret:" in " ".join(hits[-1].heading)
    assert TOKEN not in repr(hits)
    assert TOKEN not in repr(shown)
