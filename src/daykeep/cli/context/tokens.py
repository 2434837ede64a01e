"""What ``daykeep context tokens`` answers: how many tokens texts cost, how that was counted and how sure it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.frame import PARTIAL
from daykeep.errors import DaykeepError, DocumentError, UsageError
from daykeep.files.encoding import BOM, decode
from daykeep.files.readonly import open_read_only
from daykeep.models.tokens import choose_counting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.cli.frame import Call
    from daykeep.config import Settings
    from daykeep.models.tokens import Counting

LIMIT_BYTES = 256 << 20
STDIN = "-"
"""Some of the files could not be counted; the others were."""


class Counted(NamedTuple):
    """One text: its name, and what it counts to."""

    name: str
    tokens: int
    characters: int
    size_bytes: int


def show_tokens(call: Call, names: Sequence[str], model: str) -> int:
    """Answer one call; the exit code."""
    counting = find_counting(call, find_settings(call), model)
    counted, failed = [], []
    for name in names or (STDIN,):
        try:
            counted.append(_count(call, name, counting))
        except (DaykeepError, OSError) as error:
            failed.append({"path": name, "error": str(error)})
    if failed and not counted:
        raise DocumentError(failed[0]["error"])
    for one in failed:
        call.note(f"not counted: {one['error']}")
    total = sum(one.tokens for one in counted)
    call.emit(_data(counted, failed, total, counting, model), _lines(counted, total, counting))
    return PARTIAL if failed else 0


def find_settings(call: Call) -> Settings:
    """The settings of the workspace here or around, else the person's own."""
    from daykeep.app import current_folder, open_moment
    from daykeep.workspace.layout import find_workspace

    if not call.path:
        found = find_workspace(current_folder())
        call.path = str(found) if found else None
    if call.path:
        return call.workspace().settings
    return open_moment(environ=call.environ).settings


def find_counting(call: Call, settings: Settings, model: str) -> Counting:
    """How tokens are counted for the model under the settings; a missing extra is said once."""
    counting = choose_counting(
        settings["context.tokens"], model, factor=float(settings["context.tokens_factor"])
    )
    if counting.note:
        call.note(counting.note)
    return counting


def method_said(counting: Counting) -> str:
    """How it was counted and how sure that is, in words."""
    if counting.is_exact:
        return f"{counting.said}: exact"
    if counting.error is None:
        return f"{counting.said}: nothing was measured for it"
    return f"{counting.said}: mean error of one text about {counting.error:.0%}"


def method_data(counting: Counting) -> dict[str, Any]:
    """The same as JSON."""
    return {"name": counting.name, "said": counting.said, "exact": counting.is_exact, "error": counting.error}


def _count(call: Call, name: str, counting: Counting) -> Counted:
    if name == STDIN:
        data = call.stdin_bytes(LIMIT_BYTES)
    else:
        stream = open_read_only(Path(name))
        if stream is None:
            raise DocumentError(f"there is no file '{name}'")
        with stream:
            data = stream.read(LIMIT_BYTES + 1)
    if len(data) > LIMIT_BYTES:
        raise UsageError(f"'{name}' has more than {LIMIT_BYTES >> 20} MiB")
    text = _text(data, name)
    return Counted(name, counting.count(text), len(text), len(data))


def _text(data: bytes, name: str) -> str:
    """The text with its line ends as they are; what is not UTF-8 is read as the rest of daykeep reads it."""
    try:
        return data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        return decode(data, name).text


def _data(
    counted: Sequence[Counted], failed: Sequence[dict[str, str]], total: int, counting: Counting, model: str
) -> dict[str, Any]:
    files = [
        {"path": one.name, "tokens": one.tokens, "chars": one.characters, "bytes": one.size_bytes}
        for one in counted
    ]
    data = {"files": files, "total": total, "model": model or None, "method": method_data(counting)}
    return {**data, **({"failed": list(failed)} if failed else {})}


def _lines(counted: Sequence[Counted], total: int, counting: Counting) -> Iterator[str]:
    width = len(f"{total:,}")
    for one in counted:
        yield f"{one.tokens:>{width},}  {one.name}"
    if len(counted) > 1:
        yield f"{total:>{width},}  total"
    yield method_said(counting)
