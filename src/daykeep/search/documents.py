"""The values of search: documents, their versions, the chunks they are cut into, and what a source of them offers.

A *document* is one file (or one conversation); a *chunk* is the smallest piece of it that is found: a list item, a
paragraph, a table, a code block, a turn. A *source* lists its documents cheaply, by looks at the files alone, and
reads one when the index asks for it.
"""

from __future__ import annotations

from datetime import date  # noqa: TC003 - a field of a NamedTuple is evaluated by those who inspect it
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCES = ("workspace", "knowledge", "conversations")
"""The three sources; a document's key begins with its source and a colon."""

LEVELS = ("core", "memory", "daily", "note", "session", "archive", "knowledge", "conversation")
"""What a document is: a layer file, MEMORY.md, a daily log, a note or other text below ``memory/``, the memory of a
session, what was archived, a file of a knowledge base, a conversation."""

MAX_CHUNKS = 1 << 20
"""A document has fewer chunks than this; what lies beyond is not found, and a problem says so."""

GONE = "it is gone"
"""The reason of a document that is no longer there: it is taken out of the index and not named."""

Version = tuple[int, int, int]
"""What a look at a file tells: its size in bytes, and when its content and its entry changed (``st_mtime_ns``,
``st_ctime_ns``). A plain tuple: thousands are made for every search."""


class Document(NamedTuple):
    """What is known of a document besides its text.

    ``key`` names it for ever (``workspace:memory/2026-03-10.md``), ``path`` for people: relative for the workspace,
    else as the source shows it. ``day`` is the user's day that the document belongs to, None where it has none.
    ``kind`` is a note's type or a conversation's format, ``tags`` its labels.
    """

    key: str
    source: str
    level: str
    path: str
    title: str = ""
    day: date | None = None
    kind: str = ""
    tags: tuple[str, ...] = ()


class Chunk(NamedTuple):
    """A piece of a document: its place in it from 0, its lines (1-based, inclusive) and its text as it stands there.

    ``heading`` holds the titles above it, outermost first; ``speaker`` who says it, for a turn.
    """

    ordinal: int
    first_line: int
    last_line: int
    heading: tuple[str, ...]
    day: date | None
    speaker: str | None
    text: str


class Stamp(NamedTuple):
    """What the index holds of a document: the version that was read, and whether it is racy.

    Racy is a file that was read in the very moment in which it changed: it may have changed once more without a new
    time or size, so its bytes are compared at the next look.
    """

    version: Version
    racy: bool


class Skipped(NamedTuple):
    """A file that is not searched, and why, for people.

    ``lasting`` is a reason that holds as long as the file stays as it is; any other is tried again at every look.
    ``whole``: it is no single file but all of a folder, or of what a setting names.
    """

    path: str
    reason: str
    lasting: bool = False
    whole: bool = False


class Listing(NamedTuple):
    """The documents that a source has now, by key, with their versions; and what it passes over.

    ``closed`` holds the beginnings of keys below which nothing could be listed (a folder that is not mounted, or may
    not be read): what the index holds of them stays.
    """

    found: dict[str, Version]
    skipped: list[Skipped]
    closed: tuple[str, ...] = ()


class Before(NamedTuple):
    """What the index holds of a document that is to be read again: how many chunks, its hash, the source's own state."""

    chunks: int
    sha256: str
    state: str


class Reading(NamedTuple):
    """A document that was read.

    ``version`` was looked up before the reading began. The first ``kept`` chunks of the index stay as they are;
    ``chunks`` follow them (0: all are new). ``state`` is a text of the source's own that it gets back in `Before`,
    such as how far it has read. ``sha256`` is equal for equal content.
    """

    document: Document
    version: Version
    sha256: str
    chunks: Sequence[Chunk]
    kept: int = 0
    state: str = ""
    problems: tuple[str, ...] = ()


class Source(Protocol):
    """Documents of one kind. Reading changes nothing; what can't be read is said, never passed over in silence."""

    name: str
    """One of ``SOURCES``."""

    def list_documents(self) -> Listing:
        """All documents and their versions, without opening one of them."""

    def read_document(self, key: str, before: Before | None = None) -> Reading | Skipped:
        """The document of a key that was listed; `Skipped` when it is gone or can't be read."""

    def path_of(self, key: str) -> str:
        """Where the document of a key stands now, for people; ``""`` where settings name nothing that would hold it.

        The index keeps a path too, but a folder that was moved keeps its files' keys, times and sizes.
        """

    def find_key(self, path: str) -> str:
        """The key that a document has, or would have, which people name by this path; ``""`` where none can."""


class Filter(NamedTuple):
    """Which documents and days are searched; an empty field allows everything.

    ``since`` and ``until`` (inclusive) leave out chunks of other days and those without a day. ``tag`` is compared
    without regard to case, as is ``kind``.
    """

    sources: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    since: date | None = None
    until: date | None = None
    kind: str = ""
    tag: str = ""


EVERYTHING = Filter()


class Match(NamedTuple):
    """A chunk that holds terms of a question; ``score`` sums what the rarer ones among them are worth."""

    id: int
    score: float


class Candidate(NamedTuple):
    """A chunk as the ranker needs it. ``id`` orders the chunks of a document: its neighbours have the ids beside its own.

    ``terms`` are those of its text in their order and ``head`` those of its headings, both joined by spaces.
    """

    id: int
    terms: str
    head: str
    day: date | None
    speaker: str | None

    @property
    def document(self) -> int:
        """The number of its document in this index."""
        return self.id // MAX_CHUNKS

    @property
    def ordinal(self) -> int:
        """Its place in the document, from 0."""
        return self.id % MAX_CHUNKS


class Statistics(NamedTuple):
    """What a score needs to know of the whole index: the number of chunks and of terms, and in how many chunks a term is."""

    chunks: int
    terms: int
    frequencies: dict[str, int]
