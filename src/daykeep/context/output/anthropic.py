"""A context as the body of an Anthropic call: tools, system, messages, with cache breakpoints where they take effect.

The instruction files and the packet open the first user message, behind the system prompt; what belongs to the question
closes the newest one. The conversation between them stays as it is, in place and order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.build.section import DYNAMIC, END, OPENING, STATIC, SYSTEM, join
from daykeep.context.cache import plan as cache
from daykeep.context.cache.record import part_of, part_of_section
from daykeep.context.output.blocks import (
    CONTROL,
    bare,
    can_carry,
    content_of,
    given_ttl,
    identity_of,
    text_of,
    tokens_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from daykeep.context.build.section import Context
    from daykeep.context.cache.minimums import Minimum
    from daykeep.context.cache.record import Part

_USER = "user"


class Body(NamedTuple):
    """A call's body, the plan of its breakpoints, its parts in the order of the prefix, the tokens of the conversation."""

    value: dict[str, Any]
    plan: cache.Plan
    parts: tuple[Part, ...]
    conversation_tokens: int


class _Place(NamedTuple):
    """A block of the body: where it is, and what it belongs to; ``number`` is the key of a content that is a text."""

    label: str
    group: str
    owner: Any
    number: int | str

    @property
    def block(self) -> Any:
        held = self.owner[self.number]
        return {"type": "text", "text": held} if isinstance(held, str) else held


def render_body(
    context: Context,
    messages: Sequence[Mapping[str, Any]],
    *,
    minimum: Minimum,
    count: Callable[[str], int],
    static_ttl: str = cache.SHORT,
    tools: Sequence[Any] = (),
    system: Sequence[Any] = (),
) -> Body:
    """The body of a call: ``messages`` are the conversation's, ``tools`` and ``system`` what else it came with.

    The static part is the first system block, so nothing that changes stands before it but the tools. Nothing that was
    handed in is changed. Breakpoints that the blocks carry are kept or dropped as `plan_breakpoints` says.
    """
    value: dict[str, Any] = {"tools": [_copy(tool) for tool in tools]} if tools else {}
    value["system"] = [*_system_blocks(context), *map(_copy, system)]
    value["messages"] = _messages(context, messages)
    places = list(_places(value, context))
    slots = [_slot(place, count) for place in places]
    plan = cache.plan_breakpoints(slots, minimum, static_ttl=static_ttl)
    parts = _parts(context, places, slots)
    _apply(places, plan)
    said = sum(slot.tokens for slot in slots if slot.group == cache.CONVERSATION)
    return Body(value, plan, parts, said)


def _slot(place: _Place, count: Callable[[str], int]) -> cache.Slot:
    block = place.block
    if place.group == cache.TOOLS:
        return cache.Slot(place.label, place.group, count(identity_of(block)), given=given_ttl(block))
    return cache.Slot(place.label, place.group, tokens_of(block, count), can_carry(block), given_ttl(block))


def _system_blocks(context: Context) -> list[dict[str, Any]]:
    parts = (context.at(SYSTEM, part=STATIC), context.at(SYSTEM, part=DYNAMIC))
    return [{"type": "text", "text": join(sections)} for sections in parts if sections]


def _messages(context: Context, messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The conversation between the opening and the end of the context, in user messages."""
    built = [{**message, "content": _copied(message.get("content"))} for message in messages]
    opening, end = join(context.at(OPENING)), join(context.at(END))
    if opening:
        block = {"type": "text", "text": opening}
        if built and built[0].get("role") == _USER and not _has_results(built[0]):
            built[0]["content"] = [block, *content_of(built[0])]
        else:
            built.insert(0, {"role": _USER, "content": [block]})
    if end:
        block = {"type": "text", "text": end}
        if built and built[-1].get("role") == _USER:
            built[-1]["content"] = [*content_of(built[-1]), block]
        else:
            built.append({"role": _USER, "content": [block]})
    return built


def _has_results(message: Mapping[str, Any]) -> bool:
    return any(isinstance(each, dict) and each.get("type") == "tool_result" for each in content_of(message))


def _places(value: dict[str, Any], context: Context) -> Iterator[_Place]:
    """Every block of the body in the order of the prefix."""
    for index in range(len(value.get("tools", ()))):
        yield _Place(f"tools[{index}]", cache.TOOLS, value["tools"], index)
    static = bool(context.at(SYSTEM, part=STATIC))
    for index in range(len(value["system"])):
        group = cache.STATIC if static and index == 0 else cache.SYSTEM
        yield _Place(f"system[{index}]", group, value["system"], index)
    opens, ends = bool(context.at(OPENING)), bool(context.at(END))
    final = len(value["messages"]) - 1
    for number, message in enumerate(value["messages"]):
        content = message["content"]
        if not isinstance(content, list):
            yield _Place(f"messages[{number}].content", cache.CONVERSATION, message, "content")
            continue
        for index in range(len(content)):
            group = cache.CONVERSATION
            if opens and (number, index) == (0, 0):
                group = cache.OPENING
            elif ends and (number, index) == (final, len(content) - 1):
                group = cache.END
            yield _Place(f"messages[{number}].content[{index}]", group, content, index)


def _parts(context: Context, places: Sequence[_Place], slots: Sequence[cache.Slot]) -> tuple[Part, ...]:
    """What a cache sees, in order: the context's own blocks by section, all others by place; the end is left out."""
    own = {
        cache.STATIC: context.at(SYSTEM, part=STATIC),
        cache.SYSTEM: context.at(SYSTEM, part=DYNAMIC),
        cache.OPENING: context.at(OPENING),
    }
    parts: list[Part] = []
    for place, slot in zip(places, slots, strict=True):
        sections = own.get(place.group, [])
        if sections and text_of(place.block) == join(sections):
            parts += map(part_of_section, sections)
        elif place.group != cache.END:
            parts.append(part_of(place.label, identity_of(place.block), slot.tokens))
    return tuple(parts)


def _apply(places: Sequence[_Place], plan: cache.Plan) -> None:
    """Put the breakpoints of the plan at their blocks and take away every other one."""
    chosen = {point.block: point for point in plan.points}
    for index, place in enumerate(places):
        block = place.block
        if not isinstance(block, dict):
            continue
        point = chosen.get(index)
        if point is None:
            if given_ttl(block):
                place.owner[place.number] = bare(block)
        elif place.number == "content":
            place.owner["content"] = [{**block, CONTROL: _control(point.ttl)}]
        elif not (CONTROL in block and given_ttl(block) == point.ttl):
            place.owner[place.number] = {**bare(block), CONTROL: _control(point.ttl)}


def _control(ttl: str) -> dict[str, str]:
    """A breakpoint: ``ephemeral`` is the only kind there is, and it is the cache."""
    return {"type": "ephemeral", "ttl": ttl} if ttl == cache.LONG else {"type": "ephemeral"}


def _copied(content: Any) -> Any:
    """A content whose blocks may be changed; a text as it is, nothing as no block."""
    return [_copy(block) for block in content] if isinstance(content, list) else content or []


def _copy(block: Any) -> Any:
    return dict(block) if isinstance(block, dict) else block
