"""The page of commands: what ``--help`` says, for every command and every command inside a group."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from daykeep.cli.main import root
from daykeep.cli.registry import COMMANDS, MOMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 96
HEAD = """# Commands

<!-- Written by scripts/docs from the commands' own --help; changes made here are overwritten. -->

Every command takes `--workspace DIR` (else the environment variable `DAYKEEP_WORKSPACE`, else the nearest folder upwards
that is a workspace) and `--json` (one stable answer on stdout, see [JSON answers](json.md)). Data goes to stdout,
everything else to stderr. What the exit codes mean stands in [errors](errors.md).
"""


def walk() -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command with its full name (``config show``) and a context that shows its help at a fixed width."""
    top = click.Context(root, info_name="daykeep", terminal_width=WIDTH, max_content_width=WIDTH)
    for name, entry in COMMANDS.items():
        command = getattr(import_module(entry.module), entry.attribute)
        yield from _walk(name, command, top)


def _walk(
    name: str, command: click.Command, parent: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(command, info_name=name.rsplit(" ", 1)[-1], parent=parent, **settings)
    yield name, command, context
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None:
                yield from _walk(f"{name} {inner}", found, context)


def render_page() -> str:
    """The text of ``docs/reference/commands.md``."""
    helps = {name: command.get_help(context) for name, command, context in walk()}
    parts = [HEAD]
    for moment in MOMENTS:
        parts.append(f"## {moment}\n")
        for name, entry in COMMANDS.items():
            if entry.moment != moment:
                continue
            for full, text in helps.items():
                if full == name or full.startswith(f"{name} "):
                    level = "###" if full == name else "####"
                    parts.append(f"{level} daykeep {full}\n\n```text\n{_bare(text)}\n```\n")
    return "\n".join(parts)


def _bare(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())
