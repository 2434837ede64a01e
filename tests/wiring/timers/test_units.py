"""The timer units: each is well formed, wakes at the right minutes, and calls what exists, whatever the path holds."""

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
from hypothesis import given
from hypothesis import strategies as st

from daykeep.cli.heartbeat import heartbeat
from daykeep.errors import RefusedError
from daykeep.wiring.timers.units import (
    INTERVALS,
    Wake,
    check_wake,
    cut_crontab,
    render_crontab,
    render_launchd,
    render_systemd,
    render_windows,
)

CRON = Path(__file__).parents[3] / "cron"
ODD = '/home/ana/it\'s 100% "my" $HOME & <agent>\\é 日记'
PROGRAM = ("/opt/py thon/bin/python", "-P", "-m", "daykeep")
PATHS = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), min_size=1).map(lambda t: "/" + t)


def template(name: str) -> str:
    return (CRON / name).read_text(encoding="utf-8")


def systemd(wake: Wake) -> dict[str, str]:
    return render_systemd(
        wake, template("systemd/daykeep-heartbeat.service"), template("systemd/daykeep-heartbeat.timer")
    )


def unit_values(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.split("\n") if "=" in line and not line.startswith("#"))


def systemd_words(line: str) -> list[str]:
    """A command line as systemd reads it: quoted words, escapes, then specifiers and variables."""
    words = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
    return [re.sub(r"\\(.)", r"\1", word).replace("%%", "%").replace("$$", "$") for word in words]


def test_the_command_is_a_heartbeat_with_options_that_exist() -> None:
    words = Wake(PROGRAM, "/w").command[len(PROGRAM) :]
    assert words == ("heartbeat", "--no-alerts", "--workspace", "/w")
    known = {option for parameter in heartbeat.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("minutes", INTERVALS)
def test_systemd_timer_wakes_at_the_interval_and_makes_good_what_was_missed(minutes: int) -> None:
    wake = Wake(PROGRAM, ODD, minutes)
    timer = unit_values(systemd(wake)[f"{wake.name}.timer"])
    assert timer["OnCalendar"] == ("*:00" if minutes == 60 else f"*:0/{minutes}")
    assert timer["Persistent"] == "true"


@given(PATHS)
def test_systemd_reads_back_any_path(root: str) -> None:
    wake = Wake(PROGRAM, root)
    service = unit_values(systemd(wake)[f"{wake.name}.service"])
    assert systemd_words(service["ExecStart"]) == list(wake.command)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("root", ["/home/ana/agent", ODD])
def test_systemd_itself_finds_no_fault(tmp_path: Path, root: str) -> None:
    wake = Wake(("/bin/true",), root)
    for name, text in systemd(wake).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    command = ["systemd-analyze", "--user", "verify", str(tmp_path / f"{wake.name}.timer")]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("root", ["/home/ana/agent", ODD])
def test_launchd_agent_wakes_at_the_interval_and_after_the_machine_was_off(root: str) -> None:
    wake = Wake(PROGRAM, root, 20)
    text = render_launchd(wake, template("launchd/daykeep.heartbeat.plist"), log=f"{root}.log")
    agent = plistlib.loads(text.encode())
    assert agent["Label"] == wake.name
    assert agent["ProgramArguments"] == list(wake.command)
    assert [row["Minute"] for row in agent["StartCalendarInterval"]] == [0, 20, 40]
    assert agent["RunAtLoad"] is True
    assert agent["StandardErrorPath"] == f"{root}.log"


@pytest.mark.parametrize("root", [r"C:\Users\Ana\agent", 'D:\\my "agent" & <co>\\日记\\'])
def test_windows_task_wakes_at_the_interval_and_after_a_missed_start(root: str) -> None:
    wake = Wake((r"C:\Program Files\py\python.exe", "-P", "-m", "daykeep"), root, 30)
    text = render_windows(wake, template("windows/daykeep-heartbeat.xml"))
    parsed = ET.fromstring(text.encode("utf-16"))  # noqa: S314 - our own file
    space = {"t": "http://schemas.microsoft.com/windows/2004/02/mit/task"}

    def value(name: str) -> str | None:
        return parsed.findtext(f".//t:{name}", namespaces=space)

    assert (value("Interval"), value("StartWhenAvailable")) == ("PT30M", "true")
    assert value("Command") == r"C:\Program Files\py\python.exe"
    assert value("Arguments") == subprocess.list2cmdline(wake.command[1:])


@pytest.mark.parametrize("minutes", INTERVALS)
def test_crontab_line_wakes_at_the_interval(minutes: int) -> None:
    mark, line = render_crontab(Wake(PROGRAM, "/w", minutes), template("crontab/daykeep.crontab"))
    assert mark.startswith(f"# {Wake(PROGRAM, '/w').name}: ")
    assert line.split()[:5] == ["0" if minutes == 60 else f"*/{minutes}", "*", "*", "*", "*"]


def test_crontab_command_runs_in_a_bare_shell_as_cron_gives_it(tmp_path: Path) -> None:
    program = tmp_path / "a program's name"
    program.write_text('#!/bin/sh\nfor word in "$@"; do echo "$word"; done >>"$OUT"\n', encoding="utf-8")
    program.chmod(0o755)
    wake = Wake((str(program),), ODD)
    line = render_crontab(wake, template("crontab/daykeep.crontab"))[1]
    command = line.split(maxsplit=5)[5].replace(r"\%", "%")  # what cron(8) does before it calls the shell
    out = tmp_path / "out"
    subprocess.run(["/bin/sh", "-c", command], env={"OUT": str(out)}, check=True)
    assert out.read_text(encoding="utf-8").splitlines() == list(wake.command[1:])


@given(PATHS)
def test_crontab_quotes_any_path(root: str) -> None:
    line = render_crontab(Wake(("p",), root), "{{minute_field}} * * * * {{command}} >/dev/null")[1]
    assert not re.search(r"(?<!\\)%", line)
    assert shlex.split(line.replace(r"\%", "%"))[5:-1] == [
        "p",
        "heartbeat",
        "--no-alerts",
        "--workspace",
        root,
    ]


def test_cutting_a_timer_out_of_a_crontab_leaves_every_other_byte() -> None:
    wake, other = Wake(PROGRAM, "/a"), Wake(PROGRAM, "/b")
    text = template("crontab/daykeep.crontab")
    own, others = (
        "".join(f"{line}\n" for line in render_crontab(one, text)).encode() for one in (wake, other)
    )
    kept = b"# m\xe9ne\r\n\x0c\n\n0 1 * * * backup\r\n"
    assert cut_crontab(kept + own + b"\r\n" + others, wake.name) == kept + b"\r\n" + others
    assert cut_crontab(kept + own.removesuffix(b"\n"), wake.name) == kept
    assert cut_crontab(own + b"last", wake.name) == b"last"
    assert cut_crontab(others, wake.name) == others


@pytest.mark.parametrize("root", ["/home/a\nb", "/home/a\x07", "/home/\udcff"])
def test_a_path_that_no_timer_can_hold_is_refused(root: str) -> None:
    with pytest.raises(RefusedError):
        check_wake(Wake(PROGRAM, root))


def test_two_workspaces_of_one_folder_name_have_two_timers() -> None:
    assert Wake(PROGRAM, "/a/agent").name != Wake(PROGRAM, "/b/agent").name


def test_every_unit_is_explained() -> None:
    readme = template("README.md")
    for path in CRON.rglob("*.*"):
        if path.is_file() and path.parent.name != "jobs" and path.name != "README.md":
            assert path.parent.name in readme
