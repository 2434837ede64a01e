"""``daykeep-hook``: reads one event from standard input, lets its module answer, and always ends with exit code 0.

An agent waits for its hooks, and takes an exit code of 2 for an order to stop. So whatever happens here, a fault of daykeep
included, ends in silence and a line of the workspace's log of hooks (`daykeep hooks status` shows it). This holds in time too: an
event that takes longer than `EVENTS` allows is broken off by an alarm, and where that does not help (a disk that hangs) the
process leaves from a second thread. What was acknowledged by then is on the disk, and everything else can be broken off anywhere.

An event that has nothing to do loads next to nothing: neither click nor git, and the workspace is not opened.
"""

from __future__ import annotations

import _thread
import gc
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from daykeep.hooks.desk import WorkDesk, find_root
from daykeep.hooks.model import (
    INSTRUCTIONS_LOADED,
    POST_TOOL_USE,
    PRE_COMPACT,
    SESSION_END,
    SESSION_START,
    STOP,
    USER_PROMPT_SUBMIT,
)
from daykeep.hooks.reading import LIMIT_BYTES, read_event
from daykeep.hooks.rendering import render, units

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from types import FrameType
    from typing import BinaryIO

    from daykeep.hooks.model import Answer, Desk, Event

HOOK_VARIABLE = "DAYKEEP_HOOK"
"""Set in everything that a hook starts, to the event's name: a hook of such a program has nothing to do."""
FEWER_COLLECTIONS = (50_000, 20, 100)
"""After so many new objects Python looks for rings among them: an event makes many objects and hardly a ring."""
READING_SECONDS = 5.0
"""So long an agent may take to tell its event."""
GRACE_SECONDS = 0.3
"""After so much more the process leaves, whatever it is doing."""
USAGE = """\
Usage: daykeep-hook [--workspace DIR] [--debug]

Called by an agent's hooks: reads one event as JSON from standard input. `daykeep hooks install` sets it up.
"""


class Handler(NamedTuple):
    """The module of `daykeep.hooks.events` that answers an event, and how many seconds it may take."""

    module: str
    seconds: float


EVENTS: dict[str, Handler] = {
    SESSION_START: Handler("session_start", 8.0),
    USER_PROMPT_SUBMIT: Handler("user_prompt_submit", 4.0),
    PRE_COMPACT: Handler("pre_compact", 25.0),
    POST_TOOL_USE: Handler("post_tool_use", 3.0),
    INSTRUCTIONS_LOADED: Handler("instructions_loaded", 3.0),
    STOP: Handler("stop", 25.0),
    SESSION_END: Handler("session_end", 3.5),
}
"""The events that are answered; all others are passed over. At a session's end an agent gives all hooks together 1.5 seconds unless its
settings name more, and then kills them: what matters there is done first."""


class OutOfTime(BaseException):
    """The event took longer than it may; no handler of errors on the way may hold this up."""


class Call(NamedTuple):
    """How the program was called."""

    workspace: str = ""
    debug: bool = False
    help: bool = False


def main() -> None:
    """Answer the event on standard input and leave with exit code 0, whatever happens."""
    gc.set_threshold(*FEWER_COLLECTIONS)
    out, err = sys.stdout, sys.stderr
    call = read_call(sys.argv[1:])
    sys.stdout = sys.stderr = io.StringIO()  # what anything prints below is no answer
    trouble: BaseException | None = None
    try:
        stop = leave_after(READING_SECONDS, note=None)
        data = b"" if call.help else _read_all(sys.stdin)
        stop()
        line, trouble = (USAGE.encode(), None) if call.help else handle(data, call, os.environ)
        if out is not None and line:
            out.buffer.write(line)
            out.buffer.flush()
    except BaseException as error:  # the boundary: an agent is never stopped by a fault of its hook
        trouble = error
    if call.debug and trouble is not None and err is not None:
        _show(trouble, err)
    os._exit(0)  # at once: nothing that is still open may hold up an agent


def read_call(words: Sequence[str]) -> Call:
    """What the command line says; words that are not known are passed over: they may be those of a later version.

    >>> read_call(["--workspace", "/ws", "--new"])
    Call(workspace='/ws', debug=False, help=False)
    """
    workspace = ""
    for place, word in enumerate(words):
        if word == "--workspace":
            workspace = next(iter(words[place + 1 :]), "")
        elif word.startswith("--workspace="):
            workspace = word.partition("=")[2]
    return Call(workspace, "--debug" in words, "--help" in words or "-h" in words)


def handle(data: bytes, call: Call, environ: Mapping[str, str]) -> tuple[bytes, BaseException | None]:
    """The line to print for an event as it was read, and what was raised on the way. Runs of events are logged."""
    if environ.get(HOOK_VARIABLE):
        return b"", None
    event, fault = read_event(data)
    handler = EVENTS.get(event.name) if event else None
    if event is None or handler is None:
        root = find_root(call.workspace, "", environ) if fault else ""
        if root:
            _note(root, "", "", _outcome("input", fault))
        return b"", None
    root = find_root(call.workspace, event.cwd, environ)
    if not root:
        return b"", None
    os.environ[HOOK_VARIABLE] = event.name
    late = _outcome("late", f"broken off after {handler.seconds:g} seconds")
    stop = leave_after(
        handler.seconds + GRACE_SECONDS, note=lambda: _note(root, event.name, event.session_id, late)
    )
    environment = {**environ, HOOK_VARIABLE: event.name}
    desk = WorkDesk(
        root, environment, seconds=handler.seconds, on_open=lambda: _arm(handler.seconds), now=_now
    )
    try:
        return _run(event, handler, desk)
    finally:
        _disarm()
        stop()


def _run(event: Event, handler: Handler, desk: WorkDesk) -> tuple[bytes, BaseException | None]:
    """Let the event's module answer; what it raises becomes a line of the log."""
    trouble: BaseException | None = None
    line, outcome = b"", _outcome("ran", "")
    try:
        answer = ask(event, handler, desk)
        line = render(event.name, answer)
        if not answer.acted and not answer.problems:
            return line, None
        chars = units(answer.context) if line else 0
        kind = "problem" if answer.problems else "ran"
        outcome = _Outcome(kind, "; ".join(answer.problems), chars)
    except OutOfTime as error:
        trouble, outcome = error, _outcome("late", f"broken off after {handler.seconds:g} seconds")
    except BaseException as error:  # the boundary: whatever a module raises is logged
        trouble, outcome = error, _failure(error)
    _disarm()
    _note(desk.root, event.name, event.session_id, outcome, began_ns=desk.opened_ns)
    return line, trouble


def ask(event: Event, handler: Handler, desk: Desk) -> Answer:
    """What the event's module answers."""
    answer: Answer = import_module(f"daykeep.hooks.events.{handler.module}").answer(event, desk)
    return answer


class _Outcome(NamedTuple):
    kind: str
    message: str
    chars: int


def _outcome(kind: str, message: str) -> _Outcome:
    return _Outcome(kind, message, 0)


def _failure(error: BaseException) -> _Outcome:
    """What an error is in the log: its code and message where it is one of daykeep's, else where it came from."""
    code, message = getattr(error, "code", ""), getattr(error, "message", "")
    if isinstance(code, str) and code and isinstance(message, str) and message:
        return _outcome(code, message)
    place, trace = "", error.__traceback__
    while trace is not None:
        place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"  # noqa: PTH119
        trace = trace.tb_next
    return _outcome("bug", f"{type(error).__name__} at {place}: {error}")


def _now() -> datetime:
    from daykeep.clock import now_utc

    return now_utc()


def _note(root: str, name: str, session: str, outcome: _Outcome, *, began_ns: int = 0) -> None:
    """Keep a line about the run; that it can't be kept is nobody's trouble."""
    try:
        from daykeep.clock import now_ns, now_utc
        from daykeep.workspace.hooklog import HookRun, note_run

        at = now_utc().isoformat(timespec="seconds")
        ms = (now_ns() - began_ns) // 1_000_000 if began_ns else 0
        note_run(root, HookRun(at, name, session, outcome.kind, outcome.message, ms, outcome.chars))
    except BaseException:  # the boundary: there is no place left to say it
        return


def _read_all(stream: object) -> bytes:
    """Standard input to its end, no more than can be used of it; nothing where nobody tells anything."""
    raw: BinaryIO | None = getattr(stream, "buffer", None)
    if raw is None or raw.isatty():
        return b""
    data = raw.read(LIMIT_BYTES + 1)
    while len(data) > LIMIT_BYTES and raw.read(1024 * 1024):
        pass  # who writes is never left with a closed pipe
    return data


def leave_after(seconds: float, *, note: Callable[[], None] | None) -> Callable[[], None]:
    """End the process with exit code 0 after so many seconds, from a thread of its own; the answer calls that off.

    This helps where an alarm does not: a call of the system that does not come back.
    """
    called_off = _thread.allocate_lock()
    called_off.acquire()

    def watch() -> None:
        if called_off.acquire(timeout=seconds):
            return
        if note is not None:
            _thread.start_new_thread(leave, ())
            note()
        os._exit(0)

    def leave() -> None:
        called_off.acquire(timeout=GRACE_SECONDS)
        os._exit(0)

    _thread.start_new_thread(watch, ())
    return called_off.release


def _arm(seconds: float) -> None:
    """Break off what the process does after so many seconds, where the system has alarms."""
    import signal

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTime


def _disarm() -> None:
    """No alarm from here on; nothing where none was set."""
    signal = sys.modules.get("signal")
    if signal is not None and hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _show(trouble: BaseException, err: io.TextIOBase | object) -> None:
    import traceback

    text = "".join(traceback.format_exception(trouble))
    getattr(err, "write", len)(text)
    getattr(err, "flush", str)()


if __name__ == "__main__":
    main()
