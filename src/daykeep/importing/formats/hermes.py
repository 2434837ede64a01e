"""Hermes: MEMORY.md and USER.md of entries with a section sign on a line of its own between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.importing.cutting import without_comments
from daykeep.importing.formats.workspaces import CORE_REASON
from daykeep.importing.found import Passed, Said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.importing.found import Found
    from daykeep.importing.source import Source

SIGN = "§"
_KINDS = {"memory.md": "", "user.md": "user"}


def read(source: Source) -> Iterator[Found]:
    """The memories of one home, of its profiles, or of a folder ``memories/``."""
    for name in source.texts():
        folder, _, leaf = name.rpartition("/")
        if leaf.lower() in _KINDS and (not folder or folder.rpartition("/")[2] == "memories"):
            document = source.document(name)
            if document is not None:
                yield from read_entries(name, document.texts, _KINDS[leaf.lower()])
        elif leaf.lower() in {"soul.md", "agents.md"} and not folder:
            yield Passed(name, 0, CORE_REASON)


def read_entries(name: str, texts: Sequence[str], kind: str) -> Iterator[Found]:
    """The entries of a file; a section sign within a line divides nothing."""
    start = 1
    for number, text in enumerate([*texts, SIGN], 1):
        if text.strip() == SIGN:
            yield from _entry(name, start, texts[start - 1 : number - 1], kind)
            start = number + 1


def _entry(name: str, start: int, lines: Sequence[str], kind: str) -> Iterator[Found]:
    filled = [index for index, line in enumerate(lines) if line.strip()]
    if filled:
        text = without_comments(
            "\n".join(line.rstrip() for line in lines[filled[0] : filled[-1] + 1])
        ).strip()
        if any(character.isalnum() for character in text):
            yield Said(name, start + filled[0], start + filled[-1], text, kind)
