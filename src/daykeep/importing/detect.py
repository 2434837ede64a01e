"""Tells which tool's memory a folder or file is, and reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError
from daykeep.importing.formats import basic_memory, claude, exports, hermes, markdown, memsearch, workspaces
from daykeep.importing.found import Passed
from daykeep.importing.source import JSONS, TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from daykeep.importing.found import Day, Found, Said
    from daykeep.importing.source import Source

READERS: dict[str, Callable[[Source], Iterable[Found]]] = {
    "claude-memory": claude.read_memory,
    "claude-md": claude.read_claude_md,
    "openclaw": workspaces.read_openclaw,
    "nanobot": workspaces.read_nanobot,
    "hermes": hermes.read,
    "basic-memory": basic_memory.read,
    "memsearch": memsearch.read,
    "chatgpt": exports.read_chatgpt,
    "mem0-json": exports.read_mem0,
    "markdown": markdown.read,
}
"""Every format by the name that a person gives it."""

LOOKED_AT = 40
"""So many files are opened to tell a format by what stands in them."""
_TYPED = re.compile(
    r"^(?:metadata:[ \t]*$|[ \t]*type:[ \t]*(?:user|feedback|project|reference)[ \t]*$)", re.MULTILINE
)
_PERMALINK = re.compile(r"^permalink:", re.MULTILINE)


class Reading(NamedTuple):
    """What was found: the format, what is said in it, and what was passed over, each with its place."""

    format: str
    found: tuple[Said | Day, ...]
    passed: tuple[Passed, ...]


def read_source(source: Source, format_name: str = "") -> Reading:
    """Read everything; without a name the format is told from the files.

    Raises UsageError for an unknown name, and where nothing that could be imported is there.
    """
    name = format_name or detect_format(source)
    if name not in READERS:
        raise UsageError(f'"{name}" is no format', hint=f"one of {', '.join(READERS)}")
    found = tuple(READERS[name](source))
    passed = (*(one for one in found if isinstance(one, Passed)), *source.passed)
    kept = tuple(one for one in found if not isinstance(one, Passed))
    if not kept and not passed:
        raise UsageError(
            f'nothing of the format {name} is in "{source.path}"',
            hint=f"formats: {', '.join(READERS)}; hidden folders have to be named",
        )
    return Reading(name, kept, tuple(dict.fromkeys(passed)))


def detect_format(source: Source) -> str:
    """The format that the files are most probably of. Raises UsageError where no reader would find anything."""
    names = source.names()
    found = _by_name(names)
    if found:
        return found
    looked = list(source.texts(hidden=True))
    if not looked:
        raise UsageError(
            f'"{source.path}" holds no memory that could be imported', hint=f"formats: {', '.join(READERS)}"
        )
    texts = [data for name in looked[:LOOKED_AT] if (data := _head(source, name))]
    return _by_text(texts, {name.rpartition("/")[2].lower() for name in looked})


def _by_name(names: list[str]) -> str:
    """The first format whose files are there by their names, ``""`` if none is."""
    there = set(names)
    inner = {name.removeprefix("workspace/") for name in names}
    marks = {
        "chatgpt": any(exports.CONVERSATIONS.fullmatch(name) for name in names),
        "memsearch": any(f"/{memsearch.FOLDER}" in f"/{name}" for name in names),
        "claude-memory": any(claude.PROJECT.match(name) and name.endswith(".md") for name in names),
        "hermes": bool(there & {"memories/MEMORY.md", "memories/USER.md"}),
        "nanobot": bool(inner & {"memory/HISTORY.md", "memory/history.jsonl", "memory/MEMORY.md"})
        and "MEMORY.md" not in inner,
        "openclaw": bool(inner & {"SOUL.md", "IDENTITY.md", "HEARTBEAT.md"})
        and any(name.startswith("memory/") or name == "MEMORY.md" for name in inner),
        "mem0-json": any(name.lower().endswith(JSONS) for name in names)
        and not any(name.lower().endswith(TEXTS) for name in names),
    }
    return next((name for name, is_there in marks.items() if is_there), "")


def _by_text(texts: list[str], leaves: set[str]) -> str:
    if leaves & {"memory.md", "user.md"} and any(f"\n{hermes.SIGN}\n" in f"\n{text}\n" for text in texts):
        return "hermes"
    if any(memsearch.MARK.match(line) for text in texts for line in text.split("\n")):
        return "memsearch"
    if any(_PERMALINK.search(text) for text in texts):
        return "basic-memory"
    if any(text.startswith("---") and _TYPED.search(text) for text in texts):
        return "claude-memory"
    if leaves & {"claude.md", "claude.local.md"}:
        return "claude-md"
    return "markdown"


def _head(source: Source, name: str) -> str:
    document = source.document(name)
    return "\n".join(document.texts) if document is not None else ""
