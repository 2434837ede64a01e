"""``daykeep log``: add an entry to the day's log, show a day, list what is open, make up for days that nobody logged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import PARTIAL, Call, command
from daykeep.cli.texts import TextCommand
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.app import Workspace
    from daykeep.daily.log import Logged

FAR_DAYS = 31


@command(
    "log",
    cls=TextCommand,
    epilog="A text that is just `show`, `todo` or `backfill` goes in by standard input: `echo todo | daykeep log -`.",
)
@click.argument("words", nargs=-1, metavar="TEXT|-|show [DATE]|todo|backfill")
@click.option(
    "--kind", type=click.Choice(["done", "problem", "lesson", "todo", "decision", "note"]), help="What it is."
)
@click.option("--title", default="", help="A heading for it.")
@click.option("--problem", default="", help="What went wrong: with --fix the pair that is learned from.")
@click.option("--fix", default="", help="What put it right.")
@click.option("--lesson", default="", help="What it taught.")
@click.option("--tag", "tags", multiple=True, help="A word to find it by; may be repeated.")
@click.option(
    "--origin", type=click.Choice(["user", "agent", "tool", "web", "import", "hook"]), help="Who says it."
)
@click.option("--at", metavar="TIME", help="When it was: 14:30, 2026-03-10, 2026-03-10T14:30; else now.")
@click.option("--since", default="", metavar="DATE", help="backfill: the first day; else all.")
@click.option("--until", default="", metavar="DATE", help="backfill: the last day; else yesterday.")
@click.option(
    "--from",
    "sources",
    multiple=True,
    metavar="AGENT|FILE",
    help="backfill: whose conversations; may be repeated.",
)
@click.option("--dry-run", is_flag=True, help="backfill: only say what would be made.")
def log(call: Call, words: tuple[str, ...], at: str | None, **given: Any) -> int | None:
    """Add an entry to today's log, or show it.

    `daykeep log "what happened"` appends to the user's today; `-` reads the text from standard input.
    `daykeep log show [DATE]` prints a day's files, `daykeep log todo` what is still open.
    `daykeep log backfill` makes the logs of past days that have none, from the conversations of those days.
    """
    days = {name: given.pop(name) for name in ("since", "until", "sources", "dry_run")}
    view = words[0] if words and words[0] in (*_VIEWS, _BACKFILL) else ""
    if view != _BACKFILL and any(days.values()):
        raise UsageError("only `log backfill` takes --since, --until, --from and --dry-run")
    if not view:
        _add(call, words, at, given)
        return None
    if any(given.values()):
        raise UsageError(f"`log {view}` takes none of an entry's options")
    if view == _BACKFILL:
        from daykeep.cli.log_backfill import backfill

        return backfill(call, words[1:], at, days)
    return _VIEWS[view](call, words[1:], at)


def _add(call: Call, words: tuple[str, ...], at: str | None, given: dict[str, Any]) -> None:
    from daykeep.operations.log import Wish, add_entry

    text = _text(call, words)
    workspace = call.workspace(at=at)
    given |= {"origin": _origin(call, given["origin"]), "kind": given["kind"] or ""}
    _say(call, workspace, add_entry(workspace, Wish(text, **given)), dated=at is not None)


def _text(call: Call, words: tuple[str, ...]) -> str:
    """The text of the entry: the argument, standard input for ``-``, nothing where fields say it all."""
    if len(words) > 1:
        raise UsageError("more than one text", hint='put the text in quotes: `daykeep log "all of it"`')
    if words != ("-",):
        return words[0] if words else ""
    from daykeep.daily.door import LIMIT_BYTES
    from daykeep.files.encoding import decode

    return decode(call.stdin_bytes(2 * LIMIT_BYTES), "standard input").text


def _origin(call: Call, origin: str | None) -> str:
    """Who says it; that it is the user is believed only from a person's terminal."""
    if origin == "user" and not call.is_person():
        call.note("recorded as agent: --origin user counts only at a person's own terminal")
        return "agent"
    return origin or ("user" if call.is_person() else "agent")


def _say(call: Call, workspace: Workspace, logged: Logged, *, dated: bool) -> None:
    from daykeep.daily.log import notes_on
    from daykeep.operations.log import said_place

    for note in notes_on(logged):
        call.note(note)
    if dated:
        _note_far_day(call, workspace)
    call.emit(logged.as_json(), said_place(logged))


def _note_far_day(call: Call, workspace: Workspace) -> None:
    """Say when ``--at`` is far from today: a wrong year is the field's usual slip."""
    from daykeep.clock import local_day, now_utc

    days = (local_day(now_utc(), workspace.zone) - workspace.day).days
    if days > FAR_DAYS or days < 0:
        call.note(f"{workspace.day} is {abs(days)} days {'before' if days > 0 else 'after'} today")


def _show(call: Call, words: tuple[str, ...], at: str | None) -> int | None:
    from daykeep.operations.log import log_data, log_lines, read_log

    if len(words) > 1:
        raise UsageError("`log show` takes one date")
    day, logs = read_log(call.workspace(at=at), *words)
    for problem in logs.problems:
        call.note(problem)
    call.emit(log_data(day, logs), log_lines(day, logs))
    return PARTIAL if logs.unreadable else None


def _todo(call: Call, words: tuple[str, ...], at: str | None) -> int | None:
    from daykeep.operations.log import find_open, open_data, open_lines

    if words:
        raise UsageError("`log todo` takes no text", hint='`daykeep log --kind todo "…"` adds one')
    found = find_open(call.workspace(at=at))
    for problem in found.problems:
        call.note(problem)
    call.emit(open_data(found), open_lines(found))
    return PARTIAL if found.problems else None


_BACKFILL = "backfill"
_VIEWS: dict[str, Callable[[Call, tuple[str, ...], str | None], int | None]] = {"show": _show, "todo": _todo}
"""The words that show instead of adding."""
