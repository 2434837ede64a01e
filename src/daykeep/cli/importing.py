"""``daykeep import``: proposes what another tool remembers."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import PARTIAL, Call, command
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS = (
    "claude-memory",
    "claude-md",
    "openclaw",
    "nanobot",
    "hermes",
    "basic-memory",
    "memsearch",
    "chatgpt",
    "mem0-json",
    "markdown",
)


@command("import")
@click.argument("words", nargs=-1, metavar="[FORMAT] PATH")
@click.option("--apply", "applies", is_flag=True, help="Put what is new into the review queue.")
@click.option("--dry-run", is_flag=True, help="Only show it, as without --apply.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N new things this time.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def import_(
    call: Call, words: tuple[str, ...], *, applies: bool, dry_run: bool, limit: int | None, at: str | None
) -> int:
    """Propose what another tool remembers.

    PATH is a folder, a file or a zip archive. FORMAT is claude-memory, claude-md, openclaw, nanobot, hermes,
    basic-memory, memsearch, chatgpt, mem0-json or markdown; it is found out if you don't name it. It shows what it would
    propose, and with `--apply` puts that into the review queue: notes and days' logs, of origin import, which come
    only when a person approves them. What the workspace knows, what waits, and what was decided before is not
    proposed again. Nothing that is imported from is written.
    """
    from daykeep.cli.searcher import MOST_PROCESSES
    from daykeep.operations.importing import Wish, import_memories, imported_data, imported_lines

    if applies and dry_run:
        raise UsageError("--apply and --dry-run exclude each other")
    name, path = _parse(words)
    with ExitStack() as bars:
        done = import_memories(
            call.workspace(at=at),
            Wish(str(Path(path).expanduser()), name, applies, limit),
            progress=lambda label: _bar(call, bars, label),
            processes=min(MOST_PROCESSES, os.cpu_count() or 1),
        )
    call.emit(imported_data(done), imported_lines(done))
    return PARTIAL if done.is_partial else 0


def _parse(words: tuple[str, ...]) -> tuple[str, str]:
    """The format ("": to be found out) and the path."""
    if not 1 <= len(words) <= 2:
        raise UsageError(
            "name one folder, file or archive", hint="`daykeep import openclaw ~/.openclaw/workspace`"
        )
    name = words[0] if len(words) == 2 else ""
    if name and name not in FORMATS:
        raise UsageError(f'"{name}" is no format', hint=f"one of {', '.join(FORMATS)}")
    return name, words[-1]


def _bar(call: Call, bars: ExitStack, label: str) -> Callable[[int, int], None] | None:
    """What shows a person at a terminal how far it is; None for nobody."""
    from daykeep.cli.searcher import shown_progress

    if call.json or not sys.stderr.isatty():
        return None
    return bars.enter_context(shown_progress(call, label))
