"""Puts drafts together: shares the budget, orders the sections, and gives each its hash, size and position."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from daykeep.context.build.section import (
    DYNAMIC,
    OPENING,
    PLACES,
    STATIC,
    SYSTEM,
    Context,
    Draft,
    LeftOut,
    Piece,
    Section,
    hash_of,
    join,
)
from daykeep.context.build.sharing import share_by_priority
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NO_ROOM = "no room within the budget"


def assemble(
    drafts: Sequence[Draft],
    *,
    budget: int = 0,
    left_out: Sequence[LeftOut] = (),
    notes: Sequence[str] = (),
    said: str = "",
    count: Callable[[str], int] = count_tokens,
) -> Context:
    """The context of these drafts; pure, and the same drafts give the same bytes.

    Static sections stand first, then the system prompt's dynamic ones, the opening message, the end; within each the
    order of ``drafts`` stays. ``budget`` bounds the tokens of all sections together (0: no bound); what was cut for
    it is named in its section, what is left out whole in ``left_out``. ``said`` is what the conversation said just now:
    the end does not repeat it. UsageError if what is never cut does not fit.
    """
    ordered = sorted(drafts, key=_place_of)
    shares = share_by_priority(budget, ordered) if budget else [draft.need for draft in ordered]
    sections: list[Section] = []
    missing = list(left_out)
    for draft, share in zip(ordered, shares, strict=True):
        pieces = _fitted(draft, share, _said(sections, said), count) if share or not draft.need else ()
        if not pieces and draft.need:
            missing.append(LeftOut(draft.key, f"{NO_ROOM}: it takes {draft.need:,} tokens"))
        missing += [LeftOut(piece.key, piece.title) for piece in pieces if not piece.text]
        for piece in pieces:
            if piece.text:
                sections.append(_section(len(sections) + 1, draft, piece, count))
    tokens = sum(section.tokens for section in sections)
    return Context(tuple(sections), tuple(missing), cache_key(sections), tokens, budget, tuple(notes))


def cache_key(sections: Sequence[Section]) -> str:
    """A memo key over the static part, the user context (the opening message) and the system context.

    The end of the context, which changes with every question, is no part of it.
    """
    static = join(section for section in sections if section.part == STATIC)
    user = join(section for section in sections if section.place == OPENING)
    system = join(section for section in sections if section.place == SYSTEM and section.part == DYNAMIC)
    return hash_of(static, user, system)


def _place_of(draft: Draft) -> tuple[int, int]:
    return PLACES.index(draft.place), 0 if draft.part == STATIC else 1


def _said(sections: Sequence[Section], said: str) -> str:
    opening = "\n".join(section.text for section in sections if section.place == OPENING)
    return "\n".join(text for text in (opening, said) if text)


def _fitted(draft: Draft, share: int, said: str, count: Callable[[str], int]) -> tuple[Piece, ...]:
    """The pieces of a draft; asked again with less where they turn out larger than the share."""
    asked = share
    for _ in range(4):
        pieces = draft.fit(asked, said)
        over = sum(count(piece.text) for piece in pieces) - share
        if over <= 0:
            return pieces
        asked -= over
    return ()


def _section(position: int, draft: Draft, piece: Piece, count: Callable[[str], int]) -> Section:
    return Section(
        position=position,
        key=piece.key,
        title=piece.title,
        part=draft.part,
        stability=draft.stability,
        place=draft.place,
        text=piece.text,
        tokens=count(piece.text),
        sha256=sha256(piece.text.encode("utf-8", "surrogatepass")).hexdigest(),
        sources=piece.sources,
        cut=piece.cut,
    )
