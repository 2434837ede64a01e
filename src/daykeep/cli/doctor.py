"""``daykeep doctor``: report what is wrong; mend only what is named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.app import Workspace
    from daykeep.doctor.examine import Report
    from daykeep.doctor.finding import Finding, Subject
    from daykeep.doctor.fix import Fixed

EXIT_ERRORS = 10
"""Something of level error stands, or a fix failed; warnings alone exit 0."""


@command("doctor")
@click.option(
    "--fix", "ids", multiple=True, metavar="ID", help="Mend this finding; may be given several times."
)
def doctor(call: Call, ids: tuple[str, ...]) -> int:
    """Report what is wrong; mend only what you name."""
    from daykeep.doctor.examine import examine
    from daykeep.doctor.fix import apply_fixes, choose

    subject = subject_of(_open(call))
    report = examine(subject)
    fixed = apply_fixes(subject, choose(report.findings, ids)) if ids else []
    if fixed:
        report = examine(subject)
    call.emit(_data(report, fixed), _lines(report, fixed))
    return 0 if report.healthy and all(fix.done for fix in fixed) else EXIT_ERRORS


def _open(call: Call) -> Workspace:
    """The workspace; what is wrong with its settings and zone becomes findings, not notes as elsewhere."""
    from daykeep.app import open_workspace

    return open_workspace(Path(call.path) if call.path else None, environ=call.environ, strict=False)


def subject_of(workspace: Workspace) -> Subject:
    """The opened workspace as the checks look at it."""
    from daykeep.daily.find import list_daily
    from daykeep.doctor.finding import Subject

    return Subject(
        files=workspace.files,
        layout=workspace.layout,
        history=workspace.history,
        zone=workspace.zone,
        now=workspace.now,
        day=workspace.day,
        language=workspace.language,
        memory_budget_chars=workspace.settings["memory.budget_chars"],
        memory_budget_lines=workspace.settings["memory.budget_lines"],
        dailies=tuple(list_daily(workspace.files, zone=workspace.zone.info)),
        problems=tuple(workspace.problems),
    )


def _data(report: Report, fixed: Sequence[Fixed]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "healthy": report.healthy,
        "counts": {level: report.count(level) for level in ("error", "warning", "info")},
        "findings": [finding._asdict() for finding in report.findings],
    }
    if fixed:
        data["fixed"] = [fix._asdict() for fix in fixed]
    return data


def _lines(report: Report, fixed: Sequence[Fixed]) -> list[str]:
    lines = [f"{'fixed' if fix.done else 'not fixed'} {fix.id}: {fix.message}" for fix in fixed]
    for finding in report.findings:
        lines += _finding_lines(finding)
    counts = [
        f"{report.count(level)} {level}{'' if report.count(level) == 1 else 's'}"
        for level in ("error", "warning")
    ]
    lines.append(", ".join(counts) + ("; nothing here is broken" if report.healthy else ""))
    return lines


def _finding_lines(finding: Finding) -> list[str]:
    place = (
        f"{finding.name}:{finding.line}: " if finding.line else f"{finding.name}: " if finding.name else ""
    )
    lines = [f"{finding.level:<7} {place}{finding.message}"]
    if finding.hint:
        lines.append(f"        {finding.hint}")
    if finding.fixable:
        lines.append(f'        daykeep doctor --fix "{finding.id}"')
    return lines
