"""``daykeep init``: make a new workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.files.store import Files
    from daykeep.wiring.setup import FirstCommit
    from daykeep.workspace.init import Choice, InitPlan


@command("init")
@click.argument("path", required=False, metavar="[PATH]")
@click.option(
    "--lang", type=click.Choice(["en", "zh"]), help="Language of the layer files; else the system's."
)
@click.option("--zone", metavar="NAME", help="IANA time zone of the person; else the system's.")
@click.option("--git/--no-git", default=True, help="Keep a history of memory in git (default: yes).")
def init(call: Call, path: str | None, lang: str | None, zone: str | None, *, git: bool) -> None:
    """Make a new workspace."""
    from daykeep.workspace.init import apply_init, plan_init

    files = _open_folder(call, path or call.path or ".")
    plan = plan_init(files, _choose(call, files, lang, zone, git=git))
    apply_init(files, plan)
    state, commit = _finish(call, files, plan, git=git)
    data = {
        "root": str(files.root),
        "language": plan.choice.language,
        "zone": plan.choice.zone,
        "files": list(plan.names),
        "git": state,
        "commit": commit.id or None,
    }
    call.emit(data, _lines(files, plan, state, commit))


def _open_folder(call: Call, path: str) -> Files:
    from daykeep.files.root import make_root
    from daykeep.files.store import Files
    from daykeep.workspace.layout import find_workspace

    root = make_root(Path(path))
    around = find_workspace(root.parent)
    if around is not None:
        call.note(
            f'this folder is inside another workspace, "{around}"; commands in it will mean the new one'
        )
    return Files(root)


def _choose(call: Call, files: Files, lang: str | None, zone: str | None, *, git: bool) -> Choice:
    """What the options say, else what an unfinished run chose, else what the system says."""
    from daykeep.clock import now_utc, resolve_zone
    from daykeep.errors import UsageError
    from daykeep.workspace.init import Choice, describe_zone, find_unfinished

    earlier = find_unfinished(files)
    if earlier is not None and lang in (None, earlier.language) and zone is None:
        return earlier._replace(history=git)
    found = resolve_zone(flag=zone, environ=call.environ)
    if zone is not None and found.origin != "flag":
        raise UsageError(found.problems[0] if found.problems else f'"{zone}" is not a time zone')
    for problem in found.problems:
        call.note(problem)
    return Choice(lang or _system_language(call.environ), describe_zone(found, now_utc()), git)


def _system_language(environ: Mapping[str, str]) -> str:
    chosen = next((environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")
    return "zh" if chosen.lower().startswith("zh") else "en"


def _finish(call: Call, files: Files, plan: InitPlan, *, git: bool) -> tuple[str, FirstCommit]:
    """Approvals on record, a repository if there is none around, the first commit, and the mark taken away."""
    from daykeep.app import open_workspace
    from daykeep.git.history import init_repository
    from daykeep.wiring.setup import FirstCommit, commit_first, hash_layers, put_on_record
    from daykeep.workspace.init import finish_init

    state = init_repository(files.root) if git else "off: --no-git"
    workspace = open_workspace(files.root, environ=call.environ)
    by = "user" if call.is_person() else "agent"
    put_on_record(files, hash_layers(files, workspace.layout), now=workspace.now, by=by, how="init")
    commit = FirstCommit("", "history is off: --no-git")
    if git:
        author = workspace.settings["history.author"]
        commit = commit_first(workspace.history, plan.names, author=author, now=workspace.now)
    finish_init(files)
    return state, commit


def _lines(files: Files, plan: InitPlan, state: str, commit: FirstCommit) -> list[str]:
    layers = [name for name in plan.names if "/" not in name]
    others = [name for name in plan.names if "/" in name]
    history = {"created": "a new git repository", "inside": "the git repository around it"}.get(state, "")
    lines = [
        f"A new workspace is ready in {files.root}",
        f"  {' '.join(layers)}",
        f"  memory/ and {len(others)} more: {', '.join(others)}",
        f"  the day is kept in {plan.choice.zone} (USER.md)",
        f"  {history}: first commit {commit.id[:10]}" if commit.id else f"  {commit.reason}",
        "Next: fill in what is marked in SOUL.md and USER.md, then confirm it with `daykeep trust SOUL.md USER.md`;",
        "`daykeep log TEXT` writes today's first entry, `daykeep start` prints what an agent reads.",
    ]
    if plan.present:
        lines.insert(
            1, f"  (went on where an earlier run stopped; {len(plan.present)} files were there already)"
        )
    return lines
