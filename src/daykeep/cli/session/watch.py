"""What ``daykeep session monitor`` does: counts, looks, restates what is due, and says what would help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.session.records import brought_up, open_session, trace_refresh
from daykeep.cli.session.records_text import (
    RULE,
    decayed_lines,
    place_lines,
    record_data,
    refresh_data,
    words,
)
from daykeep.clock import now_ns
from daykeep.session.records.store import change_register
from daykeep.session.watching.monitor import OK, OVER, look
from daykeep.session.watching.refresh import append_refresh, restated
from daykeep.traces.event import DECAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.cli.session.records import Opened
    from daykeep.session.records.model import Register
    from daykeep.session.watching.monitor import Sight

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "title": "Session Monitor",
        "size": "Size: {:,} of {:,} tokens ({})",
        OK: "fine",
        "near": "nearly as large as it may get",
        OVER: "too large",
        "round": "Round: {}",
        "no-round": "It is not known which round it is (--current-round N): decay was not looked for.",
        "help": "What would help:",
        "compact": "  compress the session to about {:,} tokens: daykeep session compress",
        "compact-soon": "  compress the session soon, to about {:,} tokens: daykeep session compress",
        "mask-results": "  hide old results of tools: that frees about {:,} tokens",
        "restate": "  restate what has decayed ({})",
        "restate-at-end": "  restate at the end what stands at a risky place ({})",
    },
    "zh": {
        "title": "会话监控",
        "size": "大小：{:,}/{:,} token（{}）",
        OK: "正常",
        "near": "接近上限",
        OVER: "过大",
        "round": "轮次：{}",
        "no-round": "不知道现在是第几轮（--current-round N）：没有检查衰减。",
        "help": "建议：",
        "compact": "  把会话压缩到约 {:,} token：daykeep session compress",
        "compact-soon": "  尽快把会话压缩到约 {:,} token：daykeep session compress",
        "mask-results": "  隐藏旧的工具结果：可腾出约 {:,} token",
        "restate": "  重述已衰减的信息（{}）",
        "restate-at-end": "  在末尾重述位置有风险的信息（{}）",
    },
}


def show_monitor(call: Call, given: Mapping[str, Any]) -> None:
    """Look at the session and say what was found; what is due is restated and kept with the session."""
    opened = open_session(call, given)
    threshold = given["threshold"] or int(opened.workspace.settings["context.compaction.threshold"])
    tokens = given["tokens"]
    if tokens is None:
        tokens = sum(unit.tokens for unit in opened.units)
    found: list[Sight] = []

    def change(known: Register) -> Register:
        known = brought_up(known, opened, given["current_round"])
        sight = look(
            known,
            opened.options,
            tokens=tokens,
            threshold=threshold,
            window=given["window"],
            units=opened.units,
            language=opened.workspace.language,
        )
        at = opened.workspace.now.isoformat(timespec="seconds")
        refresh = sight.refresh._replace(round=known.round, message=opened.messages, at=at)
        found.append(sight._replace(refresh=refresh))
        return restated(known, refresh)

    began = now_ns()
    known = change_register(opened.workspace.files, opened.id, change)
    sight = found[-1]
    append_refresh(opened.workspace.files, opened.id, sight.refresh)
    counted = {"decayed": len(sight.decayed), "records": len(known.records)}
    opened.workspace.trace(DECAY, began, session=opened.id, **counted)
    trace_refresh(opened, began, sight.refresh)
    for left in sight.refresh.left_out:
        call.note(f"{left.record_id}: not restated: {left.reason}")
    call.emit(_data(opened, sight), _lines(sight, opened.workspace.language))


def _data(opened: Opened, sight: Sight) -> dict[str, Any]:
    return {
        "session": opened.id,
        "size": sight.size._asdict(),
        "round": sight.round,
        "decayed": [
            {**record_data(one.record), "rounds_since_reference": one.rounds, "recommendation": one.advice}
            for one in sight.decayed
        ],
        "positions": [{"id": one.record.id, **one.position._asdict()} for one in sight.places],
        "suggestions": [one._asdict() for one in sight.suggestions],
        "refresh": refresh_data(opened.id, sight.refresh),
    }


def _lines(sight: Sight, language: str) -> Iterator[str]:
    say = _WORDS.get(language, _WORDS["en"])
    size = sight.size
    yield say["title"]
    yield RULE
    yield say["size"].format(size.tokens, size.threshold, say[size.status])
    yield say["no-round"] if sight.round is None else say["round"].format(sight.round)
    yield ""
    yield from decayed_lines(sight.decayed, language)
    if sight.places:
        yield ""
        yield from place_lines(sight.places, language)
    if sight.suggestions:
        yield ""
        yield say["help"]
        yield from (say[one.code].format(one.number) for one in sight.suggestions)
    if sight.refresh.text:
        yield ""
        yield words(language)["restated"]
        yield sight.refresh.text
