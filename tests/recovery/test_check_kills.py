"""Killed while a conversation is checked: the view is the old one or the new one, and nothing that left it is lost."""

from __future__ import annotations

import shutil

import pytest

from daykeep.files.store import Files
from daykeep.triage.run.desk import Desk
from daykeep.triage.view.check import find_lost
from tests.recovery.forked import run_and_die
from tests.triage.run.desks import begin, check, talk

SAMPLE_POINTS, ALL_POINTS = 12, 50


def state(root):
    scene = Desk(Files(root), "s").load()
    return scene.messages, scene.commits, scene.view


def lost(root):
    desk = Desk(Files(root), "s")
    scene = desk.load()
    stored = {one.id for one in desk.stored.entries()}
    logged = {edit.unit_id for commit in scene.commits for edit in commit.edits}
    for one in stored:
        desk.stored.get(one)
    return find_lost(scene.units, scene.commits, scene.view, stored=stored, logged=logged)


def check_kills(folder, count, *, half):
    template = folder / "template"
    template.mkdir()
    begin(template, talk(5))
    old = state(template)
    shutil.copytree(template, folder / "whole")
    calls = run_and_die(lambda: check(folder / "whole", budget=1_500), 0).count
    new = state(folder / "whole")
    assert (len(old[1]), len(new[1])) == (0, 1)
    kills = 0
    for at in sorted({1 + round(step * (calls - 1) / (count - 1)) for step in range(count)}):
        root = folder / str(at)
        shutil.copytree(template, root)
        kills += run_and_die(lambda root=root: check(root, budget=1_500), at, half=half).killed
        there = state(root)
        assert there[0] == old[0], at
        assert there[2].messages == (new if there[1] else old)[2].messages, at
        assert lost(root) == [], at
        if not there[1]:
            assert check(root, budget=1_500).did, at
        assert state(root)[2].messages == new[2].messages, at
        assert lost(root) == [], at
        shutil.rmtree(root)
    return kills


def test_kill_while_a_conversation_is_checked_leaves_the_old_or_the_new_view_and_loses_no_turn(quick_folder):
    assert check_kills(quick_folder, SAMPLE_POINTS, half=False) >= SAMPLE_POINTS - 2


@pytest.mark.soak
@pytest.mark.parametrize("half", [False, True], ids=["before", "half-way"])
def test_kill_at_fifty_points_of_a_check_loses_no_turn(quick_folder, half):
    assert check_kills(quick_folder, ALL_POINTS, half=half) >= ALL_POINTS * (0.3 if half else 0.9)
