"""``daykeep remember``: keeps a statement as a typed note."""

from __future__ import annotations

from typing import Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.texts import TextCommand
from daykeep.errors import UsageError

ORIGINS = ("user", "agent", "tool", "web", "import", "hook")
TYPES = ("user", "feedback", "project", "reference")
STORES = ("workspace", "user", "project", "claude")
LIMIT_BYTES = 1_000_000
"""A longer text on standard input is no statement."""


@command("remember", cls=TextCommand)
@click.argument("words", nargs=-1, metavar="TEXT|-")
@click.option("--type", "kind", type=click.Choice(TYPES), help="What it is about; else it is chosen.")
@click.option("--why", default="", metavar="TEXT", help="Why it is so.")
@click.option("--apply", default="", metavar="TEXT", help="When and how it applies.")
@click.option("--name", default="", help="The note's name; else taken from the text.")
@click.option("--origin", type=click.Choice(ORIGINS), help="Who says it; agent unless a person types it.")
@click.option("--to", type=click.Choice(STORES), default="workspace", help="Where it is kept.")
@click.option("--form", type=click.Choice(["single", "collected"]), help="One file a note, or one a type.")
@click.option("--cwd", metavar="DIR", help="The folder whose project is meant; else the current one.")
@click.option("--init", is_flag=True, help="Make the folders of the place first.")
@click.option("--anyway", is_flag=True, help="Keep it though it could be looked up; for a person only.")
@click.option("--dry-run", is_flag=True, help="Show what would be kept; write nothing.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def remember(call: Call, words: tuple[str, ...], **given: Any) -> int | None:
    """Keep a statement as a note.

    TEXT is one thing worth knowing: who the user is, how to work (`--why`, `--apply`), what goes on, or where to look.
    Words like "Thursday" become dates. What says the same as a note changes that note. What an agent asks for is kept
    at once, marked as unreviewed, and waits in `daykeep review`; what code, files or git tell is refused (exit code 13).
    """
    from daykeep.cli.remember.desk import RememberDesk

    desk = RememberDesk(call, given)
    if given["init"]:
        desk.init()
    if words or not given["init"]:
        return desk.remember(_text(call, words))
    desk.say_made()
    return None


def _text(call: Call, words: tuple[str, ...]) -> str:
    if len(words) != 1:
        said = "more than one text" if words else "there is nothing to remember"
        raise UsageError(said, hint='put the text in quotes: `daykeep remember "all of it"`')
    if words[0] != "-":
        return words[0]
    from daykeep.files.encoding import decode

    data = call.stdin_bytes(LIMIT_BYTES)
    if len(data) > LIMIT_BYTES:
        raise UsageError(
            "standard input is too long for one statement", hint="remember where it can be found"
        )
    return "\n".join(decode(data, "standard input").texts)
