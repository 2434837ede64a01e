"""What stands in the place of a hidden tool result: where it is, how large it was, and what is worth seeing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.guard.inert import neutralise
from daykeep.session.units.model import CALL, RESULT
from daykeep.triage.compress.category import CODE, DATA, ERROR, LISTING, LOG, Category, category_of
from daykeep.triage.compress.code import compress_code
from daykeep.triage.compress.data import compress_data
from daykeep.triage.compress.lines import compress_error, compress_listing, compress_log
from daykeep.triage.compress.talk import compress_talk
from daykeep.triage.ledger.data import parse_json

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.session.units.model import Part

DETAIL_SHARE = 0.12
"""What of a hidden result stays in sight, of its characters."""
MIN_DETAIL_CHARS, MAX_DETAIL_CHARS = 60, 800
_PATHS = ("path", "file_path", "file", "filename", "notebook_path")


def mask_text(
    part: Part,
    stored_id: str,
    *,
    limit_chars: int | None = None,
    wanted: Collection[str] = (),
    path: str = "",
) -> str:
    r"""The text in place of a tool's result: one line about it, then its details in at most ``limit_chars`` characters.

    The details are made by `condense`, so identifiers, dates and names of data stay; by default they may take
    `DETAIL_SHARE` of the result, 0 leaves them out. ``wanted`` are values that are used later. It stands in the result's own place, as data;
    no line of it passes for a speaker or a frame.

    >>> from daykeep.session.units.model import Part
    >>> mask_text(Part("tool", "result", '{"id": "ord_91", "note": "' + "x" * 3000 + '"}', 1), "A12")
    '[tool result stored as A12: 3,028 characters, ok]\nid: ord_91'
    """
    size = len(part.text)
    state = "failed" if part.is_error else "ok"
    kept = f" stored as {stored_id}" if stored_id else " hidden"
    head = f"[tool result{kept}: {size:,} characters, {state}]"
    limit = (
        min(MAX_DETAIL_CHARS, max(MIN_DETAIL_CHARS, int(size * DETAIL_SHARE)))
        if limit_chars is None
        else limit_chars
    )
    details = (
        neutralise(condense(part.text, limit, wanted, is_error=part.is_error, path=path)) if limit else ""
    )
    return f"{head}\n{details}" if details else head


def mask_texts(
    parts: Sequence[Part], stored_id: str, *, limit_chars: int | None = None, wanted: Collection[str] = ()
) -> tuple[tuple[str, str], ...]:
    """For every result among the parts its call's id and the text that stands in its place; as `Edit.masks` holds them."""
    paths = {part.id: _path_of(part) for part in parts if part.kind == CALL}
    return tuple(
        (
            part.id,
            mask_text(part, stored_id, limit_chars=limit_chars, wanted=wanted, path=paths.get(part.id, "")),
        )
        for part in parts
        if part.kind == RESULT
    )


def condense(
    text: str, limit_chars: int, wanted: Collection[str] = (), *, is_error: bool = False, path: str = ""
) -> str:
    """A text in at most ``limit_chars`` characters, by what kind of text it is."""
    return by_category(category_of(text, is_error=is_error), text, limit_chars, wanted, path)


def by_category(
    category: Category, text: str, limit_chars: int, wanted: Collection[str] = (), path: str = ""
) -> str:
    """A text of a known category in at most ``limit_chars`` characters."""
    if category == CODE:
        return compress_code(text, limit_chars, wanted, path=path)
    methods = {DATA: compress_data, ERROR: compress_error, LOG: compress_log, LISTING: compress_listing}
    return methods.get(category, compress_talk)(text, limit_chars, wanted)


def _path_of(part: Part) -> str:
    """The file that a call is about."""
    given = parse_json(part.text)
    if not isinstance(given, dict):
        return ""
    return next((value for name in _PATHS if isinstance(value := given.get(name), str)), "")
