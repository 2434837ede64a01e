"""``daykeep enhance``: puts what is known about a question into a context."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.search_text import check_question, found_searcher
from daykeep.clock import now_ns
from daykeep.errors import StorageError, UsageError

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.context.enhance import Enhanced, Passage
    from daykeep.search.answer import Answer, Hit

CONTEXT_LIMIT_BYTES = 20_000_000
STDIN = "-"


@command("enhance")
@click.option("--query", required=True, metavar="TEXT", help="What the context is about to be used for.")
@click.option(
    "--context", "context_file", default="", metavar="FILE", help="The context; - reads standard input."
)
@click.option(
    "--budget",
    type=click.IntRange(1, 1_000_000),
    default=1500,
    show_default=True,
    help="Put in at most N tokens.",
)
@click.option(
    "--position",
    type=click.Choice(("start", "end")),
    default="start",
    show_default=True,
    help="Where they go.",
)
@click.option(
    "--limit", type=click.IntRange(1, 100), default=8, show_default=True, help="Put in at most N passages."
)
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=0.0, help="Leave out hits with a lower score."
)
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def enhance(call: Call, *, query: str, context_file: str, at: str | None, **how: Any) -> None:
    """Put what is known into a context.

    The passages stand at the start of the context (or at its end), each with its level and place, marked as data and
    within the budget; what the context says already is not repeated. If nothing relevant is known, the context comes
    back unchanged, byte for byte.
    """
    context = read_context(call, context_file)
    workspace = call.workspace(at=at)
    from daykeep.context.enhance import enhance as put_in
    from daykeep.search.answer.passages.hit import worth_reading

    answer = _found(call, workspace, query, limit=how["limit"])
    passages = [passage_of(hit) for hit in worth_reading(answer.hits, least=how["threshold"])]
    done = put_in(
        context, passages, budget_tokens=how["budget"], position=how["position"], language=workspace.language
    )
    emit_enhanced(call, done)


def _found(call: Call, workspace: Workspace, query: str, *, limit: int) -> Answer:
    """What is known about a question; the look-up is traced, and what is to be said of it is noted."""
    from daykeep.search.answer import Asking

    began = now_ns()
    with found_searcher(call, workspace) as searcher:
        answer = searcher.answer(check_question(query), Asking(workspace.day, limit=limit))
    workspace.trace("retrieval", began, kind="enhance", hits=len(answer.hits))
    for note in answer.notes:
        call.note(note)
    return answer


def read_context(call: Call, name: str) -> str:
    """The context of a call, from a file or standard input; UsageError for what is no text."""
    if not name:
        return ""
    try:
        data = call.stdin_bytes(CONTEXT_LIMIT_BYTES) if name == STDIN else Path(name).read_bytes()
    except FileNotFoundError as error:
        raise UsageError(f'there is no file "{name}"', hint="--context - reads standard input") from error
    except OSError as error:
        raise StorageError(f"can't read '{name}': {error.strerror}") from error
    if len(data) > CONTEXT_LIMIT_BYTES:
        raise UsageError(f"a context may have {CONTEXT_LIMIT_BYTES:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"the context is not UTF-8 text (byte {error.start:,})") from error


def passage_of(hit: Hit) -> Passage:
    """A hit as it goes into a context."""
    from daykeep.context.enhance import Passage

    said = f"{hit.speaker}: {hit.text}" if hit.speaker else hit.text
    return Passage(hit.level, hit.place, said, hit.day.isoformat() if hit.day else "", hit.origin)


def emit_enhanced(call: Call, done: Enhanced) -> None:
    """Answer with a context and what was put in."""
    if not call.json:
        sys.stdout.buffer.write(done.text.encode())
        sys.stdout.buffer.flush()
        return
    data = {
        "text": done.text,
        "tokens": done.tokens,
        "used": [_used(passage) for passage in done.used],
        "left_out": [left._asdict() for left in done.left_out],
    }
    call.emit(data, "")


def _used(passage: Passage) -> dict[str, Any]:
    return {**passage._asdict(), "day": passage.day or None, "origin": passage.origin or None}
