"""A context as one text for people and for loops of their own: the static part, the boundary line, everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.context.build.own import safe_text
from daykeep.context.build.section import BOUNDARY, DYNAMIC, END, OPENING, STATIC, SYSTEM, join
from daykeep.context.output.blocks import content_of, text_of
from daykeep.context.safe import DATA, NOTES, enclose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.context.build.section import Context

_NOTHING = "[{kind}]"


def render_text(context: Context, messages: Sequence[Mapping[str, Any]]) -> str:
    """The whole context; what was said stands between delimiters that no text can forge, results of tools as data."""
    static = join(context.at(SYSTEM, part=STATIC))
    blocks = [
        static,
        BOUNDARY,
        join(context.at(SYSTEM, part=DYNAMIC)),
        join(context.at(OPENING)),
        *(said for message in messages for said in _said(message)),
        join(context.at(END)),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _said(message: Mapping[str, Any]) -> Iterator[str]:
    """A message block by block, each under who it is from."""
    role = str(message.get("role", ""))
    for block in content_of(message):
        kind = str(block.get("type", "")) if isinstance(block, dict) else "text"
        text = text_of(block) or _NOTHING.format(kind=kind)
        if kind == "tool_result":
            yield enclose(safe_text(text), DATA, origin="tool")
        else:
            label = role if kind == "text" else f"{role} {kind}"
            yield enclose(safe_text(text, NOTES), "said", origin=label)
