"""``daykeep config``: the settings and where they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import Call, group

if TYPE_CHECKING:
    from pathlib import Path


@group("config")
def config() -> None:
    """Show the settings and where they come from."""


@config.command("show")
@click.option(
    "--origin", is_flag=True, help="Say for each value which file, variable or default it comes from."
)
def show(call: Call, *, origin: bool) -> None:
    """Print every setting with its value."""
    from daykeep.settings import SETTINGS

    workspace = call.workspace()
    settings, zone, own = workspace.settings, workspace.zone, _own_file(call)
    rows = [(row.key, settings[row.key], settings.origin(row.key)) for row in SETTINGS]
    data = {
        "settings": {key: {"value": value, "origin": source} for key, value, source in rows},
        "zone": {"name": zone.name, "origin": zone.origin},
        "own_file": str(own) if own else None,
    }
    said: list[tuple[str, object, str]] = [*rows, ("(day kept in)", zone.name, zone.origin)]
    if origin and own:
        said.append(("(your own file)", own, "read" if own.exists() else "not there"))
    width = max(len(key) for key, _, _ in rows)
    call.emit(data, [_line(key.ljust(width), value, why if origin else "") for key, value, why in said])


@config.command("get")
@click.argument("key")
def get(call: Call, key: str) -> None:
    """Print the value of one setting."""
    settings = call.workspace().settings
    value = settings[key]
    call.emit({"key": key, "value": value, "origin": settings.origin(key)}, _text(value))


def _own_file(call: Call) -> Path | None:
    """Where the person's own settings are read from, also if nothing is there yet; None where no home is known."""
    from daykeep.config import USER_FILE

    folders = call.settings_folders()
    return folders[0] / USER_FILE if folders else None


def _line(key: str, value: object, source: str) -> str:
    return f"{key}  {_text(value)}" + (f"  ({source})" if source else "")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ", ".join(f"{key} = {inner}" for key, inner in value.items())
    return str(value)
