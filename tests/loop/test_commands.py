"""The user's own commands around a compaction: what they are given, what they may change, and whose they are."""

import json
import sys

import pytest

from daykeep.app import open_workspace
from daykeep.errors import RefusedError
from daykeep.loop.commands import INSTRUCTION_CHARS, ask_before, read_instructions, tell_after

TOLD = {"session": "s", "mode": "summary", "instructions": "Be brief.", "tokens": 12_000}


class Place:
    def __init__(self, folder):
        self.folder = folder
        self.root = folder / "ws"
        self.own = folder / "home/.config/daykeep"
        self.own.mkdir(parents=True)
        (self.root / "memory").mkdir(parents=True)
        (self.root / "SOUL.md").write_text("# Soul\n")
        self.environ = {"HOME": str(folder / "home"), "PATH": "/usr/bin:/bin"}

    def set(self, code, setting="before", seconds=20):
        """Make this Python the user's own command."""
        (self.own / "hook.py").write_text(code)
        command = f"{sys.executable} hook.py"
        lines = ["[context.compact]", f"{setting} = {json.dumps(command)}", f"command_seconds = {seconds}"]
        (self.own / "config.toml").write_text("\n".join(lines) + "\n")
        return self

    def open(self):
        return open_workspace(self.root, environ=self.environ)


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def test_without_a_command_the_instructions_stay(place):
    assert ask_before(place.open(), TOLD) == ("Be brief.", False, "")
    assert tell_after(place.open(), TOLD) == ""


def test_command_is_given_what_is_about_to_happen_as_json(place):
    code = "import json, sys\ntold = json.load(sys.stdin)\nprint(json.dumps({'instructions': json.dumps(told, sort_keys=True)}))"
    asked = ask_before(place.set(code).open(), TOLD)
    assert json.loads(asked.instructions) == {"event": "before", **TOLD}
    assert asked.changed


def test_plain_text_takes_the_place_of_the_instructions(place):
    assert ask_before(place.set("print('Keep every path.')").open(), TOLD) == ("Keep every path.", True, "")


def test_nothing_said_changes_nothing(place):
    assert ask_before(place.set("").open(), TOLD) == ("Be brief.", False, "")


def test_exit_code_two_stops_it_with_its_reason(place):
    code = "import sys\nsys.stderr.write('a release is running\\n')\nsys.exit(2)"
    with pytest.raises(RefusedError, match="stopped it: a release is running"):
        ask_before(place.set(code).open(), TOLD)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "import sys\nprint('ignored')\nsys.stderr.write('no network')\nsys.exit(1)",
            "ended with exit code 1: no network",
        ),
        ("print('{')", "no JSON"),
        ("print('{\"instructions\": 7}')", "is no text"),
        ("import os\nos.kill(os.getpid(), 9)", "ended with exit code -9"),
    ],
)
def test_any_other_failure_is_named_and_goes_on(place, code, said):
    asked = ask_before(place.set(code).open(), TOLD)
    assert (asked.instructions, asked.changed) == ("Be brief.", False)
    assert said in asked.problem


def test_command_that_takes_too_long_is_ended(place):
    asked = ask_before(place.set("import time\ntime.sleep(600)", seconds=1).open(), TOLD)
    assert asked.instructions == "Be brief."
    assert "took more than 1 s" in asked.problem


def test_command_that_is_not_there_is_named(place):
    (place.own / "config.toml").write_text('[context.compact]\nbefore = "no-such-program --now"\n')
    assert "could not be started" in ask_before(place.open(), TOLD).problem


def test_command_that_reads_nothing_and_says_much_is_no_trouble(place):
    told = {**TOLD, "instructions": "x" * 300_000}
    asked = ask_before(place.set("print('Keep it. ' * 40_000)").open(), told)
    assert len(asked.instructions) == INSTRUCTION_CHARS
    assert "10,000 characters" in asked.problem


def test_command_after_is_told_and_changes_nothing(place):
    code = "import sys\nopen('told', 'w').write(sys.stdin.read())\nprint('{\"instructions\": \"x\"}')\nsys.exit(2)"
    told = {"session": "s", "mode": "summary", "summary": "So it was.", "tokens_before": 9, "tokens_after": 3}
    problem = tell_after(place.set(code, "after").open(), told)
    assert problem == "context.compact.after ended with exit code 2"
    assert json.loads((place.own / "told").read_text()) == {"event": "after", **told}


class TestWhoseTheyAre:
    def test_relative_names_are_found_in_the_users_folder_and_not_in_the_workspace(self, place):
        (place.root / "hook.py").write_text("print('from the workspace')")
        (place.root / "json.py").write_text("open('/tmp/never', 'w')\nraise SystemExit(3)")
        code = "import json, os\nprint(os.getcwd() + ' ' + os.environ['DAYKEEP_WORKSPACE'])"
        assert ask_before(place.set(code).open(), TOLD).instructions == f"{place.own} {place.root}"

    @pytest.mark.parametrize("key", ["before", "after"])
    def test_workspace_can_not_name_one(self, place, key):
        canary = place.folder / "canary"
        (place.root / "daykeep.toml").write_text(f'[context.compact]\n{key} = "touch {canary}"\n')
        opened = open_workspace(place.root, environ=place.environ, strict=False)
        assert opened.problems
        ask_before(opened, TOLD)
        tell_after(opened, TOLD)
        assert not canary.exists()

    def test_environment_can_not_name_one(self, place):
        canary = place.folder / "canary"
        place.environ["DAYKEEP_CONTEXT_COMPACT_BEFORE"] = f"touch {canary}"
        opened = open_workspace(place.root, environ=place.environ, strict=False)
        ask_before(opened, TOLD)
        assert not canary.exists()

    def test_no_shell_reads_the_line(self, place):
        (place.own / "config.toml").write_text('[context.compact]\nbefore = "echo $HOME; touch made"\n')
        assert ask_before(place.open(), TOLD).instructions == "$HOME; touch made"
        assert not (place.own / "made").exists()


def test_json_without_instructions_changes_nothing():
    assert read_instructions('{"systemMessage": "hi"}') == (None, "")
