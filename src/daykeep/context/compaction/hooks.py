"""The hooks around a compaction of Claude Code: which run, and what each of them can do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LONGEST_COMMAND = 100
"""A longer command is cut where it is shown."""
_PLAIN = re.compile(r"[A-Za-z0-9_ ,|-]+")


class Hook(NamedTuple):
    """One event around a compaction, what its hooks can do, and the commands that are set up for it."""

    event: str
    matcher: str
    can: str
    commands: tuple[str, ...] = ()


HOOKS = (
    Hook("PreCompact", "auto", "can block it (exit 2, or decision block); can add nothing"),
    Hook("PostCompact", "auto", "sees the summary; changes nothing"),
    Hook("SessionStart", "compact", "can put text back into the context"),
)


def find_hooks(layers: Sequence[Mapping[str, Any]]) -> tuple[Hook, ...]:
    """Every event with the commands that these layers of settings name for it, each once, in their order."""
    off = any(layer.get("disableAllHooks") is True for layer in layers)
    return tuple(
        hook._replace(commands=() if off else tuple(dict.fromkeys(_commands(layers, hook)))) for hook in HOOKS
    )


def _commands(layers: Sequence[Mapping[str, Any]], hook: Hook) -> Iterator[str]:
    for layer in layers:
        for group in _list(_dict(layer.get("hooks")).get(hook.event)):
            if not _matches(_dict(group).get("matcher"), hook.matcher):
                continue
            for handler in _list(_dict(group).get("hooks")):
                said = _said(_dict(handler))
                if said:
                    yield said if len(said) <= LONGEST_COMMAND else said[: LONGEST_COMMAND - 1] + "…"


def _said(handler: Mapping[str, Any]) -> str:
    named = next((handler[key] for key in ("command", "url", "tool", "prompt") if handler.get(key)), "")
    return " ".join(str(named).split())


def _matches(matcher: Any, wanted: str) -> bool:
    """Empty and ``*`` match everything, names match exactly, anything else is a pattern."""
    if not isinstance(matcher, str) or matcher.strip() in {"", "*"}:
        return True
    if _PLAIN.fullmatch(matcher):
        return wanted in {name.strip() for name in re.split(r"[,|]", matcher)}
    try:
        return re.search(matcher, wanted) is not None
    except re.error:
        return False


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
