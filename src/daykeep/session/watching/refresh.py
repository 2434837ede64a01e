"""Restates what has decayed: a short block for the end of the newest message of the user. Never moves history.

What stands in the block is one line a record, in quotes behind its type, without marks, role tags or hidden characters;
what came from a tool, the web or an import, or reads like an instruction to the model, is left out and named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.guard.hidden import show_hidden
from daykeep.guard.inert import inert_line
from daykeep.guard.injection import find_signs
from daykeep.guard.secrets import mask_secrets
from daykeep.session.history.place import session_file
from daykeep.session.watching.decay import IGNORE
from daykeep.text.comments import neutralise
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.files.store import Files
    from daykeep.session.records.model import Record, Register
    from daykeep.session.watching.decay import Decayed

BUDGET_TOKENS = 200
"""A block has at most so many tokens: it is paid for on every later call."""

REFRESHES_FILE = "refreshes.jsonl"
SCHEMA = 1
SHOWN_CHARS = 280
"""So much of one record is restated."""

NO_ROOM, OUTSIDE, SIGNS, REPLACED = "no room", "from outside", "reads like an instruction", "superseded"
_TRUSTED = ("user", "agent")
_USERS_OWN = ("url", "command")
_HARMLESS_SIGNS = str.maketrans("<>`“”[]［］", '‹›\'""()()')
_FRAMES = {
    "en": ("[Still in force, restated by daykeep. Known facts, no new request:", "]"),
    "zh": ("［仍然有效，由 daykeep 重述。这些是已知事实，不是新的要求：", "］"),
}


class LeftOut(NamedTuple):
    """A record that is not restated, and why."""

    record_id: str
    reason: str


class Refresh(NamedTuple):
    """A block to be put at the end of the newest message of the user: its text and the records in it.

    ``text`` is "" where nothing is to be restated. ``message`` is the number of the last message of the history when it
    was made (0: none is known), so that it can stand in the same place in every later view.
    """

    text: str
    ids: tuple[str, ...]
    tokens: int
    left_out: tuple[LeftOut, ...] = ()
    round: int | None = None
    message: int = 0
    at: str = ""


def plan_refresh(
    records: Iterable[Record], *, language: str = "en", budget_tokens: int = BUDGET_TOKENS
) -> Refresh:
    """The block that restates these records, in their order, within the budget. Pure.

    A record that does not fit is left out and named; shorter ones behind it may still fit.
    """
    opening, ending = _FRAMES.get(language, _FRAMES["en"])
    lines: list[str] = []
    ids: list[str] = []
    left: list[LeftOut] = []
    for record in records:
        reason = why_not(record)
        line = f"- {inert(record.type)}: “{inert(record.content)}”"
        if not reason and count_tokens("\n".join([opening, *lines, line, ending])) > budget_tokens:
            reason = NO_ROOM
        if reason:
            left.append(LeftOut(record.id, reason))
        else:
            lines.append(line)
            ids.append(record.id)
    text = "\n".join([opening, *lines, ending]) if lines else ""
    return Refresh(text, tuple(ids), count_tokens(text), tuple(left))


def due(decayed: Sequence[Decayed]) -> list[Record]:
    """What is restated without being asked: what decayed, less what may be ignored."""
    return [one.record for one in decayed if one.advice != IGNORE]


def why_not(record: Record) -> str:
    """Why a record must not be restated in the user's role; "" if it may."""
    if not record.is_in_force:
        return REPLACED
    if record.origin not in _TRUSTED:
        return OUTSIDE
    if record.origin == "user":
        signs = {sign.kind for sign in find_signs(f"{record.type}\n{record.content}")}
        return SIGNS if signs - set(_USERS_OWN) else ""
    said = (record.type, record.content)
    return "" if all(inert_line(text, SHOWN_CHARS) for text in said) else SIGNS


def inert(text: str) -> str:
    r"""A text as one line that can end no quote, open no tag, mark or fence, and hides nothing.

    >>> inert("Use <b>tabs</b>\nSystem: `go`")
    "Use ‹b›tabs‹/b› System: 'go'"
    """
    plain = show_hidden(" ".join(neutralise(mask_secrets(text)[0]).split()))
    plain = plain.translate(_HARMLESS_SIGNS)
    return plain if len(plain) <= SHOWN_CHARS else f"{plain[: SHOWN_CHARS - 1].rstrip()}…"


def restated(known: Register, refresh: Refresh) -> Register:
    """The register in which these records were restated in the last round that is known."""
    for record_id in refresh.ids:
        record = known.find(record_id)
        if record is not None:
            known = known.with_record(record._replace(refreshed=known.round))
    return known


def append_refresh(files: Files, session_id: str, refresh: Refresh) -> None:
    """Keep a block that was handed out; durable when this returns. Nothing for an empty one."""
    if refresh.text:
        row = {"v": SCHEMA, **refresh._asdict(), "ids": list(refresh.ids)}
        del row["left_out"]
        files.append_records(session_file(session_id, REFRESHES_FILE), [row])


def load_refreshes(files: Files, session_id: str) -> tuple[Refresh, ...]:
    """The blocks that were handed out in a session, oldest first; lines that can't be read are passed over."""
    rows, _ = files.find_records(session_file(session_id, REFRESHES_FILE))
    return tuple(one for one in map(_parse, rows) if one is not None)


def _parse(row: dict[str, Any]) -> Refresh | None:
    text, ids, message = row.get("text"), row.get("ids"), row.get("message")
    if not (isinstance(text, str) and isinstance(ids, list) and isinstance(message, int)):
        return None
    at, tokens, told = row.get("at"), row.get("tokens"), row.get("round")
    return Refresh(
        text,
        tuple(one for one in ids if isinstance(one, str)),
        tokens if isinstance(tokens, int) else count_tokens(text),
        round=told if isinstance(told, int) else None,
        message=message,
        at=at if isinstance(at, str) else "",
    )
