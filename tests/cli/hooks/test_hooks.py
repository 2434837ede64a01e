"""``daykeep hooks`` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from daykeep.hooks.entry import EVENTS as ANSWERED
from daykeep.hooks.entry import GRACE_SECONDS
from daykeep.wiring.claude.handlers import EVENTS, TIMEOUTS_SECONDS
from daykeep.workspace.hooklog import HookRun, note_run
from daykeep.workspace.loaded import Loaded, note_loaded
from tests.cli.setting_up import Desk
from tests.wiring.claude.settings_files import two
from tests.workspace.making import digest

SETTINGS = '{\n    "model": "opus",\n    "hooks": { }\n}'


@pytest.fixture
def at_home(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk with a workspace, a code project and settings of the user."""
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    desk.run("init", "agent")
    (desk.folder / "code").mkdir()
    user(desk).parent.mkdir()
    user(desk).write_text(SETTINGS)
    return desk


def user(desk: Desk) -> Path:
    return desk.folder / "home" / ".claude" / "settings.json"


def local(desk: Desk) -> Path:
    return desk.folder / "code" / ".claude" / "settings.local.json"


def run(desk: Desk, *words: str, workspace: str = "agent"):
    return desk.run("hooks", *words, "--workspace", str(desk.folder / workspace), where=desk.folder / "code")


def test_every_event_that_is_installed_is_answered_and_claude_code_waits_longer_than_the_hook_works() -> None:
    assert set(TIMEOUTS_SECONDS) == set(ANSWERED)
    assert [
        name for name in EVENTS if TIMEOUTS_SECONDS[name] < ANSWERED[name].seconds + GRACE_SECONDS + 1
    ] == []


def test_without_a_scope_the_hooks_go_into_the_users_own_settings_and_come_out_again(at_home: Desk) -> None:
    answer = run(at_home, "install")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Wrote daykeep's hooks into {user(at_home)} (scope user)\n")
    value = json.loads(user(at_home).read_text())
    assert list(value["hooks"]) == list(EVENTS)
    (handler,) = value["hooks"]["Stop"][0]["hooks"]
    assert handler["args"][-2:] == ["--workspace", str(at_home.folder / "agent")]
    assert Path(handler["command"]).is_absolute()
    again = run(at_home, "install")
    assert "already; nothing was written" in again.out
    away = run(at_home, "uninstall")
    assert away.out.startswith(f"Took out of {user(at_home)}: SessionStart, ")
    assert user(at_home).read_text() == SETTINGS
    assert run(at_home, "uninstall").out == "There are no hooks of this workspace to take out.\n"


def test_an_event_goes_through_the_very_command_line_that_was_installed(at_home: Desk) -> None:
    run(at_home, "install")
    value = json.loads(user(at_home).read_text())
    (handler,) = value["hooks"]["InstructionsLoaded"][0]["hooks"]
    event = {
        "hook_event_name": "InstructionsLoaded",
        "session_id": "s-1",
        "cwd": str(at_home.folder / "code"),
        "transcript_path": "",
        "file_path": str(at_home.folder / "code" / "CLAUDE.md"),
        "memory_type": "Project",
        "load_reason": "session_start",
    }
    done = subprocess.run(
        [handler["command"], *handler["args"]],
        input=json.dumps(event).encode(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_rehearsal_shows_the_lines_and_writes_nothing(at_home: Desk) -> None:
    before = digest(at_home.folder)
    answer = run(at_home, "install", "--dry-run")
    assert (
        '+            "SessionStart": [' in answer.out.splitlines()
        or '+        "SessionStart": [' in answer.out
    )
    assert digest(at_home.folder) == before
    run(at_home, "install")
    written = digest(at_home.folder)
    away = run(at_home, "uninstall", "--dry-run")
    assert away.out.startswith(f"Would take out of {user(at_home)}")
    assert digest(at_home.folder) == written


def test_a_project_gets_its_own_hooks_and_a_word_about_sharing(at_home: Desk) -> None:
    shared = run(at_home, "install", "--scope", "project", "--json").json
    assert shared["path"] == str(at_home.folder / "code" / ".claude" / "settings.json")
    assert any("--scope local keeps them to yourself" in note for note in shared["notes"])
    away = run(at_home, "uninstall", "--scope", "project", "--json").json
    assert [(row["path"], row["file_removed"]) for row in away["settings"]] == [(shared["path"], True)]
    assert list((at_home.folder / "code").iterdir()) == []


def test_a_project_is_named_from_elsewhere(at_home: Desk) -> None:
    words = ("install", "--scope", "local", "--project", str(at_home.folder / "code"), "--json")
    answer = at_home.run("hooks", *words, where=at_home.folder / "agent")
    assert answer.json["path"] == str(local(at_home))
    away = at_home.run("hooks", "uninstall", where=at_home.folder / "agent")
    assert f"Took out of {local(at_home)}: the file, which daykeep made" in away.out
    assert not local(at_home).exists()


@pytest.mark.parametrize(
    "words",
    [
        ("install", "--project", "."),
        ("install", "--scope", "user", "--project", "."),
        ("install", "--scope", "local", "--project", "none"),
        ("install", "--events", ""),
        ("install", "--events", "Stop,Nothing"),
        ("install", "--scope", "other"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(at_home: Desk, words: tuple[str, ...]) -> None:
    before = digest(at_home.folder)
    assert run(at_home, *words).code == 2
    assert digest(at_home.folder) == before


def test_events_are_chosen_by_name_in_any_case(at_home: Desk) -> None:
    answer = run(at_home, "install", "--events", "stop, PostToolUse", "--json").json
    assert answer["events"] == ["Stop", "PostToolUse"]
    assert any("PostToolUse does nothing before" in note for note in answer["notes"])
    assert list(json.loads(user(at_home).read_text())["hooks"]) == ["Stop", "PostToolUse"]


def test_uses_of_tools_are_told_only_where_the_setting_asks_for_them(at_home: Desk) -> None:
    assert "PostToolUse" not in run(at_home, "install", "--json").json["events"]
    (at_home.folder / "agent" / "daykeep.toml").write_text("[hooks]\nreferences = true\n")
    answer = run(at_home, "install", "--json").json
    assert (answer["added"], "notes" in answer) == (["PostToolUse"], False)


def test_a_broken_file_is_refused_with_its_line(at_home: Desk) -> None:
    user(at_home).write_text('{\n  "model": "opus", // mine\n}')
    answer = run(at_home, "install")
    assert answer.code == 5
    assert f'"{user(at_home)}:2" is not valid JSON: a comment stands' in answer.err
    status = run(at_home, "status", "--json").json
    assert "is not valid JSON" in status["settings"][0]["problems"][0]
    run(at_home, "install", "--scope", "local")
    away = run(at_home, "uninstall")
    assert "is not valid JSON" in away.err
    assert not local(at_home).exists()


@pytest.mark.parametrize("named", [False, True])
def test_hooks_of_a_workspace_that_is_gone_are_taken_out_whether_or_not_it_is_named(
    at_home: Desk, named: bool
) -> None:
    run(at_home, "install")
    (at_home.folder / "agent").rename(at_home.folder / "gone")
    words = ("--workspace", str(at_home.folder / "agent")) if named else ()
    assert at_home.run("hooks", "uninstall", *words, where=at_home.folder / "code").code == 0
    assert json.loads(user(at_home).read_text()) == {"model": "opus"}


@pytest.mark.parametrize("named", [None, ""])
def test_without_a_named_home_the_copy_is_kept_in_the_same_home_as_the_settings(
    at_home: Desk, monkeypatch: pytest.MonkeyPatch, named: str | None
) -> None:
    monkeypatch.delenv("USERPROFILE", raising=False)
    if named is None:
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", named)
    monkeypatch.setattr(Path, "home", lambda: at_home.folder / "home")
    assert run(at_home, "install").code == 0
    assert run(at_home, "uninstall").code == 0
    assert user(at_home).read_text() == SETTINGS
    assert len(list((at_home.folder / "home").rglob("backups/*.json"))) == 2


def test_a_file_that_cannot_be_looked_into_is_not_taken_for_one_without_hooks(at_home: Desk) -> None:
    run(at_home, "install")
    user(at_home).write_text(user(at_home).read_text().replace("{", "{ // mine\n", 1))
    away = run(at_home, "uninstall")
    assert (away.code, away.out) == (5, "")
    assert "a comment stands" in away.err


def test_a_folder_that_is_no_workspace_gets_no_hooks(at_home: Desk) -> None:
    answer = run(at_home, "install", workspace="code")
    assert (answer.code, user(at_home).read_text()) == (3, SETTINGS)
    assert "is not a workspace: hooks would write logs and notes into it" in answer.err


def test_hooks_of_another_workspace_stay_and_are_named(at_home: Desk) -> None:
    at_home.run("init", "second")
    run(at_home, "install")
    refused = run(at_home, "install", workspace="second")
    assert refused.code == 6
    away = run(at_home, "uninstall", workspace="second")
    assert "There are no hooks of this workspace" in away.out
    assert f'the hooks of another workspace stay, "{at_home.folder / "agent"}"' in away.err
    assert str(at_home.folder / "agent") in user(at_home).read_text()


def test_status_says_where_for_whom_and_how_the_last_runs_went(at_home: Desk) -> None:
    assert run(at_home, "status", "--json").json["installed"] is False
    run(at_home, "install", "--events", "Stop,SessionEnd")
    root = at_home.folder / "agent"
    note_run(root, HookRun("2026-03-16T08:00:00+00:00", "Stop", "s-1", ms=12))
    note_run(
        root,
        HookRun("2026-03-16T09:00:00+00:00", "SessionEnd", "s-1", "late", "broken off after 1.1 seconds"),
    )
    answer = run(at_home, "status", "--json").json
    row = answer["settings"][0]
    assert (row["events"], row["workspaces"], row["program_exists"]) == (
        ["Stop", "SessionEnd"],
        [str(root)],
        True,
    )
    assert answer["last_runs"]["Stop"]["ms"] == 12
    assert [run["message"] for run in answer["went_wrong"]] == ["broken off after 1.1 seconds"]
    text = run(at_home, "status").out
    assert f"user: {user(at_home)}: Stop, SessionEnd\n" in text
    assert "went wrong: 2026-03-16T09:00:00+00:00 SessionEnd: late: broken off after 1.1 seconds" in text


def test_status_names_the_instruction_files_that_changed_since_they_were_loaded_before(at_home: Desk) -> None:
    root, path = at_home.folder / "agent", at_home.folder / "code" / "CLAUDE.md"
    assert run(at_home, "status", "--json").json["instructions"] == 0
    for text, minute in (("one", 1), ("two", 2)):
        path.write_text(text)
        note_loaded(
            root, Loaded(f"2026-03-16T08:0{minute}:00+00:00", str(path), "s-1", "Project", "session_start")
        )
    answer = run(at_home, "status", "--json").json
    changed = {
        "path": str(path),
        "at": "2026-03-16T08:02:00+00:00",
        "kind": "Project",
        "reason": "session_start",
    }
    assert (answer["instructions"], answer["instructions_changed"]) == (1, [changed])
    assert f"changed when it was loaded last: {path} (" in run(at_home, "status").out


def test_status_says_what_keeps_hooks_from_running(at_home: Desk) -> None:
    run(at_home, "install")
    value = json.loads(user(at_home).read_text())
    for event, group in value["hooks"].items():
        group[0]["hooks"][0]["command"] = "/none/daykeep-hook"
        if event == "Stop":
            group[0]["hooks"][0]["args"] = ["--workspace", "/none/agent"]
    user(at_home).write_text(
        json.dumps({**value, "disableAllHooks": True, "enabledPlugins": {"daykeep@daykeep": True}})
    )
    answer = run(at_home, "status", "--json").json
    row = answer["settings"][0]
    assert not row["program_exists"]
    assert any('the program "/none/daykeep-hook" is not there' in problem for problem in row["problems"])
    assert any('the workspace "/none/agent" is not there' in problem for problem in row["problems"])
    said = "\n".join(answer["problems"])
    assert f'"disableAllHooks" in {user(at_home)}: no hook runs' in said
    assert "the plugin daykeep@daykeep is enabled too" in said


def test_status_names_the_plugin_where_only_that_answers(at_home: Desk) -> None:
    user(at_home).write_text(two({"enabledPlugins": {"daykeep@daykeep": True}}))
    answer = run(at_home, "status", "--json").json
    assert (answer["installed"], answer["plugin"], answer["problems"]) == (False, "daykeep@daykeep", [])
    assert "plugin: daykeep@daykeep is enabled, with hooks of its own\n" in run(at_home, "status").out


def test_status_says_which_events_are_answered_twice(at_home: Desk) -> None:
    at_home.run("init", "second")
    run(at_home, "install")
    run(at_home, "install", "--scope", "local", "--events", "Stop", workspace="second")
    said = run(at_home, "status", "--json").json["problems"]
    assert said == ["Stop: answered 2 times, by the settings of scope user and local"]
    run(at_home, "uninstall", workspace="second")
    run(at_home, "install", "--scope", "local", "--events", "Stop")
    said = run(at_home, "status", "--json").json["problems"]
    assert said == ["Stop: installed twice, scope user and local; Claude Code runs the same command once"]


def test_uninstalling_daykeep_takes_the_hooks_out_of_every_file_they_were_put_into(at_home: Desk) -> None:
    run(at_home, "install")
    run(at_home, "install", "--scope", "local")
    root = at_home.folder / "agent"
    rehearsal = at_home.run("uninstall", "--dry-run", where=root)
    assert f"daykeep's hooks in {user(at_home)}, {local(at_home)}" in rehearsal.out
    assert local(at_home).exists()
    answer = at_home.run("uninstall", "--json", where=root).json
    assert answer["hooks"] == f"{user(at_home)}, {local(at_home)}"
    assert user(at_home).read_text() == SETTINGS
    assert not local(at_home).parent.exists()
    assert at_home.run("uninstall", "--json", where=root).json["hooks"] is None
    copies = str(at_home.folder / "home" / ".config" / "daykeep" / "backups")
    assert copies in [row["name"] for row in answer["stays"]]


def test_uninstalling_one_workspace_leaves_the_hooks_of_another(at_home: Desk) -> None:
    at_home.run("init", "second")
    run(at_home, "install")
    written = user(at_home).read_text()
    assert at_home.run("uninstall", "--json", where=at_home.folder / "second").json["hooks"] is None
    assert user(at_home).read_text() == written


def test_a_file_that_cannot_be_read_does_not_stop_the_uninstall(at_home: Desk) -> None:
    run(at_home, "install", "--scope", "local")
    user(at_home).write_text("{ broken")
    answer = at_home.run("uninstall", where=at_home.folder / "agent")
    assert answer.code == 0
    assert "is not valid JSON" in answer.err
    assert not local(at_home).exists()


def test_the_program_is_the_one_beside_this_python(at_home: Desk) -> None:
    program = run(at_home, "install", "--json").json["program"]
    assert Path(program[0]).parent == Path(sys.executable).parent
