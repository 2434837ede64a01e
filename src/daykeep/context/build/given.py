"""The sections that files give: the static part, instruction files, the start packet, notes and what was found."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.build.fitting import Kind, by_lines, draft_of, whole
from daykeep.context.build.own import safe_text
from daykeep.context.build.section import (
    BOUNDARY,
    DYNAMIC,
    END,
    IMMUTABLE,
    OPENING,
    SESSION,
    STATIC,
    SYSTEM,
    TURN,
    Cut,
    Draft,
    Piece,
)
from daykeep.context.enhance import START, Passage, enhance
from daykeep.context.safe import NOTES, TRUSTED, enclose
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from daykeep.context.build.wording import Wording
    from daykeep.context.instructions.model import InstructionFile
    from daykeep.context.packet import Packet

_STATIC = Kind(STATIC, IMMUTABLE, SYSTEM, priority=0)
_INSTRUCTIONS = Kind(DYNAMIC, SESSION, OPENING, priority=2, weight=5, floor=400)
_PACKET = Kind(DYNAMIC, SESSION, OPENING, priority=3, weight=5, floor=800)
_SESSION_MEMORY = Kind(DYNAMIC, SESSION, OPENING, priority=4, weight=2, floor=150)
_MEMORIES = Kind(DYNAMIC, TURN, END, priority=3, weight=3, floor=200)
_IN_FORCE = Kind(DYNAMIC, TURN, END, priority=2)

NOTES_SCOPES = frozenset({"memory", "team"})
"""Instruction files that agents or other people wrote: knowledge, not orders."""

CUT_FROM_TOKENS = 200
"""An instruction file is cut only where at least this much of it can be shown; else it is left out whole."""

MEMORIES_TOKENS = 1500
"""What is found for a question takes at most this."""

IN_FORCE_TOKENS = 200
"""What is restated at the end takes at most this; more would be read as little as what it repeats."""


class StaticFile(NamedTuple):
    """A file of the static part, by the name it was given under."""

    path: str
    text: str


def static_drafts(files: Sequence[StaticFile], count: Callable[[str], int]) -> list[Draft]:
    """The static part: the files in the order given, each as it is but for blank lines at its ends.

    Raises UsageError for a file that holds the boundary line, or is empty.
    """
    drafts = []
    keys: set[str] = set()
    for file in files:
        text = file.text.strip("\r\n")
        if not text.strip() or BOUNDARY in text:
            why = "holds the line that marks the boundary" if text.strip() else "is empty"
            raise UsageError(f'the static file "{file.path}" {why}')
        name = file.path.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or file.path
        key = next(each for each in _numbered(f"static:{name}") if each not in keys)
        keys.add(key)
        drafts.append(whole(Piece(key, name, text, (file.path,)), _STATIC, count))
    return drafts


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in itertools.count(2))


def instructions_draft(
    files: Sequence[InstructionFile], wording: Wording, count: Callable[[str], int]
) -> Draft:
    """The instruction files in load order, one section each, behind a heading.

    With too little room the files loaded last, which count most, stay whole; the first one that does not fit is cut
    at a line, those before it are left out, and each is named.
    """
    heading = Piece("instructions", "instruction files", wording("instructions"))
    costs = [count(_contents(file, safe_text(file.text, TRUSTED), wording)) for file in files]
    need = count(heading.text) + sum(costs)

    def fit(tokens: int, said: str) -> tuple[Piece, ...]:
        del said
        room = tokens - count(heading.text)
        if room <= 0:
            return ()
        pieces: list[Piece] = []
        missing: list[Cut] = []
        for file, cost in zip(reversed(files), reversed(costs), strict=True):
            piece = None if missing else _fit_file(file, cost, room, wording, count)
            if piece is None:
                missing.append(Cut(file.path, "no room within the budget", cost))
                continue
            pieces.append(piece)
            room -= count(piece.text)
            if piece.cut:
                room = 0
        return (heading._replace(cut=tuple(reversed(missing))), *reversed(pieces)) if pieces else ()

    return draft_of("instructions", _INSTRUCTIONS, need, fit)


def _fit_file(
    file: InstructionFile, cost: int, room: int, wording: Wording, count: Callable[[str], int]
) -> Piece | None:
    """The file as a piece, whole or cut at a line; None if there is no useful room for it."""
    piece = Piece(f"instructions:{file.path}", file.scope, safe_text(file.text, TRUSTED), (file.path,))
    draft = by_lines(piece, _INSTRUCTIONS, count, around=lambda text: _contents(file, text, wording))
    if cost <= room or room >= CUT_FROM_TOKENS:
        return next(iter(draft.fit(max(room, 0), "")), None)
    return None


def _contents(file: InstructionFile, text: str, wording: Wording) -> str:
    if file.scope in NOTES_SCOPES:
        text = enclose(text, NOTES)
    path, reason = (safe_text(each, TRUSTED) for each in (file.path, file.reason))
    return wording("contents", path=path, reason=reason, text=text)


def packet_draft(build: Callable[[int], Packet], most_tokens: int, count: Callable[[str], int]) -> Draft:
    """The start packet, built anew for the room that it gets; at most ``most_tokens``."""
    full = build(most_tokens)
    need = count(full.text.rstrip("\n"))

    def fit(tokens: int, said: str) -> tuple[Piece, ...]:
        del said
        if tokens < min(need, _PACKET.floor):
            return ()
        packet = full if tokens >= need else build(tokens)
        cut = [
            Cut(f"{shown.name}:{span.first}-{span.last}", "no room within the budget", span.tokens)
            for shown in packet.shown
            for span in shown.cut
        ]
        sources = tuple(shown.name for shown in packet.shown)
        return (Piece("packet", "start packet", packet.text.rstrip("\n"), sources, tuple(cut)),)

    return draft_of("packet", _PACKET, need, fit)


def session_memory_draft(name: str, text: str, wording: Wording, count: Callable[[str], int]) -> Draft:
    """What this session noted about itself; its end is worth more than its beginning."""
    piece = Piece("session_memory", "memory of this session", safe_text(text, NOTES), (name,))
    return by_lines(
        piece,
        _SESSION_MEMORY,
        count,
        around=lambda lines: wording("session_memory", text=enclose(lines, NOTES)),
        newest_last=True,
    )


def memories_draft(passages: Sequence[Passage], language: str) -> Draft:
    """What is known about the question, best first, without what the opening message says already."""
    need = min(
        MEMORIES_TOKENS, enhance("", passages, budget_tokens=MEMORIES_TOKENS, language=language).tokens
    )

    def fit(tokens: int, said: str) -> tuple[Piece, ...]:
        most = min(tokens, MEMORIES_TOKENS)
        done = enhance(said, passages, budget_tokens=most, position=START, language=language)
        if not done.used:
            reasons = sorted({left.reason for left in done.left_out})
            return (Piece("memories", ", ".join(reasons) or "nothing was found", ""),)
        text = done.text.removesuffix(f"\n{said}") if said else done.text
        cut = tuple(Cut(left.place, left.reason, 0) for left in done.left_out)
        sources = tuple(passage.place for passage in done.used)
        return (Piece("memories", "what is known about the question", text.strip("\n"), sources, cut),)

    return draft_of("memories", _MEMORIES, need, fit)


def in_force_draft(
    rules: Sequence[tuple[str, str]], wording: Wording, count: Callable[[str], int]
) -> Draft | None:
    """What still holds, restated in a few words: (file, rule) pairs, the first ones if there are too many."""
    shown: list[str] = []
    sources: list[str] = []
    cut: list[Cut] = []
    for name, rule in rules:
        line = f"- {safe_text(' '.join(rule.split()), NOTES)}"
        if count("\n".join([*shown, line])) > IN_FORCE_TOKENS:
            cut.append(Cut(name, f"more than {IN_FORCE_TOKENS} tokens are not restated", count(line)))
        else:
            shown.append(line)
            sources.append(name)
    if not shown:
        return None
    text = wording("in_force", text=enclose("\n".join(shown), NOTES))
    return whole(Piece("in_force", "still in force", text, tuple(sources), tuple(cut)), _IN_FORCE, count)
