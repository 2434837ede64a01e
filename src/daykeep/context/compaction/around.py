"""What is set up for Claude Code in a folder that bears on compaction: its settings, its own switch and its hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.compaction.claude import WINDOW
from daykeep.context.compaction.hooks import Hook, find_hooks
from daykeep.context.instructions.claude.places import find_places
from daykeep.context.instructions.claude.settings import load_claude_settings, read_layer
from daykeep.context.instructions.model import Asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.context.instructions.model import Around

ENABLED = "autoCompactEnabled"


class ClaudeSetup(NamedTuple):
    """The environment as Claude Code sees it (its settings' ``env`` below the real one), its hooks, and unreadable files.

    ``switched_off`` names its own switch and where that stands, ``""`` where it is on.
    """

    environ: Mapping[str, str]
    hooks: tuple[Hook, ...]
    problems: tuple[str, ...]
    switched_off: str = ""


def find_claude_setup(around: Around, *, managed: str | None = None) -> ClaudeSetup:
    """What Claude Code's files say about compaction for a folder; nothing is run."""
    places = find_places(around, managed)
    settings = load_claude_settings(around, Asked(), places)
    environ: dict[str, str] = {}
    window = settings.first("autoCompactWindow")
    if isinstance(window, int | str) and not isinstance(window, bool):
        environ[WINDOW] = str(window)
    for layer in reversed(settings.layers):
        environ.update(_texts(layer.values.get("env")))
    state = read_layer(places.state)
    is_off = state is not None and state.values.get(ENABLED) is False
    environ.update(around.environ)
    problems = [f"{layer.path}: {layer.problem}" for layer in settings.layers if layer.problem]
    return ClaudeSetup(
        environ,
        find_hooks([layer.values for layer in settings.layers]),
        tuple(problems),
        f"{ENABLED} in {places.state}" if is_off else "",
    )


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {name: str(held) for name, held in value.items() if isinstance(held, str | int | float)}
