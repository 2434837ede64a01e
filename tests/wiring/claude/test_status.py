"""What is said about hooks in settings: those that can't run, that run twice, that are switched off."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from daykeep.context.instructions.claude.settings import ClaudeSettings, Layer
from daykeep.wiring.claude.handlers import Wanted
from daykeep.wiring.claude.merging import merge_in
from daykeep.wiring.claude.places import LOCAL, PROJECT, USER, place_of, project_place, user_place
from daykeep.wiring.claude.status import Row, find_faults, places_of, read_row
from tests.wiring.claude.settings_files import two

NOTHING = ClaudeSettings((), 0)


def row(tmp_path: Path, scope: str, text: str) -> Row:
    place = project_place(LOCAL, tmp_path / scope)._replace(scope=scope)
    place.path.parent.mkdir(parents=True)
    place.path.write_text(text)
    return read_row(place)


def installed(tmp_path: Path, *events: str, program: str = sys.executable) -> str:
    return merge_in(
        "{}",
        Wanted(
            (program,) if "hook" in program else (program, "-m", "daykeep.hooks.entry"), str(tmp_path), events
        ),
        {},
    ).text


def layers(*values: dict[str, Any], managed: int = 0) -> ClaudeSettings:
    return ClaudeSettings(
        tuple(Layer(f"/layer{number}", value, "") for number, value in enumerate(values)), managed
    )


def test_a_row_names_events_workspace_and_program_and_finds_nothing_wrong(tmp_path: Path) -> None:
    found = row(tmp_path, USER, installed(tmp_path, "Stop", "SessionEnd"))
    assert (found.events, found.workspaces, found.problems) == (["Stop", "SessionEnd"], [str(tmp_path)], ())
    assert found.programs == [f"{sys.executable} -m daykeep.hooks.entry"]
    assert find_faults([found], NOTHING) == []


def test_no_file_and_an_empty_file_are_rows_without_handlers(tmp_path: Path) -> None:
    assert read_row(project_place(PROJECT, tmp_path)) == Row(
        PROJECT, str(tmp_path / ".claude" / "settings.json")
    )
    assert row(tmp_path, USER, " \n").handlers == ()


def test_hooks_under_a_key_that_a_later_one_replaces_are_named_and_do_not_count(tmp_path: Path) -> None:
    hooks = json.dumps(json.loads(installed(tmp_path, "Stop"))["hooks"])
    found = row(tmp_path, USER, f'{{"hooks": {hooks}, "hooks": {{}}}}')
    assert found.events == []
    assert found.problems == ("Stop: the hook stands under a key that a later one of the same name replaces",)


def test_two_programs_for_one_event_answer_twice_and_the_same_one_does_not(tmp_path: Path) -> None:
    rows = [
        row(tmp_path, USER, installed(tmp_path, "Stop", "SessionEnd")),
        row(tmp_path, LOCAL, installed(tmp_path, "Stop", program="/other/daykeep-hook")),
        row(tmp_path, PROJECT, installed(tmp_path, "SessionEnd")),
    ]
    assert find_faults(rows, NOTHING) == [
        "Stop: answered 2 times, by the settings of scope user and local",
        "SessionEnd: installed twice, scope user and project; Claude Code runs the same command once",
    ]


def test_the_strongest_word_on_switching_off_counts() -> None:
    assert find_faults([], layers({"disableAllHooks": False}, {"disableAllHooks": True})) == []
    assert find_faults([], layers({}, {"disableAllHooks": True})) == [
        '"disableAllHooks" in /layer1: no hook runs'
    ]


def test_only_the_administrator_can_allow_managed_hooks_alone() -> None:
    only = {"allowManagedHooksOnly": True}
    assert find_faults([], layers(only)) == []
    (said,) = find_faults([], layers(only, managed=1))
    assert said.startswith('"allowManagedHooksOnly" in the administrator')


def test_the_plugin_beside_installed_hooks_is_named_unless_a_stronger_file_switches_it_off(
    tmp_path: Path,
) -> None:
    found = row(tmp_path, USER, installed(tmp_path, "Stop"))
    on, off = ({"enabledPlugins": {"daykeep@daykeep": value, "other@x": True}} for value in (True, False))
    (said,) = find_faults([found], layers(on))
    assert said.startswith("the plugin daykeep@daykeep is enabled too")
    assert find_faults([found], layers(off, on)) == []
    assert find_faults([], layers(on)) == []
    assert find_faults([found], layers({"enabledPlugins": ["daykeep@daykeep"]})) == []


def test_a_file_that_two_scopes_share_is_looked_at_once(tmp_path: Path) -> None:
    user = user_place(tmp_path, {})
    assert places_of(user, [project_place(PROJECT, tmp_path), project_place(LOCAL, tmp_path)]) == [
        user,
        project_place(LOCAL, tmp_path),
    ]


def test_a_file_on_record_is_found_again_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "old" / "settings.json"
    path.parent.mkdir()
    path.write_text(two({}))
    found = place_of(USER, path, tmp_path / "home", {"CLAUDE_CONFIG_DIR": str(tmp_path / "new")})
    assert (found.path, read_row(found).problems) == (path, ())
    local = project_place(LOCAL, tmp_path / "code")
    assert place_of(LOCAL, local.path, tmp_path, {}) == local
