"""What the tools answer as JSON: the keys of the commands' ``--json``.

The keys stand here so that a client knows them before it calls; what they mean is on the page of JSON answers.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

Rows = list[dict[str, Any]]


class Answered(TypedDict):
    """What every answer has."""

    ok: bool
    notes: NotRequired[list[str]]


class Packet(Answered):
    """What an agent reads when it wakes up, part by part."""

    session: str
    day: str
    zone: str
    as_of: str | None
    budget: dict[str, Any]
    tokens: int
    sha256: str
    parts: Rows
    todos: list[Any]
    due: list[Any]
    alerts: list[Any]
    skipped: Rows


class Logged(Answered):
    """Where an entry stands, and what was found in it."""

    name: str
    first_line: int | None
    last_line: int | None
    offset: int
    created: bool
    spooled: bool
    quarantined: str | None
    origin: str
    masked: list[str]
    repaired: int
    nuls: int
    hidden: list[str]


class DayLog(Answered):
    """The logs of a day."""

    day: str
    files: Rows


class Todos(Answered):
    """What is still to be done."""

    day: str
    days: int
    todos: Rows


class Remembered(Answered):
    """What became of a statement."""

    store: str
    action: str
    name: str
    type: str
    status: str
    held: bool
    proposal: str | None
    dry_run: bool


class Forgetting(Answered):
    """The lines that are to leave memory, and the proposals that wait for a person."""

    lines: Rows
    logged: Rows
    dry_run: bool
    forgotten: int
    proposals: list[str]


class Found(Answered):
    """What is known about a question."""

    question: str
    type: str
    days: list[str] | None
    found: bool
    hits: Rows
    stale: list[Any]
    skipped: int
    documents: int


class Shown(Answered):
    """A passage and its neighbours."""

    key: str
    source: str
    level: str
    path: str
    title: str | None
    day: str | None
    passages: Rows


class Enhanced(Answered):
    """A context with what is known put in."""

    text: str
    tokens: int
    used: Rows
    left_out: Rows


class Recalled(Answered):
    """Stored turns: a list of them, one of them, or those that hold certain words."""

    session: str


class SessionStatus(Answered):
    """How a conversation stands."""

    session: dict[str, Any]
    messages: int
    turns: int
    tokens: int
    view_tokens: int
    commits: int
    open: list[str]
    irregular: dict[str, str]
    problems: Rows


class Waiting(Answered):
    """What waits for a person."""

    waiting: int
    deferred: int
    proposals: Rows
    problems: list[str]


class History(Answered):
    """What memory learned, or a file as it was."""

    commits: NotRequired[Rows]
    name: NotRequired[str]
    day: NotRequired[str]
    commit: NotRequired[str]
    at: NotRequired[str]
    lines: NotRequired[list[str]]


class Why(Answered):
    """Where a line came from, and what happened to it since."""

    name: str
    lines: list[int]
    text: str
    archived: Rows
    edited: bool
    sources: Rows
    asked: Rows
    approved: Rows
    chain: Rows
    also: Rows
    written: dict[str, Any] | None
    first_seen: dict[str, Any] | None
