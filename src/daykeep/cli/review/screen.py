"""Chooses how a sitting asks: on the whole screen where it can, else line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.review.queue.proposals import Choice
    from daykeep.review.verdict.desk import Decision
    from daykeep.review.waiting.view import View

LIBRARY = "prompt_toolkit"
HINT = "The review fills the screen with `pip install 'daykeep[tui]'`; --plain leaves this line out."


def ask(
    call: Call,
    workspace: Workspace,
    choices: Sequence[Choice],
    look: Callable[[Choice, int | None], View],
    *,
    plain: bool,
) -> list[Decision]:
    """Ask the person at the terminal about each item; what they decided, which has no effect yet.

    On the whole screen where the terminal can move its cursor and the library is installed, unless ``plain``; else
    line by line. Raises click.Abort, with nothing decided, where they broke it off.
    """
    if plain or not _can_paint(call.environ.get("TERM", "")):
        return _ask_plainly(choices, look)
    if not is_installed():
        call.note(HINT)
        return _ask_plainly(choices, look)
    from daykeep.review.waiting.view import read_log
    from daykeep.tui.screen import Tools, sit

    tools = Tools(lambda choice: look(choice, None), lambda view: read_log(workspace.files, view), _edit)
    _forget_typed()
    decisions = sit(choices, tools, colour=not call.environ.get("NO_COLOR"))
    if decisions is None:
        click.echo("Nothing was decided.", err=True)
        raise click.Abort
    return decisions


def _forget_typed() -> None:
    """Forget what was typed before anything was shown, so that it decides nothing."""
    if sys.platform != "win32":
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _can_paint(kind: str) -> bool:
    """Whether a terminal of this kind can move its cursor; on Windows none names its kind, and all can."""
    return kind not in {"", "dumb", "unknown"} or (not kind and sys.platform == "win32")


def is_installed() -> bool:
    """Whether the library of the screen is there; it is not loaded."""
    from importlib.util import find_spec

    return find_spec(LIBRARY) is not None


def _ask_plainly(choices: Sequence[Choice], look: Callable[[Choice, int | None], View]) -> list[Decision]:
    from daykeep.cli.review.keys import Sitting

    return Sitting(choices, look).ask()


def _edit(lines: Sequence[str]) -> tuple[str, ...] | None:
    from daykeep.cli.review.keys import edit_lines

    try:
        return edit_lines(lines)
    except click.ClickException as error:
        raise UsageError(error.format_message()) from error
