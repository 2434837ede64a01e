"""How daykeep's hooks stand in Claude Code's settings: where, for which workspace, whether they can run, and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.wiring.claude.install import is_lost, read_handlers
from daykeep.wiring.claude.program import is_there

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from daykeep.context.instructions.claude.settings import ClaudeSettings
    from daykeep.wiring.claude.handlers import Handler
    from daykeep.wiring.claude.places import Place

PLUGIN = "daykeep"
"""The name of daykeep's plugin, whose hooks Claude Code runs beside those of its settings."""


class Row(NamedTuple):
    """One settings file: daykeep's handlers in it, and what is wrong there."""

    scope: str
    path: str
    handlers: tuple[Handler, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def events(self) -> list[str]:
        """The events whose handlers count, in the order of the file."""
        return list(dict.fromkeys(handler.event for handler in self.handlers if handler.counts))

    @property
    def workspaces(self) -> list[str]:
        """The workspaces that they name; "" where one names none."""
        return list(dict.fromkeys(handler.workspace for handler in self.handlers))

    @property
    def programs(self) -> list[str]:
        """What they run."""
        return list(dict.fromkeys(" ".join(handler.program) for handler in self.handlers))


def read_row(place: Place) -> Row:
    """How one settings file stands; one that can't be read is a row with a problem."""
    try:
        found = read_handlers(place)
    except DaykeepError as error:
        return Row(place.scope, str(place.path), problems=(error.message,))
    handlers = tuple(found[1]) if found else ()
    return Row(place.scope, str(place.path), handlers, tuple(_problems_of(handlers)))


def _problems_of(handlers: Sequence[Handler]) -> Iterator[str]:
    for program in dict.fromkeys(handler.program[0] for handler in handlers):
        if not is_there(program):
            yield f'the program "{program}" is not there: `daykeep hooks install` again mends that'
    for handler in {handler.workspace: handler for handler in handlers if handler.workspace}.values():
        if is_lost(handler):
            yield f'the workspace "{handler.workspace}" is not there: `daykeep hooks install` from where it is now'
    for handler in handlers:
        if not handler.counts:
            yield f"{handler.event}: the hook stands under a key that a later one of the same name replaces"


def find_faults(rows: Sequence[Row], settings: ClaudeSettings) -> list[str]:
    """What is wrong over all files that count at once: events that are answered twice, hooks that are switched off."""
    return [*_twice(rows), *_switched_off(settings), *_beside_plugin(rows, settings)]


def _twice(rows: Sequence[Row]) -> Iterator[str]:
    where: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for row in rows:
        for handler in row.handlers:
            if handler.counts:
                runs = where.setdefault(handler.event, {})
                runs.setdefault((*handler.program, handler.workspace), []).append(row.scope)
    said: dict[str, list[str]] = {}
    for event, runs in where.items():
        scopes = " and ".join(dict.fromkeys(scope for each in runs.values() for scope in each))
        if len(runs) > 1:
            said.setdefault(f"answered {len(runs)} times, by the settings of scope {scopes}", []).append(
                event
            )
        elif sum(map(len, runs.values())) > 1:
            text = f"installed twice, scope {scopes}; Claude Code runs the same command once"
            said.setdefault(text, []).append(event)
    for text, events in said.items():
        yield f"{', '.join(events)}: {text}"


def _switched_off(settings: ClaudeSettings) -> Iterator[str]:
    layer = next((layer for layer in settings.layers if "disableAllHooks" in layer.values), None)
    if layer and layer.values["disableAllHooks"] is True:
        yield f'"disableAllHooks" in {layer.path}: no hook runs'
    if settings.managed_values.get("allowManagedHooksOnly") is True:
        yield '"allowManagedHooksOnly" in the administrator\'s settings: only hooks from there run'


def _beside_plugin(rows: Sequence[Row], settings: ClaudeSettings) -> Iterator[str]:
    name = find_plugin(settings)
    if name and any(row.events for row in rows):
        yield (
            f"the plugin {name} is enabled too, so its hooks answer beside these: "
            "keep one (`daykeep hooks uninstall`, or `/plugin` in Claude Code)"
        )


def find_plugin(settings: ClaudeSettings) -> str:
    """The name of daykeep's plugin with that of its marketplace, where it is enabled; else ""."""
    enabled: dict[str, object] = {}
    for layer in reversed(settings.layers):
        plugins = layer.values.get("enabledPlugins")
        enabled.update(plugins if isinstance(plugins, dict) else {})
    names = (name for name, on in enabled.items() if name.partition("@")[0] == PLUGIN and on is True)
    return next(names, "")


def places_of(user: Place, others: Sequence[Place]) -> list[Place]:
    """The user's place and the others, each file once, by what it is behind links."""
    seen: dict[Path, Place] = {}
    for place in (user, *others):
        seen.setdefault(place.path.resolve(), place)
    return list(seen.values())
