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
    from daykeep.app import Workspace
    from daykeep.triage.run.ask import Ask, Report
    from daykeep.triage.run.desk import Desk


def check_session(workspace: Workspace, desk: Desk, ask: Ask) -> Report:
    """Check a session as `run_check` does, with whom the settings name; what it looked at and did is traced in numbers."""
    began = now_ns()
    known = len(desk.log.outcomes())
    report = run_check(desk, ask, find_staff(workspace))
    if ask.dry_run or report.trigger is None:
        return report
    counts = Counter(one.final for one in report.decisions)
    workspace.trace(
        CHECK,
        began,
        session=desk.session_id,
        context_tokens=report.tokens_before,
        units=len(report.decisions),
        kept=counts[KEEP],
        compressed=counts[COMPRESS],
        stored=counts[ARCHIVE],
        dropped=counts[DROP],
        masked=counts[MASK],
        verdict=report.verdict.kind if report.verdict else report.outcome,
    )
    if report.did:
        said = desk.log.checks()[-1].get("predicted", {})
        workspace.trace(
            COMPRESSION,
            began,
            session=desk.session_id,
            tokens_before=report.tokens_before,
            tokens_after=report.tokens_after,
            cache_predicted=said.get("cached", 0),
        )
    for outcome in desk.log.outcomes()[known:]:
        found, said = outcome.get("realised", {}), outcome.get("predicted", {})
        workspace.trace(
            USAGE,
            began,
            session=desk.session_id,
            context_tokens=found.get("cached", 0) + found.get("created", 0),
            cache_predicted=said.get("cached", 0),
            cache_read=found.get("cached", 0),
        )
    return report
