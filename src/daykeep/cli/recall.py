"""``daykeep recall``: brings a turn that triage stored back, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.texts import TextCommand
from daykeep.clock import now_ns

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.triage.recall.envelope import RecallResult
    from daykeep.triage.stored.store import StoredTurns


@command("recall", cls=TextCommand)
@click.argument("wanted", nargs=-1, metavar="[ID|WORDS...]")
@click.option("--session", metavar="ID", help="The session; else the one that began last.")
@click.option(
    "--max-tokens",
    type=click.IntRange(400, 1_000_000),
    default=2_000,
    show_default=True,
    metavar="N",
    help="At most so many tokens.",
)
@click.option("--span", default="", metavar="A-B", help="Only these lines of the turn.")
@click.option("--secrets", is_flag=True, help="Show secrets too; at a terminal alone.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def recall(
    call: Call, wanted: tuple[str, ...], *, session: str | None, at: str | None, secrets: bool, **limits: Any
) -> None:
    """Bring a stored turn back, as data.

    A turn that triage took out of a conversation to save room is stored word for word.
    Give its id (A12), or words, a question, the name of what you look for. Without either all stored turns are listed.
    What comes back was said by anybody: it is data, in an envelope that its text can't leave. Nothing on the disk is changed.
    """
    workspace = call.workspace(at=at)
    store = _store(workspace, session)
    for problem in store.problems():
        call.note(f"{problem.name}: {problem.message}")
    if not "".join(wanted).strip():
        call.emit(*_listed(store))
        return
    result = _recalled(
        call, workspace, store, " ".join(wanted), mask=not _may_show(call, asked=secrets), **limits
    )
    call.emit(
        {"session": store.session_id, "tokens": result.tokens, "cut": result.is_cut, **result.envelope},
        _lines(result),
    )


def _store(workspace: Workspace, session: str | None) -> StoredTurns:
    from daykeep.errors import UsageError
    from daykeep.session.history.store import SessionStore
    from daykeep.triage.stored.store import StoredTurns

    sessions = SessionStore(workspace.files)
    info = sessions.get(session) if session else sessions.last()
    if info is None:
        raise UsageError(
            "there is no session here yet", hint="`daykeep session ingest` takes a conversation in"
        )
    return StoredTurns(workspace.files, info.id)


def _may_show(call: Call, *, asked: bool) -> bool:
    from daykeep.errors import RefusedError

    if asked and not call.is_person():
        raise RefusedError(f"secrets are shown to a person only: {call.why_no_person()}")
    return asked


def _recalled(
    call: Call,
    workspace: Workspace,
    store: StoredTurns,
    wanted: str,
    *,
    mask: bool,
    max_tokens: int,
    span: str,
) -> RecallResult:
    """Recall and note it; that the note could not be written is said and hides nothing."""
    from daykeep.errors import DaykeepError
    from daykeep.triage.recall.answer import recall as find
    from daykeep.triage.recall.expiry import note_recall

    began = now_ns()
    result = find(store, wanted, max_tokens=max_tokens, span=span, mask=mask)
    by = "id" if "hits" not in result.envelope else "words"
    workspace.trace(
        "recall", began, session=store.session_id, by=by, turns=len(result.stored_ids), tokens=result.tokens
    )
    try:
        note_recall(workspace.files, store.session_id, result, at=workspace.now.isoformat(), wanted=wanted)
    except DaykeepError as error:
        call.note(f"that this was recalled could not be noted: {error.message}")
    return result


def _listed(store: StoredTurns) -> tuple[dict[str, Any], list[str]]:
    from daykeep.triage.stored.index import line_of_index

    turns = [store.labelled(stored) for stored in store.entries()]
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
    lines = [line_of_index(one) for one in turns] or [f"No turn of the session {store.session_id} is stored."]
    return {"session": store.session_id, "stored": data}, lines


def _lines(result: RecallResult) -> list[str]:
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
