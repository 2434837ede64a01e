"""What an agent did in a turn, told from its calls alone: files it changed, commands it ran, what it committed and logged. Pure.

No output of a tool is looked at but whether the call failed. A name that could pass for an order is left out.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.guard.inert import inert_value, is_short_order
from daykeep.session.memory.reading import clean_line
from daykeep.session.units.model import CALL, RESULT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.session.units.model import Part, Unit

FILE, COMMAND, COMMIT, LOGGED = "file", "command", "commit", "logged"
LOOKED_AT_CHARS = 4_000
"""Of a longer command only the beginning is looked at: what follows is a script or a document."""
OUTSIDE_PARTS = 3
"""A file outside of the session's folder is named by its last so many parts."""
_EDITORS = frozenset(
    [
        "edit",
        "write",
        "multiedit",
        "notebookedit",
        "create",
        "create_file",
        "write_file",
        "edit_file",
        "str_replace",
        "apply_patch",
        "str_replace_based_edit_tool",
    ]
)
_SHELLS = frozenset(
    ["bash", "shell", "local_shell", "exec_command", "run_terminal_cmd", "execute_command", "terminal"]
)
_PATHS = ("file_path", "notebook_path", "path", "filename", "target_file")
_LOOKING = frozenset(
    [
        "cd",
        "ls",
        "cat",
        "head",
        "tail",
        "grep",
        "rg",
        "egrep",
        "find",
        "fd",
        "sed",
        "awk",
        "echo",
        "printf",
        "wc",
        "sort",
        "uniq",
        "pwd",
        "which",
        "export",
        "source",
        "set",
        "unset",
        "sleep",
        "true",
        "false",
        "test",
        "mkdir",
        "rmdir",
        "cp",
        "mv",
        "rm",
        "touch",
        "tee",
        "xargs",
        "jq",
        "read",
        "for",
        "while",
        "do",
        "done",
        "if",
        "then",
        "else",
        "fi",
        "diff",
        "less",
        "more",
        "man",
        "date",
        "env",
        "whoami",
        "tree",
        "stat",
        "file",
        "cut",
        "tr",
        "chmod",
        "ln",
        "ps",
        "kill",
        "pkill",
        "history",
        "type",
        "command",
        "cmp",
        "du",
        "df",
        "basename",
        "dirname",
        "realpath",
        "exit",
        "return",
        "wait",
        "local",
        "function",
        "case",
        "esac",
    ]
)
"""Commands that look, or move files about: no outcome of a day."""
_BEFORE = frozenset(
    ["sudo", "time", "nohup", "nice", "stdbuf", "caffeinate", "npx", "bunx", "exec", "then", "do", "else"]
)
_WITH_WORD = frozenset(
    [
        "git",
        "npm",
        "pnpm",
        "yarn",
        "bun",
        "cargo",
        "go",
        "docker",
        "docker-compose",
        "kubectl",
        "uv",
        "pip",
        "pip3",
        "make",
        "poetry",
        "terraform",
        "gh",
        "brew",
        "apt",
        "apt-get",
        "just",
        "task",
        "dotnet",
        "mvn",
        "gradle",
        "systemctl",
        "helm",
        "npm-run",
        "hatch",
        "tox",
        "nox",
        "rake",
        "bundle",
        "mix",
        "flutter",
        "swift",
        "daykeep",
    ]
)
_GIT_DEEDS = frozenset(
    ["commit", "push", "pull", "merge", "rebase", "revert", "tag", "cherry-pick", "clone", "bisect"]
)


class Deed(NamedTuple):
    """One thing done: a file's name, a command's, a commit's subject; ``message`` is the number of the call's."""

    kind: str
    text: str
    message: int
    failed: bool = False


def deeds_of(unit: Unit, *, after: int = 0, folder: str = "") -> Iterator[Deed]:
    """What was done in the messages behind number ``after``, in order; files below ``folder`` are named from there.

    A command that looks at something, or moves files about, is none. Calls that failed count as commands only.
    """
    failed = {part.id for part in unit.parts if part.kind == RESULT and part.is_error}
    for part in unit.parts:
        if part.kind == CALL and part.message > after:
            yield from _of_call(part, folder, is_failed=part.id in failed)


def _of_call(part: Part, folder: str, *, is_failed: bool) -> Iterator[Deed]:
    name = part.name.rpartition("__")[2].rpartition(".")[2].casefold()
    if name == "log" and "daykeep" in part.name.casefold():
        if not is_failed:
            yield Deed(LOGGED, "", part.message)
    elif name in _EDITORS and not is_failed:
        yield from _of_edit(part, folder)
    elif name in _SHELLS:
        yield from _of_shell(part, is_failed=is_failed)


def _of_edit(part: Part, folder: str) -> Iterator[Deed]:
    given = _arguments(part.text)
    if given.get("command") == "view":
        return
    paths = [str(given[key]) for key in _PATHS if isinstance(given.get(key), str)][:1]
    paths = paths or _patch_pattern().findall(part.text)
    for path in paths:
        if _log_pattern().search(path):
            yield Deed(LOGGED, "", part.message)
        elif shown := show_path(path, folder):
            yield Deed(FILE, shown, part.message)


def show_path(path: str, folder: str) -> str:
    """A file as a person would name it: from the folder of the work on; "" for a passing one, and for what is no plain name.

    >>> show_path("/code/app/src/upload.py", "/code/app"), show_path("/etc/very/deep/down/x.conf", "/code/app")
    ('src/upload.py', 'deep/down/x.conf')
    """
    path = path.strip().replace("\\", "/")
    base = folder.replace("\\", "/").rstrip("/")
    if base and path.startswith(f"{base}/"):
        path = path[len(base) + 1 :]
    elif path.startswith(("/tmp/", "/private/tmp/", "/var/folders/")):  # noqa: S108 - a name that is read, not a file
        return ""
    elif path.startswith(("/", "~")) or path[1:3] == ":/":
        path = "/".join(path.strip("/").split("/")[-OUTSIDE_PARTS:])
    return inert_value(path.removeprefix("./")) if _path_pattern().fullmatch(path) else ""


def _of_shell(part: Part, *, is_failed: bool) -> Iterator[Deed]:
    given = _arguments(part.text)
    said = next((given[key] for key in ("command", "cmd", "script") if key in given), part.text)
    if isinstance(said, list):
        said = (
            str(said[-1]) if len(said) > 1 and said[0] in {"bash", "sh", "zsh"} else " ".join(map(str, said))
        )
    line = str(said)[:LOOKED_AT_CHARS]
    names = [name for piece in _pieces(line) if (name := _name_of(piece))]
    for place, name in enumerate(names):
        yield Deed(COMMAND, name, part.message, is_failed and place == len(names) - 1)
    if is_failed:
        return
    if _logging_pattern().search(line):
        yield Deed(LOGGED, "", part.message)
    for found in _commit_pattern().finditer(line):
        if subject := clean_line(found["a"] or found["b"] or ""):
            yield Deed(COMMIT, subject, part.message)


def _pieces(line: str) -> list[list[str]]:
    """The commands of a line, each as words; what stands in quotes or in a document within the line is left out."""
    bare = _quoted_pattern().sub(" ", line.partition("<<")[0])
    return [piece.split() for piece in re.split(r"&&|\|\||[;|\n&]", bare)]


def _name_of(words: list[str]) -> str:
    """What a command is called, with the word that says what it does; "" for one that only looks."""
    words = [word for word in words if "=" not in word.partition("/")[0] or word.startswith("-")]
    while words and (words[0] in _BEFORE or words[0] == "timeout"):
        words = words[2:] if words[0] == "timeout" else words[1:]
    if words[:2] == ["uv", "run"] or words[:2] == ["poetry", "run"]:
        words = words[2:]
    if not words:
        return ""
    name = words[0].rpartition("/")[2]
    rest = [word for word in words[1:] if not word.startswith("-")]
    if re.fullmatch(r"python[\d.]*", name):
        if "-m" in words and words.index("-m") + 1 < len(words):
            return _plain(words[words.index("-m") + 1])
        return _plain(f"{name} {rest[0].rpartition('/')[2]}") if rest else ""
    if name in _LOOKING or (name == "git" and (not rest or rest[0] not in _GIT_DEEDS)):
        return ""
    if name in _WITH_WORD and rest:
        name = f"{name} {' '.join(rest[: 2 if rest[0] == 'run' else 1])}"
    return "" if name.startswith("daykeep") else _plain(name)


def _plain(name: str) -> str:
    return name if _command_pattern().fullmatch(name) and not is_short_order(name) else ""


def _arguments(text: str) -> Mapping[str, Any]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


@cache
def _command_pattern() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][\w.+-]{0,30}(?: [A-Za-z][\w.:+-]{0,30}){0,2}", re.ASCII)


@cache
def _path_pattern() -> re.Pattern[str]:
    return re.compile(r"[^\s`'\"<>|*?:\x00-\x1f]{1,120}")


@cache
def _quoted_pattern() -> re.Pattern[str]:
    return re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'")


@cache
def _patch_pattern() -> re.Pattern[str]:
    return re.compile(r"\*\*\* (?:Update|Add) File: ([^\s\"\\]+)")


@cache
def _log_pattern() -> re.Pattern[str]:
    return re.compile(r"(?:^|[/\\])memory[/\\]\d{4}-\d\d-\d\d[^/\\]*\.md$")


@cache
def _logging_pattern() -> re.Pattern[str]:
    """An entry for the day's log: by daykeep's command, or by writing to the file itself."""
    return re.compile(
        r"\bdaykeep\b[^\n;&|]{0,80}?\blog\b(?!\s+(?:show|todo|backfill)\b)|>>?\s*\S*memory/\d{4}-\d\d-\d\d\S*\.md"
    )


@cache
def _commit_pattern() -> re.Pattern[str]:
    """The subject of a commit that is made on the command line: its first line."""
    return re.compile(
        r"\bgit\b[^\n;&|\"']{0,80}\bcommit\b[^\n;&|\"']{0,60}\s-[a-z]*m\s+(?:\"(?P<a>[^\"\n$`]{3,160})|'(?P<b>[^'\n]{3,160}))"
    )
