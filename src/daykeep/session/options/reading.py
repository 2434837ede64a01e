"""Reads the options: settings first; ``config.yaml`` counts where they have their default.

The order is: flag, environment, ``daykeep.toml``, the user's ``config.toml``, ``config.yaml``, the default. A key that nobody
knows is a warning with its line; a value that can't be is an error with its line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.config import read_text
from daykeep.errors import ConfigError
from daykeep.session.options.model import (
    CONFIG_FILE,
    KEYS,
    ROOT_KEY,
    Compression,
    Decay,
    Options,
    Place,
    Retrieval,
    Sync,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.config import Settings
    from daykeep.files.store import Files

LIMIT_BYTES = 64 * 1024
MAX_DEPTH, MAX_KEYS = 6, 200
_ZONE = "session.position.danger_zone"
_TYPES = "session.compression.preserve_types"
_LISTS = {"position.danger_zone", "compression.preserve_types"}
_NUMBER = re.compile(r"\d{0,3}\.?\d{1,9}")


class Found(NamedTuple):
    """What a file says: values by setting, what is unknown in it, and what can't be."""

    values: dict[str, Any]
    warnings: tuple[str, ...] = ()
    faults: tuple[ConfigError, ...] = ()


def load_options(files: Files, settings: Settings) -> tuple[Options, tuple[str, ...]]:
    """The options of this workspace, and warnings about its ``config.yaml``; ConfigError for a value that can't be."""
    data = files.find_bytes(CONFIG_FILE, limit_bytes=LIMIT_BYTES + 1)
    found = read_yaml(data) if data is not None else Found({})
    if found.faults:
        raise found.faults[0]
    return make_options(settings, found.values), found.warnings


def read_yaml(data: bytes) -> Found:
    """What a ``config.yaml`` says. Every problem is named with its line; nothing that it says is ever run."""
    if len(data) > LIMIT_BYTES:
        return Found(
            {}, faults=(ConfigError(f"{CONFIG_FILE}:1: larger than {LIMIT_BYTES:,} bytes, so not read"),)
        )
    from daykeep.text.yaml_strings import load_strings  # noqa: PLC0415 - yaml costs more than a whole start

    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    if not any(line.strip() and line.strip()[0] != "#" for line in text.splitlines()):
        return Found({})
    tree, problems = load_strings(text, max_depth=MAX_DEPTH, max_keys=MAX_KEYS)
    said = [
        ConfigError(
            f"{CONFIG_FILE}:{line + 1}: {message.replace(' in frontmatter', ' here').replace('the frontmatter', 'the file')}"
        )
        for line, message in problems
    ]
    if said and not tree:
        return Found({}, faults=tuple(said))
    values, warnings, faults = _values(tree, text.splitlines())
    return Found(values, (*(one.message for one in said), *warnings), tuple(faults))


def make_options(settings: Settings, values: dict[str, Any]) -> Options:
    """The options from the settings, and from ``values`` (by setting) where a setting has its default.

    ConfigError for a zone or a list of types that is none.
    """
    origins = {key: settings.origin(key) for key in KEYS.values()}
    taken = {key: value for key, value in values.items() if origins[key] == "default"}
    origins.update(dict.fromkeys(taken, CONFIG_FILE))

    def get(name: str) -> Any:
        key = f"session.{name}"
        return taken.get(key, settings[key])

    parts = ("enabled", "threshold_rounds", "high_importance_threshold", "auto_refresh")
    decay = Decay(*(get(f"decay.{part}") for part in parts))
    types = parse_types(get("compression.preserve_types"))
    compression = Compression(get("compression.enabled"), get("compression.target_ratio"), types)
    parts = ("enabled", "top_k", "relevance_threshold", "enhance_position")
    retrieval = Retrieval(*(get(f"retrieval.{part}") for part in parts))
    parts = ("enabled", "auto_promote", "promotion_importance", "cross_session_value")
    sync = Sync(*(get(f"sync.{part}") for part in parts))
    zone = parse_zone(get("position.danger_zone"), origins[_ZONE])
    place = Place(get("position.enabled"), zone, get("position.auto_relocate"))
    return Options(decay, compression, retrieval, sync, place, origins)


def parse_zone(text: str, where: str = "") -> tuple[float, float]:
    """A zone from two shares, as ``0.3, 0.7``; ConfigError for what is none.

    >>> parse_zone("0.3, 0.7"), parse_zone("[0.25,0.5]")
    ((0.3, 0.7), (0.25, 0.5))
    """
    parts = [part.strip() for part in text.strip().strip("[]").split(",")]
    if len(parts) == 2 and all(_NUMBER.fullmatch(part) for part in parts):
        low, high = float(parts[0]), float(parts[1])
        if 0 <= low <= high <= 1:
            return low, high
    lead = f"{where}: " if where and where != "default" else ""
    raise ConfigError(
        f'{lead}"{_ZONE}" must be two shares from 0 to 1 in their order, as "0.3, 0.7", not "{text}"'
    )


def parse_types(text: str) -> tuple[str, ...]:
    """A list of types, as ``decision, constraint``; each once.

    >>> parse_types("decision, constraint,decision")
    ('decision', 'constraint')
    """
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _values(
    tree: dict[str, Any], lines: Sequence[str]
) -> tuple[dict[str, Any], list[str], list[ConfigError]]:
    values: dict[str, Any] = {}
    warnings, faults = [], []
    for path, value in _flatten(tree, ""):
        line = line_of(lines, path)
        name = path.removeprefix(f"{ROOT_KEY}.")
        key = KEYS.get(name) if path.startswith(f"{ROOT_KEY}.") else None
        if key is None:
            warnings.append(f'{CONFIG_FILE}:{line}: unknown key "{path}"')
            continue
        if isinstance(value, dict) or (isinstance(value, list) and name not in _LISTS):
            faults.append(ConfigError(f'{CONFIG_FILE}:{line}: "{path}" must be a single value'))
            continue
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        read, fault = _read(key, text)
        if fault:
            faults.append(ConfigError(f'{CONFIG_FILE}:{line}: "{path}" {fault}', details={"key": path}))
        else:
            values[key] = read
    return values, warnings, faults


def _read(key: str, text: str) -> tuple[Any, str]:
    if key == _ZONE:
        try:
            parse_zone(text)
        except ConfigError as error:
            return None, error.message.partition('" ')[2]
    return read_text(key, text)


def _flatten(tree: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict) and value:
            yield from _flatten(value, f"{path}.")
        elif value != "" or not _is_table(path):
            yield path, value


def _is_table(path: str) -> bool:
    """Whether a path without a value is one of our tables: an empty one says nothing."""
    name = path.removeprefix(ROOT_KEY).removeprefix(".")
    return path.split(".", maxsplit=1)[0] == ROOT_KEY and (
        not name or any(key.startswith(f"{name}.") for key in KEYS)
    )


def line_of(lines: Sequence[str], path: str) -> int:
    """The number of the line on which a key stands, from 1; that of the nearest key above it in a one-line table.

    >>> line_of(["a:", "  # b: 1", "  b:", "    c: 1"], "a.b.c"), line_of(["a: {b: 1}"], "a.b")
    (4, 1)
    """
    stack: list[tuple[int, str]] = []
    best, best_depth, wanted = 1, 0, path.split(".")
    for number, line in enumerate(lines, 1):
        bare = line.lstrip(" ")
        name, colon, _ = bare.partition(":")
        if not colon or bare[:1] in {"#", "-"}:
            continue
        indent = len(line) - len(bare)
        while stack and stack[-1][0] >= indent:
            stack.pop()
        stack.append((indent, name.strip().strip("\"'")))
        here = [one for _, one in stack]
        if here == wanted:
            return number
        if here == wanted[: len(here)] and len(here) > best_depth:
            best, best_depth = number, len(here)
    return best
