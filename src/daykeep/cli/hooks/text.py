"""What `daykeep hooks` says: as data and in words."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.wiring.claude.handlers import Wanted
    from daykeep.wiring.claude.install import Change


def install_data(change: Change, wanted: Wanted, *, dry_run: bool) -> dict[str, Any]:
    """The answer of ``install``."""
    return {
        **_change_data(change),
        "dry_run": dry_run,
        "workspace": wanted.workspace,
        "program": list(wanted.program),
        "events": list(wanted.events),
        "added": list(change.merged.added),
        "updated": list(change.merged.updated),
    }


def install_lines(change: Change, wanted: Wanted, *, dry_run: bool) -> list[str]:
    """The same in words; what would be written is shown line by line."""
    where = f"{change.place.path} (scope {change.place.scope})"
    if not change.changes:
        return [f"The hooks are in {where} already; nothing was written.", f"Workspace: {wanted.workspace}"]
    merged = change.merged
    did = [("added", merged.added), ("brought up to date", merged.updated), ("taken out", merged.removed)]
    return [
        f"{'Would write' if dry_run else 'Wrote'} daykeep's hooks into {where}",
        *(f"  {what}: {', '.join(events)}" for what, events in did if events),
        f"  workspace: {wanted.workspace}",
        f"  program:   {' '.join(wanted.program)}",
        *([f"  a copy of the file before: {change.backup}"] if change.backup else []),
        *(
            _difference(change)
            if dry_run
            else ["Sessions that start from now on use them. `daykeep hooks status` says how they go."]
        ),
    ]


def uninstall_data(changes: Sequence[Change], *, dry_run: bool) -> dict[str, Any]:
    """The answer of ``uninstall``."""
    return {"dry_run": dry_run, "settings": [_change_data(change) for change in changes]}


def uninstall_lines(changes: Sequence[Change], *, dry_run: bool) -> list[str]:
    """The same in words."""
    if not changes:
        return ["There are no hooks of this workspace to take out."]
    lines = []
    for change in changes:
        went = "the file, which daykeep made" if change.new is None else ", ".join(change.merged.removed)
        lines.append(f"{'Would take' if dry_run else 'Took'} out of {change.place.path}: {went}")
        lines += [f"  a copy of the file before: {change.backup}"] if change.backup else []
        lines += _difference(change) if dry_run else []
    return lines


def status_lines(data: dict[str, Any]) -> list[str]:
    """The answer of ``status`` in words."""
    lines = [f"workspace: {data['workspace'] or 'none here; --workspace names one'}"]
    for row in data["settings"]:
        lines.append(f"{row['scope']}: {row['path']}: {', '.join(row['events']) or 'not installed'}")
        if row["installed"]:
            lines += [f"  for {name or 'the nearest workspace'}" for name in row["workspaces"]]
            lines += [f"  runs {name}" for name in row["programs"]]
        lines += [f"  problem: {problem}" for problem in row["problems"]]
    lines += [f"plugin: {data['plugin']} is enabled, with hooks of its own"] if data["plugin"] else []
    lines += [f"problem: {problem}" for problem in data["problems"]]
    if data["instructions"]:
        lines.append(f"instruction files that agents loaded: {data['instructions']}")
    for one in data["instructions_changed"]:
        lines.append(f"changed when it was loaded last: {one['path']} ({one['at']}, {one['reason']})")
    for event, run in data["last_runs"].items():
        lines.append(f"last {event}: {run['at']}, {run['kind']}, {run['ms']} ms")
    lines += [
        f"went wrong: {run['at']} {run['event']}: {run['kind']}: {run['message']}"
        for run in data["went_wrong"]
    ]
    if data["installed"] and not data["last_runs"]:
        lines.append("no hook has run yet that had something to do")
    return lines


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "scope": change.place.scope,
        "path": str(change.place.path),
        "changed": change.changes,
        "removed": list(change.merged.removed),
        "file_made": change.old is None,
        "file_removed": change.new is None,
        "backup": str(change.backup) if change.backup else None,
    }


def _difference(change: Change) -> list[str]:
    old, new = (_readable(data) for data in (change.old, change.new))
    found = difflib.unified_diff(old, new, "before", "after", lineterm="")
    return [line.rstrip("\r\n") for line in found]


def _readable(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8-sig", "replace").splitlines()
