"""``daykeep forget``: takes lines out of memory for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import PARTIAL, Call, command
from daykeep.cli.texts import TextCommand
from daykeep.operations.forget import find_lines, forgetting_data, forgetting_lines, some

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.app import Workspace
    from daykeep.review.forgetting.forget import Forgetting, Forgotten
    from daykeep.review.forgetting.purge import Purged

STORES = ("workspace", "user", "project", "claude")


@command("forget", cls=TextCommand)
@click.argument("query", metavar="TEXT|ID")
@click.option("--yes", is_flag=True, help="Ask no question; counts only for a person at a terminal.")
@click.option("--dry-run", is_flag=True, help="Show what would be forgotten; write nothing.")
@click.option(
    "--purge-history", is_flag=True, help="Also remove decided proposals; say where else the lines are."
)
@click.option(
    "--from",
    "store",
    type=click.Choice(STORES),
    default="workspace",
    help="Whose notes: forgets whole notes.",
)
@click.option("--cwd", metavar="DIR", help="The folder whose project is meant; else the current one.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def forget(call: Call, query: str, at: str | None, **given: Any) -> int | None:
    """Take lines out of memory for good.

    TEXT finds the lines of MEMORY.md, of notes and of the archive of memory that hold it; ID is an item (`daykeep why`
    prints it) or a note's file or name, which goes as a whole. A person at a terminal is asked; what an agent asks for
    waits in `daykeep review`. Nothing learns the lines again, also in other words. Daily logs keep what happened.
    `daykeep revert` brings them back.
    """
    if given["store"] != "workspace":
        return _forget_elsewhere(call, query, at, given)
    return _forget_here(call, query, at, given)


def _forget_here(call: Call, query: str, at: str | None, given: Mapping[str, Any]) -> int | None:
    workspace = call.workspace(at=at)
    plan = find_lines(workspace, query, may_be_none=given["purge_history"])
    if given["dry_run"]:
        call.emit(forgetting_data(plan, dry_run=True), [*forgetting_lines(plan), "Nothing was written."])
        return None
    if not call.is_person():
        return _propose(call, workspace, plan, purges=given["purge_history"])
    return _forget(call, workspace, plan, sure=given["yes"], purges=given["purge_history"])


def _forget_elsewhere(call: Call, query: str, at: str | None, given: Mapping[str, Any]) -> int:
    from daykeep.cli.forget_elsewhere import forget_elsewhere

    return forget_elsewhere(call, query, at, given)


def _propose(call: Call, workspace: Workspace, plan: Forgetting, *, purges: bool) -> int:
    """Queue the removal for a person; RefusedError for what only they can start."""
    from daykeep.operations.forget import propose_forgetting
    from daykeep.review.verdict.approval import require_person

    if purges:
        require_person(call, workspace.settings, deed="purge the history")
    proposed = propose_forgetting(workspace, plan)
    data = {**forgetting_data(plan), "proposals": list(proposed.ids)}
    call.emit(data, [*forgetting_lines(plan), *proposed.said])
    return 0


def _forget(call: Call, workspace: Workspace, plan: Forgetting, *, sure: bool, purges: bool) -> int:
    """Do it, if the person at the terminal says so."""
    from daykeep.review.forgetting.forget import apply_forget
    from daykeep.review.verdict.approval import require_person

    click.echo("\n".join(_visible(forgetting_lines(plan))), err=call.json)
    if not sure and not click.confirm(f"\n{_question(plan, purges=purges)}", err=call.json):
        call.emit(forgetting_data(plan), "Nothing was forgotten.")
        return 0
    person = require_person(call, workspace.settings, deed="forget what is remembered")
    problems: list[str] = []
    done = apply_forget(
        workspace.files,
        workspace.history,
        plan,
        language=workspace.language,
        now=workspace.now,
        day=workspace.day,
        by=person.by,
        proof=person.how,
        author=str(workspace.settings["history.author"]),
        problems=problems,
    )
    purged = _purge(workspace, plan) if purges else None
    for problem in [*problems, *(f"{line.name}:{line.number} stays: {why}" for line, why in done.refused)]:
        call.note(problem)
    said = [*_done_lines(done, back=purged is None), *_purged_lines(purged)]
    call.emit({**forgetting_data(plan), **_done_data(done, purged)}, said)
    return PARTIAL if problems or done.refused else 0


def _purge(workspace: Workspace, plan: Forgetting) -> Purged:
    from daykeep.memory.sources import hash_line
    from daykeep.review.forgetting.purge import purge
    from daykeep.review.stores.joined import open_store

    texts = [line.text for line in (*plan.lines, *plan.logged)] or [plan.asked]
    store = open_store(workspace.files, workspace.history, language=workspace.language)
    return purge(
        workspace.files,
        workspace.history,
        store,
        hashes={hash_line(text) for text in texts},
        names=list(dict.fromkeys([workspace.layout.memory_target, *plan.names])),
    )


def _question(plan: Forgetting, *, purges: bool) -> str:
    count = len(plan.lines)
    lines = f"{'this line' if count == 1 else f'these {count} lines'}"
    if not count:
        return "Remove decided proposals that hold it?"
    return (
        f"Forget {lines}, and remove decided proposals that hold {'it' if count == 1 else 'them'}?"
        if purges
        else f"Forget {lines}?"
    )


def _visible(lines: Iterator[str]) -> Iterator[str]:
    from daykeep.cli.frame import visible

    return (visible(line) for line in lines)


def _done_data(done: Forgotten, purged: Purged | None) -> dict[str, Any]:
    return {
        "forgotten": len(done.lines),
        "commit": done.commit,
        "items": list(done.items),
        "purged": None if purged is None else {key: list(value) for key, value in purged._asdict().items()},
    }


def _done_lines(done: Forgotten, *, back: bool) -> Iterator[str]:
    count = len(done.lines)
    if count:
        yield f"Forgot {count} line{'' if count == 1 else 's'}."
    if done.commit:
        yield f"Committed as {done.commit[:10]}; `daykeep revert {done.commit[:10]}` brings it back."
    elif back:
        yield from (f"`daykeep revert {item}` brings it back, for 90 days." for item in done.items)


def _purged_lines(purged: Purged | None) -> Iterator[str]:
    if purged is None:
        return
    count = len(purged.proposals)
    yield f"Removed {count} decided proposal{'' if count == 1 else 's'} that held it."
    if purged.waiting:
        yield f"{len(purged.waiting)} that still wait hold it too; decide about them first (`daykeep review`):"
        yield from some([f"  {proposal}" for proposal in purged.waiting])
    if purged.commits:
        yield f"The branch still holds it in {len(purged.commits)} commits; daykeep does not rewrite them:"
        yield from some([f"  {commit[:10]}" for commit in purged.commits])
        yield "  `git filter-repo --replace-text FILE` does, and gives every commit since another id."
    yield "Out of reach: git's own objects and reflog until `git gc` prunes them, clones, remotes, backups, and the logs."
