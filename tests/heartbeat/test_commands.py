"""Commands of jobs: enabled by the user's own settings alone, without a shell, within their time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from daykeep.heartbeat.commands import ask_command, how_to_enable, run_command, split, tail_of

ENVIRON = {"PATH": os.environ["PATH"]}


def python(code: str) -> str:
    return f'{sys.executable} -c "{code}"'


def test_exact_line_for_the_exact_file_enables_a_command(tmp_path: Path) -> None:
    place = str(tmp_path / "cron" / "a.md")
    assert how_to_enable(tmp_path, "cron/a.md", "backup --all", {place: "backup --all"}) == ""
    home = {"~/cron/a.md": "backup --all"}
    assert how_to_enable(tmp_path, "cron/a.md", "backup --all", home, home=str(tmp_path)) == ""


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cron/a.md", "backup --all"),
        ("a", "backup --all"),
        ("{root}/cron/b.md", "backup --all"),
        ("{root}/../other/cron/a.md", "backup --all"),
        ("{root}/cron/a.md", "backup --all --delete"),
        ("{root}/cron/a.md", "backup"),
        ("{root}/cron/a.md", ["backup", "--all"]),
        ("{root}", "backup --all"),
    ],
)
def test_anything_else_does_not(tmp_path: Path, key: str, value: object) -> None:
    allowed = {key.replace("{root}", str(tmp_path)): value}
    assert "put this line under" in how_to_enable(tmp_path, "cron/a.md", "backup --all", allowed)


@pytest.mark.parametrize("command", ["backup --all", "say 'hi'", 'say "it\'s"', "a\tb \x1b[31m\u2028"])
def test_line_that_is_shown_enables_the_command_when_it_is_copied(tmp_path: Path, command: str) -> None:
    said = how_to_enable(tmp_path, "cron/a.md", command, {})
    row = said.rpartition("outside of the workspace: ")[2]
    allowed = tomllib.loads(f"[heartbeat.commands]\n{row}\n")["heartbeat"]["commands"]
    assert how_to_enable(tmp_path, "cron/a.md", command, allowed) == ""


def test_command_that_was_changed_since_it_was_enabled_is_named_so(tmp_path: Path) -> None:
    allowed = {str(tmp_path / "cron" / "a.md"): "backup"}
    assert "is not the one that you enabled" in how_to_enable(tmp_path, "cron/a.md", "rm -rf /", allowed)


def test_quote_that_is_not_closed_is_no_command(tmp_path: Path) -> None:
    allowed = {str(tmp_path / "cron" / "a.md"): "say 'hi"}
    assert "a quote is not closed" in how_to_enable(tmp_path, "cron/a.md", "say 'hi", allowed)
    assert split("say 'hi") == []


def test_no_shell_reads_the_line(tmp_path: Path) -> None:
    ran = run_command("echo $HOME; touch made && ls | cat > made `id`", tmp_path, ENVIRON, timeout_seconds=20)
    assert (ran.code, ran.tail) == (0, "$HOME; touch made && ls | cat > made `id`")
    assert list(tmp_path.iterdir()) == []


def test_command_runs_in_the_workspace_with_empty_input_and_what_it_is_given(tmp_path: Path) -> None:
    code = "import os,sys; print(os.getcwd()); print(sys.stdin.read() == ''); print(sorted(os.environ))"
    ran = run_command(python(code), tmp_path, {**ENVIRON, "MINE": "1"}, timeout_seconds=20)
    where, empty, environ = ran.tail.split("; ")
    assert (where, empty) == (str(tmp_path), "True")
    assert "DAYKEEP_WORKSPACE" in environ
    assert "MINE" in environ


def test_exit_code_and_last_lines_of_both_streams_are_told(tmp_path: Path) -> None:
    code = "import sys; print('one', flush=True); sys.stderr.write('two'); sys.exit(3)"
    ran = run_command(python(code), tmp_path, ENVIRON, timeout_seconds=20)
    assert (ran.failed, ran.how, ran.tail) == (True, "ended with exit code 3", "one; two")


def test_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    ran = run_command("no-such-program --x", tmp_path, ENVIRON, timeout_seconds=20)
    assert (ran.failed, ran.code) == (True, None)
    assert ran.how.startswith("could not be started: No such file")


def test_command_beyond_its_time_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    code = "import subprocess,time; p = subprocess.Popen(['sleep', '600']); print(p.pid, flush=True); time.sleep(600)"
    ran = run_command(python(code), tmp_path, ENVIRON, timeout_seconds=1.5)
    assert (ran.failed, ran.how) == (True, "took more than 1.5 s and was ended")
    deadline = time.monotonic() + 10
    while Path(f"/proc/{ran.tail}").exists() and _is_running(ran.tail):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _is_running(pid: str) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True, check=False
    ).stdout
    return bool(state.strip()) and not state.strip().startswith("Z")


def test_output_of_any_size_is_read_and_its_end_kept(tmp_path: Path) -> None:
    code = "import sys; [sys.stdout.write('x' * 99 + chr(10)) for _ in range(50000)]; print('the end')"
    ran = run_command(python(code), tmp_path, ENVIRON, timeout_seconds=60)
    assert ran.code == 0
    assert ran.tail.endswith("the end")
    assert len(ran.tail) <= 301


def test_output_is_text_whatever_its_bytes() -> None:
    assert tail_of(b"\xff\xfe ok\n") == "\ufffd\ufffd ok"
    assert tail_of(b"") == ""


class TestAsking:
    def test_command_gets_its_input_and_what_it_says_comes_back_apart(self, tmp_path: Path) -> None:
        code = "import sys; sys.stderr.write('aside'); print(sys.stdin.read().upper()); sys.exit(3)"
        answer = ask_command(python(code), str(tmp_path), ENVIRON, b"heard", timeout_seconds=20)
        assert answer == (3, "ended with exit code 3", "HEARD\n", "aside")

    def test_process_that_it_leaves_behind_is_ended(self, tmp_path: Path) -> None:
        code = (
            f"import subprocess; subprocess.Popen(['{sys.executable}', '-c', 'import time; time.sleep(600)'])"
        )
        began = time.monotonic()
        answer = ask_command(python(code), str(tmp_path), ENVIRON, b"x" * 1_000_000, timeout_seconds=60)
        assert answer.code == 0
        assert time.monotonic() - began < 50

    @pytest.mark.parametrize("command", ["no-such-program", "say 'hi", " "])
    def test_command_that_is_none_could_not_be_started(self, tmp_path: Path, command: str) -> None:
        answer = ask_command(command, str(tmp_path), ENVIRON, b"", timeout_seconds=20)
        assert answer.code is None
        assert answer.how.startswith("could not be started")
