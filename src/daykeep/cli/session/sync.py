"""What ``daykeep session sync`` does: finds what lasts of a session, promotes it, and says what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.session.records import brought_up, open_session
from daykeep.cli.session.summarize import bring_up
from daykeep.clock import now_ns
from daykeep.session.records.store import change_register, list_sessions, load_register
from daykeep.session.sync.promote import sync
from daykeep.session.sync.rules import find_candidates, shared_key
from daykeep.traces.event import PROMOTION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.files.store import Files
    from daykeep.session.sync.promote import Synced

PARTIAL = 10

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
    known = load_register(workspace.files, opened.id)
    after = brought_up(known, opened, None)
    if after != known and known.records and not dry:
        after = change_register(workspace.files, opened.id, lambda fresh: brought_up(fresh, opened, None))
    if not dry:
        bring_up(opened)
    shared = shared_contents(workspace.files, opened.id)
    candidates = find_candidates(after.records, opened.options.sync, shared=shared)
    began = now_ns()
    done = sync(
        workspace.files,
        workspace.distilling,
        opened.id,
        candidates,
        auto_promote=opened.options.sync.auto_promote,
        dry_run=dry,
    )
    if not dry:
        workspace.trace(
            PROMOTION, began, session=opened.id, proposed=done.count_proposed, applied=done.count_added
        )
    for problem in done.problems:
        call.note(problem)
    call.emit({"session": opened.id, "dry_run": dry, **_data(done)}, _lines(done, say, dry_run=dry))
    return PARTIAL if done.problems else 0


def shared_contents(files: Files, session_id: str) -> frozenset[str]:
    """What other sessions have registered too, as contents are compared."""
    others = (load_register(files, one) for one in list_sessions(files) if one != session_id)
    return frozenset(
        shared_key(record.content) for known in others for record in known.records if record.is_in_force
    )


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
