"""Task lines: ``- [ ] x``, ``* [x] x``, ``[P] x``, ``☐ x``."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

OPEN, DONE, DROPPED = "open", "done", "dropped"
_STATES = {
    **dict.fromkeys(" 　_P?!/>", OPEN),
    **dict.fromkeys("xXD✓✔√✅☑", DONE),
    **dict.fromkeys("-~C❌✗✘", DROPPED),
}
_SIGNS = {"☐": OPEN, "⬜": OPEN, "□": OPEN, "☑": DONE, "☒": DROPPED}


class Todo(NamedTuple):
    """One task line: its text, its state (open, done or dropped) and the width of its indentation."""

    text: str
    state: str
    indent: int

    @property
    def done(self) -> bool:
        """Whether nothing is left to do: finished or dropped."""
        return self.state != OPEN


@cache
def _todo_pattern() -> re.Pattern[str]:
    bullet = r"(?:(?:[-*+•]|\d{1,4}[.)、])[ \t]*)?"
    box = r"[\[【]([^\]】\n]?)\ufe0f?[\]】](?![(\[:])(?:[ \t　]+|$)"
    return re.compile(rf"([ \t　]*)(?:>[ \t]?)?{bullet}(?:{box}|([☐⬜□☑☒])\ufe0f?[ \t　]*)(.*)", re.DOTALL)


def find_todo(line: str) -> Todo | None:
    """The task on a line, or None; an unknown letter in the box is no task.

    >>> find_todo("- [ ] call the bank"), find_todo("see [x](a.md)")
    (Todo(text='call the bank', state='open', indent=0), None)
    """
    if "[" not in line and "【" not in line and _SIGNS.keys().isdisjoint(line):
        return None
    match = _todo_pattern().match(line)
    if match is None:
        return None
    indent, box, sign, text = match.groups()
    state = _SIGNS[sign] if sign else _STATES.get(box or " ")
    if state is None:
        return None
    return Todo(text.strip(), state, len(indent.expandtabs(4)))
