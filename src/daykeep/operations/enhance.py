"""What is known about a question, put into a context within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import now_ns
from daykeep.operations.search import check_question

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.context.enhance import Enhanced, Passage
    from daykeep.search.answer import Answer, Hit, Searcher


class Wish(NamedTuple):
    """What the context is about to be used for, the context ("" for none), and how much is put in, and where.

    ``budget`` is in tokens, ``position`` is ``start`` or ``end``, ``threshold`` is the least score of a hit, 0.0 to 1.0.
    """

    query: str
    context: str = ""
    budget: int = 1500
    position: str = "start"
    limit: int = 8
    threshold: float = 0.0


def enhance(workspace: Workspace, searcher: Searcher, wish: Wish) -> tuple[Enhanced, tuple[str, ...]]:
    """Put what is known into a context, and keep a trace of the look-up; second, what is to be said of the search.

    The context comes back byte for byte where nothing relevant is known. UsageError for an empty question.
    """
    from daykeep.context.enhance import enhance as put_in  # noqa: PLC0415 - not needed to check a question
    from daykeep.operations.pairs import with_their_pairs  # noqa: PLC0415 - not needed to check a question
    from daykeep.search.answer.passages.hit import worth_reading  # noqa: PLC0415 - not needed to check a question

    answer = _found(workspace, searcher, wish)
    hits = with_their_pairs(workspace.files, worth_reading(answer.hits, least=wish.threshold))
    passages = [passage_of(hit) for hit in hits]
    done = put_in(
        wish.context,
        passages,
        budget_tokens=wish.budget,
        position=wish.position,
        language=workspace.language,
    )
    return done, tuple(answer.notes)


def _found(workspace: Workspace, searcher: Searcher, wish: Wish) -> Answer:
    from daykeep.search.answer import Asking  # noqa: PLC0415 - not needed to check a question

    began = now_ns()
    answer = searcher.answer(check_question(wish.query), Asking(workspace.day, limit=wish.limit))
    workspace.trace("retrieval", began, kind="enhance", hits=len(answer.hits))
    return answer


def passage_of(hit: Hit) -> Passage:
    """A hit as it goes into a context."""
    from daykeep.context.enhance import Passage  # noqa: PLC0415 - only where something was found

    said = f"{hit.speaker}: {hit.text}" if hit.speaker else hit.text
    return Passage(hit.level, hit.place, said, hit.day.isoformat() if hit.day else "", hit.origin)


def enhanced_data(done: Enhanced) -> dict[str, Any]:
    """A context with what was put in and what was left out, as JSON values."""
    return {
        "text": done.text,
        "tokens": done.tokens,
        "used": [_used(passage) for passage in done.used],
        "left_out": [left._asdict() for left in done.left_out],
    }


def _used(passage: Passage) -> dict[str, Any]:
    return {**passage._asdict(), "day": passage.day or None, "origin": passage.origin or None}
