"""The folder that a call works in is named once, however it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.cli.folders import full_path, working_folder
from daykeep.errors import UsageError


@pytest.mark.parametrize("given", ["shop", "./shop", "shop/src/..", "mill/../shop"])
def test_folder_has_one_name_whatever_way_leads_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    (tmp_path / "shop/src").mkdir(parents=True)
    (tmp_path / "mill").mkdir()
    monkeypatch.chdir(tmp_path)
    assert working_folder(given) == Path.cwd() / "shop"


def test_way_back_behind_a_link_leads_where_the_system_goes(tmp_path: Path) -> None:
    (tmp_path / "far/away").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far/away", target_is_directory=True)
    assert working_folder(str(tmp_path / "link/..")) == (tmp_path / "far").resolve()
    assert working_folder(str(tmp_path / "link")) == tmp_path / "link"


def test_without_a_name_it_is_the_current_one_and_a_file_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert working_folder(None) == working_folder("") == Path.cwd()
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="is not a folder"):
        working_folder("file")


def test_path_is_told_from_the_current_folder_on_and_a_folder_that_is_gone_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    assert full_path("../a") == Path.cwd() / "../a"
    gone.rmdir()
    assert full_path("/a/b") == Path("/a/b")
    with pytest.raises(UsageError, match="is gone"):
        full_path("a")
