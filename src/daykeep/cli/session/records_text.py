"""What is said about registered information: as text in the language of the workspace, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.session.watching.position import FAR, MIDDLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.session.records.model import Record
    from daykeep.session.watching.decay import Decayed
    from daykeep.session.watching.monitor import Placed
    from daykeep.session.watching.position import Position
    from daykeep.session.watching.refresh import Refresh

RULE = "=" * 32

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "report": "Decay Detection Report",
        "round": "Current Round: {}",
        "decayed": "Decayed Information:",
        "none": "Nothing has decayed.",
        "high": "[High Importance]",
        "medium": "[Medium Importance]",
        "low": "[Low Importance]",
        "last": "Last referenced: {} rounds ago",
        "restate": "Suggestion: Restate immediately: High importance information is decaying",
        "consider": "Suggestion: Consider restating: Medium importance information has decayed",
        "ignore": "Suggestion: Can ignore: Low importance information, no refresh needed",
        "positions": "Position Warnings:",
        "middle": '"{}" is in the middle zone of the context (position {}/{})',
        "far-from-end": '"{}" is far from the end of a well filled context ({} of {} tokens; {} behind it)',
        "there": "what stands there",
        "end": "Suggestion: Restate it at the end (`daykeep session refresh --id NAME`). Advice: studies disagree on how much places matter.",
        "safe": 'Position {}/{} is a good place for "{}".',
        "restated": "Restated for the end of the newest message (nothing was moved):",
        "registered": '{} is registered: {} importance, {}: "{}"',
        "counts": "It counts from round {}.",
        "counts-later": "It counts from the first round that is told.",
        "used": "Used {} times, last in round {}.",
        "replaced": "Replaced by {}.",
    },
    "zh": {
        "report": "衰减检测报告",
        "round": "当前轮次：{}",
        "decayed": "已衰减的信息：",
        "none": "没有信息衰减。",
        "high": "[高重要性]",
        "medium": "[中重要性]",
        "low": "[低重要性]",
        "last": "上次用到：{} 轮之前",
        "restate": "建议：立即重述：高重要性信息正在衰减",
        "consider": "建议：考虑重述：中重要性信息已衰减",
        "ignore": "建议：可以忽略：低重要性信息，无需刷新",
        "positions": "位置提醒：",
        "middle": "“{}”在上下文的中段（位置 {}/{}）",
        "far-from-end": "“{}”离已填满大半的上下文的末尾很远（{}/{} token，后面还有 {}）",
        "there": "那里的内容",
        "end": "建议：在末尾重述（`daykeep session refresh --id 名称`）。仅供参考：位置影响多大，研究结论不一。",
        "safe": "位置 {}/{} 对“{}”来说合适。",
        "restated": "已重述，放在最新消息的末尾（没有移动任何历史）：",
        "registered": "{} 已登记：{} 重要性，{}：“{}”",
        "counts": "从第 {} 轮算起。",
        "counts-later": "从第一次告知的轮次算起。",
        "used": "用到 {} 次，最近在第 {} 轮。",
        "replaced": "已被 {} 取代。",
    },
}


def words(language: str) -> dict[str, str]:
    """The phrases of a language; English for one that has none."""
    return _WORDS.get(language, _WORDS["en"])


def record_data(record: Record) -> dict[str, Any]:
    """A record as JSON."""
    return {
        **record._asdict(),
        "earlier": list(record.earlier),
        "superseded_by": record.superseded_by or None,
        "at": record.at or None,
    }


def refresh_data(session_id: str, refresh: Refresh) -> dict[str, Any]:
    """A refresh as JSON."""
    return {
        "session": session_id,
        "text": refresh.text,
        "ids": list(refresh.ids),
        "tokens": refresh.tokens,
        "left_out": [{"id": one.record_id, "reason": one.reason} for one in refresh.left_out],
    }


def registered_lines(record: Record, language: str) -> Iterator[str]:
    """What is known of one record, for people."""
    say = words(language)
    yield say["registered"].format(record.id, record.importance, record.type, _flat(record.content))
    if record.superseded_by:
        yield say["replaced"].format(record.superseded_by)
    if record.referenced is not None:
        yield say["used"].format(record.references, record.referenced)
    elif record.registered is not None:
        yield say["counts"].format(record.registered)
    else:
        yield say["counts-later"]


def decay_lines(
    current_round: int, decayed: Sequence[Decayed], places: Sequence[Placed], language: str
) -> Iterator[str]:
    """The report for people."""
    say = words(language)
    yield say["report"]
    yield RULE
    yield say["round"].format(current_round)
    yield ""
    yield from decayed_lines(decayed, language)
    if places:
        yield ""
        yield from place_lines(places, language)


def decayed_lines(decayed: Sequence[Decayed], language: str) -> Iterator[str]:
    """What has decayed, for people."""
    say = words(language)
    if not decayed:
        yield say["none"]
        return
    yield say["decayed"]
    for one in decayed:
        yield f"{say[one.record.importance]} {one.record.type}: {_flat(one.record.content)}"
        yield f"  {say['last'].format(one.rounds)}"
        yield f"  {say[one.advice]}"


def place_lines(places: Sequence[Placed], language: str) -> Iterator[str]:
    """What stands at a risky place, for people."""
    say = words(language)
    yield say["positions"]
    for one in places:
        yield f"  {_risk(one.record.id, one.position, say)}"
        yield f"  {say['end'].replace('NAME', one.record.id).replace('名称', one.record.id)}"


def position_lines(name: str, found: Position, refresh: Refresh | None, language: str) -> Iterator[str]:
    """What is said about one place, for people."""
    say = words(language)
    if not found.is_at_risk:
        yield say["safe"].format(found.position, found.total, name or say["there"])
        return
    yield _risk(name or say["there"], found, say)
    if refresh is not None and refresh.text:
        yield say["restated"]
        yield refresh.text
    else:
        yield say["end"].replace("NAME", name or "NAME").replace("名称", name or "名称")


def _risk(name: str, found: Position, say: dict[str, str]) -> str:
    if found.status == FAR:
        return say[FAR].format(name, found.position, found.total, found.from_end)
    return say[MIDDLE].format(name, found.position, found.total)


def _flat(text: str) -> str:
    return " ".join(text.split())
