"""How Claude Code's own settings move the point at which it compacts, as its documentation describes them.

``CLAUDE_CODE_AUTO_COMPACT_WINDOW`` takes a whole number: what stands behind the digits is not read, so that ``500k`` is
500, and every number is brought into 100,000 to 1,000,000. ``CLAUDE_AUTOCOMPACT_PCT_OVERRIDE`` is a share of the window
and can only lower the point. ``DISABLE_AUTO_COMPACT`` and ``DISABLE_COMPACT`` turn compaction off.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

WINDOW = "CLAUDE_CODE_AUTO_COMPACT_WINDOW"
PERCENT = "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE"
OFF = ("DISABLE_COMPACT", "DISABLE_AUTO_COMPACT")
SMALLEST_WINDOW, LARGEST_WINDOW = 100_000, 1_000_000
_NO = frozenset({"", "0", "false", "no", "off"})


class ClaudeRules(NamedTuple):
    """What the environment says: the window (None if it says none), the share of it in percent, and who turned it off.

    ``faults`` are what it says and does not mean: texts by a stable code, ``window_not_integer``, ``window_clamped``,
    ``window_ignored``, ``percent_ignored``.
    """

    window: int | None
    percent: float | None
    disabled_by: str
    faults: tuple[tuple[str, str], ...]


def read_claude_rules(environ: Mapping[str, str]) -> ClaudeRules:
    """The rules of Claude Code's environment.

    >>> read_claude_rules({"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "500k"}).window
    100000
    """
    faults: list[tuple[str, str]] = []
    disabled = next((name for name in OFF if environ.get(name, "").strip().lower() not in _NO), "")
    window = _window(environ.get(WINDOW, ""), faults)
    return ClaudeRules(window, _percent(environ.get(PERCENT, ""), faults), disabled, tuple(faults))


def claude_threshold(rules: ClaudeRules, model_window: int) -> int:
    """The tokens at which Claude Code compacts: its window's size, or the share of it that the environment asks for."""
    window = min(model_window, rules.window or model_window)
    if rules.percent is None:
        return window
    return min(window, int(window * rules.percent / 100))


def _window(text: str, faults: list[tuple[str, str]]) -> int | None:
    said = text.strip()
    if not said:
        return None
    digits = re.match(r"[+-]?\d{1,18}", said)
    if digits is None or int(digits.group()) <= 0:
        faults.append(("window_ignored", f"{WINDOW}={said!r} is no number, so it says nothing"))
        return None
    number = int(digits.group())
    window = min(max(number, SMALLEST_WINDOW), LARGEST_WINDOW)
    if digits.group() != said:
        faults.append(
            ("window_not_integer", f"{WINDOW}={said!r} is read as {number:,}: a whole number is needed there")
        )
    if window != number:
        limits = f"{SMALLEST_WINDOW:,} to {LARGEST_WINDOW:,}"
        faults.append(("window_clamped", f"{WINDOW}={said!r} becomes {window:,}: it is kept within {limits}"))
    return window


def _percent(text: str, faults: list[tuple[str, str]]) -> float | None:
    said = text.strip()
    if not said:
        return None
    if not re.fullmatch(r"\+?\d{1,9}(\.\d{0,9})?%?", said) or not 0 < float(said.rstrip("%")) <= 100:
        faults.append(
            ("percent_ignored", f"{PERCENT}={said!r} is no number from 1 to 100, so it says nothing")
        )
        return None
    return float(said.rstrip("%"))
