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
@click.option("--for", "for_paths", multiple=True, metavar="PATH", help="A file it will read or write.")
@click.option("--add-dir", "add_dirs", multiple=True, metavar="DIR", help="A further folder it works in.")
@click.option("--profile", type=click.Choice(PROFILES), default="claude", help="Whose rules decide.")
def files(call: Call, **given: Any) -> None:
    """List the instruction files that an agent reads here.

    In the order they are read, with reason, size and what imported them; then what is not read, and why.
    """
    from daykeep.cli.context_files import show_files

    show_files(call, given)
