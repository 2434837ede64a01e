"""Installs one timer for a workspace and takes exactly that away again.

What was written stands in ``.daykeep/data/timers.json`` with its hash, before the system is told of it. A file that
somebody changed afterwards stays; so does every other line of a crontab.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConflictError, StorageError
from daykeep.files.outside import find_outside, remove_outside, write_outside
from daykeep.files.replace import sha256_of
from daykeep.wiring.timers.tools import run_tool
from daykeep.wiring.timers.units import (
    CRONTAB,
    LAUNCHD,
    SYSTEMD,
    WINDOWS,
    Wake,
    check_wake,
    cut_crontab,
    render_crontab,
    render_launchd,
    render_systemd,
    render_windows,
)
from daykeep.workspace.template import template_root

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.files.store import Files

RECORD = ".daykeep/data/timers.json"
SCHEMA = 1


class Machine(NamedTuple):
    """Where timers go on this machine: ``sys.platform``, the environment, and the user's number (-1 on Windows)."""

    platform: str
    environ: Mapping[str, str]
    user: int


class TimerPlan(NamedTuple):
    """A timer to install: files (path, bytes), crontab lines, and the tools' commands to start and to stop it."""

    kind: str
    name: str
    files: tuple[tuple[Path, bytes], ...]
    crontab: tuple[str, ...]
    start: tuple[tuple[str, ...], ...]
    stop: tuple[tuple[str, ...], ...]


class Done(NamedTuple):
    """What was written or removed, and which commands did not work, each with the reason."""

    changed: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]


def choose_kind(machine: Machine) -> str:
    """The kind of timer that fits this machine; StorageError if it has none."""
    if machine.platform == "win32":
        return WINDOWS
    if machine.platform == "darwin":
        return LAUNCHD
    if run_tool(("systemctl", "--user", "show-environment"), machine.environ).code == 0:
        return SYSTEMD
    if _read_crontab(machine) is not None:
        return CRONTAB
    raise StorageError(
        "this machine has neither a systemd user session nor crontab",
        hint="`daykeep daemon run` beats without a timer, or call `daykeep heartbeat --no-alerts` yourself",
    )


def plan_timer(wake: Wake, kind: str, machine: Machine) -> TimerPlan:
    """What `install_timer` would do. Raises RefusedError for a path that can't stand in a timer."""
    check_wake(wake)
    plans = {SYSTEMD: _plan_systemd, LAUNCHD: _plan_launchd, WINDOWS: _plan_windows, CRONTAB: _plan_crontab}
    return plans[kind](wake, machine)


def install_timer(files: Files, plan: TimerPlan, machine: Machine) -> Done:
    """Write the files, put them on record, tell the system; again with the same plan changes nothing.

    Raises ConflictError, with nothing changed, if another kind of timer is installed for this workspace or if a file
    in the way is not daykeep's.
    """
    record = find_timer(files)
    if record is not None and record["kind"] != plan.kind:
        raise ConflictError(
            f"a {record['kind']} timer is installed for this workspace already",
            hint="`daykeep daemon uninstall` first",
        )
    known = {row["path"]: row["sha256"] for row in record["files"]} if record else {}
    for path, data in plan.files:
        _check_free(path, data, known.get(str(path)))
    _save(files, plan)
    changed = [
        str(path)
        for path, data in plan.files
        if write_outside(path, data, expected_sha256=known.get(str(path)))
    ]
    if plan.kind == CRONTAB:
        return _write_crontab(plan.name, plan.crontab, machine)
    return Done(tuple(changed), _run_all(plan.start, machine))


def remove_timer(files: Files, machine: Machine) -> Done | None:
    """Take away what `install_timer` put there; None if nothing is on record.

    Raises ConflictError if a unit was changed by hand: it stays, and so does the record.
    """
    record = find_timer(files)
    if record is None:
        return None
    if record["kind"] == CRONTAB:
        done = _write_crontab(record["name"], (), machine)
    else:
        failed = _run_all([tuple(words) for words in record["stop"]], machine)
        removed = [
            row["path"]
            for row in record["files"]
            if remove_outside(Path(row["path"]), expected_sha256=row["sha256"])
        ]
        if record["kind"] == SYSTEMD:
            failed += _run_all([("systemctl", "--user", "daemon-reload")], machine)
        done = Done(tuple(removed), failed)
    if not (record["kind"] == CRONTAB and done.failed):
        files.remove(RECORD)
    return done


def find_timer(files: Files) -> dict[str, Any] | None:
    """The timer on record for the workspace in this very folder: kind, name, files, stop; None if there is none."""
    value = files.find_state(RECORD).value
    fields = {"kind": str, "name": str, "files": list, "stop": list}
    if value.get("root") != str(files.root):  # a copy of another workspace: that one's timer is not ours
        return None
    return value if all(isinstance(value.get(key), kind) for key, kind in fields.items()) else None


def _save(files: Files, plan: TimerPlan) -> None:
    rows = [{"path": str(path), "sha256": sha256_of(data)} for path, data in plan.files]
    value = {
        "kind": plan.kind,
        "name": plan.name,
        "files": rows,
        "stop": [list(words) for words in plan.stop],
    }
    files.update_state(RECORD, lambda _: {"schema": SCHEMA, "root": str(files.root), **value})


def _check_free(path: Path, data: bytes, expected_sha256: str | None) -> None:
    current = find_outside(path)
    if current is not None and current != data and sha256_of(current) != expected_sha256:
        raise ConflictError(
            f'"{path}" exists already and is not what daykeep wrote; nothing was changed',
            hint="move it away and run the command again",
        )


def _plan_systemd(wake: Wake, machine: Machine) -> TimerPlan:
    base = machine.environ.get("XDG_CONFIG_HOME") or f"{_home(machine)}/.config"
    folder = Path(base) / "systemd" / "user"
    texts = render_systemd(
        wake, _template("systemd/daykeep-heartbeat.service"), _template("systemd/daykeep-heartbeat.timer")
    )
    control = ("systemctl", "--user")
    return TimerPlan(
        SYSTEMD,
        wake.name,
        tuple((folder / name, text.encode()) for name, text in texts.items()),
        (),
        ((*control, "daemon-reload"), (*control, "enable", "--now", f"{wake.name}.timer")),
        ((*control, "disable", "--now", f"{wake.name}.timer"),),
    )


def _plan_launchd(wake: Wake, machine: Machine) -> TimerPlan:
    home = Path(_home(machine))
    path = home / "Library" / "LaunchAgents" / f"{wake.name}.plist"
    log = home / "Library" / "Logs" / f"{wake.name}.log"
    text = render_launchd(wake, _template("launchd/daykeep.heartbeat.plist"), log=str(log))
    target = f"gui/{machine.user}"
    return TimerPlan(
        LAUNCHD,
        wake.name,
        ((path, text.encode()),),
        (),
        (("launchctl", "bootstrap", target, str(path)),),
        (("launchctl", "bootout", f"{target}/{wake.name}"),),
    )


def _plan_windows(wake: Wake, machine: Machine) -> TimerPlan:
    base = machine.environ.get("LOCALAPPDATA") or f"{_home(machine)}/AppData/Local"
    path = Path(base) / "daykeep" / f"{wake.name}.xml"
    text = render_windows(wake, _template("windows/daykeep-heartbeat.xml"))
    return TimerPlan(
        WINDOWS,
        wake.name,
        ((path, text.encode("utf-16")),),
        (),
        (("schtasks", "/Create", "/TN", wake.name, "/XML", str(path), "/F"),),
        (("schtasks", "/Delete", "/TN", wake.name, "/F"),),
    )


def _plan_crontab(wake: Wake, machine: Machine) -> TimerPlan:
    del machine
    lines = render_crontab(wake, _template("crontab/daykeep.crontab"))
    return TimerPlan(CRONTAB, wake.name, (), tuple(lines), (), ())


def _template(name: str) -> str:
    return (template_root() / "cron" / name).read_text(encoding="utf-8")


def _home(machine: Machine) -> str:
    home = machine.environ.get("HOME") or machine.environ.get("USERPROFILE")
    if not home:
        raise StorageError("no home folder is known, where timers would go", hint="set HOME")
    return home


def _run_all(commands: Sequence[Sequence[str]], machine: Machine) -> tuple[tuple[str, str], ...]:
    answers = [(" ".join(words), run_tool(words, machine.environ)) for words in commands]
    return tuple((words, answer.why) for words, answer in answers if answer.code != 0)


def _read_crontab(machine: Machine) -> list[str] | None:
    """The user's crontab; empty if there is none yet; None where crontab is not to be had."""
    answer = run_tool(("crontab", "-l"), machine.environ)
    if answer.code == 0:
        return answer.out.removesuffix("\n").split("\n") if answer.out else []
    return [] if "no crontab for" in answer.err.lower() else None


def _write_crontab(name: str, lines: Sequence[str], machine: Machine) -> Done:
    """Put the timer's lines at the end of the user's crontab, instead of those it had there."""
    before = _read_crontab(machine)
    if before is None:
        return Done((), (("crontab -l", "the crontab can't be read; nothing was changed"),))
    after = [*cut_crontab(before, name), *lines]
    if after == before:
        return Done((), ())
    answer = run_tool(("crontab", "-"), machine.environ, text="".join(f"{line}\n" for line in after))
    if answer.code != 0:
        return Done((), (("crontab -", answer.why),))
    return Done(("crontab",), ())


def describe_failures(done: Done) -> list[str]:
    """One line for each command that did not work, as it may be run by hand."""
    return [f"`{words}` did not work: {why}" for words, why in done.failed]
