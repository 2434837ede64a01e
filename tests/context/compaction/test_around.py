"""What Claude Code's files in a folder say about compaction."""

from __future__ import annotations

import json

from daykeep.context.compaction.around import find_claude_setup
from daykeep.context.compaction.claude import PERCENT, WINDOW, read_claude_rules
from daykeep.context.instructions.model import Around


def setup(tmp_path, *, user=None, project=None, state=None, environ=None):
    home, app = tmp_path / "home", tmp_path / "app"
    for folder, given in ((home, user), (app, project)):
        (folder / ".claude").mkdir(parents=True, exist_ok=True)
        if given is not None:
            (folder / ".claude" / "settings.json").write_text(
                given if isinstance(given, str) else json.dumps(given), encoding="utf-8"
            )
    if state is not None:
        (home / ".claude.json").write_text(json.dumps(state), encoding="utf-8")
    around = Around(app, home, environ or {}, "linux")
    return find_claude_setup(around, managed=str(tmp_path / "managed"))


def test_window_of_the_settings_counts_and_the_environment_wins(tmp_path):
    found = setup(tmp_path, user={"autoCompactWindow": 300_000})
    assert read_claude_rules(found.environ).window == 300_000
    found = setup(tmp_path, user={"autoCompactWindow": 300_000}, environ={WINDOW: "400000"})
    assert read_claude_rules(found.environ).window == 400_000


def test_environment_that_settings_name_counts_below_the_real_one(tmp_path):
    found = setup(tmp_path, project={"env": {PERCENT: "50"}})
    assert read_claude_rules(found.environ).percent == 50
    found = setup(tmp_path, project={"env": {PERCENT: "50"}}, environ={PERCENT: "70"})
    assert read_claude_rules(found.environ).percent == 70


def test_project_settings_are_stronger_than_the_users(tmp_path):
    found = setup(tmp_path, user={"env": {PERCENT: "50"}}, project={"env": {PERCENT: 60}})
    assert read_claude_rules(found.environ).percent == 60


def test_switch_of_claude_code_turns_compaction_off(tmp_path):
    off = setup(tmp_path, state={"autoCompactEnabled": False})
    assert off.switched_off == f"autoCompactEnabled in {tmp_path / 'home' / '.claude.json'}"
    assert not read_claude_rules(off.environ).disabled_by
    assert not setup(tmp_path, state={"autoCompactEnabled": True}).switched_off


def test_hooks_of_the_project_are_found(tmp_path):
    group = {"matcher": "compact", "hooks": [{"type": "command", "command": "cat notes.md"}]}
    found = setup(tmp_path, project={"hooks": {"SessionStart": [group]}})
    assert [hook.commands for hook in found.hooks] == [(), (), ("cat notes.md",)]


def test_settings_that_are_no_json_are_a_problem_and_say_nothing(tmp_path):
    found = setup(tmp_path, project="{ not json")
    assert len(found.problems) == 1
    assert "settings.json" in found.problems[0]
    assert found.environ == {}
