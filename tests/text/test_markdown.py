"""Links and tables by markdown-it."""

from __future__ import annotations

import pytest

from daykeep.text.markdown import Link, Table, find_links, find_tables
from tests.text.hostile import seconds_for


def test_find_links_gives_targets_lines_and_images():
    text = "see [a](docs/a.md)\nand ![b](b.png)\n\n- <https://c.d>\n- [ref][r]\n\n[r]: e.md\n"
    assert find_links(text) == [
        Link("docs/a.md", 1, image=False),
        Link("b.png", 2, image=True),
        Link("https://c.d", 4, image=False),
        Link("e.md", 5, image=False),
    ]


def test_find_links_code_has_none():
    assert find_links("`[a](b)`\n\n```\n[c](d)\n```\n") == []


def test_find_tables_gives_cells_and_lines():
    text = "x\n\n| Problem | Fix |\n|---|---|\n| port taken | `stop` it |\n| 锁 | 删除 |\n\ny"
    assert find_tables(text) == [
        Table(("Problem", "Fix"), (("port taken", "`stop` it"), ("锁", "删除")), 3, 6)
    ]


def test_find_tables_text_with_bars_is_none():
    assert find_tables("a | b\nc | d") == []


@pytest.mark.parametrize(
    "text", ["[" * 20_000, "![](" * 20_000, "|" * 50_000, "a" * 5_000_000, "> " * 2_000 + "x"]
)
def test_find_links_and_tables_hostile_text_end_in_time(text):
    assert seconds_for(find_links, text) < 2.0
    assert seconds_for(find_tables, text) < 2.0
