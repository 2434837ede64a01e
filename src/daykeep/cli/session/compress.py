"""What ``daykeep session compress`` does: restate, categorise, keep decisions, shorten the rest, keep what lasts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.cli.enhance import read_context
from daykeep.cli.session.records import open_session, trace_refresh
from daykeep.cli.session.records_text import refresh_data
from daykeep.clock import local_day, now_ns
from daykeep.errors import UsageError
from daykeep.session.extract.extract import message_days
from daykeep.session.memory.document import memory_path
from daykeep.session.options.reading import load_options
from daykeep.traces.event import COMPRESSION
from daykeep.triage.given.items import compress_history
from daykeep.triage.given.steps import compact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.session.options.model import Options
    from daykeep.triage.compress.items import Report

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
    workspace = opened.workspace
    say = _WORDS.get(workspace.language, _WORDS["en"])
    if not opened.options.compression.enabled:
        call.note(say["off"])
    ratio = _ratio(given, opened.options)
    began = now_ns()
    done = compact(
        workspace.files,
        opened.id,
        opened.units,
        options=opened.options,
        today=workspace.day,
        ratio=ratio,
        current_round=given["current_round"],
        language=workspace.language,
        at=workspace.now.isoformat(timespec="seconds"),
        days=message_days(opened.units, lambda at: local_day(at, workspace.zone)),
    )
    trace_refresh(opened, began, done.refresh)
    before, after = done.report.tokens_before, done.report.tokens_after
    workspace.trace(COMPRESSION, began, session=opened.id, tokens_before=before, tokens_after=after)
    _note(call, done.report, ratio, say)
    added = len(done.memory.added) if done.memory is not None else 0
    data = {
        "session": opened.id,
        "memory": {"file": memory_path(opened.id), "added": added + done.kept},
        **_data(done.report, ratio),
        "refresh": refresh_data(opened.id, done.refresh),
    }
    call.emit(data, _lines(done.report, [item.actor for item in done.items], done.refresh.text))


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
