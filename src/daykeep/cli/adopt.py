"""``daykeep adopt``: take over an existing workspace as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.clock import Zone
    from daykeep.workspace.adopt import AdoptPlan


@command("adopt")
@click.argument("path", required=False, metavar="[PATH]")
@click.option("--dry-run", is_flag=True, help="Say what was found and what would change; write nothing.")
def adopt(call: Call, path: str | None, *, dry_run: bool) -> None:
    """Take over an existing workspace as it is."""
    from daykeep.wiring.setup import put_on_record
    from daykeep.workspace.adopt import apply_adopt

    call.path = path or call.path or "."
    workspace = call.workspace(strict=False)
    plan = _plan(call, workspace)
    if not dry_run:
        apply_adopt(workspace.files, plan)
        by = "user" if call.is_person() else "agent"
        put_on_record(workspace.files, plan.trust, now=workspace.now, by=by, how="adopt")
    call.emit({"dry_run": dry_run, **_data(workspace, plan)}, _lines(workspace, plan, dry_run=dry_run))


def _plan(call: Call, workspace: Workspace) -> AdoptPlan:
    from daykeep.daily.find import list_daily
    from daykeep.memory.decisions import trusted_sha256
    from daykeep.workspace.adopt import plan_adopt

    return plan_adopt(
        workspace.files,
        workspace.layout,
        zone=workspace.zone,
        language=workspace.language,
        memory_budget_chars=workspace.settings["memory.budget_chars"],
        dailies=list_daily(workspace.files, zone=workspace.zone.info),
        trusted=trusted_sha256(workspace.files),
        shows_machine_data=_shows_machine_data(call, workspace),
    )


def _shows_machine_data(call: Call, workspace: Workspace) -> bool:
    """Whether the folder is in a repository that would see ``.daykeep/``."""
    from daykeep.errors import GitError
    from daykeep.git.history import HistoryOff

    history = workspace.history
    if isinstance(history, HistoryOff):
        return False
    try:
        return not history.ignored([".daykeep/data/x"])
    except GitError as error:
        call.note(f".gitignore is not looked at: {error.message}")
        return False


def _data(workspace: Workspace, plan: AdoptPlan) -> dict[str, Any]:
    return {
        "root": str(workspace.root),
        "era": plan.era,
        "zone": {"name": plan.zone.name, "origin": plan.zone.origin},
        "files": [layer._asdict() for layer in plan.layers],
        "daily_logs": dict(plan.dailies),
        "broken": [problem._asdict() for problem in plan.broken],
        "untouched": [{"name": name, "why": why} for name, why in plan.untouched],
        "changes": [{"name": change.name, "what": change.what} for change in plan.changes],
        "on_record": sorted(plan.trust),
    }


def _lines(workspace: Workspace, plan: AdoptPlan, *, dry_run: bool) -> list[str]:
    total = sum(count for _, count in plan.dailies)
    lines = [
        f"{workspace.root}: {plan.era} layout; the day is kept in {plan.zone.name} (from {plan.zone.origin})",
        *_zone_hint(plan.zone),
        *(_layer_line(layer) for layer in plan.layers),
        f"  {total:,} daily log{'' if total == 1 else 's'}" + (":" if total else ""),
        *(f"    {count:>5}  {shape}" for shape, count in plan.dailies),
    ]
    if plan.broken:
        lines.append("Broken, kept as it is (`daykeep doctor` says what can be done):")
        lines += [f"  {problem.name}:{problem.line}: {problem.message}" for problem in plan.broken]
    if plan.untouched:
        lines += ["Not touched:", *(f"  {name}: {why}" for name, why in plan.untouched)]
    changes = [f"  {change.name}: {change.what}" for change in plan.changes]
    if plan.trust:
        changes.append(
            f"  memory/decisions.jsonl: the present content of {', '.join(sorted(plan.trust))} on record"
        )
    if not changes:
        return [*lines, "Nothing to change: this workspace is adopted already."]
    return [*lines, "Would change:" if dry_run else "Changed:", *changes]


def _zone_hint(zone: Zone) -> list[str]:
    """What to do where no file of the workspace says which day it is: every date depends on it."""
    if zone.origin not in {"system", "environment", "default"}:
        return []
    return [
        "  no file here names your zone: write it into USER.md (`- **Timezone:** Europe/Berlin`) or daykeep.toml"
    ]


def _layer_line(layer: Any) -> str:
    size = (
        f"{layer.size_bytes:,} bytes"
        if layer.chars is None
        else f"{layer.chars:,} of {layer.budget_chars:,} characters"
    )
    return f"  {layer.name}: {size}" + (f" ({layer.remark})" if layer.remark else "")
