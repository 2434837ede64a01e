"""Proposals as JSON: what is written is read back as it was, and keys that other versions put there are kept."""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from daykeep.errors import ConflictError, DocumentError, UsageError
from daykeep.files.encoding import Problem
from daykeep.review.queue.proposals import (
    ACTIONS,
    CHANGE,
    PENDING,
    STATUSES,
    OldLine,
    Proposal,
    ProposedItem,
    SourceLine,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.review.queue.proposals import Renewed, Ruling

SCHEMA = 1
MAX_BYTES = 64 * 1024 * 1024
"""A larger file is none of ours: a first distillation of ten years' logs makes about a tenth of it."""

_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
_ITEM_ID = re.compile(r"[0-9a-z]{4,64}")
_KIND = re.compile(r"[a-z][a-z_]{0,30}")


def is_proposal_id(text: str) -> bool:
    """Whether this is a ULID as proposals have it."""
    return _ID.fullmatch(text) is not None


def render_proposal(proposal: Proposal) -> bytes:
    """The text of a new proposal."""
    head = {
        "schema": SCHEMA,
        "id": proposal.id,
        "created_at": proposal.created_at.isoformat(timespec="seconds"),
        "origin": proposal.origin,
        "target": proposal.target,
        "base_sha256": proposal.base_sha256,
    }
    return render_value({**head, "items": [item_value(item) for item in proposal.items]})


def render_value(value: dict[str, Any]) -> bytes:
    """A JSON object as bytes, Chinese as Chinese; text that is not Unicode is escaped."""
    try:
        return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
    except UnicodeEncodeError:
        return (json.dumps(value, indent=1) + "\n").encode("ascii")


def item_value(item: ProposedItem) -> dict[str, Any]:
    """One item as JSON values; the inverse of reading it."""
    fields = item._asdict()
    fields["day"] = item.day.isoformat()
    if item.until is None:
        del fields["until"]
    else:
        fields["until"] = item.until.isoformat()
    if not item.lands:
        del fields["lands"]
    fields["lines"] = [line._asdict() for line in item.lines]
    fields["supersedes"] = [old._asdict() for old in item.supersedes]
    return fields


def parse_value(data: bytes, name: str) -> dict[str, Any]:
    """The JSON object of a proposal file, unknown keys and all; DocumentError, with the place, if it is none."""
    if len(data) > MAX_BYTES:
        raise _damaged(name, 1, f"larger than {MAX_BYTES >> 20} MiB")
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _damaged(name, getattr(error, "lineno", 1), f"not valid JSON: {error}") from error
    if not isinstance(value, dict) or not isinstance(value.get("items"), list):
        raise _damaged(name, 1, "not a proposal")
    return value


def parse_proposal(value: dict[str, Any], name: str) -> tuple[Proposal, list[Problem]]:
    """A proposal and what in it can't be read: an item with a fault is passed over, the others count.

    Raises DocumentError if the whole can't be one, or if its id is not ``name``'s.
    """
    proposal_id = name.rsplit("/", 1)[-1].removesuffix(".json")
    base = value.get("base_sha256")
    try:
        head = Proposal(
            id=_one_of([proposal_id], _matching(_ID, value["id"])),
            created_at=_instant(value["created_at"]),
            origin=_text(value["origin"]),
            target=_text(value["target"]),
            base_sha256=None if base is None else _text(base),
            items=(),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(name, 1, f"not a proposal: {_say(error)}") from error
    items: list[ProposedItem] = []
    problems: list[Problem] = []
    for number, row in enumerate(value["items"], 1):
        try:
            items.append(_item(row))
        except (KeyError, TypeError, ValueError) as error:
            problems.append(Problem(name, 1, f"item {number} can't be read: {_say(error)}"))
    return head._replace(items=tuple(items)), problems


def rule(value: dict[str, Any], rulings: Sequence[Ruling], *, now: datetime, by: str) -> None:
    """Write rulings into the JSON object of a proposal; other items and unknown keys stay as they are."""
    by_id = {ruling.item: ruling for ruling in rulings}
    for row in value["items"]:
        ruling = by_id.get(str(row.get("id"))) if isinstance(row, dict) else None
        if ruling is None:
            continue
        if ruling.edited is not None:
            row["edited"] = list(ruling.edited)
        row["status"] = ruling.status
        row.pop("until", None)
        if ruling.until is not None:
            row["until"] = ruling.until.isoformat()
        if ruling.status == PENDING:
            row.pop("decided", None)
        else:
            row["decided"] = {"at": now.isoformat(timespec="seconds"), "by": by}


def split(
    value: dict[str, Any], before: Proposal, item_id: str, parts: Sequence[ProposedItem], *, seen: str
) -> None:
    """Write parts in the place of an item into the JSON object of a proposal; ``before`` is what the object says.

    Raises UsageError if it has no such item, ConflictError if that is another one than was seen, or waits no more.
    """
    item = before.find_item(item_id)
    if item is None:
        raise UsageError(f'proposal {before.id} has no item "{item_id}"')
    if not item.waits or item.fingerprint != seen:
        raise ConflictError(f"item {item_id} was changed after you saw it; nothing was split")
    rows: list[Any] = []
    for row in value["items"]:
        is_it = isinstance(row, dict) and str(row.get("id")) == item_id
        rows += [{**row, **_plain(part)} for part in parts] if is_it else [row]
    value["items"] = rows


def renew(
    value: dict[str, Any], before: Proposal, items: Sequence[Renewed], *, base_sha256: str | None
) -> bool:
    """Write the places of items that wait, and the base, into the JSON object of a proposal; whether anything changed.

    ``before`` is what the object says; an item that is another one than was seen by now stays as it is.
    """
    seen = {item.id: item for item in before.items}
    changed = False
    for row in value["items"]:
        item = seen.get(str(row.get("id"))) if isinstance(row, dict) else None
        wanted = next((one for one in items if item is not None and one.item == item.id), None)
        if item is None or wanted is None or not item.waits or item.fingerprint != wanted.seen:
            continue
        row["supersedes"] = [old._asdict() for old in wanted.supersedes]
        row["lines"] = [line._asdict() for line in wanted.lines]
        changed = True
    if before.waiting and value.get("base_sha256") != base_sha256:
        value["base_sha256"] = base_sha256
        changed = True
    return changed


def _plain(item: ProposedItem) -> dict[str, Any]:
    """An item as JSON values that are as if read back."""
    value = json.loads(json.dumps(item_value(item)))
    return {**value}


def _item(row: dict[str, Any]) -> ProposedItem:
    lines = tuple(_source_line(line) for line in row["lines"])
    edited = row.get("edited")
    item = ProposedItem(
        id=_matching(_ITEM_ID, row["id"]),
        kind=_matching(_KIND, row["kind"]),
        title=_line(row["title"]),
        day=date.fromisoformat(row["day"]),
        name=_line(row["name"]),
        lines=lines,
        origin=_line(row["origin"]),
        score=_share(row["score"]),
        rule=_line(row["rule"]),
        worded=row.get("worded") is True,
        action=_one_of(ACTIONS, row["action"]),
        reason=_text(row["reason"]),
        reasons=_texts(row.get("reasons", [])),
        supersedes=tuple(_old_line(old) for old in row.get("supersedes", [])),
        duplicates=_texts(row.get("duplicates", [])),
        commit=_line(row["commit"]) if row.get("commit") is not None else None,
        edited=tuple(map(_line, edited)) if edited is not None else None,
        status=_one_of(STATUSES, row.get("status", PENDING)),
        before=_count(row.get("before", 0)),
        until=date.fromisoformat(row["until"]) if row.get("until") is not None else None,
        lands=_line(row.get("lands", "")),
    )
    takes_out = item.action == CHANGE and item.supersedes
    if not lines or not (takes_out or any(line.strip() for line in item.memory_lines)):
        raise ValueError("it has no lines")
    return item


def _source_line(row: dict[str, Any]) -> SourceLine:
    text = row.get("text")
    return SourceLine(_number(row["number"]), _line(row["sha8"]), None if text is None else _line(text))


def _old_line(row: dict[str, Any]) -> OldLine:
    return OldLine(_number(row["number"]), _line(row["text"]), _line(row["line"]))


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{value!r} is not a line number")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is not a number of lines")
    return value


def _share(value: object) -> float:
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"{value!r} is not a share")
    return float(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _line(value: object) -> str:
    text = _text(value)
    if "\n" in text or "\r" in text:
        raise ValueError("a text of one line holds a line end")
    return text


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return tuple(map(_text, value))


def _matching(pattern: re.Pattern[str], value: object) -> str:
    text = _text(value)
    if not pattern.fullmatch(text):
        raise ValueError(f"{text[:80]!r} is not one of ours")
    return text


def _one_of(known: Sequence[str], value: object) -> str:
    text = _text(value)
    if text not in known:
        raise ValueError(f"{text[:80]!r} is none of {', '.join(known)}")
    return text


def _instant(value: object) -> datetime:
    instant = datetime.fromisoformat(_text(value))
    if instant.tzinfo is None:
        raise ValueError("its time has no zone")
    return instant


def _say(error: Exception) -> str:
    return f"it has no {error}" if isinstance(error, KeyError) else str(error)


def _damaged(name: str, line: int, why: str) -> DocumentError:
    return DocumentError(
        f'the proposal "{name}" can\'t be read: {why}',
        hint="it is left as it is; mend it by hand or take it away, and the next distillation proposes anew",
        details={"name": name, "line": line, "reason": why},
    )
