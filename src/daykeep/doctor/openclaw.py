"""The settings of OpenClaw on this machine, as far as they say something about this workspace; read, never written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.files.readonly import open_read_only
from daykeep.text.json5 import parse_json5

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.doctor.finding import Subject

CONFIG_FILE = "openclaw.json"
CONFIG_BYTES = 4 * 1024 * 1024
_STATE_FOLDERS = (".openclaw", ".clawdbot", ".moltbot")


class OpenClawSettings(NamedTuple):
    """OpenClaw's settings as far as they were read; ``problem`` says why they were not."""

    path: Path
    value: Mapping[str, Any]
    problem: str = ""


def find_settings(subject: Subject) -> OpenClawSettings | None:
    """The settings of this user's OpenClaw; None where there are none. What can't be read is said in ``problem``."""
    path = _config_path(subject)
    try:
        stream = open_read_only(path) if path is not None else None
        if path is None or stream is None:
            return None
        with stream:
            data = stream.read(CONFIG_BYTES + 1)
        value = parse_json5(decode(data[:CONFIG_BYTES], CONFIG_FILE).text)
    except (DaykeepError, ValueError) as error:
        return OpenClawSettings(path or Path(), {}, f"can't be read: {error}")
    if not isinstance(value, dict):
        return OpenClawSettings(path, {}, "holds no settings")
    included = "$include" in value and dig(value, "plugins") is None
    return OpenClawSettings(path, value, "takes its plugins from other files" if included else "")


def _config_path(subject: Subject) -> Path | None:
    named = subject.environ.get("OPENCLAW_CONFIG_PATH")
    state = subject.environ.get("OPENCLAW_STATE_DIR")
    if named and os.path.isabs(named):  # noqa: PTH117 - a string is at hand
        return Path(named)
    if state and os.path.isabs(state):  # noqa: PTH117
        return Path(state) / CONFIG_FILE
    if subject.home is None:
        return None
    paths = (subject.home / folder / CONFIG_FILE for folder in _STATE_FOLDERS)
    return next((path for path in paths if path.is_file()), None)


def is_here(subject: Subject, config: OpenClawSettings) -> bool:
    """Whether one of OpenClaw's agents works in this workspace."""
    named = list(_workspaces(config.value))
    variable = subject.environ.get("OPENCLAW_WORKSPACE_DIR")
    if variable:
        named.append(variable)
    home = subject.home
    paths = [home / text[2:] if text.startswith("~/") and home else Path(text) for text in named]
    if any(os.path.realpath(path) == str(subject.files.root) for path in paths):
        return True
    return not named and is_default(subject, config)


def is_default(subject: Subject, config: OpenClawSettings) -> bool:
    """Whether this is the folder that OpenClaw takes where its settings name none, or one beside it."""
    parent = os.path.realpath(config.path.parent)
    return str(subject.files.root.parent) == parent and subject.files.root.name.startswith("workspace")


def _workspaces(value: Mapping[str, Any]) -> Iterator[str]:
    agents = value.get("agents")
    agents = agents if isinstance(agents, dict) else {}
    listed, entries = agents.get("list"), agents.get("entries")
    rows = [agents.get("defaults"), value.get("agent")]
    rows += listed if isinstance(listed, list) else []
    rows += list(entries.values()) if isinstance(entries, dict) else []
    for row in rows:
        if isinstance(row, dict) and isinstance(row.get("workspace"), str) and row["workspace"]:
            yield row["workspace"]


def dig(value: object, *keys: str) -> Any:
    """The value below these keys; None where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def injected_chars(subject: Subject) -> tuple[int | None, int | None]:
    """How many characters of one file, and of all together, this user's OpenClaw gives to a model in this workspace.

    None where its settings don't say so, or are not about this workspace.
    """
    settings = find_settings(subject)
    if settings is None or not settings.value or not is_here(subject, settings):
        return None, None
    defaults = dig(settings.value, "agents", "defaults")
    one, total = (dig(defaults, key) for key in ("bootstrapMaxChars", "bootstrapTotalMaxChars"))
    return _count(one), _count(total)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
