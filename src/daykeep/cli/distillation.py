"""How a distillation is told: as JSON, and in lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.app import Workspace
    from daykeep.distill.outcomes import Outcome
    from daykeep.distill.run import Report

SIGNS = {"added": "+", "proposed": "?", "held": "?", "duplicate": "=", "taken_back": "-", "rejected": "-"}
"""How many inputs of a score are shown in a line."""


def data_of(
    report: Report, verdicts: Sequence[tuple[str, Any]], *, dry_run: bool, explain: bool
) -> dict[str, Any]:
    """The report as JSON values."""
    plan = report.plan
    data = {
        "status": report.status,
        "dry_run": dry_run,
        "read": report.read,
        "unchanged": report.unchanged,
        "counts": {
            "added": plan.count("added"),
            "proposed": plan.count("proposed"),
            "duplicate": plan.count("duplicate"),
            "taken_back": plan.count("taken_back"),
            "rejected": plan.count("rejected"),
            "held": plan.count("held"),
            "left": len(plan.omissions),
            "archived": len(report.archived),
        },
        "items": [_item(outcome) for outcome in plan.outcomes],
        "left": [{"name": o.name, "line": o.line, "reason": o.reason} for o in plan.omissions],
        "archived": [
            {
                "item": leaving.item,
                "kind": leaving.kind,
                "reason": leaving.reason,
                "text": list(leaving.texts),
            }
            for leaving in report.archived
        ],
        "proposal": report.proposal,
        "new_proposed": report.new_held,
        "waited_before": report.waiting,
        "problems": report.problems,
        "passed_over": report.passed_over,
        "memory": {"chars": report.memory_chars, "lines": report.memory_lines},
        "commit": report.commit,
    }
    return {**data, "sections": [_section(name, verdict) for name, verdict in verdicts]} if explain else data


def _item(outcome: Outcome) -> dict[str, Any]:
    item = outcome.item
    return {
        "id": item.item_id,
        "status": outcome.status,
        "reason": outcome.reason,
        "kind": item.kind,
        "title": item.title,
        "day": item.day.isoformat(),
        "name": item.name,
        "lines": [item.first, item.last],
        "origin": item.origin,
        "score": item.score,
        "text": item.texts,
        "repeats": outcome.repeats or None,
        "supersedes": list(outcome.old),
    }


def _section(name: str, verdict: Any) -> dict[str, Any]:
    return {
        "name": name,
        "title": verdict.title,
        "lines": [verdict.first, verdict.last],
        "score": round(verdict.score, 4),
        "kind": verdict.kind or None,
        "kept": list(verdict.lines),
        "reasons": [{"input": reason, "weight": round(weight, 3)} for reason, weight in verdict.reasons],
    }


def lines_of(
    workspace: Workspace, report: Report, verdicts: Sequence[tuple[str, Any]], *, dry_run: bool
) -> list[str]:
    """The report in lines."""
    lines = [_head(report, dry_run=dry_run)]
    for outcome in report.plan.outcomes:
        lines.extend(_outcome(outcome))
    lines.extend(_section_lines(verdicts))
    for leaving in report.archived:
        verb = "Would move" if dry_run else "Moved"
        lines.append(f"{verb} to the archive: {leaving.texts[0].strip()} ({leaving.reason})")
    if report.plan.omissions:
        lines.append(f"Left in the logs: {_tally(report)}.")
    lines.extend(_waiting(report, dry_run=dry_run))
    lines.append(_budget(workspace, report))
    if report.commit:
        lines.append(f"Committed as {report.commit[:10]}.")
    elif report.written:
        lines.append(f"Not committed: {_why_not(workspace)}.")
    return lines


def _head(report: Report, *, dry_run: bool) -> str:
    added = report.plan.count("added")
    verb = "Would learn" if dry_run else "Learned"
    text = f"{verb} {_things(added)} from {len(report.read)} log{'' if len(report.read) == 1 else 's'}."
    if report.unchanged:
        text += f" {report.unchanged} unchanged since the last run."
    return text


def _outcome(outcome: Outcome) -> list[str]:
    item = outcome.item
    place = f"{item.name}:{item.first}" + (f"-{item.last}" if item.last != item.first else "")
    lines = [f"{SIGNS[outcome.status]} {item.kind:<11} {place}  {item.title}"]
    if outcome.status in {"added", "proposed"}:
        lines.extend(f"      {text}" for text in item.texts)
    if outcome.status != "added":
        lines.append(f"      {outcome.status.replace('_', ' ')}: {outcome.reason}")
    lines.extend(f"      instead of: {text}" for text in outcome.old)
    return lines


def _section_lines(verdicts: Sequence[tuple[str, Any]]) -> list[str]:
    from daykeep.distill.extract.full import keep_score
    from daykeep.distill.reasons.inputs import telling
    from daykeep.memory.items import show_score

    lines = [f"Sections that score {show_score(keep_score())} or more are chosen:"] if verdicts else []
    above = ""
    for name, verdict in verdicts:
        if name != above:
            lines.append(f"{name}:")
            above = name
        kept = f"chosen as {verdict.kind}" if verdict.kind else "left"
        score = show_score(verdict.score)
        lines.append(f"  {score} {kept}, lines {verdict.first}-{verdict.last}  {verdict.title}".rstrip())
        shown = telling(verdict.reasons)
        if shown:
            lines.append(f"       because of {shown}")
    return lines


def _waiting(report: Report, *, dry_run: bool) -> list[str]:
    lines = []
    if report.new_held:
        verb = "would wait" if dry_run else ("waits" if report.new_held == 1 else "wait")
        lines.append(f"{_things(report.new_held)} {verb} for you: `daykeep review`.")
    if report.waiting:
        lines.append(f"{_things(report.waiting)} {'waits' if report.waiting == 1 else 'wait'} from before.")
    return lines


def _things(count: int) -> str:
    return f"{count} thing{'' if count == 1 else 's'}"


def _why_not(workspace: Workspace) -> str:
    from daykeep.git.values import HistoryOff

    history = workspace.history
    return f"history is off: {history.reason}" if isinstance(history, HistoryOff) else "the notes say why"


def _tally(report: Report) -> str:
    counts: dict[str, int] = {}
    for omission in report.plan.omissions:
        reason = omission.reason.partition(" (score")[0]
        counts[reason] = counts.get(reason, 0) + 1
    return ", ".join(
        f"{count} × {reason}" for reason, count in sorted(counts.items(), key=lambda pair: -pair[1])
    )


def _budget(workspace: Workspace, report: Report) -> str:
    chars, lines = workspace.settings["memory.budget_chars"], workspace.settings["memory.budget_lines"]
    text = f"{workspace.layout.memory_target}: {report.memory_chars:,} of {chars:,} characters, "
    text += f"{report.memory_lines} of {lines} lines."
    if report.memory_chars > chars or report.memory_lines > lines:
        text += " Over its budget: agents will cut it; `daykeep doctor` says which lines."
    return text
