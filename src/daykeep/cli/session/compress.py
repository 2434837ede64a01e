"""What ``daykeep session compress`` does: restate, categorise, keep decisions, shorten the rest, keep what lasts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.cli.enhance import read_context
from daykeep.cli.session.records import open_session, restate
from daykeep.cli.session.records_text import refresh_data
from daykeep.cli.session.summarize import bring_up
from daykeep.clock import now_ns
from daykeep.errors import UsageError
from daykeep.session.memory.document import memory_path
from daykeep.session.options.reading import load_options
from daykeep.session.watching.refresh import Refresh
from daykeep.traces.event import COMPRESSION
from daykeep.triage.compress.items import compress_items, items_of
from daykeep.triage.given.items import compress_history

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.session.options.model import Options
    from daykeep.triage.compress.items import Report

NOTHING = Refresh("", (), 0)
_WORDS = {
    "en": {
        "off": "session.compression.enabled is off: nothing was compressed",
        "done": "{:,} tokens became {:,} ({:.0%}; the goal was {:.0%})",
        "missed": "decisions and details that must stay need more than the goal",
    },
    "zh": {
        "off": "session.compression.enabled 已关闭：没有压缩",
        "done": "{:,} token 变为 {:,}（{:.0%}，目标 {:.0%}）",
        "missed": "决定和必须保留的细节超过了目标",
    },
}


def show_compressed(call: Call, given: Mapping[str, Any]) -> None:
    """Compress a session, or the objects of a file, and print what came of it."""
    if given["input_file"]:
        _show_given(call, given)
    else:
        _show_session(call, given)


def _show_session(call: Call, given: Mapping[str, Any]) -> None:
    opened = open_session(call, given)
    say = _WORDS.get(opened.workspace.language, _WORDS["en"])
    ratio = _ratio(given, opened.options)
    if not opened.options.compression.enabled:
        call.note(say["off"])
        ratio = 1.0
    refresh = restate(opened, (), given["current_round"]) if opened.options.decay.auto_refresh else NOTHING
    items = items_of(opened.units)
    began = now_ns()
    report = compress_items(items, ratio)
    before, after = report.tokens_before, report.tokens_after
    opened.workspace.trace(COMPRESSION, began, session=opened.id, tokens_before=before, tokens_after=after)
    _note(call, report, ratio, say)
    done = bring_up(opened)
    data = {
        "session": opened.id,
        "memory": {"file": memory_path(opened.id), "added": done.added + done.kept, "removed": done.removed},
        **_data(report, ratio),
        "refresh": refresh_data(opened.id, refresh),
    }
    actors = [item.actor for item in items]
    call.emit(data, _lines(report, actors, refresh.text))


def _show_given(call: Call, given: Mapping[str, Any]) -> None:
    workspace = call.workspace(at=given["at"])
    options, warnings = load_options(workspace.files, workspace.settings)
    for warning in warnings:
        call.note(warning)
    say = _WORDS.get(workspace.language, _WORDS["en"])
    ratio = _ratio(given, options)
    history = _read_history(read_context(call, given["input_file"]))
    rows, report = compress_history(history, ratio, preserve=options.compression.preserve_types)
    _note(call, report, ratio, say)
    call.emit({**_data(report, ratio), "history": rows}, json.dumps(rows, ensure_ascii=False, indent=2))


def _read_history(text: str) -> list[Mapping[str, Any]]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UsageError(f"the input is not JSON: {error}") from error
    rows = value.get("history") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise UsageError("the input is no list of objects", hint='[{"type": "decision", "content": "…"}]')
    return rows


def _ratio(given: Mapping[str, Any], options: Options) -> float:
    chosen = given["target_ratio"]
    return float(options.compression.target_ratio if chosen is None else chosen)


def _note(call: Call, report: Report, ratio: float, say: Mapping[str, str]) -> None:
    call.note(say["done"].format(report.tokens_before, report.tokens_after, report.ratio, ratio))
    if not report.reached:
        call.note(say["missed"])


def _data(report: Report, ratio: float) -> dict[str, Any]:
    return {
        "tokens_before": report.tokens_before,
        "tokens_after": report.tokens_after,
        "ratio": round(report.ratio, 4),
        "target_ratio": ratio,
        "reached": report.reached,
        "items": [made._asdict() for made in report.items],
    }


def _lines(report: Report, actors: list[str], refresh: str) -> Iterator[str]:
    for made, actor in zip(report.items, actors, strict=True):
        if made.text.strip():
            yield f"[{made.id} {actor} {made.category}]"
            yield made.text
            yield ""
    if refresh:
        yield refresh
