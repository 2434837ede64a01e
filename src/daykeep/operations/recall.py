"""Stored turns of a conversation, brought back as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import now_ns
from daykeep.errors import DaykeepError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.app import Workspace
    from daykeep.triage.recall.envelope import RecallResult
    from daykeep.triage.stored.model import Stored
    from daykeep.triage.stored.store import StoredTurns


class Wish(NamedTuple):
    """What is wanted: a turn's id, or words; at most how many tokens of it, and which lines ("" for all).

    Secrets in it are masked with ``mask``.
    """

    wanted: str
    max_tokens: int = 2_000
    span: str = ""
    mask: bool = True


def find_stored(workspace: Workspace, session: str | None) -> StoredTurns:
    """The stored turns of a session, of the one that began last where none is named. UsageError where there is none."""
    from daykeep.session.history.store import SessionStore  # noqa: PLC0415 - not needed to import this room
    from daykeep.triage.stored.store import StoredTurns  # noqa: PLC0415 - not needed to import this room

    sessions = SessionStore(workspace.files)
    info = sessions.get(session) if session else sessions.last()
    if info is None:
        raise UsageError(
            "there is no session here yet", hint="`daykeep session ingest` takes a conversation in"
        )
    return StoredTurns(workspace.files, info.id)


def recall(workspace: Workspace, store: StoredTurns, wish: Wish) -> tuple[RecallResult, str]:
    """Bring stored turns back, trace it and note it; second, why it could not be noted (""), which hides nothing."""
    from daykeep.triage.recall.answer import recall as find  # noqa: PLC0415 - not needed to list
    from daykeep.triage.recall.expiry import note_recall  # noqa: PLC0415 - not needed to list

    began = now_ns()
    result = find(store, wish.wanted, max_tokens=wish.max_tokens, span=wish.span, mask=wish.mask)
    by = "id" if "hits" not in result.envelope else "words"
    workspace.trace(
        "recall", began, session=store.session_id, by=by, turns=len(result.stored_ids), tokens=result.tokens
    )
    try:
        note_recall(
            workspace.files, store.session_id, result, at=workspace.now.isoformat(), wanted=wish.wanted
        )
    except DaykeepError as error:
        return result, f"that this was recalled could not be noted: {error.message}"
    return result, ""


def recalled_data(store: StoredTurns, result: RecallResult) -> dict[str, Any]:
    """What was brought back as JSON values: the envelope, with how much of it there is."""
    return {"session": store.session_id, "tokens": result.tokens, "cut": result.is_cut, **result.envelope}


def list_stored(store: StoredTurns) -> list[Stored]:
    """Every stored turn of a session, labelled."""
    return [store.labelled(stored) for stored in store.entries()]


def stored_data(store: StoredTurns, turns: Sequence[Stored]) -> dict[str, Any]:
    """Stored turns as JSON values: what there is, not what was said."""
    data = [
        {
            "id": one.id,
            "unit": one.unit_id,
            "at": one.at,
            "tokens": one.tokens,
            "label": one.label,
            "ids": list(one.ids),
        }
        for one in turns
    ]
    return {"session": store.session_id, "stored": data}


def stored_lines(store: StoredTurns, turns: Sequence[Stored]) -> list[str]:
    """Stored turns in lines, or that there is none."""
    from daykeep.triage.stored.index import line_of_index  # noqa: PLC0415 - not needed to recall

    lines = [line_of_index(one) for one in turns]
    return lines or [f"No turn of the session {store.session_id} is stored."]


def recalled_lines(result: RecallResult) -> list[str]:
    """What was brought back in lines, with how it goes on."""
    envelope = result.envelope
    if "hits" not in envelope:
        return _turn_lines(envelope, hint=_go_on(envelope))
    if not envelope["hits"]:
        return ["No stored turn says anything about it."]
    lines = [line for hit in envelope["hits"] for line in (*_turn_lines(hit), "")]
    lines += [*envelope["also"], ""] if envelope["also"] else []
    more = ", ".join(envelope["more"])
    return [*lines[:-1], *([f"More: {more}"] if more else [])]


def _turn_lines(turn: dict[str, Any], hint: str = "") -> list[str]:
    roles = " · ".join(f"{mark} {role}" for mark, role in turn["role_map"].items())
    head = f"{turn['id']} · {turn['unit']} · {turn['at'][:10]} · lines {turn['lines']}"
    return [head, roles, *(f"  {line}" for line in turn["text"].split("\n")), *([hint] if hint else [])]


def _go_on(envelope: dict[str, Any]) -> str:
    return (
        f"It goes on: daykeep recall {envelope['id']} --span {envelope['next']}" if envelope["next"] else ""
    )
