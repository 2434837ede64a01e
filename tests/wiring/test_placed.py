"""The record of what stands in other programs' folders."""

from __future__ import annotations

import pytest

from daykeep.errors import ConfigError
from daykeep.wiring.placed import RECORD_FILE, Placed, PlacedBlock, PlacedSkill, load_placed, update_placed

SKILL = PlacedSkill("/r", "s", {"SKILL.md": ("a", "b")}, ("/r",), workspaces=("/w",))
BLOCK = PlacedBlock("/r", "AGENTS.md", ("codex",), "/w", created=True, header="---", made=("/r",))


def test_what_is_recorded_is_read_back_and_an_empty_record_is_no_file(tmp_path):
    folder = tmp_path / "settings"
    assert load_placed(folder) == Placed()
    update_placed(folder, lambda one: one.with_skill("/r", "s", SKILL).with_block("/r", "AGENTS.md", BLOCK))
    found = load_placed(folder)
    assert found == Placed((SKILL,), (BLOCK,))
    assert (found.skill("/r", "s"), found.block("/r", "AGENTS.md")) == (SKILL, BLOCK)
    assert found.skill("/r", "t") is None
    update_placed(folder, lambda one: one.with_skill("/r", "s", None).with_block("/r", "AGENTS.md", None))
    assert not (folder / RECORD_FILE).exists()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"skills": [1], "blocks": []}', '{"skills": [{}], "blocks": []}', "\xff"]
)
def test_record_that_is_none_is_an_error_and_stays_as_it_is(tmp_path, text):
    (tmp_path / RECORD_FILE).write_bytes(text.encode("latin-1"))
    with pytest.raises(ConfigError):
        update_placed(tmp_path, lambda one: one.with_skill("/r", "s", SKILL))
    assert (tmp_path / RECORD_FILE).read_bytes() == text.encode("latin-1")


def test_change_meanwhile_is_not_lost(tmp_path):
    calls = []

    def change(one):
        if not calls:
            calls.append(1)
            update_placed(tmp_path, lambda other: other.with_block("/r", "AGENTS.md", BLOCK))
        return one.with_skill("/r", "s", SKILL)

    update_placed(tmp_path, lambda one: one.with_skill("/x", "s", SKILL._replace(root="/x")))
    update_placed(tmp_path, change)
    found = load_placed(tmp_path)
    assert {one.root for one in found.skills} == {"/r", "/x"}
    assert found.blocks == (BLOCK,)
