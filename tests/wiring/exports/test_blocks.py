"""Blocks in the instruction files of projects: races, kills and what is left on record."""

from __future__ import annotations

import pytest

from daykeep.context.export.agents import Target
from daykeep.context.export.wording import render_pointer
from daykeep.context.instructions.model import Around
from daykeep.errors import ConflictError
from daykeep.files.placed import Shelf
from daykeep.wiring.exports.blocks import find_blocks_of, release_blocks, remove_block, write_block
from daykeep.wiring.placed import load_placed

TARGET = Target("agents", "AGENTS.md")
BODY = render_pointer("~/a", "en")


@pytest.fixture
def place(tmp_path):
    for name in ("project", "home"):
        (tmp_path / name).mkdir()
    return Around(tmp_path / "project", tmp_path / "home", {}, "linux"), tmp_path / "settings"


def put(place, target=TARGET, workspace="/w"):
    around, settings = place
    return write_block(around, target, BODY, settings_folder=settings, workspace=workspace)


def test_file_that_changes_meanwhile_is_left_as_it_is(place, monkeypatch):
    around, _ = place
    path = around.cwd / "AGENTS.md"
    path.write_text("old\n")
    write = Shelf.write

    def late(self, name, data, **kwargs):
        path.write_text("new\n")
        return write(self, name, data, **kwargs)

    monkeypatch.setattr(Shelf, "write", late)
    with pytest.raises(ConflictError):
        put(place)
    assert path.read_text() == "new\n"


def test_kill_between_record_and_write_harms_nothing(place, monkeypatch):
    around, settings = place
    (around.cwd / "AGENTS.md").write_text("old\n")

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Shelf, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            put(place)
    assert [one.state for one in release_blocks(settings, "/w")] == ["none"]
    assert (around.cwd / "AGENTS.md").read_text() == "old\n"
    assert load_placed(settings).blocks == ()
    assert put(place).state == "append"
    assert [one.state for one in release_blocks(settings, "/w")] == ["remove"]
    assert (around.cwd / "AGENTS.md").read_text() == "old\n"


def test_one_block_that_can_not_be_taken_away_does_not_stop_the_others(place):
    around, settings = place
    other = Target("gemini", "GEMINI.md")
    put(place)
    put(place, other)
    (around.cwd / "AGENTS.md").unlink()
    (around.cwd / "AGENTS.md").mkdir()
    states = {one.path: one.state for one in release_blocks(settings, "/w")}
    assert states == {str(around.cwd / "AGENTS.md"): "failed", str(around.cwd / "GEMINI.md"): "remove"}
    assert [one.name for one in find_blocks_of(settings, "/w")] == ["AGENTS.md"]
    (around.cwd / "AGENTS.md").rmdir()
    assert [one.state for one in release_blocks(settings, "/w")] == ["none"]


def test_text_that_somebody_put_into_daykeeps_file_keeps_the_file(place):
    around, settings = place
    put(place)
    path = around.cwd / "AGENTS.md"
    path.write_text(path.read_text() + "mine\n")
    assert [one.state for one in release_blocks(settings, "/w")] == ["remove"]
    assert path.read_text() == "mine\n"


def test_block_without_a_record_is_taken_away_when_it_is_asked_for(place):
    around, settings = place
    (around.cwd / "AGENTS.md").write_text("old\n")
    put(place)
    (settings / "placed.json").unlink()
    done = remove_block(around.cwd, "AGENTS.md", ["agents"], settings_folder=settings)
    assert done.state == "remove"
    assert (around.cwd / "AGENTS.md").read_text() == "old\n"


def test_mode_of_the_file_stays(place):
    around, settings = place
    path = around.cwd / "AGENTS.md"
    path.write_text("old\n")
    path.chmod(0o640)
    put(place)
    assert path.stat().st_mode & 0o777 == 0o640
    release_blocks(settings, "/w")
    assert path.stat().st_mode & 0o777 == 0o640
