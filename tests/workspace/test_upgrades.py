"""A state file that takes a newer form is kept as it was; one of a later form keeps its number."""

from __future__ import annotations

import ast
import json
import os

import pytest

from daykeep.distill.state import SCHEMA, STATE_FILE, ReadRow, save_state
from daykeep.errors import StorageError
from daykeep.files.store import Files
from daykeep.workspace.upgrades import UPGRADES_FOLDER, upgrade_state
from tests.architecture.tree import SOURCE, read_modules
from tests.workspace.making import write

OLD = b'\xef\xbb\xbf{\r\n    "mine": 1.0,\r\n    "schema": 1, "sources": {}\r\n}'
WITHOUT_OLD_FILES = {
    "search/store/schema.py": "the index is a cache and is made anew",
    "distill/score/model.py": "the weights come with the package",
}
"""Modules whose number is above one and that have no file of a user to upgrade, and why."""


def kept(root):
    folder = root / UPGRADES_FOLDER
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.exists() else []


def test_old_form_is_kept_byte_for_byte_before_the_new_one_is_written(tmp_path):
    files = write(tmp_path, {STATE_FILE: OLD})
    row = ReadRow("memory/2026-03-10.md", "a" * 64, 10, None)
    save_state(files, logs=[row], outcomes=[], target="MEMORY.md", commit=None)
    assert kept(tmp_path) == [OLD]
    state = files.find_state(STATE_FILE).value
    assert (state["schema"], state["mine"]) == (SCHEMA, 1.0)
    save_state(files, logs=[row._replace(size=11)], outcomes=[], target="MEMORY.md", commit=None)
    assert kept(tmp_path) == [OLD]


def test_old_file_that_cannot_be_kept_is_not_upgraded(tmp_path, monkeypatch):
    files = write(tmp_path, {"state.json": OLD})
    real = Files.replace

    def full(self, name, data, *, expected_sha256):
        if name.startswith(UPGRADES_FOLDER):
            raise StorageError("the disk is full")
        return real(self, name, data, expected_sha256=expected_sha256)

    monkeypatch.setattr(Files, "replace", full)
    with pytest.raises(StorageError):
        upgrade_state(files, "state.json", lambda value: {**value, "schema": 2}, schema=2)
    assert (tmp_path / "state.json").read_bytes() == OLD


@pytest.mark.parametrize("content", [b'{"schema": 7, "later": [1]}', b'{"processed": []}', b""])
def test_same_later_or_no_form_is_not_kept_and_a_later_number_stays(tmp_path, content):
    files = write(tmp_path, {"state.json": content})
    upgrade_state(files, "state.json", lambda value: {**value, "schema": 2, "new": 1}, schema=2)
    assert kept(tmp_path) == []
    value = json.loads((tmp_path / "state.json").read_bytes())
    assert value["schema"] == (7 if b"7" in content else 2)
    assert value["new"] == 1


def test_two_files_of_one_old_form_are_both_kept(tmp_path):
    files = write(tmp_path, {"state.json": OLD})
    upgrade_state(files, "state.json", lambda value: {**value, "schema": 2}, schema=2)
    (tmp_path / "state.json").write_bytes(OLD.replace(b"1.0", b"2.0"))
    upgrade_state(files, "state.json", lambda value: {**value, "schema": 2}, schema=2)
    assert len(kept(tmp_path)) == 2
    assert os.listdir(tmp_path / UPGRADES_FOLDER)[0].startswith("state-json.schema-1-")


def test_every_form_above_the_first_goes_through_the_door():
    """Whoever raises a number has to say how a file of the old form is kept."""
    found = []
    for module in read_modules(SOURCE):
        for node in module.tree.body:
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and node.targets[0].id.strip("_") in {"SCHEMA", "FORMAT", "VERSION", "OWN_SCHEMA"}
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, int)
                and node.value.value > 1
            ):
                found.append((module.path, "upgrade_state" in ast.dump(module.tree)))
    assert {path for path, goes in found if not goes} == set(WITHOUT_OLD_FILES)
    assert ("distill/state.py", True) in found
