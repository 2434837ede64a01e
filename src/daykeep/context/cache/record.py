"""Remembers what the last builds of a project looked like, in the user's cache: hashes and sizes alone, no text.

The record may be deleted at any time; then the next build has nothing to compare itself with.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.files.cached import make_cache_folder
from daykeep.files.store import Files

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.context.build.section import Section

TO_TEXT, TO_ANTHROPIC, TO_OPENAI = OUTPUTS = ("text", "anthropic", "openai")
"""In whose form a context is built: each has a record of its own."""

FOLDER = "context"
VERSION = 1
LIMIT_BYTES = 4_000_000
"""A larger record is not read: it would cost more than it tells."""

MOST_PARTS = 20_000
"""A build of more sections and blocks is recorded with its first ones alone."""

_HASH_CHARS = 16


class Part(NamedTuple):
    """A section or a block of the conversation as it was sent: its name, the start of its sha256, its tokens."""

    key: str
    hash: str
    tokens: int


class Build(NamedTuple):
    """One build: when (RFC 3339), for which output and model, its memo key, its parts in the order of the prefix.

    ``points`` are the numbers of tokens up to each breakpoint.
    """

    at: str
    to: str
    model: str
    key: str
    parts: tuple[Part, ...]
    points: tuple[int, ...] = ()


class Record(NamedTuple):
    """The last build of a project, and the one before it that differed."""

    last: Build | None = None
    previous: Build | None = None


def part_of(key: str, text: str, tokens: int) -> Part:
    """A part with the hash of its text."""
    return Part(key, sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_CHARS], tokens)


def part_of_section(section: Section) -> Part:
    """A section as a part: its hash is known."""
    return Part(section.key, section.sha256[:_HASH_CHARS], section.tokens)


def record_name(project: str, to: str) -> str:
    """The name of a project's record for one output; two projects never share one."""
    return f"{sha256(project.encode('utf-8', 'surrogateescape')).hexdigest()[:24]}-{to}.json"


def find_records(cache: Path, project: str) -> list[Path]:
    """The files that remember a project's builds, one for each output; none of another project."""
    return sorted((cache / FOLDER).glob(record_name(project, "*")))


def load_record(cache: Path, project: str, to: str) -> Record:
    """What is remembered of a project (its folder) for one output; an empty record where nothing is, or nothing legible."""
    folder = cache / FOLDER
    if not folder.is_dir():
        return Record()
    value = Files(folder, durable=False).find_state(record_name(project, to), limit_bytes=LIMIT_BYTES).value
    if value.get("version") != VERSION:
        return Record()
    return Record(_build(value.get("last")), _build(value.get("previous")))


def save_build(cache: Path, project: str, build: Build) -> bool:
    """Remember a build; whether that changed the record. The same build again changes nothing.

    Raises StorageError where the cache can't be written.
    """
    folder = make_cache_folder(make_cache_folder(cache) / FOLDER)
    build = build._replace(parts=build.parts[:MOST_PARTS])

    def change(value: dict[str, Any]) -> dict[str, Any]:
        last = _build(value.get("last")) if value.get("version") == VERSION else None
        if last is not None and last._replace(at="") == build._replace(at=""):
            return value
        return {
            "version": VERSION,
            "project": project,
            "last": _as_json(build),
            "previous": None if last is None else _as_json(last),
        }

    return Files(folder, durable=False).update_state(
        record_name(project, build.to), change, limit_bytes=LIMIT_BYTES
    )


def _as_json(build: Build) -> dict[str, Any]:
    return {**build._asdict(), "parts": [list(part) for part in build.parts], "points": list(build.points)}


def _build(value: Any) -> Build | None:
    """A build from its JSON values, None if they are not those of one."""
    if not isinstance(value, dict):
        return None
    texts = [value.get(name) for name in ("at", "to", "model", "key")]
    parts = _parts(value.get("parts"))
    points = value.get("points")
    if parts is None or not all(isinstance(text, str) for text in texts) or not isinstance(points, list):
        return None
    at, to, model, key = map(str, texts)
    return Build(at, to, model, key, parts, tuple(point for point in points if isinstance(point, int)))


def _parts(value: Any) -> tuple[Part, ...] | None:
    if not isinstance(value, list) or not all(_is_part(entry) for entry in value):
        return None
    return tuple(Part(*entry) for entry in value)


def _is_part(entry: Any) -> bool:
    return (
        isinstance(entry, list)
        and len(entry) == len(Part._fields)
        and isinstance(entry[0], str)
        and isinstance(entry[1], str)
        and isinstance(entry[2], int)
    )
