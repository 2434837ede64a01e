"""``daykeep review``: what waits for a person, and their decisions."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from daykeep.cli.frame import Call, command
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.cli.review.desk import ReviewDesk

STATUSES = {"approve": "approved", "reject": "rejected", "defer": "deferred"}
VERBS = ("list", "show", "rebase", *STATUSES, "edit", "split", "undo", "export", "import")
_WITHOUT_IDS = ("", "list", "export")
_ALONE = (*_WITHOUT_IDS, "rebase", "undo")
"""Words that go without an id."""
_READS = ("", "list", "show", "rebase", "export")
_GOES_WITH = {
    "deferred": ("", "export"),
    "plain": ("",),
    "yes": ("approve",),
    "together": ("approve",),
    "until": ("defer",),
    "last": ("undo",),
    "form": ("export",),
    "out": ("export",),
}
"""The verbs that each option is for."""


class Options(NamedTuple):
    """What was asked for beside the verb and its ids."""

    deferred: bool
    plain: bool
    yes: bool
    together: bool
    setup: bool
    until: str | None
    last: bool
    form: str | None
    out: str | None
    at: str | None


@command("review")
@click.argument("words", nargs=-1, metavar=f"[{'|'.join(VERBS)}] [ID|FILE]...")
@click.option("--deferred", is_flag=True, help="Ask about what you put off too.")
@click.option("--plain", is_flag=True, help="Ask line by line, not on the whole screen.")
@click.option("--yes", is_flag=True, help="Approve without a question what the gate lets through.")
@click.option("--together", is_flag=True, help="Ask once for all of them, but for what gives orders.")
@click.option("--until", metavar="DATE", help="Put off until this day (YYYY-MM-DD).")
@click.option("--last", is_flag=True, help="Undo what was decided last.")
@click.option("--format", "form", type=click.Choice(["md"]), help="The form of an export: Markdown.")
@click.option("--out", metavar="FILE", help="Export into FILE, a second part into FILE-2 and so on.")
@click.option(
    "--setup", is_flag=True, help="Set up, change or take away the passphrase that approval asks for."
)
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def review(call: Call, words: tuple[str, ...], **options: Any) -> int | None:
    """Decide what waits for you.

    At a terminal it asks about one item after the other: why it waits, the log lines it comes from, and what it would
    do to MEMORY.md. `list` and `show` print what waits; `rebase` puts it on the files as they are now and says what is
    in conflict with edits made meanwhile; `approve`, `reject`, `defer`, `edit` and `split` (into one item a line)
    work by ID: a proposal, an item, PROPOSAL/ITEM, or `import:FORMAT` for all that was imported; `undo` takes a decision back. `export` writes what waits as a
    message with boxes to tick, `import` takes it back. Only a person decides; what they reject is not proposed again.
    """
    asked = Options(**options)
    if asked.setup:
        return _set_up(call, alone=not words and not any(asked._replace(setup=False)))
    verb, ids = _parse(words, asked)
    return _run(call, verb, ids, asked)


def _parse(words: tuple[str, ...], asked: Options) -> tuple[str, tuple[str, ...]]:
    verb, ids = (words[0], words[1:]) if words else ("", ())
    if verb and verb not in VERBS:
        raise UsageError(f'"{verb}" is nothing that review does', hint=f"one of {', '.join(VERBS)}")
    for name, verbs in _GOES_WITH.items():
        if getattr(asked, name) and verb not in verbs:
            said = " or ".join(f"`{f'daykeep review {one}'.strip()}`" for one in verbs)
            option = "format" if name == "form" else name
            raise UsageError(f"--{option} goes with {said}")
    if asked.last and ids:
        raise UsageError("--last goes with no id")
    if verb == "import" and not ids:
        raise UsageError("review import needs a file", hint="`daykeep review import FILE`, or - for a pipe")
    if verb not in _ALONE and not ids:
        raise UsageError(f"review {verb} needs an id", hint="`daykeep review list` shows the ids")
    if verb in _WITHOUT_IDS and ids:
        raise UsageError(f"review {verb} takes no id", hint="`daykeep review show ID` shows one")
    return verb, ids


def _run(call: Call, verb: str, ids: tuple[str, ...], asked: Options) -> int | None:
    from daykeep.cli.review.desk import ReviewDesk

    desk = ReviewDesk(call, asked.at)
    if not verb and call.is_person() and not call.json:
        return desk.sit(deferred=asked.deferred, plain=asked.plain)
    if verb not in (*_READS, "import"):
        desk.require_person()
    return _doing(desk, verb, asked)(ids)


def _doing(desk: ReviewDesk, verb: str, asked: Options) -> Callable[[tuple[str, ...]], int]:
    """What a verb does with its ids or files."""
    doing: dict[str, Callable[[tuple[str, ...]], int]] = {
        "": lambda _: desk.list_waiting(),
        "list": lambda _: desk.list_waiting(),
        "show": desk.show,
        "rebase": desk.rebase,
        "edit": desk.edit,
        "split": desk.split,
    }
    if verb == "undo":
        from daykeep.cli.review.undo import undo

        return lambda ids: undo(desk, ids)
    if verb in {"export", "import"}:
        from daykeep.cli.review.mail import export, import_digest

        if verb == "import":
            return lambda names: import_digest(desk, names)
        return lambda _: export(desk, deferred=asked.deferred, out=asked.out)
    if verb in STATUSES:
        return lambda ids: desk.decide(
            ids,
            STATUSES[verb],
            yes=asked.yes,
            together=asked.together,
            until=_day(asked.until, after=desk.workspace.day),
        )
    return doing[verb]


def _day(text: str | None, *, after: date) -> date | None:
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f'"{text}" is not a day', hint="--until 2026-12-24") from error
    if day <= after:
        raise UsageError(
            f"{day} is not after today ({after}): nothing would be put off", hint="name a later day"
        )
    return day


def _set_up(call: Call, *, alone: bool) -> int:
    from daykeep.review.verdict.approval import set_up_passphrase

    if not alone:
        raise UsageError("--setup goes with nothing else")
    done = set_up_passphrase(call)
    said = {
        "set": "From now on every approval asks for this passphrase.",
        "changed": "From now on every approval asks for the new passphrase.",
        "removed": "Approval asks for no passphrase any more.",
        "kept": "Nothing was set up.",
    }
    call.emit({"passphrase": done}, said[done])
    return 0
