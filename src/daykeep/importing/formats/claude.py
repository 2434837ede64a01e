"""Claude Code: its automatic memory (one file a note, an index), and the CLAUDE.md files that people write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.importing.formats.markdown import read_note, statements
from daykeep.importing.found import Passed
from daykeep.memory.notes.index.lines import parse_index
from daykeep.memory.notes.note import CLAUDE_INDEX
from daykeep.memory.notes.reading import parse_note
from daykeep.text.frontmatter import parse_frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.importing.found import Found
    from daykeep.importing.source import Source

PROJECT = re.compile(r"(?:^|.*/)projects/[^/]+/memory/")
"""The folder of a project's automatic memory."""
_MEMORY = re.compile(r"(?:^|[^/]+/)memory/")
_IMPORT = re.compile(r"(?:[^@\n]{1,80}: )?(?P<name>@\S+)")
_RULES = re.compile(r"(?:^|.*/)\.claude/rules/.*\.md")
_OWN = frozenset({"claude.md", "claude.local.md"})


def read_memory(source: Source) -> Iterator[Found]:
    """Automatic memory: a folder ``memory/``, a project that has one, or ``~/.claude`` with all projects."""
    names = [name for name in source.texts(hidden=True) if not name.lower().endswith(".txt")]
    inner = [name for name in names if PROJECT.match(name)] or [name for name in names if _MEMORY.match(name)]
    known = set(inner or names)
    for name in inner or names:
        document = source.document(name)
        if document is None:
            continue
        if name.rpartition("/")[2] == CLAUDE_INDEX:
            yield from _read_index(name, document.texts, known)
            continue
        note = parse_note(name, document)
        if note.type:
            yield from read_note(name, note)
            continue
        head = parse_frontmatter(document.texts)
        if head.problems and not head.fields:
            line, message = head.problems[0]
            yield Passed(name, line, f"its frontmatter can't be read: {message}", broken=True)
            continue
        yield from statements(
            name, ["" if number <= head.last else text for number, text in enumerate(document.texts, 1)]
        )


def read_claude_md(source: Source) -> Iterator[Found]:
    """CLAUDE.md, CLAUDE.local.md and rules, wherever they stand below; imports are named and not followed."""
    for name in source.texts(hidden=True):
        leaf = name.rpartition("/")[2].lower()
        if leaf not in _OWN and not _RULES.fullmatch(name) and source.names() != [name]:
            continue
        document = source.document(name)
        if document is not None:
            yield from statements(name, document.texts, without=_why_no_rule)


def _read_index(name: str, texts: list[str], known: set[str]) -> Iterator[Found]:
    """What the index says itself: statements that somebody wrote into it, and notes that it names and that are gone."""
    folder = name.rpartition("/")[0]
    lines = {line.line: line for line in parse_index(texts)}
    for line in lines.values():
        path = f"{folder}/{line.path}" if folder else line.path
        if path not in known:
            yield Passed(name, line.line, f"it names {line.path}, which is not there")
    own = ["" if number in lines else text for number, text in enumerate(texts, 1)]
    yield from statements(name, own)


def _why_no_rule(line: int, text: str) -> str:
    """Why a statement of an instruction file is none: it only imports another file."""
    del line
    found = _IMPORT.fullmatch(text)
    return f"it imports {found['name']}, which is not followed: import that file" if found else ""
