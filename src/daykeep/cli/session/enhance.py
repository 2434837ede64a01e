"""What ``daykeep session enhance`` does: puts registered information and what search finds into a context."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.enhance import emit_enhanced, read_context
from daykeep.cli.searcher import found_searcher
from daykeep.cli.session.records import open_session
from daykeep.clock import now_ns
from daykeep.context.enhance import Passage, enhance
from daykeep.errors import UsageError
from daykeep.operations.enhance import passage_of
from daykeep.operations.search import check_question
from daykeep.search.answer import Asking
from daykeep.search.answer.passages.hit import BY_MEANING
from daykeep.session.records.finding import rate, said_by
from daykeep.session.records.store import load_register
from daykeep.traces.event import RETRIEVAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.search.answer import Hit
    from daykeep.session.options.model import Options
    from daykeep.session.records.model import Record

STRANGERS = ("tool", "web", "import", "hook")
CANDIDATES = 20
"""So many hits of the search are looked at."""
NEAREST = 2.0
"""The nearest passages by meaning alone have a search score of hardly more than 0.3."""


class _Scored(NamedTuple):
    """A passage with its score from 0.0 to 1.0."""

    score: float
    passage: Passage


def show_enhanced(call: Call, given: Mapping[str, Any]) -> None:
    """Answer one call; the context comes back as it is where nothing relevant is known."""
    question = check_question(given["query"])
    context = read_context(call, given["context_file"])
    workspace, session_id, options = _opened(call, given)
    retrieval = options.retrieval
    if not retrieval.enabled:
        call.note("session.retrieval.enabled is off: nothing was looked for")
    least = retrieval.relevance_threshold if given["threshold"] is None else given["threshold"]
    most = given["top_k"] or retrieval.top_k
    began = now_ns()
    found = _found(call, workspace, session_id, question) if retrieval.enabled else []
    ranked = sorted((one for one in found if one.score >= least), key=lambda one: -one.score)[:most]
    workspace.trace(RETRIEVAL, began, session=session_id, kind="enhance", hits=len(ranked))
    done = enhance(
        context,
        [one.passage for one in ranked],
        budget_tokens=given["budget"],
        position=given["position"] or retrieval.position,
        language=workspace.language,
    )
    emit_enhanced(call, done)


def _opened(call: Call, given: Mapping[str, Any]) -> tuple[Workspace, str, Options]:
    """The workspace, the session (none is needed) and the options."""
    from daykeep.session.options.reading import load_options

    try:
        opened = open_session(call, given)
    except UsageError:
        if given["session"]:
            raise
        workspace = call.workspace(at=given["at"])
        options, warnings = load_options(workspace.files, workspace.settings)
        for warning in warnings:
            call.note(warning)
        return workspace, "", options
    return opened.workspace, opened.id, opened.options


def _found(call: Call, workspace: Workspace, session_id: str, question: str) -> list[_Scored]:
    """What is known about a question, registered information first, each with its score."""
    known = load_register(workspace.files, session_id).records if session_id else ()
    records = [record for record in known if record.is_in_force]
    with found_searcher(call, workspace) as searcher:
        answer = searcher.answer(question, Asking(workspace.day, limit=CANDIDATES))
    for note in answer.notes:
        call.note(note)
    texts = [*(said_by(record) for record in records), *(_said(hit) for hit in answer.hits)]
    by_meaning = [0.0] * len(records) + [_nearness(hit) for hit in answer.hits]
    passages = [*map(_passage, records), *map(passage_of, answer.hits)]
    scores = map(max, rate(question, texts), by_meaning)
    return [_Scored(score, passage) for score, passage in zip(scores, passages, strict=True)]


def _said(hit: Hit) -> str:
    return "\n".join((*hit.heading[-1:], hit.title, hit.text))


def _nearness(hit: Hit) -> float:
    """The score of a passage that was found by its meaning alone: it shares no word that could be counted."""
    return min(1.0, NEAREST * hit.score) if BY_MEANING in hit.why else 0.0


def _passage(record: Record) -> Passage:
    origin = record.origin if record.origin in STRANGERS else ""
    return Passage("record", f"{record.id} ({record.type})", record.content, record.at[:10], origin)
