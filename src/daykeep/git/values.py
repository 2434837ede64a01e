"""What the history speaks in: a commit, an answer of git, and the reason why there is no history."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime


class Commit(NamedTuple):
    """One commit: ``at`` is the committer's instant (UTC), ``names`` are workspace names that it changed.

    ``body`` is the message without its subject and trailers; ``trailers`` are the ``Key: value`` lines of the last
    paragraph, in order.
    """

    id: str
    parents: tuple[str, ...]
    at: datetime
    author: str
    subject: str
    body: str
    trailers: tuple[tuple[str, str], ...]
    names: tuple[str, ...]


class HistoryOff(NamedTuple):
    """Why there is no history here, and what would turn it on."""

    reason: str
    hint: str


class Entry(NamedTuple):
    """A path in a tree or in the index: ``mode`` as git writes it (``100644``), ``oid`` the id of its blob."""

    mode: str
    oid: str


class Author(NamedTuple):
    """Who a commit is by."""

    name: str
    email: str
