"""``daykeep doctor``: report what is wrong; mend only what is named."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.errors import UsageError

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
@click.option(
    "--reading",
    "folder",
    metavar="[DIR]",
    is_flag=False,
    flag_value=".",
    help="Look at what an agent reads that works in DIR (else here) instead.",
)
@click.option(
    "--messages", metavar="FILE", help="With --reading: the conversation to look at; else the newest of DIR."
)
def doctor(call: Call, ids: tuple[str, ...], folder: str | None, messages: str | None) -> int:
    """Report what is wrong; mend only what you name.

    With --reading: why a memory is not loaded there, a conversation not compacted, a prompt cache missed. That needs no
    workspace.
    """
    if folder is None:
        if messages is not None:
            raise UsageError("--messages goes with --reading DIR")
        report, fixed = _of_workspace(call, ids)
    elif ids:
        raise UsageError("--fix does not go with --reading: those files are another program's")
    else:
        report, fixed = _of_reading(call, folder, messages), []
    call.emit(_data(report, fixed), _lines(report, fixed))
    return 0 if report.healthy and all(fix.done for fix in fixed) else EXIT_ERRORS


def _of_workspace(call: Call, ids: tuple[str, ...]) -> tuple[Report, list[Fixed]]:
    from daykeep.doctor.examine import examine
    from daykeep.doctor.fix import apply_fixes, choose

    workspace = _open(call)
    subject = subject_of(workspace)._replace(hook_problems=_hook_problems(call, workspace))
    report = examine(subject)
    fixed = apply_fixes(subject, choose(report.findings, ids)) if ids else []
    return (examine(subject) if fixed else report), fixed


def _hook_problems(call: Call, workspace: Workspace) -> tuple[str, ...]:
    from daykeep.cli.hooks.desk import HookDesk
    from daykeep.cli.hooks.state import find_problems

    return tuple(find_problems(HookDesk(call, None), workspace))


def _of_reading(call: Call, folder: str, messages: str | None) -> Report:
    from daykeep.cli.context.files import find_around
    from daykeep.cli.context.tokens import find_settings
    from daykeep.config import user_cache_folder
    from daykeep.context.compaction.check import wanted_of
    from daykeep.doctor.reading.examine import examine_reading
    from daykeep.doctor.reading.subject import Reading

    around = find_around(call, folder)
    if messages is not None and not Path(messages).is_file():
        raise UsageError(f'"{messages}" is not a file')
    cache = user_cache_folder(call.environ, sys.platform)
    conversation = Path(messages) if messages is not None else None
    return examine_reading(
        Reading(around, Path(cache) if cache else None, conversation, wanted_of(find_settings(call)))
    )


def _open(call: Call) -> Workspace:
    """The workspace; what is wrong with its settings and zone becomes findings, not notes as elsewhere."""
    from daykeep.app import open_workspace

    return open_workspace(Path(call.path) if call.path else None, environ=call.environ, strict=False)


def subject_of(workspace: Workspace) -> Subject:
    """The opened workspace as the checks look at it."""
    from daykeep.app import home_folder
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
        home=home_folder(workspace.environ),
        environ=workspace.environ,
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
