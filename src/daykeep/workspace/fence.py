"""Blocks of daykeep's own inside other people's files: added, rewritten and taken away without touching a byte beside.

In Markdown a block stands between ``<!-- daykeep:fence name=NAME -->`` and ``<!-- /daykeep:fence -->``, in
``.gitignore`` between the same words behind ``#``. ``joined`` in the opening mark says what was put in front of the
block to join it to the text above (``blank``: an empty line, ``end``: the line end that the last line lacked,
``both``), so that taking the block away gives back the very bytes that were there before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.blocks import find_blocks
from daykeep.text.comments import parse_mark, render_end, render_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document

_HASH_OPEN = "# daykeep:fence"
_HASH_CLOSE = "# /daykeep:fence"
_MARKDOWN = (".md", ".mdc")
"""Here a line that begins with ``#`` is a heading of somebody's, also with those words."""


class Block(NamedTuple):
    """A block's lines with both marks (1-based, inclusive) and how it was joined to the text above."""

    name: str
    first: int
    last: int
    joined: str


class _Fence(NamedTuple):
    closing: bool
    name: str
    joined: str


def find_block(document: Document, name: str) -> Block | None:
    """The first complete block of this name outside code; a mark that is never closed is no block."""
    opened: tuple[int, str] | None = None
    markdown = document.name.lower().endswith(_MARKDOWN)
    code = _code_lines(document) if markdown else frozenset()
    for number, text in enumerate(document.texts, 1):
        maybe = "daykeep:fence" in text and number not in code
        fence = _read_fence(text, hashes=not markdown) if maybe else None
        if fence is None:
            continue
        if fence.closing and opened is not None:
            return Block(name, opened[0], number, opened[1])
        if not fence.closing:
            opened = (number, fence.joined) if fence.name == name else None
    return None


def append_block(
    document: Document | None, name: str, body: Sequence[str], *, blank: bool = False, hashes: bool = False
) -> bytes:
    """The file's bytes with a new block at its end, in the file's own encoding and line ends.

    ``blank`` puts an empty line between what was there and the block; ``hashes`` writes the marks of ``.gitignore``.
    """
    if document is None or not document.texts:
        before = b"" if document is None else document.data
        return before + "\n".join([*_wrap(name, "", body, hashes=hashes), ""]).encode()
    added = {(True, True): "blank", (True, False): "both", (False, True): "", (False, False): "end"}
    lines = _wrap(name, added[blank, document.final_newline], body, hashes=hashes)
    lead, tail = [""] if blank else [], [] if document.final_newline else [""]
    return document.insert(len(document.texts) + 1, [*lead, *lines, *tail])


def replace_block(document: Document, block: Block, body: Sequence[str]) -> bytes:
    """The file's bytes with the block's body replaced; its marks and everything outside stay as they are."""
    inside = document.texts[block.first : block.last - 1]
    if inside == list(body):
        return document.data
    if not inside:
        return document.insert(block.last, body)
    return document.replace_lines(block.first + 1, block.last - 1, body)


def cut_block(document: Document, block: Block) -> bytes:
    """The file's bytes without the block and without what joined it to the text above.

    What would now join two lines of somebody's text stays, and so does an empty line that is no longer there.
    """
    lines = document.lines
    above = block.first - 2
    follows = block.last < len(lines)
    start = lines[block.first - 1].start
    if block.joined in {"blank", "both"} and above >= 0 and not lines[above].text:
        start, above = lines[above].start, above - 1
    if block.joined in {"end", "both"} and above >= 0 and not follows:
        start = lines[above].end
    return document.data[:start] + (document.data[lines[block.last].start :] if follows else b"")


def _code_lines(document: Document) -> frozenset[int]:
    """Lines of fenced code, where a mark is only an example of one; code that is never closed hides no mark."""
    spans = [span for span in find_blocks(document.texts).code if span.closed]
    return frozenset(n for span in spans for n in range(span.first, span.last + 1))


def _wrap(name: str, joined: str, body: Sequence[str], *, hashes: bool) -> list[str]:
    fields = {"name": name, **({"joined": joined} if joined else {})}
    if not hashes:
        return [render_mark("fence", **fields), *body, render_end("fence")]
    words = " ".join(f"{key}={value}" for key, value in fields.items())
    return [f"{_HASH_OPEN} {words}", *body, _HASH_CLOSE]


def _read_fence(text: str, *, hashes: bool) -> _Fence | None:
    bare = text.strip()
    if hashes and bare == _HASH_CLOSE:
        return _Fence(closing=True, name="", joined="")
    if hashes and bare.startswith(_HASH_OPEN + " "):
        fields = dict(word.split("=", 1) for word in bare[len(_HASH_OPEN) :].split() if "=" in word)
        return _Fence(closing=False, name=fields.get("name", ""), joined=fields.get("joined", ""))
    mark = parse_mark(text)
    if mark is None or mark.kind != "fence" or not mark.alone:
        return None
    return _Fence(mark.closing, mark.fields.get("name", ""), mark.fields.get("joined", ""))
