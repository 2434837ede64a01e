"""Installs one timer for a workspace and takes exactly that away again.

What was written stands in ``.daykeep/data/timers.json`` with its hash, before the system is told of it. A file that
somebody changed afterwards stays; so does every other byte of a crontab. Where its last line has no end it gets one,
as cron wants, which is on record too and goes with the timer.
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
    KINDS,
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


_UNREADABLE = Done((), (("crontab -l", "the crontab can't be read; nothing was changed"),))
_KEPT_END = "crontab (the line before it keeps the line end it was given)"


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
    if plan.kind == CRONTAB:
        return _add_to_crontab(files, plan, (record or {}).get("unended"), machine)
    known = {row["path"]: row["sha256"] for row in record["files"]} if record else {}
    for path, data in plan.files:
        _check_free(path, data, known.get(str(path)))
    _save(files, plan)
    changed = [
        str(path)
        for path, data in plan.files
        if write_outside(path, data, expected_sha256=known.get(str(path)))
    ]
    return Done(tuple(changed), _run_all(plan.start, machine))


def remove_timer(files: Files, machine: Machine) -> Done | None:
    """Take away what `install_timer` put there; None if nothing is on record.

    Raises ConflictError if a unit was changed by hand: it stays, and so does the record.
    """
    record = find_timer(files)
    if record is None:
        return None
    if record["kind"] == CRONTAB:
        done = _cut_from_crontab(record["name"], record.get("unended"), machine)
    else:
        failed = _run_all([_stop(record["kind"], record["name"], machine)], machine)
        removed = [
            row["path"]
            for row in record["files"]
            if Path(row["path"]).stem == record["name"]
            and remove_outside(Path(row["path"]), expected_sha256=row["sha256"])
        ]
        if record["kind"] == SYSTEMD:
            failed += _run_all([("systemctl", "--user", "daemon-reload")], machine)
        done = Done(tuple(removed), failed)
    if not (record["kind"] == CRONTAB and done.failed):
        files.remove(RECORD)
    return done


def find_timer(files: Files) -> dict[str, Any] | None:
    """The timer on record for the workspace in this very folder: kind, name, files; None if there is none.

    The record came with the folder, so it is not believed what to run or to remove: only the name that a timer of this
    folder has is one.
    """
    value = files.find_state(RECORD).value
    fields = {"kind": str, "name": str, "files": list}
    if value.get("root") != str(files.root):  # a copy of another workspace: that one's timer is not ours
        return None
    if value.get("kind") not in KINDS or value.get("name") != Wake((), str(files.root)).name:
        return None
    if not all(isinstance(value.get(key), kind) for key, kind in fields.items()):
        return None
    rows = [row for row in value["files"] if isinstance(row, dict)]
    texts = [row.get(key) for row in rows for key in ("path", "sha256")]
    return value if all(isinstance(text, str) for text in texts) and rows == value["files"] else None


def _save(files: Files, plan: TimerPlan, **more: str) -> None:
    rows = [{"path": str(path), "sha256": sha256_of(data)} for path, data in plan.files]
    value = {
        "kind": plan.kind,
        "name": plan.name,
        "files": rows,
        "stop": [list(words) for words in plan.stop],
        **more,
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
        (_stop(SYSTEMD, wake.name, machine),),
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
        (_stop(LAUNCHD, wake.name, machine),),
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
        (_stop(WINDOWS, wake.name, machine),),
    )


def _plan_crontab(wake: Wake, machine: Machine) -> TimerPlan:
    del machine
    lines = render_crontab(wake, _template("crontab/daykeep.crontab"))
    return TimerPlan(CRONTAB, wake.name, (), tuple(lines), (), ())


def _stop(kind: str, name: str, machine: Machine) -> tuple[str, ...]:
    """The command that stops a timer which stands in files."""
    return {
        SYSTEMD: ("systemctl", "--user", "disable", "--now", f"{name}.timer"),
        LAUNCHD: ("launchctl", "bootout", f"gui/{machine.user}/{name}"),
        WINDOWS: ("schtasks", "/Delete", "/TN", name, "/F"),
    }[kind]


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


def _read_crontab(machine: Machine) -> bytes | None:
    """The user's crontab; empty if there is none yet; None where crontab is not to be had."""
    answer = run_tool(("crontab", "-l"), machine.environ)
    if answer.code == 0:
        return answer.data
    return b"" if "no crontab for" in answer.err.lower() else None


def _add_to_crontab(files: Files, plan: TimerPlan, unended: str | None, machine: Machine) -> Done:
    """Put the timer's lines at the end of the user's crontab, instead of those it had there.

    ``unended`` is the hash of the last line that an earlier install had to end.
    """
    before = _read_crontab(machine)
    if before is None:
        return _UNREADABLE
    kept = cut_crontab(before, plan.name)
    last = _hash_of_last(kept)
    if kept and not kept.endswith(b"\n"):
        kept, unended = kept + b"\n", last
    _save(files, plan, **({"unended": unended} if unended == last and unended else {}))
    after = kept + "".join(f"{line}\n" for line in plan.crontab).encode()
    return _write_crontab(before, after, machine)


def _cut_from_crontab(name: str, unended: str | None, machine: Machine) -> Done:
    """Take the timer's lines away, and the line end that the line before them got, if that is the last line still."""
    before = _read_crontab(machine)
    if before is None:
        return _UNREADABLE
    after = cut_crontab(before, name)
    if after == before or not after.endswith(b"\n") or unended != _hash_of_last(after):
        return _write_crontab(before, after, machine)
    done = _write_crontab(before, after[:-1], machine)
    if not done.failed:
        return done
    done = _write_crontab(before, after, machine)  # most crontabs take no last line without its end
    return done if done.failed else Done((_KEPT_END,), ())


def _hash_of_last(tab: bytes) -> str:
    return sha256_of(tab.removesuffix(b"\n").rpartition(b"\n")[2])


def _write_crontab(before: bytes, after: bytes, machine: Machine) -> Done:
    if after == before:
        return Done((), ())
    answer = run_tool(("crontab", "-"), machine.environ, data=after)
    if answer.code != 0:
        return Done((), (("crontab -", answer.why),))
    return Done(("crontab",), ())


def describe_failures(done: Done) -> list[str]:
    """One line for each command that did not work, as it may be run by hand."""
    return [f"`{words}` did not work: {why}" for words, why in done.failed]
