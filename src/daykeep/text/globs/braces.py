"""Brace groups of a pattern: ``{a,b}`` and ``{1..3}``, expanded within a budget that a whole list shares.

Groups multiply: ``{a,b}/{c,d}`` is four patterns. A group without a comma or a range, and a brace that is never
closed, stand for themselves. What would go over the budget is found before it is built.
"""

from __future__ import annotations

import re

MAX_EXPANDED_PATTERNS = 1_000
"""How many patterns the groups of one list may become, as Claude Code's rules allow."""
MAX_EXPANDED_BYTES = 4 * 1024 * 1024
"""How large they may become together, in UTF-8."""
MAX_DEPTH = 20
"""How many groups may stand inside each other; beyond it a pattern counts as over the budget."""

_TOKEN = re.compile(r"\\.|[{},]|[^\\{},]+|\\", re.DOTALL)
_NUMBERS = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?")
_LETTERS = re.compile(r"([A-Za-z])\.\.([A-Za-z])")


class Budget:
    """What the groups of one list may still become; only patterns with groups draw on it."""

    def __init__(self, patterns: int = MAX_EXPANDED_PATTERNS, size_bytes: int = MAX_EXPANDED_BYTES) -> None:
        self.patterns = patterns
        self.size_bytes = size_bytes


class _OverError(Exception):
    """The expansion would be larger than what is left."""


class _Group:
    """An open group: finished alternatives, and the one that is being read as ``ends`` × the text in ``tail``."""

    __slots__ = ("alternatives", "ends", "tail")

    def __init__(self) -> None:
        self.alternatives: list[list[str]] = []
        self.ends = [""]
        self.tail: list[str] = []

    def finished(self) -> list[str]:
        """The alternative that is being read, as the texts that it stands for."""
        text = "".join(self.tail)
        return [end + text for end in self.ends] if text else self.ends


def expand_braces(pattern: str, budget: Budget) -> list[str] | None:
    r"""The patterns that a pattern stands for, in the order of its groups; None when that is over the budget.

    The budget is drawn on only by what is expanded: a pattern over it leaves it as it was. Escaped braces
    (``\{``) stay escaped. Work and memory are bounded by the budget, whatever the pattern.

    >>> expand_braces("{a,b}/{c,d}", Budget())
    ['a/c', 'a/d', 'b/c', 'b/d']
    >>> expand_braces("{a,b}" * 20, Budget()) is None
    True
    """
    if "{" not in pattern:
        return [pattern]
    try:
        found = _expand(pattern, budget)
    except _OverError:
        return None
    if len(found) == 1:
        return found
    size_bytes = sum(len(text.encode(errors="replace")) for text in found)
    if size_bytes > budget.size_bytes:
        return None
    budget.patterns -= len(found)
    budget.size_bytes -= size_bytes
    return found


def _expand(pattern: str, budget: Budget) -> list[str]:
    open_groups = [_Group()]
    for part in _TOKEN.findall(pattern):
        group = open_groups[-1]
        if part == "{":
            if len(open_groups) > MAX_DEPTH:
                raise _OverError
            open_groups.append(_Group())
        elif part == "," and len(open_groups) > 1:
            _finish_alternative(group, budget)
        elif part == "}" and len(open_groups) > 1:
            open_groups.pop()
            _close(group, open_groups[-1], budget)
        else:
            group.tail.append(part)
    while len(open_groups) > 1:
        group = open_groups.pop()
        _keep_as_text(group, open_groups[-1], budget, end="")
    return open_groups[0].finished()


def _finish_alternative(group: _Group, budget: Budget) -> None:
    group.alternatives.append(group.finished())
    group.ends, group.tail = [""], []
    if sum(map(len, group.alternatives)) > budget.patterns:
        raise _OverError


def _close(group: _Group, outer: _Group, budget: Budget) -> None:
    if group.alternatives:
        choices = [text for texts in (*group.alternatives, group.finished()) for text in texts]
        _multiply(outer, choices, budget)
        return
    stepped = _read_range("".join(group.tail), budget) if group.ends == [""] else None
    if stepped is not None:
        _multiply(outer, stepped, budget)
    else:
        _keep_as_text(group, outer, budget, end="}")


def _keep_as_text(group: _Group, outer: _Group, budget: Budget, *, end: str) -> None:
    """Add a group that is none to the one around it, braces and commas as they were written."""
    outer.tail.append("{")
    for number, texts in enumerate((*group.alternatives, group.finished())):
        if number:
            outer.tail.append(",")
        if len(texts) == 1:
            outer.tail.append(texts[0])
        else:
            _multiply(outer, texts, budget)
    outer.tail.append(end)


def _multiply(outer: _Group, choices: list[str], budget: Budget) -> None:
    starts = outer.finished()
    if len(starts) * len(choices) > budget.patterns:
        raise _OverError
    chars = sum(map(len, starts)) * len(choices) + sum(map(len, choices)) * len(starts)
    if chars > budget.size_bytes:
        raise _OverError
    outer.ends = [start + choice for start in starts for choice in choices]
    outer.tail = []


def _read_range(text: str, budget: Budget) -> list[str] | None:
    """The steps of ``1..3``, ``01..10``, ``a..e`` or ``1..9..2``; None when the text is no range."""
    letters = _LETTERS.fullmatch(text)
    if letters:
        first, last = ord(letters[1]), ord(letters[2])
        step = 1 if last >= first else -1
        return [chr(code) for code in range(first, last + step, step)]
    numbers = _NUMBERS.fullmatch(text)
    if not numbers:
        return None
    first, last = int(numbers[1]), int(numbers[2])
    size = abs(int(numbers[3] or 1)) or 1
    if abs(last - first) // size + 1 > budget.patterns:
        raise _OverError
    step = size if last >= first else -size
    padded = any(
        part.lstrip("-").startswith("0") and part.lstrip("-") != "0" for part in numbers.groups()[:2]
    )
    width = max(len(numbers[1]), len(numbers[2])) if padded else 0
    return [f"{value:0{width}d}" for value in range(first, last + (1 if step > 0 else -1), step)]
