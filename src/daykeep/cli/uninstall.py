"""``daykeep uninstall``: take daykeep's marks away, keep every memory."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import PARTIAL, Call, command

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.wiring.uninstall import UninstallPlan

_OUTSIDE = {"timer": "the {}", "setting": "git's setting {}", "index": "the search index {}",
            "builds": "the record of built contexts {}", "skills": "the skills {}", "blocks": "the blocks in {}",
            "hooks": "daykeep's hooks in {}"}  # fmt: skip
_LEFT = "could not be taken away"


@command("uninstall")
@click.option("--dry-run", is_flag=True, help="Say what would go and what stays; change nothing.")
def uninstall(call: Call, *, dry_run: bool) -> int:
    """Take daykeep's marks away, keep every memory."""
    from daykeep.wiring.uninstall import plan_uninstall

    workspace = call.workspace(strict=False)
    plan, outside = plan_uninstall(workspace.files, workspace.layout), _find_outside(call, workspace)
    plan = plan._replace(stays=(*plan.stays, *_kept_copies(call)))
    left = {} if dry_run else _take_away(call, workspace, plan)
    rows = [(_OUTSIDE[key].format(one), _LEFT) for key, found in left.items() for one in found]
    plan = plan._replace(stays=(*rows, *plan.stays))
    gone = {key: [one for one in found if one not in left.get(key, ())] for key, found in outside.items()}
    _emit(call, plan, gone, dry_run=dry_run)
    return PARTIAL if rows else 0


def _take_away(call: Call, workspace: Workspace, plan: UninstallPlan) -> dict[str, list[str]]:
    """Take all of it away; what of it is still there afterwards."""
    from daykeep.wiring.uninstall import apply_uninstall

    _remove_marks(call, workspace)
    apply_uninstall(workspace.files, plan)
    _remove_index(call, _find_index(workspace))
    _remove_builds(call, workspace)
    _remove_placed(call, workspace)
    return _find_left(call, workspace)


def _emit(call: Call, plan: UninstallPlan, gone: dict[str, list[str]], *, dry_run: bool) -> None:
    names = {key: ", ".join(found) or None for key, found in gone.items()}
    said = [_OUTSIDE[key].format(name) for key, name in names.items() if name]
    call.emit({"dry_run": dry_run, **_data(plan), **names}, _lines(plan, said, dry_run=dry_run))


def _find_left(call: Call, workspace: Workspace) -> dict[str, list[str]]:
    """What is still there of all that is outside, also in settings that can't be read."""
    from daykeep.wiring.claude.record import read_record

    left = _find_outside(call, workspace)
    known = [row.path for row in read_record(workspace.files) if Path(row.path).exists()]
    return {**left, "hooks": list(dict.fromkeys([*left["hooks"], *known]))}


def _find_outside(call: Call, workspace: Workspace) -> dict[str, list[str]]:
    """What daykeep keeps outside of the workspace's own files, by its key in the answer."""
    from daykeep.wiring.merging import find_setting
    from daykeep.wiring.timers.install import find_timer

    timer, index = find_timer(workspace.files), _find_index(workspace)
    return {
        "timer": [f"{timer['kind']} timer {timer['name']}"] if timer else [],
        "setting": [name for name in [find_setting(workspace.files)] if name],
        "index": [str(index)] if index else [],
        "builds": list(map(str, _find_builds(call, workspace))),
        **_find_placed(call, workspace),
        "hooks": _take_hooks(call, workspace, dry_run=True),
    }


def _remove_marks(call: Call, workspace: Workspace) -> None:
    from daykeep.wiring.merging import remove_setting

    _remove_timer(call, workspace)
    remove_setting(workspace.files)
    _take_hooks(call, workspace, dry_run=False)


def _take_hooks(call: Call, workspace: Workspace, *, dry_run: bool) -> list[str]:
    """Take the hooks out of Claude Code's settings, or only look; the files. What can't be read is said when it is taken."""
    from daykeep.cli.hooks.desk import HookDesk
    from daykeep.cli.hooks.taking import take_from_all

    quiet = Call(path=call.path, json=True, environ=call.environ)
    desk = HookDesk(quiet if dry_run else call, None)
    return [str(change.place.path) for change in take_from_all(desk, workspace, dry_run=dry_run)]


def _kept_copies(call: Call) -> list[tuple[str, str]]:
    """The copies of Claude Code's settings, which are of no workspace alone."""
    from daykeep.cli.hooks.desk import HookDesk
    from daykeep.wiring.claude.backups import FOLDER

    own = HookDesk(call, None).backups().own_folder
    why = "copies of Claude Code's settings as they were before hooks came and went; delete it by hand if you want"
    return [(str(own / FOLDER), why)] if own and (own / FOLDER).is_dir() else []


def _find_index(workspace: Workspace) -> Path | None:
    folder = workspace.index_folder
    return folder if folder is not None and folder.is_dir() else None


def _remove_index(call: Call, folder: Path | None) -> None:
    from daykeep.files.cached import discard_cached_folder

    if folder is not None and not discard_cached_folder(folder):
        call.note(f"the search index can't be deleted; delete it by hand: {folder}")


def _find_builds(call: Call, workspace: Workspace) -> list[Path]:
    """What is remembered of contexts that were built in this workspace's folder."""
    from daykeep.config import user_cache_folder
    from daykeep.context.cache.record import find_records

    cache = user_cache_folder(call.environ, sys.platform)
    return find_records(Path(cache), str(workspace.root)) if cache else []


def _remove_builds(call: Call, workspace: Workspace) -> None:
    from daykeep.files.cached import discard_cached

    for path in _find_builds(call, workspace):
        if not discard_cached(path):
            call.note(f"the record of built contexts can't be deleted; delete it by hand: {path}")


def _find_placed(call: Call, workspace: Workspace) -> dict[str, list[str]]:
    """Skills in the folders of agents, and blocks in the instruction files of projects."""
    from daykeep.wiring.exports.blocks import find_blocks_of
    from daykeep.wiring.skills.install import find_placed_skills

    paths: dict[str, list[str]] = {"skills": [], "blocks": []}
    for folder in call.settings_folders()[:1]:
        paths["skills"] = [
            f"{one.root}/{one.name}" for one in find_placed_skills(folder, str(workspace.root))
        ]
        paths["blocks"] = [f"{one.root}/{one.name}" for one in find_blocks_of(folder, str(workspace.root))]
    return paths


def _remove_placed(call: Call, workspace: Workspace) -> None:
    from daykeep.cli.skills_placing import describe_skill
    from daykeep.wiring.exports.blocks import release_blocks
    from daykeep.wiring.skills.install import release_skills

    for folder in call.settings_folders()[:1]:
        for skill in release_skills(folder, str(workspace.root)):
            for line in describe_skill(skill, dry_run=False) if skill.state != "remove" or skill.left else ():
                call.note(f"{skill.path}: {line}")
        for block in release_blocks(folder, str(workspace.root)):
            if block.state == "failed":
                call.note(f"the block in {block.path} stays: {'; '.join(block.notes)}")


def _remove_timer(call: Call, workspace: Workspace) -> None:
    from daykeep.cli.daemon import find_machine
    from daykeep.wiring.timers.install import describe_failures, remove_timer

    done = remove_timer(workspace.files, find_machine(call))
    for failure in describe_failures(done) if done else ():
        call.note(failure)


def _data(plan: UninstallPlan) -> dict[str, Any]:
    return {
        "removed": [
            {
                "name": removal.name,
                "lines": list(removal.lines),
                "what": removal.what,
                "file_removed": removal.empties,
            }
            for removal in plan.removals
        ],
        "stays": [{"name": name, "why": why} for name, why in plan.stays],
    }


def _lines(plan: UninstallPlan, outside: list[str], *, dry_run: bool) -> list[str]:
    found = bool(plan.removals or outside)
    lines = ["Would take away:" if dry_run else "Taken away:"] if found else ["Nothing to take away."]
    lines += [f"  {name}" for name in outside]
    for removal in plan.removals:
        first, last = removal.lines
        lines.append(
            f"  {removal.name}: lines {first}–{last}, {removal.what}"
            + (" (and the file)" if removal.empties else "")
        )
    lines += ["Stays:", *(f"  {name}: {why}" for name, why in plan.stays)]
    return [*lines, "The program itself goes with `pipx uninstall daykeep` or `pip uninstall daykeep`."]
