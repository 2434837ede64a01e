"""At how many tokens a conversation is to be compacted, and who says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.compaction.claude import claude_threshold, read_claude_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_THRESHOLD = 200_000

_WINDOWS = (
    (r".*\[1m\]$", 1_000_000),  # how Claude Code names a model whose window is a million
    (r"claude-(3|instant|2)", 200_000),
    (r"claude-(opus|sonnet|haiku)-4(?:[-.][0-5])?(?!\d|[-.]\d(?!\d))", 200_000),
    (r"gpt-4\.1", 1_047_576),
    (r"gpt-4o|gpt-4-turbo|chatgpt-4o", 128_000),
    (r"gpt-5(?![.\d])", 400_000),
    (r"o[13](?!\w)|o4-mini", 200_000),
    (r"gpt-4(?![.\w])|gpt-4-0613", 8_192),
    (r"gpt-3\.5-turbo", 16_385),
    (r"gemini-(1\.5|2)", 1_048_576),
)
"""Windows that makers have published, by the beginning of a model's name; a model that is not here has none that is known."""


class Limits(NamedTuple):
    """Where the line is. ``origin`` says who drew it, ``window`` what the model takes (None if not known).

    ``line`` is where it counts: the threshold, or the window where that is smaller. ``disabled_by`` names what turned
    compaction off. ``faults`` are settings that do not mean what they say, text by code.
    """

    threshold: int
    origin: str
    window: int | None
    disabled_by: str = ""
    faults: tuple[tuple[str, str], ...] = ()

    @property
    def line(self) -> int:
        """The tokens at which it must be compacted."""
        return min(self.threshold, self.window) if self.window else self.threshold


class Wanted(NamedTuple):
    """What a person has set: the threshold of this call and of the settings, and tables of both by model.

    ``is_default`` says that nobody chose ``threshold``.
    """

    asked: int | None = None
    threshold: int = DEFAULT_THRESHOLD
    is_default: bool = True
    thresholds: Mapping[str, int] = {}
    windows: Mapping[str, int] = {}


def find_limits(wanted: Wanted, *, model: str, environ: Mapping[str, str], is_claude_code: bool) -> Limits:
    """The limits for ``model``: asked for, set for the model, set for all, Claude Code's environment, 200,000.

    Claude Code's environment counts only where ``is_claude_code`` says that it is its conversation. Where nothing is
    set and the model's window is smaller than the default, the window is the threshold.
    """
    rules = read_claude_rules(environ if is_claude_code else {})
    window = find_window(model, wanted.windows)
    own = _by_model(wanted.thresholds, model)
    if wanted.asked is not None:
        threshold, origin = wanted.asked, "--threshold"
    elif own is not None:
        threshold, origin = own[1], f'context.compaction.models."{own[0]}"'
    elif not wanted.is_default:
        threshold, origin = wanted.threshold, "context.compaction.threshold"
    elif rules.window is not None or rules.percent is not None:
        threshold = claude_threshold(rules, window or max(DEFAULT_THRESHOLD, rules.window or 0))
        origin = "the environment of Claude Code"
    elif window is not None and window < wanted.threshold:
        threshold, origin = window, "the model's window"
    else:
        threshold, origin = wanted.threshold, "the default"
    return Limits(threshold, origin, window, rules.disabled_by, rules.faults)


def find_window(model: str, windows: Mapping[str, int] | None = None) -> int | None:
    """The tokens that a model takes; None where that is not known.

    >>> find_window("gpt-4o-mini"), find_window("claude-sonnet-4-5"), find_window("claude-opus-9")
    (128000, 200000, None)
    """
    own = _by_model(windows or {}, model)
    if own is not None:
        return own[1]
    bare = model.strip().lower().rsplit("/", 1)[-1]
    return next((size for pattern, size in _WINDOWS if re.match(pattern, bare)), None)


def _by_model(table: Mapping[str, int], model: str) -> tuple[str, int] | None:
    """The row whose name is the model's, else the longest that the model's name begins with."""
    bare = model.strip().lower()
    names = (bare, bare.rsplit("/", 1)[-1])
    fitting = [name for name in table if name and any(one.startswith(name.lower()) for one in names)]
    return max(((name, table[name]) for name in fitting), key=lambda row: len(row[0]), default=None)
