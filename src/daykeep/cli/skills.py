"""``daykeep skills``: list, check and install skills; keep the routing table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, group
from daykeep.cli.skills_placing import install, uninstall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.app import Workspace
    from daykeep.files.encoding import Document
    from daykeep.workspace.routing import RoutingPlan
    from daykeep.workspace.skills import Skill

EXIT_ERRORS = 10
"""A skill breaks a rule of the specification; warnings alone exit 0."""


@group("skills")
def skills() -> None:
    """Check, install and route skills."""


skills.add_command(install)
skills.add_command(uninstall)


@skills.command("list")
def list_skills(call: Call) -> None:
    """Name every skill with what it is for."""
    from daykeep.workspace.skills import read_skills

    found = read_skills(call.workspace().files)
    rows = [_as_row(skill) for skill in found]
    lines = [f"{skill.name or skill.folder}: {skill.description or '(no description)'}" for skill in found]
    call.emit({"skills": rows}, lines or ["no skills: skills/ holds no folder with a SKILL.md"])


@skills.command("check")
@click.argument("name", required=False)
def check(call: Call, name: str | None) -> int:
    """Check SKILL.md files against the Agent Skills specification."""
    workspace = call.workspace()
    found = _choose(workspace, name)
    _tell_outdated(call, workspace)
    problems = [problem for skill in found for problem in skill.problems]
    data = {
        "skills": [_as_row(skill) for skill in found],
        "problems": [problem._asdict() for problem in problems],
    }
    lines = [f"{p.level:<7} {p.name}{f':{p.line}' if p.line else ''}: {p.message}" for p in problems]
    broken = sum(not skill.usable for skill in found)
    call.emit(data, [*lines, f"{_count(found)} checked, {broken} broken"])
    return EXIT_ERRORS if broken else 0


@skills.command("route", short_help="Write the routing table into AGENTS.md.")
@click.option("--dry-run", is_flag=True, help="Say what would change; write nothing.")
def route(call: Call, *, dry_run: bool) -> None:
    """Write AGENTS.md's routing table from the skills, inside daykeep's own fence."""
    workspace = call.workspace()
    document, plan = _plan_route(workspace)
    if not dry_run:
        _write(call, workspace, document, plan)
    for left_out in plan.left_out:
        call.note(left_out)
    data = {"state": plan.state, "name": plan.name, "rows": len(plan.rows), "dry_run": dry_run}
    call.emit({**data, "left_out": list(plan.left_out)}, _route_text(plan, dry_run=dry_run))


def _plan_route(workspace: Workspace) -> tuple[Document | None, RoutingPlan]:
    from daykeep.workspace.routing import plan_routing
    from daykeep.workspace.skills import read_skills

    agents = workspace.layout.agents
    document = workspace.files.find_document(agents) if agents else None
    return document, plan_routing(document, read_skills(workspace.files), language=workspace.language)


def _tell_outdated(call: Call, workspace: Workspace) -> None:
    """Name the skills that stand in agents' folders as an older daykeep wrote them."""
    from daykeep.errors import DaykeepError
    from daykeep.wiring.skills.install import find_outdated_skills

    for folder in call.settings_folders()[:1]:
        try:
            outdated = find_outdated_skills(folder, str(workspace.root))
        except DaykeepError as error:
            call.note(f"skills placed elsewhere can't be looked at: {error.message}")
            continue
        for path in outdated:
            call.note(
                f"{path} is not as this daykeep ships it: `daykeep skills install` with its --to brings it up to date"
            )


def _choose(workspace: Workspace, name: str | None) -> Sequence[Skill]:
    from daykeep.errors import UsageError
    from daykeep.workspace.skills import read_skills

    found = read_skills(workspace.files)
    if name is None:
        return found
    chosen = [skill for skill in found if name in (skill.folder, skill.name)]
    if not chosen:
        known = ", ".join(skill.folder for skill in found) or "none"
        raise UsageError(f'no skill "{name}"', hint=f"there are: {known}")
    return chosen


def _write(call: Call, workspace: Workspace, document: Document | None, plan: RoutingPlan) -> None:
    """Write AGENTS.md if it is as it was read; an approval of the old content covers the new one."""
    from daykeep.memory.approved import replace_approved

    if document is None or plan.data is None:
        return
    if plan.state == "append":
        call.note(f"{plan.name} has no routing table of daykeep's yet: it is added at the end")
    replace_approved(workspace.files, document, plan.data, now=workspace.now, how="routing")


def _as_row(skill: Skill) -> dict[str, Any]:
    return {
        "name": skill.name,
        "folder": skill.folder,
        "file": skill.file,
        "description": skill.description,
        "usable": skill.usable,
    }


def _count(skills: Sequence[object]) -> str:
    return f"{len(skills)} skill{'' if len(skills) == 1 else 's'}"


def _route_text(plan: RoutingPlan, *, dry_run: bool) -> str:
    would = "would be " if dry_run else ""
    said = {
        "none": "there is no AGENTS.md; nothing to keep",
        "kept": f"{plan.name} is in step with skills/; nothing was written",
        "update": f"{plan.name}: the routing table {would}rewritten, {_count(plan.rows)}",
        "append": f"{plan.name}: a routing table {would}added at the end, {_count(plan.rows)}",
    }
    return said[plan.state]
