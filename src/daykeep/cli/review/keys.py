"""A sitting at the terminal: one item after the other, one key each; nothing takes effect before its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import visible
from daykeep.cli.review.text import view_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.review.queue.proposals import Choice
    from daykeep.review.verdict.decide import Decision
    from daykeep.review.waiting.view import View

KEYS = "y approve, n reject, e edit, d put off, s skip, v more of the log, u undo, q end, ? help"
HELP = """\
y  approve: it goes to MEMORY.md
n  reject: it is not proposed again, in other words neither
e  edit its lines in your editor, then decide
d  put off: it waits, and is asked about only with --deferred
s  skip: it waits as before
v  show more of the log around it
u  undo the last decision
q  end, and do what was decided so far (Ctrl-C: end, and do nothing)"""
MORE_LINES = 20

_STATUSES = {"y": "approved", "n": "rejected", "d": "deferred"}
_SAID = {"approved": "approve", "rejected": "reject", "deferred": "put off", "": "skip"}
_CTRL_D = "\x04"
_LINE_ENDS = "\r\n"


class Sitting:
    """One walk through items; ``look`` shows an item with so many lines of the log around it."""

    def __init__(self, choices: Sequence[Choice], look: Callable[[Choice, int | None], View]) -> None:
        self._choices = choices
        self._look = look
        self._edited: dict[int, tuple[str, ...]] = {}
        self._statuses: list[str] = []
        """What was decided about the items so far; "" for one that was skipped."""

    def ask(self) -> list[Decision]:
        """Ask about each item; what was decided. Raises click.Abort, and decides nothing, on Ctrl-C."""
        try:
            while len(self._statuses) < len(self._choices):
                self._show()
                if not self._take_key():
                    break
        except KeyboardInterrupt:
            click.echo("\nNothing was decided.", err=True)
            raise click.Abort from None
        return self._decisions()

    def _decisions(self) -> list[Decision]:
        from daykeep.review.verdict.decide import Decision

        return [
            Decision(
                choice.proposal.id,
                choice.item.id,
                status,
                self._edited.get(index),
                seen=choice.item.fingerprint,
                was=choice.item.status,
            )
            for index, (choice, status) in enumerate(zip(self._choices, self._statuses, strict=False))
            if status
        ]

    @property
    def _index(self) -> int:
        return len(self._statuses)

    def _show(self, around: int | None = None) -> None:
        choice = self._choices[self._index]
        edited = self._edited.get(self._index)
        if edited is not None:
            choice = choice._replace(item=choice.item._replace(edited=edited))
        _say(
            f"\n[{self._index + 1}/{len(self._choices)}] " + "\n".join(view_lines(self._look(choice, around)))
        )
        _say(f"\n{KEYS}")

    def _take_key(self) -> bool:
        """Do what the next key says; False to end."""
        while True:
            key = _read_key()
            if not key:
                continue
            if key in {"q", _CTRL_D}:
                return False
            if key == "u" and self._statuses:
                self._statuses.pop()
                return True
            if key in _STATUSES or key == "s":
                self._statuses.append(_STATUSES.get(key, ""))
                _say(f"  {_SAID[self._statuses[-1]]}")
                return True
            if key == "e":
                self._edit()
                return True
            if key == "v":
                self._show(MORE_LINES)
            elif key == "?":
                _say(HELP)
            else:
                _say("  there is nothing to undo" if key == "u" else KEYS)

    def _edit(self) -> None:
        choice = self._choices[self._index]
        edited = edit_lines(list(self._edited.get(self._index) or choice.item.memory_lines))
        if edited is None:
            _say("  not changed")
        else:
            self._edited[self._index] = edited


def edit_lines(lines: Sequence[str]) -> tuple[str, ...] | None:
    """The lines as the person leaves them in their editor; None if nothing was changed or nothing is left.

    Blank lines stay where there were some, as between the paragraphs of a core file; else they are left out.
    """
    from daykeep.review.verdict.reword import as_edited

    text = click.edit("\n".join(lines) + "\n", extension=".md")
    return as_edited(lines, text.split("\n")) if text is not None else None


def _read_key() -> str:
    """The key that is typed next, ``""`` for Enter; a key with Enter, as other programs ask for it, is the key."""
    try:
        key = click.getchar()
    except EOFError:
        return _CTRL_D
    if not key:  # the terminal is gone
        raise KeyboardInterrupt
    return key.lower().strip(_LINE_ENDS)


def _say(text: str) -> None:
    click.echo(visible(text))
