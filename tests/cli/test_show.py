"""``daykeep show``: every name that a hit has leads to it."""

from __future__ import annotations

import pytest

from tests.cli.searching import TOKEN, make, name_sources
from tests.workspace.making import write


def show(desk, root, *words):
    return desk.run("show", *words, where=root)


@pytest.mark.parametrize(
    "name",
    [
        "memory/2026-03-10.md:6",
        "./memory/2026-03-10.md:6",
        "workspace:memory/2026-03-10.md:6",
    ],
)
def test_passage_stands_between_its_neighbours(desk, name):
    answer = show(desk, make(desk), name, "--context", "1")
    assert answer.out.splitlines() == [
        "memory/2026-03-10.md",
        "       § 2026-03-10 › Boiler",
        "     5  - The boiler lost pressure.",
        ">    6  - Filled it to 1.5 bar.",
        "     7  - Called the plumber.",
    ]


def test_absolute_path_is_taken(desk):
    root = make(desk)
    answer = show(desk, root, f"{root.resolve()}/memory/2026-03-10.md:6", "--context", "0")
    assert answer.out.splitlines()[-1] == ">    6  - Filled it to 1.5 bar."


def test_line_of_a_heading_means_the_passage_nearest_to_it(desk):
    root = make(desk)
    for line in (1, 3):
        answer = show(desk, root, f"memory/2026-03-10.md:{line}", "--context", "0")
        assert answer.out.splitlines()[-1] == ">    5  - The boiler lost pressure."


def test_path_alone_shows_the_beginning_and_full_the_whole_file(desk):
    root = make(desk)
    assert "Called the plumber" not in show(desk, root, "memory/2026-03-10.md", "--context", "1").out
    whole = show(desk, root, "memory/2026-03-10.md", "--full").out
    assert "The boiler lost" in whole
    assert "Called the plumber" in whole


def test_every_id_and_place_that_search_gives_is_found(desk):
    root = make(desk)
    name_sources(desk)
    seen = set()
    for question in ("boiler plumber", "mooring cost", "kayak paddle", "toner", "router hummed", "oolong"):
        for hit in desk.run("search", question, "--json", where=root).json["hits"]:
            seen.add(hit["source"])
            for name in (hit["id"], f"{hit['path']}:{hit['lines'][0]}"):
                answer = show(desk, root, name, "--json", "--context", "0").json
                assert answer["path"] == hit["path"]
                assert [one["text"] for one in answer["passages"]] == [hit["text"]], name
    assert seen == {"workspace", "knowledge", "conversations"}


def test_conversation_shows_who_speaks(desk):
    root = make(desk)
    name_sources(desk)
    out = show(desk, root, f"{desk.folder}/talks/a.jsonl:1").out
    assert ">    1  user: Where did I put the kayak paddle?" in out
    assert "     2  assistant: Behind the shed, beside [secret:" in out


def test_secret_is_masked(desk):
    root = make(desk)
    for more in ((), ("--json",), ("--full",)):
        answer = show(desk, root, "memory/2026-03-12.md:3", *more)
        assert TOKEN not in answer.out
        assert "[secret:" in answer.out


def test_file_that_is_not_searched_is_sent_to_why_not(desk):
    root = make(desk)
    write(root, {"docs/a.md": "- apart\n"})
    answer = show(desk, root, "docs/a.md:1")
    assert answer.code == 2
    assert 'why-not "docs/a.md"' in answer.err
    assert "below memory/" in desk.run("why-not", "docs/a.md", where=root).out


@pytest.mark.parametrize(
    "name", ["", ":", "nowhere.md:3", "memory/2026-03-10.md:x", "../w/SOUL.md", "a\0b:1"]
)
def test_unknown_name_is_a_usage_error(desk, name):
    answer = show(desk, make(desk), name)
    assert answer.code == 2
    assert "daykeep search" in answer.err


def test_file_that_changed_is_shown_as_it_is_now(desk):
    root = make(desk)
    desk.run("search", "boiler", where=root)
    write(root, {"memory/2026-03-10.md": "- The boiler is new.\n"})
    assert ">    1  - The boiler is new." in show(desk, root, "memory/2026-03-10.md:1").out
