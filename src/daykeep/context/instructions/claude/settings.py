"""What Claude Code's settings say about instruction files: excluded paths and the administrator's own text.

Layers from strong to weak: managed, command line, ``.claude/settings.local.json``, ``.claude/settings.json``, the
user's. Lists add up over all of them; of anything else the strongest counts.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.instructions.reading import Unread, read_instruction
from daykeep.text.globs import Budget, compile_globs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from daykeep.context.instructions.claude.places import Places
    from daykeep.context.instructions.model import Around, Asked
    from daykeep.text.globs import Globs

MANAGED_FILE = "managed-settings.json"
MANAGED_FOLDER = "managed-settings.d"
EXCLUDES = "claudeMdExcludes"
MOST_EXCLUDES = 500
"""Patterns of one file of settings that count, and what their braces may become together."""

_SHOWN_CHARS = 80


class Layer(NamedTuple):
    """The settings of one file; ``values`` is empty where it can't be read, and ``problem`` says why."""

    path: str
    values: Mapping[str, Any]
    problem: str


class ClaudeSettings(NamedTuple):
    """All layers, the strongest first; the first ``managed`` of them are the administrator's."""

    layers: tuple[Layer, ...]
    managed: int

    def first(self, key: str) -> Any:
        """The strongest value of a key; None if there is none."""
        return next((layer.values[key] for layer in self.layers if key in layer.values), None)

    def lists(self, key: str) -> tuple[tuple[str, ...], ...]:
        """The texts of a list in each layer, the strongest first, each once."""
        found: list[tuple[str, ...]] = []
        seen: set[str] = set()
        for layer in self.layers:
            given = _listed(layer.values.get(key))
            texts = dict.fromkeys(text for text in given if isinstance(text, str) and text)
            found.append(tuple(text for text in texts if text not in seen))
            seen.update(texts)
        return tuple(found)

    @property
    def managed_values(self) -> dict[str, Any]:
        """What the administrator has set, the stronger file over the weaker."""
        values: dict[str, Any] = {}
        for layer in reversed(self.layers[: self.managed]):
            values.update(layer.values)
        return values

    def managed_text(self) -> tuple[str, str]:
        """The path and the text of ``claudeMd``, which counts in managed settings alone; empty if there is none."""
        for layer in self.layers[: self.managed]:
            text = layer.values.get("claudeMd")
            if isinstance(text, str) and text.strip():
                return layer.path, text
        return "", ""


def load_claude_settings(around: Around, asked: Asked, places: Places) -> ClaudeSettings:
    """Read every layer that counts; a file that is no JSON object is a layer with a problem."""
    managed = [read_layer(path) for path in _managed_paths(places.managed)]
    paths = []
    folder = os.path.join(str(around.cwd), ".claude")
    if "local" in asked.sources:
        paths.append(os.path.join(folder, "settings.local.json"))
    if "project" in asked.sources:
        paths.append(os.path.join(folder, "settings.json"))
    if "user" in asked.sources:
        paths.append(os.path.join(places.user, "settings.json"))
    given = [Layer("--settings", asked.settings, "")] if asked.settings else []
    rest = [read_layer(path) for path in dict.fromkeys(paths)]
    kept = [layer for layer in managed if layer is not None]
    return ClaudeSettings((*kept, *given, *(layer for layer in rest if layer is not None)), len(kept))


def read_layer(path: str) -> Layer | None:
    """Read one file of settings; None if there is none."""
    found = read_instruction(path)
    if found is None:
        return None
    if isinstance(found, Unread):
        return Layer(path, {}, found.reason)
    try:
        values = json.loads("\n".join(found.lines))
    except (ValueError, RecursionError) as error:
        return Layer(path, {}, f"not valid JSON: {getattr(error, 'msg', error)}")
    return Layer(path, values, "") if isinstance(values, dict) else Layer(path, {}, "not a JSON object")


def _managed_paths(folder: str) -> Iterator[str]:
    """The administrator's files, the strongest first: parts count more than the file, later ones more than earlier."""
    parts = os.path.join(folder, MANAGED_FOLDER)
    try:
        names = sorted(name for name in os.listdir(parts) if name.endswith(".json"))
    except OSError:
        names = []
    for name in reversed(names):
        yield os.path.join(parts, name)
    yield os.path.join(folder, MANAGED_FILE)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


class Excludes:
    """The files that ``claudeMdExcludes`` takes out: globs or absolute paths, against absolute paths.

    A pattern counts for the path by which a file is reached and for what it is behind links.
    """

    def __init__(self, lists: Iterable[tuple[str, ...]], around: Around) -> None:
        self._windows = around.platform == "win32"
        self._ignore_case = around.platform in {"win32", "darwin"}
        self.problems: list[str] = []
        self._globs: list[tuple[str, str, Globs]] = []
        for patterns in lists:
            self._add(patterns, str(around.home))

    def _add(self, patterns: tuple[str, ...], home: str) -> None:
        """The patterns of one layer: they share the budget of a list, so that no layer can use up that of another."""
        if len(patterns) > MOST_EXCLUDES:
            many = f"{len(patterns):,} patterns in one file of settings; only the first {MOST_EXCLUDES} count"
            self.problems.append(many)
        budget = Budget(MOST_EXCLUDES)
        for pattern in patterns[:MOST_EXCLUDES]:
            whole = f"{home}/{pattern[2:]}" if pattern.startswith("~/") else pattern
            globs = compile_globs(
                (whole,), ignore_case=self._ignore_case, windows=self._windows, budget=budget
            )
            shown = pattern if len(pattern) <= _SHOWN_CHARS else f"{pattern[:_SHOWN_CHARS]}…"
            self.problems += [f'"{shown}": {problem.message}' for problem in globs.problems]
            self._globs.append((pattern, self._plain(whole), globs))

    def find(self, path: str, real: str) -> str:
        """The pattern that takes a file out; ``""`` if none does."""
        names = {self._plain(path), self._plain(real)}
        for pattern, plain, globs in self._globs:
            if any(f"{name}/".startswith(f"{plain}/") or globs.match(name) for name in names):
                return pattern
        return ""

    def _plain(self, path: str) -> str:
        """A path with slashes, and in one case where the platform ignores case."""
        slashed = path.replace("\\", "/") if self._windows else path
        return slashed.casefold() if self._ignore_case else slashed
