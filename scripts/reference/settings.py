"""The page of settings, from the one table that the code reads."""

from __future__ import annotations

from daykeep.settings import SETTINGS, Setting

HEAD = """# Settings

<!-- Written by scripts/docs from the table in src/daykeep/settings.py; changes made here are overwritten. -->

A setting is looked up in this order, and the first place that has it wins: a flag of the command, the environment variable,
`daykeep.toml` in the workspace, your own `config.toml`, the default. Your own file is `~/.config/daykeep/config.toml` on Linux
(or under `$XDG_CONFIG_HOME`), `~/Library/Application Support/daykeep/config.toml` on macOS and `%APPDATA%\\daykeep\\config.toml`
on Windows. An unknown key or a bad value is an error with a suggestion at the command line, and a warning in a beat.
`daykeep config show --origin` prints every value with the place it came from.

"""


def render_page() -> str:
    """The text of ``docs/reference/settings.md``."""
    parts = [HEAD, "| key | type | default | environment | where |\n|---|---|---|---|---|\n"]
    parts += [_row(setting) for setting in SETTINGS]
    for setting in SETTINGS:
        parts.append(f"\n## {setting.key}\n\n{setting.help}\n")
        if setting.choices:
            parts.append(f"\nOne of {', '.join(f'`{choice}`' for choice in setting.choices)}.\n")
        if setting.maximum is not None:
            parts.append(f"\nFrom {setting.minimum} to {setting.maximum}.\n")
        elif setting.minimum is not None:
            parts.append(f"\nAt least {setting.minimum}.\n")
    return "".join(parts)


def _row(setting: Setting) -> str:
    kind = {str: "text", int: "whole number", float: "number", bool: "true or false", dict: "table"}[
        setting.kind
    ]
    where = "only your own file" if setting.scope != "workspace" else "either file"
    variable = "never" if setting.scope == "own" else f"`{setting.environment}`"
    return f"| [`{setting.key}`](#{anchor(setting.key)}) | {kind} | {_toml(setting.default)} | {variable} | {where} |\n"


def anchor(heading: str) -> str:
    """The fragment that GitHub gives a heading of this text."""
    kept = (letter for letter in heading.lower() if letter.isalnum() or letter in " -_")
    return "".join(kept).replace(" ", "-")


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"
