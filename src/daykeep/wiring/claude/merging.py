"""Plans the text of a settings file with daykeep's handlers in it, or without them. Pure.

What an install finds empty or missing is remembered as ``around``: the path of a container ("/", "/hooks", "/hooks/Stop") → the
white space that was in it, or None if it was not there. With that, taking the handlers out gives back the very text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.text.jsonspans.reading import OBJECT, line_of, parse_json, value_of
from daykeep.text.jsonspans.writing import Style, add, change, cut, find_style, render
from daykeep.wiring.claude.handlers import HOOKS, find_fault, find_handlers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from daykeep.text.jsonspans.reading import Node
    from daykeep.wiring.claude.handlers import Handler, Wanted

Around = dict[str, "str | None"]

BLANK = "blank"
"""The key of ``around`` for the text of a file that had nothing in it."""

_ROOT = "/"


class FormError(ValueError):
    """A text is JSON, but not of the form that settings have: ``reason``, ``line``."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class Merged(NamedTuple):
    """The new text, what is to be remembered of the old one, and the events whose handlers came, changed and went."""

    text: str
    around: Around
    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def merge_in(text: str, wanted: Wanted, around: Mapping[str, str | None]) -> Merged:
    """The text with one handler for each wanted event and none of daykeep's for others.

    Handlers that stand there keep their place, their matcher and their time limit; program and workspace are brought up to date.
    ``around`` is what the last install remembered; it counts only while there are handlers. Raises JsonError, FormError.
    """
    if not text.strip():
        pairs = ",\n".join(f'    "{event}": {_whole([wanted.group(event)])}' for event in wanted.events)
        made = f'{{\n  "{HOOKS}": {{\n{pairs}\n  }}\n}}\n'
        return Merged(made, {BLANK: text, **_made(wanted)}, wanted.events)
    root = check(text, wanted)
    found = find_handlers(text, root)
    kept = _choose(found, wanted)
    known: Around = dict(around) if found else {}
    text = _take_out(text, lambda handler: handler not in kept, known)
    text, updated = _bring_up(text, wanted)
    have = {handler.event for handler in kept}
    added = tuple(event for event in wanted.events if event not in have)
    for event in added:
        text = _put_in(text, event, wanted, known)
    removed = {handler.event for handler in found} - have
    return Merged(text, known, added, updated, tuple(sorted(removed)))


def merge_out(text: str, own: Callable[[Handler], bool], around: Mapping[str, str | None]) -> Merged:
    """The text without those of daykeep's handlers that are ``own``, and without what held nothing else.

    Raises JsonError, FormError.
    """
    root = parse_json(text)
    if root.kind != OBJECT:
        raise FormError("it is not an object", line_of(text, root.start))
    events = tuple(dict.fromkeys(handler.event for handler in find_handlers(text, root) if own(handler)))
    known: Around = dict(around)
    text = _take_out(text, own, known)
    if events and BLANK in known and not parse_json(text).members:
        text = known[BLANK] or ""
    return Merged(text, {}, removed=events)


def check(text: str, wanted: Wanted) -> Node:
    """The settings as they stand. Raises JsonError, or FormError where the handlers can't be put in."""
    root = parse_json(text)
    fault = find_fault(root, wanted.events)
    if fault:
        raise FormError(fault[0], line_of(text, fault[1]))
    return root


def _choose(found: list[Handler], wanted: Wanted) -> list[Handler]:
    """The handlers that stay: the first that counts of each wanted event."""
    kept: dict[str, Handler] = {}
    for handler in found:
        if handler.counts and handler.event in wanted.events:
            kept.setdefault(handler.event, handler)
    return list(kept.values())


def _made(wanted: Wanted) -> Around:
    return {f"/{HOOKS}": None, **{f"/{HOOKS}/{event}": None for event in wanted.events}}


def _whole(value: object) -> str:
    return render(value, Style(), "    ")


def _take_out(text: str, goes: Callable[[Handler], bool], around: Around) -> str:
    """Take handlers out from the last to the first, so that the numbers of the others stay true."""
    for handler in reversed(find_handlers(text, parse_json(text))):
        if goes(handler):
            text = _cut(text, handler, around)
    return text


def _cut(text: str, handler: Handler, around: Around) -> str:
    """Take one handler out, and each thing around it that then holds nothing and held nothing before it came."""
    top, number, place, last = handler.spot
    root = parse_json(text)
    hooks = root.members[top].value
    event = hooks.members[number].value
    handlers = event.items[place].find(HOOKS)
    if handlers is not None and len(handlers.items) > 1:
        return cut(text, handlers, last)
    steps = ((event, place, f"/{HOOKS}/{handler.event}"), (hooks, number, f"/{HOOKS}"), (root, top, _ROOT))
    for container, index, path in steps:
        inside = around.get(path) if handler.counts else None
        if len(container.parts) > 1 or inside is not None or path == _ROOT:
            return cut(text, container, index, inside=inside or "")
    return text


def _bring_up(text: str, wanted: Wanted) -> tuple[str, tuple[str, ...]]:
    """Put the wanted program and workspace into the handlers that are there; the events whose handlers changed."""
    updated = []
    for handler in reversed(find_handlers(text, parse_json(text))):
        if (*handler.program, handler.workspace) == (*wanted.program, wanted.workspace) and _has_args(
            text, handler
        ):
            continue
        text = _point(text, handler, wanted)
        updated.append(handler.event)
    return text, tuple(reversed(updated))


def _node(text: str, handler: Handler) -> Node:
    top, number, place, last = handler.spot
    group = parse_json(text).members[top].value.members[number].value.items[place]
    handlers = group.find(HOOKS)
    return handlers.items[last] if handlers else group


def _has_args(text: str, handler: Handler) -> bool:
    """Whether a handler names its arguments as a list: else a shell would read them."""
    return _node(text, handler).find("args") is not None


def _point(text: str, handler: Handler, wanted: Wanted) -> str:
    style = find_style(text, parse_json(text))
    for key, value in (("args", wanted.args), ("command", wanted.command)):
        node = _node(text, handler)
        there = node.find(key)
        if there is None:
            text = add(text, node, value, style, key=key).text
        elif value_of(text, there) != value:
            text = change(text, there, value, style)
    return text


def _put_in(text: str, event: str, wanted: Wanted, around: Around) -> str:
    """Add the group of an event, and what has to be around it; remembers what was not there or was empty."""
    root = parse_json(text)
    group = wanted.group(event)
    hooks = root.find(HOOKS)
    groups = hooks.find(event) if hooks else None
    value: Any = {event: [group]}
    container, path, key = root, _ROOT, HOOKS
    if hooks is not None and groups is not None:
        container, path, key, value = groups, f"/{HOOKS}/{event}", "", group
    elif hooks is not None:
        container, path, key, value = hooks, f"/{HOOKS}", event, [group]
    if hooks is None:
        around[f"/{HOOKS}"] = None
    if groups is None:
        around[f"/{HOOKS}/{event}"] = None
    added = add(text, container, value, find_style(text, root), key=key)
    if added.inside is not None:
        around[path] = added.inside
    return added.text
