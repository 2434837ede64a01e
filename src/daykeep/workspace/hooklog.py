"""What an agent's hooks did in a workspace, and what went wrong there: they print nothing themselves.

One line of JSON for each run that had something to do. It is machine data and may be deleted at any time; it is never forced to
the disk, and it never grows beyond `MAX_BYTES`: its older half is then left out. What it quotes is masked.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.store import Files

if TYPE_CHECKING:
    from collections.abc import Mapping

HOOK_LOG = ".daykeep/data/hooks.jsonl"
MAX_BYTES = 256 * 1024
RAN, PROBLEM, LATE, BUG, INPUT = "ran", "problem", "late", "bug", "input"
"""It ran; it ran, but for what it says; it was not done in time; a fault of daykeep; input that can't be read. Else an error's code."""
_DATA_FOLDER = ".daykeep"
_WAIT_SECONDS = 0.1
_SHORT, _LONG = 80, 500
_PLAIN = frozenset("0123456789abcdef-")
"""Of these the ids of sessions are made: no secret is."""


class HookRun(NamedTuple):
    """One run of a hook: when (ISO 8601), for which event of which session, and how it went.

    ``kind`` is `RAN`, or says what went wrong: `PROBLEM`, `LATE`, `BUG`, `INPUT`, or the code of an error; ``message`` says it in
    words. ``ms`` is how long it took once the workspace was opened, ``chars`` how many characters the agent was given.
    """

    at: str
    event: str
    session: str = ""
    kind: str = RAN
    message: str = ""
    ms: int = 0
    chars: int = 0

    @property
    def went_wrong(self) -> bool:
        """Whether there is something to look at; a run may have answered nevertheless."""
        return self.kind != RAN


def note_run(root: Path | str, run: HookRun) -> str:
    """Append a run to the log; "" or why that could not be done. Nothing is kept in a folder without ``.daykeep``."""
    try:
        files = quick_files(root)
        if files.kind(_DATA_FOLDER) == "folder":
            append_bounded(files, HOOK_LOG, _record_of(run), limit_bytes=MAX_BYTES)
    except DaykeepError as error:
        return error.message
    return ""


def read_hooklog(files: Files) -> tuple[HookRun, ...]:
    """All runs that the log still has, as they were appended; lines that are damaged are passed over."""
    return tuple(run for record in files.find_records(HOOK_LOG)[0] if (run := _run_of(record)) is not None)


def last_runs(runs: tuple[HookRun, ...]) -> dict[str, HookRun]:
    """The last run of each event."""
    return {run.event: run for run in runs}


def quick_files(root: Path | str) -> Files:
    """The files of a workspace for notes that nobody waits for: not forced to the disk, and no long wait for a lock."""
    return Files(Path(root), durable=False, lock_timeout_seconds=_WAIT_SECONDS)


def append_bounded(files: Files, name: str, record: Mapping[str, Any], *, limit_bytes: int) -> None:
    """Append an object as a line of JSON; a file that grew beyond the limit keeps the newer half of its lines."""
    done = files.append_records(name, [record])
    if done.spooled or done.offset + done.length <= limit_bytes:
        return
    from hashlib import sha256  # noqa: PLC0415 - once in thousands of lines

    data = files.find_bytes(name) or b""
    kept = data[-(limit_bytes // 2) :].partition(b"\n")[2]
    files.replace(name, kept, expected_sha256=sha256(data).hexdigest())


def _record_of(run: HookRun) -> dict[str, Any]:
    record: dict[str, Any] = {"v": 1, "at": run.at, "event": _said(run.event, _SHORT), "kind": run.kind}
    if run.session:
        record["session"] = _said(run.session, _SHORT)
    if run.message:
        record["message"] = _said(run.message, _LONG)
    return {**record, "ms": run.ms, "chars": run.chars}


def _said(text: str, limit: int) -> str:
    """The text on one line, short, without what must not be kept."""
    if len(text) <= limit and (text.isalpha() or _PLAIN.issuperset(text)):
        return text
    from daykeep.guard.secrets import mask_secrets  # noqa: PLC0415 - not needed where nothing is quoted

    line = " ".join(mask_secrets(text[: 4 * limit])[0].split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _run_of(record: Mapping[str, Any]) -> HookRun | None:
    at, event = record.get("at"), record.get("event")
    if not isinstance(at, str) or not isinstance(event, str):
        return None
    session, kind, message = (str(record.get(key, "")) for key in ("session", "kind", "message"))
    ms, chars = (
        value if isinstance(value := record.get(key, 0), int) and not isinstance(value, bool) else 0
        for key in ("ms", "chars")
    )
    return HookRun(at, event, session, kind or RAN, message, ms, chars)
