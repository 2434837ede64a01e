"""What ``daykeep context compact`` answers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL, json_text
from daykeep.cli.session.choosing import choose_session
from daykeep.cli.session.history import take_in
from daykeep.cli.triage.check import report_data, report_lines
from daykeep.errors import UsageError
from daykeep.loop.compacting import Wish, compact_session
from daykeep.session.history.store import SessionStore
from daykeep.session.watching.refresh import load_refreshes
from daykeep.triage.run.ask import COMMITTED, KEPT
from daykeep.triage.run.desk import Desk
from daykeep.triage.summary.span import number_of
from daykeep.triage.view.render import render
from daykeep.triage.view.restate import with_restated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.loop.compacting import Compaction
    from daykeep.triage.view.model import View

_TEXT = "text"


def show_compacted(call: Call, name: str, given: Mapping[str, Any]) -> int | None:
    """Compact, and say what was done; the exit code is 10 where something failed and all was kept."""
    wish = Wish(
        given["mode"],
        _turn(given["first"], "--from") or 0,
        _turn(given["last"], "--to"),
        given["instructions"].strip(),
        given["dry_run"],
    )
    if wish.last is not None and wish.last < wish.first:
        raise UsageError(f"--to {given['last']} stands before --from {given['first']}")
    workspace = call.workspace(at=given["at"])
    desk = Desk(workspace.files, _session(call, workspace, name, given))
    done = compact_session(workspace, desk, wish)
    for problem in (*done.report.problems, *done.problems):
        call.note(problem)
    data = {"session": desk.session_id, "mode": wish.mode, **_data(done)}
    _answer(call, desk, data, list(_lines(done, desk.session_id)), given["form"])
    return PARTIAL if done.report.outcome == KEPT else None


def _turn(given: str, option: str) -> int | None:
    """The number of a turn, None for none."""
    if not given:
        return None
    number = number_of(given.upper()) if given[:1] in "uU" else number_of(f"U{given}")
    if not number:
        raise UsageError(f'{option}: "{given}" is no turn', hint="turns are called U1, U2 …: `session show`")
    return number


def _session(call: Call, workspace: Workspace, name: str, given: Mapping[str, Any]) -> str:
    if not name:
        return choose_session(call, workspace, given["session"])
    if given["dry_run"]:
        raise UsageError("--dry-run takes nothing in", hint="`session ingest FILE` first, then without FILE")
    store = SessionStore(workspace.files)
    session_id, taken, _ = take_in(call, workspace, store, name, given["session"] or "")
    call.note(f"{session_id}: {taken.added} new message{'' if taken.added == 1 else 's'} taken in")
    for problem in taken.problems:
        call.note(f"{problem.name}, line {problem.line}: {problem.message}")
    return session_id


def _data(done: Compaction) -> dict[str, Any]:
    return {
        **report_data(done.report),
        "summary": done.report.summary,
        "instructions": done.instructions,
        "restated": list(done.restated),
        "categories": dict(done.categories),
        "decisions": done.decided._asdict(),
        "memory": {"file": done.memory, "added": done.remembered},
    }


def _lines(done: Compaction, session_id: str) -> Iterator[str]:
    """The steps in their order, for people."""
    if done.restated:
        yield f"restated: {', '.join(done.restated)}"
    if done.report.outcome == COMMITTED:
        kinds = ", ".join(f"{number} {kind}" for kind, number in done.categories.items())
        yield f"what left: {kinds}"
        yield f"decisions: {done.decided.in_view} of {done.decided.said} stay in the view word for word"
    yield from report_lines(done.report, session_id)
    if done.report.summary:
        yield done.report.summary
    if done.memory:
        yield f"{done.memory}: {done.remembered} new line{'' if done.remembered == 1 else 's'}"


def _answer(call: Call, desk: Desk, data: dict[str, Any], lines: list[str], form: str | None) -> None:
    """The report; with a form the conversation alone is the output, and the report stands beside it."""
    if form is None:
        call.emit(data, lines)
        return
    scene = desk.load()
    blocks = [(one.message, one.text) for one in load_refreshes(desk.files, desk.session_id)]
    view = with_restated(scene.view, scene.units, blocks)
    provider = "anthropic" if form == _TEXT else form
    source = scene.info.format or provider
    done = render(view, provider, form=source, model=scene.info.model, images="placeholder")  # type: ignore[arg-type]
    if call.json:
        body = done.request if isinstance(done.request, dict) else {"messages": done.request}
        call.emit({**data, "conversation": {"text": list(_spoken(view))} if form == _TEXT else body}, "")
        return
    for line in lines:
        call.note(line)
    if form == _TEXT:
        call.emit({}, list(_spoken(view)))
    else:
        sys.stdout.buffer.write(json_text(done.request).encode() + b"\n")


def _spoken(view: View) -> Iterator[str]:
    """The view as lines of text; what is no text is named in brackets."""
    for message in view.messages:
        for block in message.blocks:
            yield f"{message.role}: {block.text or '[' + f'{block.kind} {block.name}'.strip() + ']'}"
