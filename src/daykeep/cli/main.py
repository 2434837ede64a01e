"""The entry point ``daykeep``: finds the command in the registry, runs it, and turns errors into exit codes."""

from __future__ import annotations

import errno
import gc
import io
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from daykeep import __version__
from daykeep.cli.registry import COMMANDS, MOMENTS
from daykeep.errors import DaykeepError, StorageError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

EXIT_INTERRUPTED = 130
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG})
"""What the system says where an answer can't be written."""


FEWER_COLLECTIONS = (50_000, 20, 100)
"""After so many new objects Python looks for rings among them: a command makes many objects and hardly a ring, and
with Python's own numbers looking for them takes a tenth of its time."""


class LazyGroup(click.Group):
    """A group whose commands are imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The registry's names, in its order."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return the command; None for an unknown name."""
        del ctx
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = getattr(import_module(entry.module), entry.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.module}.{entry.attribute} is not a command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the name, or fail with the nearest command that exists."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], list(COMMANDS), n=1)
            hint = f"did you mean `daykeep {near[0]}`?" if near else "`daykeep --help` lists the commands"
            raise UsageError(f'no command "{args[0]}"', hint=hint)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say the least in words, so that all commands fit on one screen."""
        formatter.write(f"Usage: {ctx.command_path} [--version] [-h | --help] COMMAND [ARGS]...\n")
        formatter.write(f"{self.help}\n\n")
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by the moment of use, which stands beside the first one, without importing them."""
        del ctx
        beside, width = max(map(len, MOMENTS)) + 2, max(map(len, COMMANDS)) + 2
        for moment in MOMENTS:
            told = moment
            for name, entry in COMMANDS.items():
                if entry.moment == moment:
                    formatter.write(f"  {told.ljust(beside)}{name.ljust(width)}{entry.help}\n")
                    told = ""


@click.command(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="daykeep")
def root() -> None:
    """An agent's workspace, in plain files. Commands take --workspace DIR and --json."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command line and exit with its code."""
    gc.set_threshold(*FEWER_COLLECTIONS)
    words = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    code = run(words)
    gc.freeze()  # the system takes everything back at once: nothing need be looked through first
    sys.exit(code)


def _prepare_streams() -> None:
    """Write UTF-8 whatever the locale; what was closed for the call goes nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace"))
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")


def run(words: list[str]) -> int:
    """Run one command line; the exit code. Expected errors are printed, anything else is a bug with a trace."""
    as_json = "--json" in words[: words.index("--")] if "--" in words else "--json" in words
    try:
        code = root.main(args=words, prog_name="daykeep", standalone_mode=False)
        sys.stdout.flush()
    except DaykeepError as error:
        return _fail(error, as_json=as_json)
    except click.UsageError as error:
        return _misuse(error, as_json=as_json)
    except click.ClickException as error:
        return _fail(UsageError(error.format_message()), as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        click.echo("daykeep: interrupted", err=True)
        return EXIT_INTERRUPTED
    except OSError as error:
        return _unwritten(error)
    return code if isinstance(code, int) else 0


def _unwritten(error: OSError) -> int:
    """The exit code where an answer could not be written; any other error goes on as it is."""
    if not isinstance(error, BrokenPipeError) and error.errno not in FULL:
        raise error
    sys.stdout = None  # nobody reads any more, or what is left could not be written either
    if isinstance(error, BrokenPipeError):
        return 0
    return _fail(StorageError(f"can't write the answer: {error.strerror}"), as_json=False)


def _misuse(error: click.UsageError, *, as_json: bool) -> int:
    """Say what is wrong with a command line; one that ends before its command gets the list of commands alone."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return UsageError.exit_code
    hint = f"`{error.ctx.command_path} --help` shows how it is called" if error.ctx else None
    return _fail(UsageError(error.format_message(), hint=hint), as_json=as_json)


def _fail(error: DaykeepError, *, as_json: bool) -> int:
    from daykeep.cli.frame import json_text, visible

    if as_json:
        click.echo(json_text(error.as_json()))
    else:
        click.echo(visible(f"daykeep: {error.message}"), err=True)
        if error.hint:
            click.echo(visible(f"  hint: {error.hint}"), err=True)
    return error.exit_code
