"""Reads the items of a conversation from plain objects, compresses them, and gives them back as such. Pure.

An object is ``{"type", "content"}`` with ``type`` decision, error, code, user_message, assistant_message or any other word;
an error may have ``error_type``, ``message``, ``solution`` and ``resolved``, code a ``file``; ``recency: "recent"``,
``important`` and ``status: "success"`` raise its priority. Whatever is missing or null is nothing, never an error.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.session.units.model import AGENT, PERSON
from daykeep.triage.compress.category import CODE, CONVERSATION, DECISION, ERROR
from daykeep.triage.compress.items import Item, compress_items

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.triage.compress.items import Report

USER_TYPE, AGENT_TYPE = "user_message", "assistant_message"
PRESERVED = ("decision", "constraint", "user_preference")
"""Types that are kept word by word where nothing else is chosen."""


def read_items(history: Iterable[Mapping[str, Any]], *, preserve: Sequence[str] = PRESERVED) -> list[Item]:
    """The items of a history, in its order; one of a type in ``preserve`` counts as a decision: nothing is taken from it."""
    return [_item(number, row, preserve) for number, row in enumerate(history, 1)]


def compress_history(
    history: Sequence[Mapping[str, Any]], target_ratio: float, *, preserve: Sequence[str] = PRESERVED
) -> tuple[list[dict[str, Any]], Report]:
    """The history with its texts compressed towards a ratio, and the report; no object is ever left out.

    Every key stays; a text that was compressed is in ``content`` (``message`` of an error that has no content).
    """
    report = compress_items(read_items(history, preserve=preserve), target_ratio)
    rows = [
        dict(row) if made.whole else {**row, _text_key(row): made.text}
        for row, made in zip(history, report.items, strict=True)
    ]
    return rows, report


def _item(number: int, row: Mapping[str, Any], preserve: Sequence[str]) -> Item:
    kind = _text(row.get("type"))
    resolved = row.get("resolved")
    return Item(
        _text(row.get("id")) or str(number),
        _content(row),
        _category(kind, row, preserve),
        PERSON if kind == USER_TYPE or row.get("role") == "user" else AGENT,
        is_recent=row.get("recency") == "recent",
        is_important=bool(row.get("important")),
        is_success=row.get("status") == "success",
        path=_text(row.get("file")),
        fix=_text(row.get("solution")),
        resolved=resolved if isinstance(resolved, bool) else None,
    )


def _category(kind: str, row: Mapping[str, Any], preserve: Sequence[str]) -> str:
    if kind in {DECISION, *preserve}:
        return DECISION
    if kind in {ERROR, CODE}:
        return kind
    if kind in {USER_TYPE, AGENT_TYPE}:
        return CONVERSATION
    return ERROR if row.get("error_type") else ""


def _content(row: Mapping[str, Any]) -> str:
    text = _text(row.get(_text_key(row)))
    kind = _text(row.get("error_type"))
    return f"{kind}: {text}" if kind and text and not text.startswith(kind) else text


def _text_key(row: Mapping[str, Any]) -> str:
    return "message" if "content" not in row and "message" in row else "content"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)
