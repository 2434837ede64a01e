"""What ``daykeep session sync`` does: finds what lasts of a session, promotes it, and says what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL
from daykeep.cli.session.records import open_session
from daykeep.loop.lasting import bring_up_memory, promote_session

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.session.sync.promote import Synced


_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "nothing": "Nothing of this session is to be promoted.",
        "off": "session.sync.enabled is off: nothing was promoted",
        "added": "learned",
        "proposed": "waits for you",
        "duplicate": "known already",
        "rejected": "rejected before",
        "taken_back": "taken back before",
        "held": "too long",
        "refused": "not kept",
        "kept": "{} gained {} lines.",
        "review": "`daykeep review` decides what waits.",
        "dry": "Nothing was written.",
    },
    "zh": {
        "nothing": "这个会话没有可提升的内容。",
        "off": "session.sync.enabled 已关闭：没有提升任何内容",
        "added": "已学会",
        "proposed": "等待你决定",
        "duplicate": "已知",
        "rejected": "以前被拒绝",
        "taken_back": "以前被收回",
        "held": "太长",
        "refused": "未保留",
        "kept": "{} 增加了 {} 行。",
        "review": "`daykeep review` 决定等待中的内容。",
        "dry": "没有写入任何内容。",
    },
}


def show_sync(call: Call, given: Mapping[str, Any]) -> int:
    """Promote what lasts; the exit code (10 where something could not be recorded)."""
    opened = open_session(call, given)
    workspace, dry = opened.workspace, bool(given["dry_run"])
    say = _WORDS.get(workspace.language, _WORDS["en"])
    if not opened.options.sync.enabled:
        call.note(say["off"])
        call.emit({"session": opened.id, "promoted": []}, "")
        return 0
    if not dry:
        bring_up_memory(workspace, opened.id, opened.units)
    done = promote_session(workspace, opened.id, opened.units, opened.options.sync, dry_run=dry)
    for problem in done.problems:
        call.note(problem)
    call.emit({"session": opened.id, "dry_run": dry, **_data(done)}, _lines(done, say, dry_run=dry))
    return PARTIAL if done.problems else 0


def _data(done: Synced) -> dict[str, Any]:
    return {
        "promoted": [
            {
                "id": one.candidate.record.id,
                "text": one.candidate.text,
                "score": one.candidate.score,
                "reasons": list(one.candidate.reasons),
                "status": one.status,
                "reason": one.reason,
            }
            for one in done.promoted
        ],
        "kept_in": done.kept_in,
        "kept": done.kept,
        "proposal": done.proposal or None,
        "commit": done.commit,
    }


def _lines(done: Synced, say: dict[str, str], *, dry_run: bool) -> Iterator[str]:
    if not done.promoted:
        yield say["nothing"]
        return
    for one in done.promoted:
        yield f"{say.get(one.status, one.status)}: {one.candidate.text}"
        yield f"  {one.reason}"
    if dry_run:
        yield say["dry"]
        return
    if done.kept:
        yield say["kept"].format(done.kept_in, done.kept)
    if done.count_proposed:
        yield say["review"]
