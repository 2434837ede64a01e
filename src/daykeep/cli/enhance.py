"""``daykeep enhance``: puts what is known about a question into a context."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.searcher import found_searcher
from daykeep.errors import StorageError, UsageError
from daykeep.operations.enhance import Wish, enhanced_data
from daykeep.operations.enhance import enhance as put_in

if TYPE_CHECKING:
    from daykeep.context.enhance import Enhanced

CONTEXT_LIMIT_BYTES = 20_000_000
STDIN = "-"


@command("enhance")
@click.option("--query", required=True, metavar="TEXT", help="What the context is about to be used for.")
@click.option(
    "--context", "context_file", default="", metavar="FILE", help="The context; - reads standard input."
)
@click.option(
    "--budget",
    type=click.IntRange(1, 1_000_000),
    default=1500,
    show_default=True,
    help="Put in at most N tokens.",
)
@click.option(
    "--position",
    type=click.Choice(("start", "end")),
    default="start",
    show_default=True,
    help="Where they go.",
)
@click.option(
    "--limit", type=click.IntRange(1, 100), default=8, show_default=True, help="Put in at most N passages."
)
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=0.0, help="Leave out hits with a lower score."
)
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def enhance(call: Call, *, query: str, context_file: str, at: str | None, **how: Any) -> None:
    """Put what is known into a context.

    The passages stand at the start of the context (or at its end), each with its level and place, marked as data and
    within the budget; what the context says already is not repeated. If nothing relevant is known, the context comes
    back unchanged, byte for byte.
    """
    context = read_context(call, context_file)
    workspace = call.workspace(at=at)
    with found_searcher(call, workspace) as searcher:
        done, notes = put_in(workspace, searcher, Wish(query, context, **how))
    for note in notes:
        call.note(note)
    emit_enhanced(call, done)


def read_context(call: Call, name: str) -> str:
    """The context of a call, from a file or standard input; UsageError for what is no text."""
    if not name:
        return ""
    try:
        data = call.stdin_bytes(CONTEXT_LIMIT_BYTES) if name == STDIN else Path(name).read_bytes()
    except FileNotFoundError as error:
        raise UsageError(f'there is no file "{name}"', hint="--context - reads standard input") from error
    except OSError as error:
        raise StorageError(f"can't read '{name}': {error.strerror}") from error
    if len(data) > CONTEXT_LIMIT_BYTES:
        raise UsageError(f"a context may have {CONTEXT_LIMIT_BYTES:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"the context is not UTF-8 text (byte {error.start:,})") from error


def emit_enhanced(call: Call, done: Enhanced) -> None:
    """Answer with a context and what was put in."""
    if not call.json:
        sys.stdout.buffer.write(done.text.encode())
        sys.stdout.buffer.flush()
        return
    call.emit(enhanced_data(done), "")
