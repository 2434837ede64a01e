"""What ``daykeep triage check`` answers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL
from daykeep.cli.session.choosing import choose_session
from daykeep.loop.checking import check_session
from daykeep.loop.ending import past_lengths
from daykeep.loop.means import make_ask
from daykeep.triage.model import KEEP
from daykeep.triage.run.ask import KEPT
from daykeep.triage.run.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.triage.run.ask import Report


def answer_check(call: Call, given: Mapping[str, Any]) -> int | None:
    """Run the check; the exit code is 10 where something failed and all was kept."""
    workspace = call.workspace(at=given["at"])
    desk = Desk(workspace.files, choose_session(call, workspace, given["session"]))
    ask = make_ask(
        workspace, desk.load(), budget=given["budget"], model=given["model"], past=past_lengths(desk)
    )
    ask = ask._replace(
        tokens=given["tokens"], must_fit=given["fit"], force=given["force"], dry_run=given["dry_run"]
    )
    report = check_session(workspace, desk, ask)
    for problem in report.problems:
        call.note(problem)
    call.emit({"session": desk.session_id, **report_data(report)}, report_lines(report, desk.session_id))
    return PARTIAL if report.outcome == KEPT else None


def report_data(report: Report) -> dict[str, Any]:
    """A report as the JSON answer has it."""
    trigger = report.trigger
    return {
        "check": report.check_id,
        "outcome": report.outcome,
        "reason": report.reason,
        "trigger": {} if trigger is None else {
            "due": trigger.due, "code": trigger.code, "tokens": trigger.tokens, "source": trigger.source,
            "budget": trigger.budget, "low": trigger.low, "floor": trigger.floor, "strikes": trigger.strikes,
        },
        "verdict": report.verdict.kind if report.verdict else None,
        "tokens_before": report.tokens_before,
        "tokens_after": report.tokens_after,
        "turns": [
            {"turn": one.unit_id, "suggested": one.suggested, "final": one.final, "reason": one.reason}
            for one in report.decisions
        ],
    }  # fmt: skip


def report_lines(report: Report, session_id: str) -> Iterator[str]:
    """A report for people: what was done, turn by turn, and how to look closer or take it back."""
    counts = Counter(one.final for one in report.decisions)
    yield f"{session_id}: {report.outcome} – {report.reason}"
    if report.did or report.outcome == "planned":
        yield f"  {report.tokens_before:,} → about {report.tokens_after:,} tokens"
    if counts:
        yield "  " + ", ".join(f"{action} {number}" for action, number in sorted(counts.items()))
    for one in report.decisions:
        if one.final != KEEP:
            yield f"  {one.unit_id:<8} {one.final:<8} {one.reason}"
    if report.did:
        yield f"`daykeep triage diff {report.check_id}` shows it, `daykeep triage undo {report.check_id}` takes it back."
