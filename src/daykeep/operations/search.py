"""What is known about a question: passages of the workspace, of knowledge bases and of conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import now_ns, parse_day
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.app import Workspace
    from daykeep.search.answer import Answer, Asking, Hit, Searcher
    from daykeep.search.answer.passages.showing import Shown

SHORT_LINES = 4
"""A hit shows so many lines; showing the passage by its id gives all of them."""
_INDENT = "   "


class Query(NamedTuple):
    """A question (or a few words), at most how many hits are wanted, and what narrows them; ``context`` is passages around each.

    ``since`` and ``until`` are days as a person writes them ("" for none).
    """

    text: str
    limit: int = 8
    sources: Sequence[str] = ()
    levels: Sequence[str] = ()
    since: str = ""
    until: str = ""
    kind: str = ""
    tag: str = ""
    context: int = 0

    @property
    def is_narrowed(self) -> bool:
        """Whether less than everything is searched."""
        return any((self.sources, self.levels, self.since, self.until, self.kind, self.tag))


class Found(NamedTuple):
    """The answer to a query, and the passages around each hit, by its id, where they were asked for."""

    query: Query
    answer: Answer
    around: Mapping[str, Shown | None]


def search(workspace: Workspace, searcher: Searcher, query: Query) -> Found:
    """Find what is known about something, and keep a trace of the look-up.

    UsageError for an empty question or a day that can't be read.
    """
    began = now_ns()
    answer = searcher.answer(check_question(query.text), _asking(workspace, query))
    around = {hit.id: searcher.around(hit.id, context=query.context) for hit in answer.hits if query.context}
    workspace.trace("retrieval", began, kind="search", hits=len(answer.hits))
    return Found(query, answer, around)


def _asking(workspace: Workspace, query: Query) -> Asking:
    from daykeep.search.answer import Asking  # noqa: PLC0415 - the search is not needed to check a question
    from daykeep.search.documents import Filter  # noqa: PLC0415 - the search is not needed to check a question

    since, until = (
        parse_day(said, now=workspace.now, zone=workspace.zone) if said else None
        for said in (query.since, query.until)
    )
    where = Filter(frozenset(query.sources), frozenset(query.levels), since, until, query.kind, query.tag)
    return Asking(workspace.day, where, query.limit)


def check_question(text: str) -> str:
    """The question, if there is one; ``UsageError`` for an empty one."""
    if not text.strip():
        raise UsageError(
            "the question is empty", hint="ask in a few words, such as `daykeep search backup disk`"
        )
    return text


def found_lines(found: Found, *, longest: int | None = SHORT_LINES) -> Iterator[str]:
    """An answer in lines: each hit with its place, its headings and at most ``longest`` lines (None for all)."""
    answer = found.answer
    if not answer.hits:
        yield from _nothing_lines(answer, is_narrowed=found.query.is_narrowed)
    for number, hit in enumerate(answer.hits, 1):
        yield from _hit_lines(number, hit, found.around.get(hit.id), longest)


def _nothing_lines(answer: Answer, *, is_narrowed: bool) -> Iterator[str]:
    where = "under these limits" if is_narrowed else f"in {answer.documents:,} files"
    yield f"Nothing relevant found {where}."
    if answer.skipped:
        yield f"Not searched: {answer.skipped:,}; `daykeep index status` says why."


def _hit_lines(number: int, hit: Hit, shown: Shown | None, longest: int | None) -> Iterator[str]:
    day = hit.day.isoformat() if hit.day else ""
    heading = " › ".join(_telling(hit, day))
    told = [
        hit.place,
        heading,
        "" if day in hit.path else day,
        hit.kind if hit.level == "note" and hit.kind else hit.level,
        _origin(hit),
    ]
    yield f"{number}. {'  '.join(part for part in told if part)}  {hit.score:.2f}"
    if shown is not None:
        for place, chunk in enumerate(shown.chunks):
            mark = ">" if place == shown.wanted else " "
            yield from (f" {mark} {line}" for line in _said(chunk.speaker, chunk.text))
    else:
        lines = _said(hit.speaker, hit.text)
        yield from (f"{_INDENT}{line}" for line in lines[:longest])
        if longest is not None and len(lines) > longest:
            yield f"{_INDENT}… {len(lines) - longest} more lines: daykeep show {hit.place}"
    if hit.also:
        yield f"{_INDENT}also in {', '.join(hit.also[:3])}"


def _origin(hit: Hit) -> str:
    if not hit.origin or hit.origin == "unreviewed":
        return hit.origin
    return f"from outside: {hit.origin}"


def _telling(hit: Hit, day: str) -> Iterator[str]:
    """The headings that say more than the place and the day do, each once."""
    seen = {hit.path.rpartition("/")[2].casefold()}
    for title in hit.heading:
        if title.casefold() not in seen and not (day and day in title):
            seen.add(title.casefold())
            yield title


def _said(speaker: str | None, text: str) -> list[str]:
    lines = text.rstrip("\n").split("\n")
    return [f"{speaker}: {lines[0]}", *lines[1:]] if speaker else lines


def found_data(found: Found) -> dict[str, Any]:
    """An answer as JSON values."""
    answer = found.answer
    return {
        "question": answer.asked,
        "type": answer.kind,
        "days": [day.isoformat() for day in answer.days] if answer.days else None,
        "found": bool(answer.hits),
        "hits": [hit_data(hit, found.around.get(hit.id)) for hit in answer.hits],
        "stale": list(answer.stale),
        "skipped": answer.skipped,
        "documents": answer.documents,
    }


def hit_data(hit: Hit, shown: Shown | None = None) -> dict[str, Any]:
    """A hit as JSON values; ``context`` only where neighbours were asked for."""
    return {
        "id": hit.id,
        "source": hit.source,
        "level": hit.level,
        "path": hit.path,
        "lines": list(hit.lines),
        "heading": list(hit.heading),
        "day": hit.day.isoformat() if hit.day else None,
        "speaker": hit.speaker,
        "origin": hit.origin or None,
        "kind": hit.kind or None,
        "title": hit.title or None,
        "text": hit.text,
        "score": hit.score,
        "why": list(hit.why),
        "also": list(hit.also),
        **({"context": passages_data(shown)} if shown is not None else {}),
    }


def passages_data(shown: Shown) -> list[dict[str, Any]]:
    """The passages around one, as JSON values."""
    return [
        {
            "lines": [chunk.first_line, chunk.last_line],
            "speaker": chunk.speaker,
            "text": chunk.text,
            "wanted": place == shown.wanted,
        }
        for place, chunk in enumerate(shown.chunks)
    ]
