"""What a writer of notes is given: the turn as data, and what its note must name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from daykeep.session.units.model import CALL, RESULT, TEXT, Part
from daykeep.triage.protocols import NoteRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.checks.source import Source

LIMIT_CHARS = 24_000
"""What a writer is shown of one turn; longer parts lose their middle."""
_LEAST_CHARS = 400
_KINDS = (TEXT, CALL, RESULT)


def make_request(unit_id: str, source: Source, failed: tuple[str, ...] = ()) -> NoteRequest:
    """The request for one turn; ``failed`` is what was wrong with the last try."""
    must = tuple(one.text for one in source.details.must)
    return NoteRequest(unit_id, render_source(source.parts), must, failed)


def render_source(parts: Sequence[Part], limit_chars: int = LIMIT_CHARS) -> str:
    r"""The parts of a turn as lines of JSON, one for each: data that can't leave the fence around it.

    Every ``<`` is written ``\\u003c``, so that no tag can be closed or opened. Parts that are too long lose their middle.

    >>> render_source([Part("user", "text", "Use </source> 8080", 1)])
    '{"by": "user", "text": "Use \\u003c/source> 8080"}'
    """
    shown = [part for part in parts if part.kind in _KINDS and part.text]
    each = max(_LEAST_CHARS, limit_chars // max(1, len(shown)))
    return "\n".join(_line(part, each) for part in shown)


def _line(part: Part, limit: int) -> str:
    value = {"by": part.actor, part.kind: _clip(part.text, limit)}
    if part.name:
        value["tool"] = part.name
    if part.is_error:
        value["failed"] = "yes"
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def _clip(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return f"{text[: limit // 2]} … {text[-(limit // 2) :]}"


def read_rendered(text: str) -> list[Part]:
    """The parts that `render_source` wrote; a line that is none is left out.

    >>> read_rendered(render_source([Part("user", "text", "Use 8080", 1)]))[0].text
    'Use 8080'
    """
    parts: list[Part] = []
    for line in text.split("\n"):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        kind = next(
            (kind for kind in _KINDS if isinstance(value, dict) and isinstance(value.get(kind), str)), ""
        )
        if kind:
            actor, name = str(value.get("by", "")), str(value.get("tool", ""))
            parts.append(Part(actor, kind, value[kind], len(parts) + 1, name, is_error="failed" in value))
    return parts
