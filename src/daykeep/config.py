"""The settings: one table, five sources, and where each value came from.

A setting is looked up in this order: flag, environment (``DAYKEEP_MEMORY_BUDGET_CHARS``), the workspace's
``daykeep.toml``, the user's own ``config.toml``, the default. Settings of scope ``user`` (anything that names a
command, an endpoint or an approval) are refused in a workspace, which may have been cloned from a stranger; those of
scope ``own`` in the environment too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConfigError
from daykeep.settings import SETTINGS, Setting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WORKSPACE_FILE = "daykeep.toml"
USER_FILE = "config.toml"


_ROWS: dict[str, Setting] = {row.key: row for row in SETTINGS}


class Source(NamedTuple):
    """One TOML text with the name it is called by in messages and the scope of what it may hold."""

    origin: str
    path: str
    text: str


class Settings:
    """The effective value of every setting and the source it came from; read-only."""

    def __init__(self, values: Mapping[str, Any], origins: Mapping[str, str]) -> None:
        self._values = dict(values)
        self._origins = dict(origins)

    def __getitem__(self, key: str) -> Any:
        if key not in self._values:
            raise unknown_key(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def origin(self, key: str) -> str:
        """Where the value came from: ``default``, ``flag``, ``environment`` or a file's path."""
        if key not in self._origins:
            raise unknown_key(key)
        return self._origins[key]


def unknown_key(key: str, where: str = "") -> ConfigError:
    """The error for a key that no setting has, with the nearest one that exists."""
    import difflib  # noqa: PLC0415 - only when something is wrong

    near = difflib.get_close_matches(key, list(_ROWS), n=1, cutoff=0.5)
    tail = [row for row in _ROWS if row.rsplit(".", 1)[-1] == key.rsplit(".", 1)[-1]]
    guess = (tail or near or [""])[0]
    hint = f'did you mean "{guess}"?' if guess else "`daykeep config show` lists every setting"
    return ConfigError(f'{where}unknown setting "{key}"', hint=hint, details={"key": key})


class _Found:
    """Collects values, their origins and the problems on the way."""

    def __init__(self) -> None:
        self.values = {row.key: row.default for row in SETTINGS}
        self.origins = dict.fromkeys(self.values, "default")
        self.problems: list[ConfigError] = []

    def take(self, row: Setting, value: Any, *, origin: str, where: str) -> None:
        if row.kind is float and type(value) is int:
            value = float(value)  # a gate of 1 is one of 1.0
        fault = _fault(row, value)
        if fault:
            self.problems.append(ConfigError(f'{where}: "{row.key}" {fault}', details={"key": row.key}))
        else:
            self.values[row.key], self.origins[row.key] = value, origin


def load_settings(
    sources: Sequence[Source], *, environ: Mapping[str, str]
) -> tuple[Settings, list[ConfigError]]:
    """The settings from ``sources`` (weakest first) and the environment, with every problem found.

    A value with a problem is left out, so that the next weaker source counts; callers decide whether a problem
    is an error (at the command line) or a warning (in a beat). Nothing is read from disk here.
    """
    found = _Found()
    for source in sources:
        for key, value, line in _read_toml(source, found.problems):
            _take_from_file(found, source, key, value, line)
    for row in SETTINGS:
        text = environ.get(row.environment)
        if text and row.scope == "own":
            hint = "set it in your own config.toml: a program can choose its environment"
            said = f'{row.environment}: "{row.key}" is not read from the environment'
            found.problems.append(ConfigError(said, hint=hint, details={"key": row.key}))
        elif text:
            found.take(row, _from_text(row, text), origin="environment", where=row.environment)
    return Settings(found.values, found.origins), found.problems


def _is_silent(text: str) -> bool:
    """Whether a TOML text sets nothing: comments and plain table headings only, as `daykeep init` writes it."""
    for line in text.splitlines():
        bare = line.strip()
        heading = bare.startswith("[") and bare.endswith("]") and bare[1:-1].replace(".", "").isidentifier()
        if bare and not bare.startswith("#") and not heading:
            return False
    return True


def _read_toml(source: Source, problems: list[ConfigError]) -> list[tuple[str, Any, int]]:
    if _is_silent(source.text):
        return []
    import tomllib  # noqa: PLC0415 - only where there is a file

    try:
        tree = tomllib.loads(source.text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found.group(1)) if found else source.text.count("\n") + 1
        problems.append(ConfigError(f"{source.path}:{line}: not valid TOML: {error}"))
        return []
    except RecursionError:
        problems.append(ConfigError(f"{source.path}:1: nested too deeply to be settings"))
        return []
    return [(key, value, _line_of(source.text, key)) for key, value in _flatten(tree, "")]


def _flatten(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        key = prefix + name
        if isinstance(value, dict) and key not in _ROWS:
            if value:
                yield from _flatten(value, key + ".")
            elif not any(row.startswith(key + ".") for row in _ROWS):
                yield key, value  # an empty table of ours says nothing, one of nobody's is unknown
        else:
            yield key, value


def _line_of(text: str, key: str) -> int:
    table, _, name = key.rpartition(".")
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("["):
            inside = bare.strip("[]# ").replace(" ", "")
        left = bare.split("=", 1)[0].strip().replace('"', "").replace(" ", "")
        if "=" in bare and ((inside == table and left == name) or left == key):
            return number
    return 1


def _take_from_file(found: _Found, source: Source, key: str, value: Any, line: int) -> None:
    where = f"{source.path}:{line}"
    row = _ROWS.get(key)
    if row is None:
        found.problems.append(unknown_key(key, f"{where}: "))
    elif row.scope != "workspace" and source.origin == "workspace":
        hint = "put it into your own config.toml: a workspace may come from a stranger"
        found.problems.append(ConfigError(f'{where}: "{key}" is not read from a workspace', hint=hint))
    else:
        found.take(row, value, origin=source.path, where=where)


def _from_text(row: Setting, text: str) -> Any:
    bare = text.strip()
    if row.kind is int and re.fullmatch(r"[+-]?\d{1,18}", bare):
        return int(bare)
    if row.kind is float and re.fullmatch(r"[+-]?\d{0,9}\.?\d{1,9}", bare):
        return float(bare)
    if row.kind is bool:
        return _BOOLEANS.get(bare.lower(), text)
    return text


_BOOLEANS = {
    "true": True,
    "1": True,
    "yes": True,
    "on": True,
    "false": False,
    "0": False,
    "no": False,
    "off": False,
}


def read_text(key: str, text: str) -> tuple[Any, str]:
    """The value of a setting that is given as text, and what is wrong with it ("" for nothing).

    >>> read_text("distill.gate", "0.8"), read_text("history.enabled", "off")
    ((0.8, ''), (False, ''))
    """
    row = _ROWS.get(key)
    if row is None:
        raise unknown_key(key)
    value = _from_text(row, text)
    if row.kind is float and type(value) is int:
        value = float(value)
    return value, _fault(row, value)


def _fault(row: Setting, value: Any) -> str:
    if type(value) is not row.kind:
        names = {
            str: "text",
            int: "a whole number",
            float: "a number",
            bool: "true or false",
            dict: "a table of whole numbers" if row.values is int else "a table of texts",
        }
        return f"must be {names[row.kind]}, not {value!r}"
    if isinstance(value, dict):
        return _table_fault(row, value)
    if row.choices and value not in row.choices:
        return f"must be one of {', '.join(row.choices)}, not {value!r}"
    if isinstance(value, int | float) and not _within(row, value):
        if row.maximum is not None:
            return f"must be from {row.minimum} to {row.maximum}, not {value}"
        return f"must be at least {row.minimum}, not {value}"
    return ""


def _table_fault(row: Setting, value: Mapping[str, Any]) -> str:
    if row.values is int:
        if all(name.strip() and type(held) is int and _within(row, held) for name, held in value.items()):
            return ""
        return f"must be a table of whole numbers: a name in quotes, =, a number of at least {row.minimum}; no name is empty"
    if all(name.strip() and isinstance(held, str) for name, held in value.items()):
        return ""
    return "must be a table of texts: a path in quotes, =, a text in quotes; no path is empty"


def _within(row: Setting, value: float) -> bool:
    """Whether a number is in its range; what is no number at all (``nan``) is in none."""
    low = row.minimum is None or value >= row.minimum
    return low and (row.maximum is None or value <= row.maximum)


def user_config_folder(environ: Mapping[str, str], platform: str) -> str | None:
    r"""The folder of the user's own settings on this platform, or None where no home is known.

    ``$XDG_CONFIG_HOME/daykeep`` or ``~/.config/daykeep`` on Linux, ``~/Library/Application Support/daykeep`` on
    macOS, ``%APPDATA%\daykeep`` on Windows.
    """
    if platform == "win32":
        return f"{environ['APPDATA']}\\daykeep" if environ.get("APPDATA") else None
    return _home_folder(environ, platform, "Application Support", "XDG_CONFIG_HOME", ".config")


def user_cache_folder(environ: Mapping[str, str], platform: str) -> str | None:
    r"""The folder of what may be thrown away at any time, or None where no home is known.

    ``$XDG_CACHE_HOME/daykeep`` or ``~/.cache/daykeep`` on Linux, ``~/Library/Caches/daykeep`` on macOS,
    ``%LOCALAPPDATA%\daykeep\Cache`` on Windows.
    """
    if platform == "win32":
        return f"{environ['LOCALAPPDATA']}\\daykeep\\Cache" if environ.get("LOCALAPPDATA") else None
    return _home_folder(environ, platform, "Caches", "XDG_CACHE_HOME", ".cache")


def _home_folder(environ: Mapping[str, str], platform: str, mac: str, variable: str, name: str) -> str | None:
    home, base = environ.get("HOME"), environ.get(variable, "")
    if platform != "darwin" and base.startswith("/"):
        return f"{base}/daykeep"
    folder = f"Library/{mac}" if platform == "darwin" else name
    return f"{home}/{folder}/daykeep" if home else None
