"""``daykeep context``: what a model reads, and how it is put together."""

from __future__ import annotations

from typing import Any

import click

from daykeep.cli.frame import Call, group
from daykeep.context.instructions.model import PROFILES


@group("context")
def context() -> None:
    """See and build what a model reads."""


@context.command("files", short_help="List the instruction files that an agent reads here.")
@click.option("--cwd", metavar="DIR", help="Where the agent starts; else here.")
@click.option("--for", "for_paths", multiple=True, metavar="PATH", help="A file that it will read or write.")
@click.option(
    "--add-dir", "add_dirs", multiple=True, metavar="DIR", help="A further folder that it works in."
)
@click.option("--profile", type=click.Choice(PROFILES), default="claude", help="Whose rules decide.")
@click.option("--setting-sources", metavar="NAMES", help="Any of user,project,local; else all of them.")
@click.option("--settings", metavar="JSON", help="Settings of Claude Code, or a file with them.")
@click.option("--team", is_flag=True, help="Team memory too.")
@click.option(
    "--warn-chars",
    metavar="N",
    type=click.IntRange(0),
    default=40_000,
    help="Size of a file that is named as large.",
)
@click.option(
    "--approve-imports", "answer", flag_value="approved", help="Let this project import from outside of it."
)
@click.option("--decline-imports", "answer", flag_value="declined", help="Don't, and don't ask again.")
@click.option("--forget-imports", "answer", flag_value="ask", help="Take that answer back.")
def files(call: Call, **given: Any) -> None:
    """List the instruction files that an agent reads here.

    In the order they are read, with reason, size and what imported them; then what is not read, and why. Answers on
    imports are taken from a person at a terminal only, and kept in your own settings folder.
    """
    from daykeep.cli.context_files import show_files

    show_files(call, given)
