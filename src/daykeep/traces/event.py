"""One event of a trace: a name, a time, a duration and numbers. Never what was said."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

RETRIEVAL = "retrieval"
"""A search, or the building of a context: ``kind``, ``hits``, ``tokens``."""
CHECK = "check"
"""One run of triage: ``context_tokens``, ``units``, ``kept``, ``compressed``, ``stored``, ``dropped``, ``masked``, ``verdict``."""
COMPRESSION = "compression"
"""What a commit or a compaction made smaller: ``tokens_before``, ``tokens_after``, ``cache_predicted``."""
USAGE = "usage"
"""The provider's count of an answer: ``context_tokens``, ``cache_predicted``, ``cache_read``."""
DECAY = "decay"
"""A look for information that fades: ``decayed``, ``records``."""
REFRESH = "refresh"
"""What was said again at the end of a view: ``records``, ``tokens``."""
RECALL = "recall"
"""A stored turn brought back: ``by`` ("id", "words"), ``turns``, ``tokens``."""
REGISTRATION = "registration"
"""A record that was registered: ``kind``, ``importance``."""
PROMOTION = "promotion"
"""What left a session for long-term memory: ``proposed``, ``applied``."""
NAMES: tuple[str, ...] = (
    RETRIEVAL,
    CHECK,
    COMPRESSION,
    USAGE,
    DECAY,
    REFRESH,
    RECALL,
    REGISTRATION,
    PROMOTION,
)

MAX_ATTRIBUTES, _MAX_CHARS = 24, 64
MAX_NUMBER = 1e15
"""What is counted here is never more: a larger number was not written by daykeep."""
_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+@-]{0,63}")
_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")

Value = str | int | float | bool
"""What an attribute may be: a number, a truth value, or one short word such as an id."""


class Event(NamedTuple):
    """One thing that was done.

    ``name`` is one of `NAMES`, ``at`` when it began (ISO 8601 with an offset), ``duration_ms`` how long it took, ``attributes`` numbers and
    short words about it; ``session`` is the session's id, "" for none.
    """

    name: str
    at: str
    duration_ms: float = 0.0
    session: str = ""
    attributes: Mapping[str, Any] = MappingProxyType({})

    def number(self, key: str) -> float:
        """An attribute as a number; 0 where there is none, or one beyond `MAX_NUMBER`."""
        value = self.attributes.get(key, 0)
        return float(value) if isinstance(value, (int, float)) and abs(value) <= MAX_NUMBER else 0.0


def clean(attributes: Mapping[str, Any]) -> dict[str, Value]:
    """The attributes as they may be kept: of a text that is no single short word its length alone is left.

    >>> clean({"hits": 3, "kind": "note", "question": "where is the key?", "wrong key!": 1})
    {'hits': 3, 'kind': 'note', 'question_chars': 17}
    """
    kept: dict[str, Value] = {}
    for key, value in list(attributes.items())[:MAX_ATTRIBUTES]:
        if not _KEY.fullmatch(key):
            continue
        if isinstance(value, str) and not _TOKEN.fullmatch(value):
            kept[f"{key}_chars"] = len(value)
        elif isinstance(value, (str, bool, int)):
            kept[key] = value
        elif isinstance(value, float) and value - value == 0:  # no infinity, no NaN
            kept[key] = round(value, 6)
    return kept


def record_of(event: Event) -> dict[str, Any]:
    """The event as a line of the log."""
    record: dict[str, Any] = {
        "v": 1,
        "name": event.name,
        "at": event.at,
        "ms": round(max(0.0, event.duration_ms), 3),
    }
    if event.session:
        record["session"] = event.session
    return {**record, **({"attributes": made} if (made := clean(event.attributes)) else {})}


def event_of(record: Mapping[str, Any]) -> Event | None:
    """The event of a line; None if it is none."""
    name, at, took = record.get("name"), record.get("at"), record.get("ms", 0)
    attributes = record.get("attributes", {})
    if not (isinstance(name, str) and isinstance(at, str) and isinstance(attributes, dict)):
        return None
    if isinstance(took, bool) or not isinstance(took, (int, float)):
        return None
    return Event(name, at, float(took), str(record.get("session", "")), attributes)
