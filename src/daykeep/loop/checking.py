"""Runs a check of a workspace's session and keeps its figures."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from daykeep.clock import now_ns
from daykeep.loop.means import find_staff
from daykeep.traces.event import CHECK, COMPRESSION, USAGE
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK
from daykeep.triage.run.check import run_check

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.app import Workspace
    from daykeep.triage.run.ask import Ask, Report
    from daykeep.triage.run.check import Staff
    from daykeep.triage.run.desk import Desk


def check_session(
    workspace: Workspace,
    desk: Desk,
    ask: Ask,
    staff: Staff | None = None,
    *,
    run: Callable[[Desk, Ask, Staff], Report] = run_check,
) -> Report:
    """Check a session as ``run`` does, with whom the settings name; what it looked at and did is traced in numbers."""
    began = now_ns()
    known = len(desk.log.outcomes())
    report = run(desk, ask, staff or find_staff(workspace))
    if not ask.dry_run and report.trigger is not None:
        _trace(workspace, desk, report, began, known)
    return report


def _trace(workspace: Workspace, desk: Desk, report: Report, began: int, known: int) -> None:
    """The figures of a check, of what it committed, and of what the provider has told since; ``known`` outcomes were told before."""
    counts = Counter(one.final for one in report.decisions)
    named = {"kept": KEEP, "compressed": COMPRESS, "stored": ARCHIVE, "dropped": DROP, "masked": MASK}
    figures = {name: counts[action] for name, action in named.items()}
    verdict = report.verdict.kind if report.verdict else report.outcome
    size = {"context_tokens": report.tokens_before, "units": len(report.decisions), "verdict": verdict}
    workspace.trace(CHECK, began, session=desk.session_id, **size, **figures)
    if report.did:
        said = desk.log.checks()[-1].get("predicted", {})
        sizes = {"tokens_before": report.tokens_before, "tokens_after": report.tokens_after}
        predicted = said.get("cached", 0)
        workspace.trace(COMPRESSION, began, session=desk.session_id, **sizes, cache_predicted=predicted)
    for outcome in desk.log.outcomes()[known:]:
        found, said = outcome.get("realised", {}), outcome.get("predicted", {})
        cached, created = found.get("cached", 0), found.get("created", 0)
        told = {"cache_predicted": said.get("cached", 0), "cache_read": cached}
        workspace.trace(USAGE, began, session=desk.session_id, context_tokens=cached + created, **told)
