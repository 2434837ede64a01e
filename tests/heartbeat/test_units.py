"""The timer units that ship: each is well formed, beats every quarter of an hour, and calls what exists."""

from __future__ import annotations

import os
import plistlib
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daykeep.cli.heartbeat import heartbeat

CRON = Path(__file__).parents[2] / "cron"
ARGUMENTS = ["heartbeat", "--no-alerts"]


def check_call(words: list[str], workspace: str) -> None:
    """The words after the program's name are a heartbeat on the workspace, with options that exist."""
    joined = [part for word in words for part in word.split("=", 1)]
    assert joined == [*ARGUMENTS, "--workspace", workspace]
    known = {option for parameter in heartbeat.params for option in parameter.opts}
    assert {word for word in joined if word.startswith("--")} <= known


def test_crontab_line_beats_every_quarter_of_an_hour() -> None:
    text = (CRON / "crontab" / "daykeep.crontab").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line and not line.startswith("#")]
    *fields, command = line.split(maxsplit=5)
    assert fields == ["*/15", "*", "*", "*", "*"]
    assert "%" not in command
    words = shlex.split(command)
    assert words[-1] == ">/dev/null"
    check_call(words[1:-1], "$HOME/agent")


def test_crontab_command_runs_in_a_bare_shell(tmp_path: Path) -> None:
    text = (CRON / "crontab" / "daykeep.crontab").read_text(encoding="utf-8")
    command = text.splitlines()[-1].split(maxsplit=5)[5]
    program = tmp_path / ".local" / "bin" / "daykeep"
    program.parent.mkdir(parents=True)
    program.write_text(
        '#!/bin/sh\nfor word in "$@"; do echo "$word" >>"$HOME/words"; done\n', encoding="utf-8"
    )
    program.chmod(0o755)
    home = tmp_path / "a folder with blanks"
    home.symlink_to(tmp_path)
    subprocess.run(["/bin/sh", "-c", command], env={"HOME": str(home)}, check=True)
    assert (home / "words").read_text(encoding="utf-8").splitlines() == [
        *ARGUMENTS,
        "--workspace",
        f"{home}/agent",
    ]


def read_unit(name: str) -> dict[str, str]:
    lines = (CRON / "systemd" / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_systemd_timer_beats_every_quarter_of_an_hour_and_makes_good_what_was_missed() -> None:
    timer = read_unit("daykeep-heartbeat@.timer")
    assert (timer["OnCalendar"], timer["Persistent"]) == ("*:0/15", "true")


def test_systemd_service_calls_the_heartbeat_without_a_shell() -> None:
    program, *words = read_unit("daykeep-heartbeat@.service")["ExecStart"].split()
    assert program == "%h/.local/bin/daykeep"
    check_call(words, "%f")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_itself_finds_no_fault(tmp_path: Path) -> None:
    for path in (CRON / "systemd").iterdir():
        text = path.read_text(encoding="utf-8").replace("%h/.local/bin/daykeep", "/bin/true")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    unit = tmp_path / r"daykeep-heartbeat@tmp-my\x20agent.timer"
    command = ["systemd-analyze", "--user", "verify", str(unit)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_launchd_agent_beats_every_quarter_of_an_hour_and_after_the_machine_was_off() -> None:
    agent = plistlib.loads((CRON / "launchd" / "daykeep.heartbeat.plist").read_bytes())
    assert [row["Minute"] for row in agent["StartCalendarInterval"]] == [0, 15, 30, 45]
    assert agent["RunAtLoad"] is True
    check_call(agent["ProgramArguments"][1:], "/Users/YOU/agent")


def test_windows_task_beats_every_quarter_of_an_hour_and_after_a_missed_start() -> None:
    data = (CRON / "windows" / "daykeep-heartbeat.xml").read_bytes()
    assert data.isascii(), "schtasks reads it without an encoding declared"
    root = ET.fromstring(data)  # noqa: S314 - our own file
    space = {"t": "http://schemas.microsoft.com/windows/2004/02/mit/task"}
    values = {
        path: root.findtext(f".//t:{path}", namespaces=space) for path in ("Interval", "StartWhenAvailable")
    }
    assert values == {"Interval": "PT15M", "StartWhenAvailable": "true"}
    arguments = root.findtext(".//t:Exec/t:Arguments", namespaces=space)
    assert arguments is not None
    check_call([word.strip('"') for word in re.findall(r'"[^"]+"|\S+', arguments)], r"C:\Users\YOU\agent")


def test_every_unit_is_explained() -> None:
    readme = (CRON / "README.md").read_text(encoding="utf-8")
    for path in CRON.rglob("*.*"):
        if path.is_file() and path.parent.name != "jobs" and path.name != "README.md":
            assert path.parent.name in readme
