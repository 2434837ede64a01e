"""The daemon: one tick, again and again, for one workspace.

The tick decides nothing. It starts a beat in a process of its own, which looks at the wall clock and the state; so a
tick that comes late (the machine slept) or twice does no harm, whatever a beat's libraries keep open ends with it, and
a beat that crashes takes nobody along. APScheduler counts in wall clock time: after a jump of the clock it would fire
for every interval that was jumped over, or wait until the old time comes again. The trigger here counts from now, and
a watch on the monotonic clock brings a tick forward that has moved further away than it can be.
"""

from __future__ import annotations

import json
import logging
import signal
import subprocess
import threading
from contextlib import suppress
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any

from apscheduler.schedulers.blocking import BlockingScheduler
from apscheduler.triggers.base import BaseTrigger

from daykeep.clock import format_instant, now_utc
from daykeep.errors import DaykeepError
from daykeep.heartbeat.journal import Line, append_journal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from types import FrameType

    from daykeep.clock import Zone
    from daykeep.files.store import Files

TICK = "tick"
STOP_GRACE_SECONDS = 20.0
"""How long a beat in progress may go on after the daemon was asked to stop."""
BEAT_LIMIT_SECONDS = 3600.0
"""A beat that takes longer hangs, and is ended; what it was doing is done again."""
CRASH_CHARS = 2000
"""How much of a crashed beat's last words is logged."""
LOG = logging.getLogger("daykeep.daemon")
BEAT_LOG = LOG.getChild("beat")
"""What beats said of themselves; they keep it in the journal on their own."""


class FromNow(BaseTrigger):  # type: ignore[misc]  # the package has no types
    """Fires every ``seconds``, counted from the moment of asking: jumps of the clock pile nothing up."""

    def __init__(self, seconds: float) -> None:
        self.interval = timedelta(seconds=seconds)

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        """Now for the first time, then one interval from now."""
        return now if previous_fire_time is None else now + self.interval


class ChildBeat:
    """Runs beats as processes, one at a time, and can stop the one that runs."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        self._command = list(command)
        self._environ = dict(environ)
        self._process: subprocess.Popen[str] | None = None
        self._stopping = False
        self._guard = threading.Lock()
        self._said: list[tuple[int, str]] = []

    def run(self) -> None:
        """Run one beat to its end and log what came of it."""
        with self._guard:
            if self._stopping:
                return
            self._process = process = self._start()
        try:
            out, err = process.communicate(timeout=BEAT_LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            LOG.warning("a beat took more than %d s and was ended", BEAT_LIMIT_SECONDS)
        lines = beat_lines(process.returncode, out, err)
        for level, text in lines:
            if (level, text) not in self._said:  # a condition that lasts is said once, not at every tick
                (LOG if level >= logging.ERROR else BEAT_LOG).log(level, "%s", text)
        self._said = lines

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command,
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C in the daemon's terminal is the daemon's to handle
        )

    def stop(self, grace_seconds: float) -> None:
        """Let no further beat start; wait for the one that runs, then end it."""
        with self._guard:
            self._stopping = True
            process = self._process
        if process is None:
            return
        try:
            process.wait(grace_seconds)
        except subprocess.TimeoutExpired:
            process.terminate()

    def end(self) -> None:
        """End the beat that runs, at once; safe in a signal handler."""
        if self._process is not None:
            self._process.terminate()


def beat_lines(code: int, out: str, err: str) -> list[tuple[int, str]]:
    """What is worth logging of a beat's answer: what was done, what failed, what it noted; nothing if it was quiet."""
    try:
        answer = json.loads(out)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or "ok" not in answer:
        said = (err or out).strip()[-CRASH_CHARS:]
        return [(logging.ERROR, f"a beat ended with exit code {code}: {said}")]
    if not answer["ok"]:
        return [(logging.ERROR, f"the beat failed: {answer.get('error', {}).get('message', '')}")]
    lines = []
    for row in answer.get("outcomes", ()):
        level = logging.WARNING if row["status"] in {"failed", "waits"} else logging.INFO
        lines.append((level, f"{row['job']} for {row['period']}: {row['status']}: {row['summary']}"))
    return lines + [(logging.WARNING, note) for note in answer.get("notes", ())]


def run_daemon(beat: ChildBeat, *, tick_seconds: float) -> None:
    """Beat at once and then every ``tick_seconds``, until SIGTERM or SIGINT; returns when the last beat has ended.

    The caller holds the workspace's daemon lease. A second signal ends a beat in progress at once.
    """
    scheduler = BlockingScheduler(timezone=UTC)
    scheduler.add_job(
        beat.run, FromNow(tick_seconds), id=TICK, max_instances=1, coalesce=True, misfire_grace_time=None
    )
    stopped = threading.Event()
    watch = threading.Thread(target=watch_tick, args=(scheduler, stopped, tick_seconds), daemon=True)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _interrupt)
    watch.start()
    try:
        scheduler.start()
    except KeyboardInterrupt:
        LOG.info("stopping")
    stopped.set()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: beat.end())
    beat.stop(STOP_GRACE_SECONDS)
    scheduler.shutdown(wait=True)
    LOG.info("stopped")


def _interrupt(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise KeyboardInterrupt


def watch_tick(scheduler: BlockingScheduler, stopped: threading.Event, tick_seconds: float) -> None:
    """Bring the tick forward whenever the clock has jumped back and left it more than two intervals away."""
    while not stopped.wait(tick_seconds):
        job = scheduler.get_job(TICK)
        now = now_utc()
        if (
            job is not None
            and job.next_run_time
            and job.next_run_time - now > 2 * timedelta(seconds=tick_seconds)
        ):
            LOG.warning("the clock was set back; the tick is brought forward")
            job.modify(next_run_time=now)


class JournalHandler(logging.Handler):
    """Keeps the daemon's own lines in the workspace's journal, so that they can be read after its terminal is gone."""

    def __init__(self, files: Files) -> None:
        super().__init__()
        self._files = files

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line; a journal that can't be written stops no daemon."""
        if record.name == BEAT_LOG.name:
            return
        row = Line(now_utc(), record.levelname.lower(), " ".join(record.getMessage().split()), "daemon")
        with suppress(DaykeepError):
            append_journal(self._files, [row])


class LogFormat(logging.Formatter):
    """One line for each record: time in the user's zone, level, text; or the same as a JSON object."""

    def __init__(self, zone: Zone, *, as_json: bool, show: Callable[[str], str]) -> None:
        super().__init__()
        self._zone = zone
        self._as_json = as_json
        self._show = show

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line; ``show`` spells out what a terminal would act on."""
        at, level = format_instant(now_utc(), self._zone), record.levelname.lower()
        text = " ".join(record.getMessage().split())
        if record.exc_info:
            text = f"{text} {self.formatException(record.exc_info)!r}"
        if self._as_json:
            fields: dict[str, Any] = {"at": at, "level": level, "message": text}
            return json.dumps(fields, ensure_ascii=False)
        return self._show(f"{at} {level} {text}")
