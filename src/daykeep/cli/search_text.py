"""What the commands of search share: the searcher with its progress, and answers as text and as JSON."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.search.answer import Answer, Hit, Searcher
    from daykeep.search.answer.passages.showing import Shown

PROGRESS_FROM = 400
"""Fewer documents are read before a bar would be seen."""

MOST_PROCESSES = 4
_INDENT = "   "


@contextmanager
def found_searcher(call: Call, workspace: Workspace) -> Iterator[Searcher]:
    """The searcher of a workspace; a long first reading shows a bar at a terminal and can be interrupted."""
    processes = min(MOST_PROCESSES, os.cpu_count() or 1)
    with (
        _shown_progress(call) as progress,
        workspace.searcher(progress=progress, processes=processes) as searcher,
    ):
        yield searcher


@contextmanager
def _shown_progress(call: Call, label: str = "Reading files") -> Iterator[Callable[[int, int], None] | None]:
    if call.json or not sys.stderr.isatty():
        yield None
        return
    bars: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not bars and total >= PROGRESS_FROM:
            bars.append(click.progressbar(length=total, label=label, file=sys.stderr).__enter__())
        if bars:
            bars[0].update(done - bars[0].pos)
            if done >= total:
                bars.pop().__exit__(None, None, None)

    try:
        yield progress
    finally:
        while bars:
            bars.pop().__exit__(None, None, None)


@contextmanager
def shown_count(call: Call, label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Tells a person at a terminal how much of ``total`` is done."""
    with _shown_progress(call, label) as progress:
        yield (lambda done: progress(done, total)) if progress is not None else (lambda _: None)


def check_question(text: str) -> str:
    """The question, if there is one; ``UsageError`` for an empty one."""
    if not text.strip():
        raise UsageError(
            "the question is empty", hint="ask in a few words, such as `daykeep search backup disk`"
        )
    return text


def answer_lines(
    answer: Answer, around: Mapping[str, Shown | None], *, longest: int | None, is_narrowed: bool = False
) -> Iterator[str]:
    """An answer for people: each hit with its place, its headings and its first lines."""
    if not answer.hits:
        yield from _nothing_lines(answer, is_narrowed=is_narrowed)
    for number, hit in enumerate(answer.hits, 1):
        yield from _hit_lines(number, hit, around.get(hit.id), longest)


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


def answer_data(answer: Answer, around: Mapping[str, Shown | None]) -> dict[str, Any]:
    """An answer as JSON values."""
    return {
        "question": answer.asked,
        "type": answer.kind,
        "days": [day.isoformat() for day in answer.days] if answer.days else None,
        "found": bool(answer.hits),
        "hits": [hit_data(hit, around.get(hit.id)) for hit in answer.hits],
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
