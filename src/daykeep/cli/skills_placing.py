"""``daykeep skills install`` and ``uninstall``: skills in the folders of agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import PARTIAL, Call
from daykeep.cli.frame import command as framed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.wiring.skills.install import SkillDone
    from daykeep.wiring.skills.places import SkillsFolder

_STATES = {
    "new": "installed",
    "update": "brought up to date",
    "kept": "there already",
    "changed": "left as it is: changed by hand: {}",
    "link": "left as it is: a link stands in its place",
    "remove": "taken away",
    "none": "not there",
    "shared": "left for another workspace",
    "failed": "left as it is: {}",
}
_WOULD = {
    "new": "would be installed",
    "update": "would be brought up to date",
    "remove": "would be taken away",
}


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--force", is_flag=True, help="Don't stop at what was changed by hand."),
        click.option("--dry-run", is_flag=True, help="Say what would change; write nothing."),
        click.option(
            "--scope",
            type=click.Choice(["user", "project"]),
            help="Yours everywhere, or this project's; else as usual.",
        ),
        click.option(
            "--to",
            default="workspace",
            metavar="AGENT|DIR",
            help="claude, codex, openclaw, a folder; else this workspace.",
        ),
        click.argument("names", nargs=-1, metavar="[NAME…]"),
    ):
        function = option(function)
    return function


@framed("install", short_help="Copy daykeep's skills to where an agent finds them.")
@_options
def install(call: Call, names: tuple[str, ...], **given: Any) -> int:
    """Copy daykeep's skills to where an agent finds them.

    All of them, or those named. What somebody changed there is never overwritten: it stays and is named (exit code 10), or
    with --force is set aside under another name. Again, it brings them up to date.
    """
    from daykeep.wiring.skills.install import install_skills

    at, workspace = _find(call, given)
    done = install_skills(
        at,
        names,
        settings_folder=settings_folder(call),
        workspace=str(workspace or ""),
        force=given["force"],
        dry_run=given["dry_run"],
    )
    return _answer(call, at, done, dry_run=given["dry_run"])


@framed("uninstall", short_help="Take those skills away again.")
@_options
def uninstall(call: Call, names: tuple[str, ...], **given: Any) -> int:
    """Take those skills away again, as far as they are what daykeep wrote.

    A skill that somebody changed stays whole and is named (exit code 10); with --force all of it goes but what was changed.
    """
    from daykeep.wiring.skills.install import remove_skills

    at, _ = _find(call, given)
    done = remove_skills(
        at, names, settings_folder=settings_folder(call), force=given["force"], dry_run=given["dry_run"]
    )
    return _answer(call, at, done, dry_run=given["dry_run"])


def settings_folder(call: Call) -> Path:
    """The caller's own settings folder; ConfigError where none is known."""
    from daykeep.errors import ConfigError

    folders = call.settings_folders()
    if not folders:
        raise ConfigError("no settings folder is known for you", hint="set HOME")
    return folders[0]


def find_root(call: Call) -> Path | None:
    """The workspace of a call; None where there is none."""
    from daykeep.errors import WorkspaceError

    try:
        return call.workspace(strict=False).root
    except WorkspaceError:
        if call.path:
            raise
        return None


def _find(call: Call, given: dict[str, Any]) -> tuple[SkillsFolder, Path | None]:
    from daykeep.app import home_folder
    from daykeep.cli.folders import working_folder
    from daykeep.context.instructions.claude.checkouts import find_root as find_project
    from daykeep.wiring.skills.places import AGENTS, Where, find_skills_folder

    workspace = find_root(call)
    where = Where(
        home_folder(call.environ), call.environ, Path(find_project(working_folder(None))), workspace
    )
    to = given["to"]
    full = to if to in AGENTS else str(working_folder(None) / to)
    return find_skills_folder(full, given["scope"] or "", where), workspace


def _answer(call: Call, at: SkillsFolder, done: Sequence[SkillDone], *, dry_run: bool) -> int:
    folder = str(at.root / at.folder)
    rows = [{**one._asdict(), "changed": list(one.changed)} for one in done]
    call.emit(
        {"folder": folder, "skills": rows, "dry_run": dry_run},
        [f"{folder}:", *(f"  {line}" for one in done for line in describe_skill(one, dry_run=dry_run))],
    )
    return PARTIAL if any(one.stays for one in done) else 0


def describe_skill(one: SkillDone, *, dry_run: bool) -> list[str]:
    """What became of a skill, in lines for people."""
    why = one.why or ", ".join(one.changed)
    said = (_WOULD.get(one.state) if dry_run else None) or _STATES[one.state].format(why)
    lines = [f"{one.name}: {said}"]
    lines += [
        f"{one.name}: what was changed {'would be' if dry_run else 'is'} kept as {name}" for name in one.aside
    ]
    if one.state == "remove":
        lines += [f"{one.name}: {name} stays, it is not daykeep's" for name in (*one.changed, *one.left)]
    return lines
