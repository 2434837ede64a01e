"""What is asked of a search, and what is said of its answer."""

from __future__ import annotations

import os

import pytest

from daykeep.app import open_workspace
from daykeep.errors import UsageError
from daykeep.operations.search import Query, found_data, found_lines, search
from tests.cli.setting_up import Desk


@pytest.fixture
def workspace(tmp_path, monkeypatch, capsys):
    desk = Desk(tmp_path, monkeypatch, capsys)
    folder = tmp_path / "workspace"
    assert desk.run("init", str(folder)).code == 0
    assert desk.run("log", "The boat lies at pier nine.", where=folder).code == 0
    return open_workspace(folder, environ=dict(os.environ))


@pytest.mark.parametrize(
    "limit",
    [{"sources": ("workspace",)}, {"levels": ("daily",)}, {"since": "2026-01-01"}, {"until": "2026-01-01"}, {"kind": "user"}, {"tag": "x"}],
)  # fmt: skip
def test_every_limit_narrows(limit) -> None:
    assert Query("boat", **limit).is_narrowed
    assert not Query("boat", limit=3, context=2).is_narrowed


def test_hit_is_told_with_its_neighbours_where_they_are_asked_for(workspace) -> None:
    with workspace.searcher() as searcher:
        found = search(workspace, searcher, Query("boat pier", context=1))
        without = search(workspace, searcher, Query("boat pier"))
    assert "context" in found_data(found)["hits"][0]
    assert "context" not in found_data(without)["hits"][0]
    assert any("pier nine" in line for line in found_lines(without))


def test_what_is_not_found_under_limits_is_said_otherwise(workspace) -> None:
    with workspace.searcher() as searcher:
        (line,) = found_lines(search(workspace, searcher, Query("boat", levels=("archive",))))
        (anywhere,) = found_lines(search(workspace, searcher, Query("xylophone")))
    assert line == "Nothing relevant found under these limits."
    assert anywhere.startswith("Nothing relevant found in ")


@pytest.mark.parametrize("text", ["", "  \n"])
def test_empty_question_is_refused(workspace, text) -> None:
    with workspace.searcher() as searcher, pytest.raises(UsageError, match="empty"):
        search(workspace, searcher, Query(text))
