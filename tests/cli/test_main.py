import json
import os
import subprocess
import sys

import pytest

from daykeep.cli.frame import Call
from daykeep.cli.main import run
from daykeep.cli.registry import COMMANDS, MOMENTS


def daykeep(*words, cwd, env=None, stdin=b""):
    environ = {**os.environ, **(env or {})}
    command = [sys.executable, "-m", "daykeep", *words]
    return subprocess.run(command, cwd=cwd, env=environ, input=stdin, capture_output=True, check=False)


def test_help_fits_on_one_screen_and_groups_by_moment(capsys):
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) <= 48
    assert all(f"\n  {moment}  " in text for moment in MOMENTS)
    assert all(f"  {name} " in text for name in COMMANDS)


def test_version(capsys):
    from daykeep import __version__

    assert run(["--version"]) == 0
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_that_begins_with_the_registrys_line(name, capsys):
    assert run([name, "--help"]) == 0
    assert COMMANDS[name].help.removesuffix(".") in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("words", [[], ["config"], ["wiring", "merge"]])
def test_group_alone_shows_its_help_and_nothing_around_it(words, capsys):
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(" ".join(["Usage: daykeep", *words]))
    assert "hint:" not in captured.err
    assert not captured.out


def test_unknown_command_is_a_usage_error_with_the_nearest(capsys):
    assert run(["dsitill"]) == 2
    assert "did you mean `daykeep distill`?" in capsys.readouterr().err


def test_unknown_option_is_a_usage_error(capsys):
    assert run(["distill", "--nope"]) == 2
    assert "--nope" in capsys.readouterr().err


def test_errors_are_json_on_stdout_when_json_is_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DAYKEEP_WORKSPACE", raising=False)
    assert run(["config", "show", "--json"]) == 3
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert answer["ok"] is False
    assert answer["error"]["code"] == "workspace"
    assert not captured.err


def test_usage_errors_are_json_too(capsys):
    assert run(["distill", "--json", "--days", "x"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "usage"


def test_no_workspace_says_what_to_do(tmp_path):
    done = daykeep("log", "x", cwd=tmp_path, env={"DAYKEEP_WORKSPACE": ""})
    assert done.returncode == 3
    assert done.stdout == b""
    assert b"daykeep init" in done.stderr


def test_reader_that_leaves_is_no_error(tmp_path):
    command = f"{sys.executable} -m daykeep --help | true"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr


def test_distill_without_history_says_that_nothing_was_committed(tmp_path):
    daykeep("init", str(tmp_path / "w"), "--no-git", cwd=tmp_path)
    daykeep("log", "always look at df first", "--kind", "lesson", cwd=tmp_path / "w")
    done = daykeep("distill", "--profile", "classic", cwd=tmp_path / "w")
    assert done.returncode == 0
    assert b"Not committed: history is off" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use can't be removed there")
@pytest.mark.parametrize(
    "words", ["context files", "context build", "context tokens", "doctor --reading .", "start"]
)
def test_folder_that_is_gone_meanwhile_is_a_plain_error(tmp_path, words):
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'rmdir "$PWD"; exec "{sys.executable}" -m daykeep {words} --json'
    done = subprocess.run(["sh", "-c", script], cwd=gone, input=b"", capture_output=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "is gone" in json.loads(done.stdout)["error"]["message"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
@pytest.mark.parametrize("words", ["context files", "context build", "context files --json"])
def test_answer_that_can_not_be_written_is_an_error_of_the_storage(tmp_path, words):
    script = f'"{sys.executable}" -m daykeep {words} >/dev/full'
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 14, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"can't write the answer" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of POSIX")
@pytest.mark.parametrize("words", ["context files", "context build", "context files --json", "--version"])
def test_closed_standard_output_is_no_bug(tmp_path, words):
    script = f'"{sys.executable}" -m daykeep {words} >&-'
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr


def test_numbers_that_json_does_not_have_are_null(capsys):
    Call(path=None, json=True).emit({"a": [float("nan"), {"b": float("inf")}], "c": (1.5,)}, "")
    assert json.loads(capsys.readouterr().out) == {"ok": True, "a": [None, {"b": None}], "c": [1.5]}
