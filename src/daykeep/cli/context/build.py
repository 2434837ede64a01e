"""What ``daykeep context build`` answers: the context as text or as a provider's messages, or how it is put together."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.context.files import find_around
from daykeep.cli.context.sources import Place, find_sources
from daykeep.cli.frame import json_text, visible
from daykeep.context.build.assemble import assemble
from daykeep.context.build.position import advise, find_in_the_middle
from daykeep.context.cache.minimums import minimum_of
from daykeep.context.cache.volatile import find_volatile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from daykeep.cli.frame import Call
    from daykeep.context.build.section import Context
    from daykeep.context.cache.plan import Plan
    from daykeep.context.cache.record import Build, Part
    from daykeep.transcripts.messages.model import Repair

RECENT_MESSAGES = 20
MOST_TOLD = 20
"""So many repairs or problems of a conversation are told one by one."""

TO_TEXT, TO_ANTHROPIC, TO_OPENAI = "text", "anthropic", "openai"


class Said(NamedTuple):
    """The conversation as a provider takes it: messages and system blocks, what was repaired, what else it came with."""

    messages: Sequence[Mapping[str, Any]] = ()
    system: Sequence[Any] = ()
    repairs: Sequence[Repair] = ()
    tools: Sequence[Any] = ()
    session: str = ""
    model: str = ""
    problems: Sequence[str] = ()
    rounds: int = 0


class Built(NamedTuple):
    """A finished context in the form that was asked for, with its parts in the order of the prefix."""

    output: Any
    text: str
    parts: tuple[Part, ...]
    plan: Plan | None
    conversation_tokens: int


class Told(NamedTuple):
    """What there is to answer: the context, its form, the conversation in it, and what changed since the last build."""

    context: Context
    built: Built
    said: Said
    changes: Sequence[str]


def show_context(call: Call, given: Mapping[str, Any]) -> None:
    """Answer one call: build, compare with the last build, print, and remember it unless it is only explained."""
    said = _read_messages(call, given)
    place, now = _place(call, given)
    count = _counter(call, place, given["model"] or said.model)
    session_id = given["session_id"] or said.session
    found = find_sources(call, place, given, count, session_id=session_id, rounds=said.rounds)
    notes = (*found.notes, *said.problems)
    budget = given["budget"] or 0
    recent = _recent(said) if given["query"] else ""
    context = assemble(
        found.drafts, budget=budget, left_out=found.left_out, notes=notes, said=recent, count=count
    )
    built = _render(context, said, given, count)
    for note in (*notes, *_warnings(context)):
        call.note(note)
    build = _build_of(context, built, given, said, at=now)
    changes = list(_compare(call, place, build, keep=not given["explain"]))
    _emit(call, given, Told(context, built, said, changes))


def _counter(call: Call, place: Place, model: str) -> Callable[[str], int]:
    """How the tokens of the model are counted; what would make the count better is said."""
    from daykeep.models.tokens import choose_counting

    settings = place.settings
    factor = float(settings["context.tokens_factor"])
    counting = choose_counting(str(settings["context.tokens"]), model, factor=factor)
    if counting.note:
        call.note(counting.note)
    return counting.count


def _read_messages(call: Call, given: Mapping[str, Any]) -> Said:
    """The conversation in a file, repaired and rendered for the provider; nothing where none is given."""
    name = given["messages"]
    if not name:
        return Said()
    from daykeep.cli.context.messages import read_named
    from daykeep.transcripts.messages.model import ANTHROPIC, OPENAI, USER
    from daykeep.transcripts.messages.normalise import normalise
    from daykeep.transcripts.messages.render import render_anthropic, render_openai

    conversation = read_named(call, name)
    provider = OPENAI if given["to"] == TO_OPENAI else ANTHROPIC
    mended = normalise(conversation, provider=provider, images=given["images"], model=given["model"])
    if provider == OPENAI:
        body = {"messages": render_openai(mended.messages)}
    else:
        body = render_anthropic(mended.messages)
    return Said(
        body["messages"],
        body.get("system", ()),
        mended.repairs,
        conversation.given.get("tools", ()),
        conversation.session,
        str(conversation.given.get("model", "")),
        list(_told([f"{each.name}:{each.line}: {each.message}" for each in conversation.problems])),
        sum(message.role == USER and bool(message.text) for message in mended.messages),
    )


def _place(call: Call, given: Mapping[str, Any]) -> tuple[Place, str]:
    """Where and when: the folder, the workspace that is named or found from there upwards, the day; and the instant."""
    from daykeep.app import open_moment
    from daykeep.clock import format_instant
    from daykeep.workspace.layout import find_workspace

    around = find_around(call, given["cwd"])
    if not call.path:
        found = find_workspace(around.cwd)
        call.path = str(found) if found else None
    if call.path:
        workspace = call.workspace(at=given["at"])
        zone = workspace.zone
        place = Place(around, workspace, workspace.settings, workspace.day, zone.name, workspace.language)
        return place, format_instant(workspace.now, zone)
    moment = open_moment(environ=call.environ, at=given["at"])
    call.note("There is no workspace here: no packet, no memory; --workspace names one.")
    chosen = str(moment.settings["language"])
    language = _language(call.environ) if chosen == "auto" else chosen
    place = Place(around, None, moment.settings, moment.day, moment.zone.name, language)
    return place, format_instant(moment.now, moment.zone)


def _language(environ: Mapping[str, str]) -> str:
    named = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "zh" if named.lower().startswith("zh") else "en"


def _recent(said: Said) -> str:
    """What was said just now: what stands further back may be said again."""
    from daykeep.context.output.blocks import content_of, text_of

    return "\n".join(
        text_of(block) for message in said.messages[-RECENT_MESSAGES:] for block in content_of(message)
    )


def _render(context: Context, said: Said, given: Mapping[str, Any], count: Callable[[str], int]) -> Built:
    if given["to"] == TO_OPENAI:
        from daykeep.context.output.openai import render_messages

        found = render_messages(context, said.messages, count=count)
        return Built(found.value, "", found.parts, None, found.conversation_tokens)
    from daykeep.context.output.anthropic import render_body

    body = render_body(
        context,
        said.messages,
        minimum=minimum_of(given["model"] or said.model),
        count=count,
        static_ttl=given["static_ttl"],
        tools=said.tools,
        system=said.system,
    )
    text = ""
    if given["to"] == TO_TEXT:
        from daykeep.context.output.text import render_text

        text = render_text(context, said.messages)
    return Built(body.value, text, body.parts, body.plan, body.conversation_tokens)


def _warnings(context: Context) -> Iterator[str]:
    """What in the part that should stay the same looks as if it changed by itself."""
    for section in context.sections:
        if section.part == "static" or section.key.startswith("mcp:"):
            found = find_volatile(section.text)
            if found is not None:
                yield (
                    f'{section.sources[0]}:{found.line}: {found.what} ("{found.text}"); '
                    "each change of it loses the cache of everything behind it"
                )


def _build_of(context: Context, built: Built, given: Mapping[str, Any], said: Said, *, at: str) -> Build:
    from daykeep.context.cache.record import Build

    points = tuple(point.tokens for point in built.plan.points) if built.plan else ()
    model = given["model"] or said.model
    return Build(at, given["to"], model, context.key, built.parts, points)


def _compare(call: Call, place: Place, build: Build, *, keep: bool) -> Iterator[str]:
    """What changed since the last build of this project; then this one is remembered if it is to be kept."""
    from daykeep.config import user_cache_folder
    from daykeep.context.cache.compare import compare, describe
    from daykeep.context.cache.record import load_record, save_build
    from daykeep.errors import DaykeepError

    cache = user_cache_folder(call.environ, sys.platform)
    if not cache:
        return
    project = str(place.around.cwd)
    try:
        last = load_record(Path(cache), project, build.to).last
        if last is not None:
            yield from describe(compare(last, build), last)
        if keep:
            save_build(Path(cache), project, build)
    except DaykeepError as error:
        call.note(f"The build is not remembered: {error.message}")


def _emit(call: Call, given: Mapping[str, Any], told: Told) -> None:
    if call.json:
        call.emit(_data(given["to"], told), "")
    elif given["explain"]:
        call.emit({}, _explained(told))
    else:
        from daykeep.context.output.explain import list_cut

        plan = told.built.plan
        lost = [f"Not in this context: {each}" for each in list_cut(told.context)]
        for note in (*_told(lost, "--explain"), *(plan.changes if plan else ()), *_repairs(told.said)):
            call.note(note)
        text = told.built.text or json_text(told.built.output, indent=None) + "\n"
        if sys.stdout.isatty():
            text = visible(text)
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()


def _repairs(said: Said) -> Iterator[str]:
    yield from _told([f"message {each.message} (line {each.line}): {each.text}" for each in said.repairs])


def _told(lines: Sequence[str], where: str = "`daykeep context messages`") -> Iterator[str]:
    """The first lines, and how many more there are."""
    yield from lines[:MOST_TOLD]
    if len(lines) > MOST_TOLD:
        yield f"and {len(lines) - MOST_TOLD:,} more of this kind: {where} tells all"


def _explained(told: Told) -> list[str]:
    from daykeep.context.output.explain import explain_context, explain_plan
    from daykeep.context.output.openai import CACHED_FROM_TOKENS

    built, repairs = told.built, len(told.said.repairs)
    shown = explain_context(told.context, conversation_tokens=built.conversation_tokens, repairs=repairs)
    lines = [*shown, ""]
    if built.plan is None:
        lines.append(
            f"OpenAI caches prefixes from {CACHED_FROM_TOKENS:,} tokens on by itself: no breakpoints."
        )
    else:
        lines += explain_plan(built.plan)
    middle = find_in_the_middle(told.context.sections, built.conversation_tokens)
    if middle:
        total = told.context.tokens + built.conversation_tokens
        lines += ["", advise(middle, total)]
    return [*lines, *([""] if told.changes else []), *told.changes]


def _data(to: str, told: Told) -> dict[str, Any]:
    context, built = told.context, told.built
    plan = built.plan
    return {
        "to": to,
        "output": built.text or built.output,
        "key": context.key,
        "tokens": context.tokens,
        "budget": context.budget or None,
        "conversation_tokens": built.conversation_tokens,
        "sections": [section.as_json() for section in context.sections],
        "left_out": [left._asdict() for left in context.left_out],
        "in_the_middle": find_in_the_middle(context.sections, built.conversation_tokens),
        "repairs": [repair._asdict() for repair in told.said.repairs],
        "cache": {
            "points": [point._asdict() for point in plan.points] if plan else [],
            "changes": list(plan.changes) if plan else [],
            "notes": list(plan.notes) if plan else [],
            "since_last_build": list(told.changes),
        },
    }
