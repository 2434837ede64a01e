"""Reads one text file of a folder into chunks: what workspace and knowledge bases do alike."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.guard.secrets import mask_keys
from daykeep.memory.notes.note import TYPES
from daykeep.search.chunks import chunk_markdown, chunk_org, chunk_plain, chunk_rst
from daykeep.search.documents import GONE, MAX_CHUNKS, Reading, Skipped
from daykeep.search.sources.walk import MAX_BYTES, TOO_LARGE
from daykeep.text.frontmatter import parse_frontmatter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document as Lines
    from daykeep.files.store import Files
    from daykeep.search.documents import Chunk, Document, Version

BINARY = "not a text: it is full of NUL bytes"
_NULS_IN = 100
"""A file with more than one NUL byte in so many bytes is no text (in UTF-16 they are part of the letters)."""


class Labels(NamedTuple):
    """What the frontmatter of a note says of it as a whole."""

    title: str
    kind: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    description: str = ""
    status: str = ""
    """Of a note: whether a person has reviewed it."""


def read_text(files: Files, name: str, document: Document) -> Reading | Skipped:
    """Read a file of a folder; ``document`` is what its name tells, its frontmatter adds title, kind and tags."""
    try:
        info = os.stat(os.path.join(files.root, name))  # noqa: PTH116, PTH118 - thousands in a first index
        version: Version = (info.st_size, info.st_mtime_ns, info.st_ctime_ns)
        data = files.find_bytes(name, limit_bytes=MAX_BYTES + 1)
    except FileNotFoundError:
        data = None
    except OSError as error:
        return Skipped(name, f"can't be read: {(error.strerror or str(error)).lower()}")
    except DaykeepError as error:
        return Skipped(name, error.message)
    if data is None:
        return Skipped(name, GONE)
    if len(data) > MAX_BYTES:
        return Skipped(name, TOO_LARGE, lasting=True)
    lines = decode(data, name)
    if lines.encoding in {"utf-8", "mixed"} and data.count(0) * _NULS_IN > len(data):
        return Skipped(name, BINARY, lasting=True)
    return _read(document, version, lines, name)


def _read(document: Document, version: Version, lines: Lines, name: str) -> Reading:
    texts = mask_keys(lines.texts)
    labels = read_labels(texts)
    tags = (*labels.tags, *([labels.status] if labels.status and labels.status not in labels.tags else []))
    document = document._replace(
        title=labels.title or document.title, kind=labels.kind or document.kind, tags=tags
    )
    chunks = _without_head(_chunk(name, texts, document, labels), labels)
    problems = tuple(f"{name}:{problem.line}: {problem.message}" for problem in lines.problems)
    if len(chunks) >= MAX_CHUNKS:
        problems += (f"{name}: only its first {MAX_CHUNKS} pieces are searched",)
    return Reading(document, version, lines.sha256, chunks, problems=problems)


def _chunk(name: str, texts: Sequence[str], document: Document, labels: Labels) -> list[Chunk]:
    words = [*labels.aliases, *(f"#{tag}" for tag in labels.tags)]
    above = tuple(part for part in (document.title, " ".join(words)) if part)
    ending = name[name.rfind(".") :].lower()
    if ending == ".rst":
        return chunk_rst(texts, day=document.day, above=above)
    if ending == ".org":
        return chunk_org(texts, day=document.day, above=above)
    if ending == ".txt" and not any(line[:1] == "#" for line in texts):
        return chunk_plain(texts, day=document.day, above=above)
    return chunk_markdown(texts, day=document.day, above=above)


def _without_head(chunks: list[Chunk], labels: Labels) -> list[Chunk]:
    """The pieces of a note without its frontmatter, where the body says all that stands there."""
    if len(chunks) < 2 or chunks[0].first_line != 2 or not labels.description or labels.kind not in TYPES:
        return chunks
    body = " ".join(" ".join(chunk.text.split()) for chunk in chunks[1:])
    if labels.description.rstrip("…") not in body:
        return chunks
    return [chunk._replace(ordinal=number) for number, chunk in enumerate(chunks[1:])]


def read_labels(texts: Sequence[str]) -> Labels:
    """Title, kind (``type`` or ``kind``), tags and aliases of a frontmatter; all empty where there is none.

    >>> read_labels(["---", "title: Tea", "type: project", "tags: [kitchen, tea]", "---"])[:3]
    ('Tea', 'project', ('kitchen', 'tea'))
    """
    if not texts or not texts[0].lstrip("\ufeff").startswith("---"):
        return Labels("", "", (), ())
    fields = parse_frontmatter(texts).fields
    below = fields.get("metadata")
    fields = {**below, **fields} if isinstance(below, dict) else fields
    return Labels(
        _text(fields.get("title") or fields.get("name")),
        _text(fields.get("type") or fields.get("kind")),
        tuple(tag.lstrip("#") for tag in _list(fields.get("tags") or fields.get("tag")) if tag.strip("#")),
        _list(fields.get("aliases") or fields.get("alias")),
        _text(fields.get("description")),
        _text(fields.get("status")) if _text(fields.get("type")) in TYPES else "",
    )


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _list(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.replace(",", " ").split() if "," in value or "#" in value else [value]
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(text for text in map(_text, value) if text))
