"""A context as the messages of an OpenAI call: what stays the same first, for the provider caches prefixes by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.build.section import DYNAMIC, END, OPENING, STATIC, SYSTEM, join
from daykeep.context.cache.record import part_of, part_of_section
from daykeep.context.output.blocks import content_of, text_of
from daykeep.transcripts.messages.blocks import compact_json
from daykeep.transcripts.usage.weigh import IMAGE_TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from daykeep.context.build.section import Context
    from daykeep.context.cache.record import Part

_LEADING = ("system", "developer")
CACHED_FROM_TOKENS = 1024
"""OpenAI caches prefixes of at least so many tokens, without being asked."""


class Messages(NamedTuple):
    """The messages of a call, its parts in the order of the prefix, and the tokens of the conversation."""

    value: list[dict[str, Any]]
    parts: tuple[Part, ...]
    conversation_tokens: int


def render_messages(
    context: Context, messages: Sequence[Mapping[str, Any]], *, count: Callable[[str], int]
) -> Messages:
    """One system message, static part first; the conversation's own system messages; the opening; then what was said.

    What belongs to the question follows as the last user message.
    """
    leading = 0
    while leading < len(messages) and str(messages[leading].get("role")) in _LEADING:
        leading += 1
    system = [context.at(SYSTEM, part=STATIC), context.at(SYSTEM, part=DYNAMIC)]
    value: list[dict[str, Any]] = []
    parts: list[Part] = []
    text = "\n\n".join(join(sections) for sections in system if sections)
    if text:
        value.append({"role": "system", "content": text})
        parts += [part_of_section(section) for sections in system for section in sections]
    said = 0
    for index, message in enumerate(messages):
        if index == leading:
            _open(context, value, parts)
        value.append(dict(message))
        tokens = _tokens(message, count)
        said += tokens
        parts.append(part_of(f"messages[{len(value) - 1}]", compact_json(message), tokens))
    if leading == len(messages):
        _open(context, value, parts)
    end = join(context.at(END))
    if end:
        value.append({"role": "user", "content": end})
    return Messages(value, tuple(parts), said)


def _open(context: Context, value: list[dict[str, Any]], parts: list[Part]) -> None:
    opening = context.at(OPENING)
    if opening:
        value.append({"role": "user", "content": join(opening)})
        parts += map(part_of_section, opening)


def _tokens(message: Mapping[str, Any], count: Callable[[str], int]) -> int:
    blocks = content_of(message)
    spoken = [block for block in blocks if not _is_picture(block)]
    said = "\n".join(map(text_of, spoken))
    calls = message.get("tool_calls")
    return (
        count(said)
        + (len(blocks) - len(spoken)) * IMAGE_TOKENS
        + (count(compact_json(calls)) if calls else 0)
    )


def _is_picture(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "image_url"
