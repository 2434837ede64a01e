"""Where the bytes of a piece of a line are, in files of any encoding: so that a fix changes those bytes and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import DocumentError

if TYPE_CHECKING:
    from daykeep.files.encoding import Document

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")


def find_span(document: Document, line: int, first: int, end: int) -> tuple[int, int]:
    """The byte span, in the file, of characters ``first`` to before ``end`` of a line (1-based).

    In a line whose decoding had to guess, the piece is looked for as UTF-8; DocumentError where that leaves a doubt.
    """
    at = document.lines[line - 1]
    raw = document.data[at.start : at.end]
    encoding = _encoding_of(raw, at.text)
    if encoding:
        start = at.start + len(at.text[:first].encode(encoding, "surrogatepass"))
        return start, start + len(at.text[first:end].encode(encoding, "surrogatepass"))
    piece = at.text[first:end]
    needle = piece.encode("utf-8", "surrogatepass")
    if not needle or raw.count(needle) != at.text.count(piece):
        raise DocumentError(
            f'"{document.name}:{line}" is in no single encoding; this has to be changed by hand',
            details={"name": document.name, "line": line},
        )
    start = -1
    for _ in range(at.text[:first].count(piece) + 1):
        start = raw.find(needle, start + 1)
    return at.start + start, at.start + start + len(needle)


def encode_like(document: Document, line: int, text: str) -> bytes:
    """Text in the encoding of a line; UTF-8 where that had to be guessed."""
    at = document.lines[line - 1]
    return text.encode(_encoding_of(document.data[at.start : at.end], at.text) or "utf-8")


def _encoding_of(raw: bytes, text: str) -> str:
    """The encoding that gives exactly these bytes for the text; ``""`` if none does."""
    return next((name for name in ENCODINGS if text.encode(name, "surrogatepass") == raw), "")
