"""What ``daykeep context check`` answers: whether a conversation would be compacted now, why, and what that would do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.context.files import find_around
from daykeep.cli.context.messages import read_named
from daykeep.cli.context.tokens import find_counting, find_settings, method_data, method_said
from daykeep.context.compaction.around import find_claude_setup
from daykeep.context.compaction.check import (
    Check,
    check_conversation,
    is_of_claude_code,
    model_of,
    wanted_of,
)
from daykeep.errors import UsageError
from daykeep.transcripts.usage.fill import GIVEN, USAGE, Fill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.config import Settings
    from daykeep.context.compaction.diagnosis import Cause
    from daykeep.context.compaction.hooks import Hook
    from daykeep.context.compaction.steps import Step
    from daykeep.models.tokens import Counting
    from daykeep.transcripts.messages.model import Conversation

_HEADLINES = {
    "above": "Would compact",
    "near": "Soon",
    "below": "Would not compact",
    "doubted": "Waits for another reading",
    "disabled": "Would not compact",
    "irreducible": "Compacting can't help",
    "suspended": "Would not compact",
}
_STEPS = {
    "strip_images": "take out pictures and documents",
    "clear_tool_outputs": "clear old outputs of tools",
    "summarise": "summarise",
}


class Checked(NamedTuple):
    """What was found about one conversation, and how its tokens were counted."""

    found: Check
    counting: Counting

    @property
    def model(self) -> str:
        """The model that it was looked at with."""
        return self.found.model


def show_check(call: Call, name: str | None, given: Mapping[str, Any]) -> None:
    """Answer one call; nothing is changed, whatever is found."""
    if name is None and given["tokens"] is None:
        raise UsageError("name a conversation (FILE, or - for standard input), or its --tokens")
    settings = find_settings(call)
    conversation = read_named(call, name) if name is not None else None
    checked = _check(call, conversation, settings, given)
    for problem in conversation.problems if conversation else ():
        call.note(f"{problem.name}:{problem.line}: {problem.message}")
    call.emit(_data(checked), _lines(checked))


def _check(
    call: Call, conversation: Conversation | None, settings: Settings, given: Mapping[str, Any]
) -> Checked:
    model = given["model"] or model_of(conversation)
    counting = find_counting(call, settings, model)
    setup = find_claude_setup(find_around(call, _folder(conversation)))
    for problem in setup.problems if is_of_claude_code(conversation, model) else ():
        call.note(problem)
    wanted = wanted_of(settings, given["threshold"])
    found = check_conversation(
        conversation, wanted, setup, model=model, tokens=given["tokens"], count=counting.count
    )
    return Checked(found, counting)


def _folder(conversation: Conversation | None) -> str | None:
    """The folder that the conversation ran in, where it is still there."""
    folder = conversation.folder if conversation else ""
    return folder if folder and Path(folder).is_dir() else None


def _data(checked: Checked) -> dict[str, Any]:
    fill, limits, plan = checked.found.fill, checked.found.limits, checked.found.plan
    return {
        "would_compact": plan.would_compact,
        "action": plan.action,
        "code": plan.code,
        "why": plan.why,
        "model": checked.model or None,
        "tokens": {"total": fill.tokens, "source": fill.source, "counted": fill.counted, "tail": fill.tail},
        "reading": _reading_data(fill),
        "doubted": [
            {"line": one.line, "message": one.message, "tokens": one.tokens, "code": one.code, "why": one.why}
            for one in fill.readings
            if one.code not in {"", "void"}
        ],
        "line": {
            "tokens": plan.line,
            "threshold": limits.threshold,
            "origin": limits.origin,
            "window": limits.window,
        },
        "over": plan.over,
        "overhead": fill.overhead,
        "floor": plan.floor,
        "steps": [step._asdict() for step in plan.steps],
        "ranges": [part._asdict() for part in plan.ranges],
        "protected": list(plan.protected),
        "hooks": [hook._asdict() for hook in plan.hooks],
        "causes": [cause._asdict() for cause in checked.found.causes],
        "method": method_data(checked.counting),
    }


def _reading_data(fill: Fill) -> dict[str, Any] | None:
    reading = fill.reading
    if reading is None:
        return None
    parts = {name: getattr(reading.usage, name) for name in ("fresh", "cached", "created", "output")}
    return {"line": reading.line, "message": reading.message, "tokens": reading.tokens, **parts}


def _lines(checked: Checked) -> Iterator[str]:
    fill, limits, plan = checked.found.fill, checked.found.limits, checked.found.plan
    yield f"{_HEADLINES[plan.code]}: {plan.why}."
    yield from _row("rests on", [_source(fill)])
    window = f"; the model takes {limits.window:,}" if limits.window else ""
    yield from _row("line", [f"{limits.threshold:,} ({limits.origin}){window}"])
    if plan.floor is not None:
        yield from _row("can't go", [f"{plan.floor:,} tokens", *plan.protected])
    yield from _row("would do", [f"{place}. {_step(step)}" for place, step in enumerate(plan.steps, 1)])
    yield from _row(
        "or a part", [_part(kind, first, last, frees) for kind, first, last, frees in plan.ranges]
    )
    yield from _row("hooks", [_hook(hook) for hook in plan.hooks])
    yield from _row("because", [_cause(cause) for cause in checked.found.causes if cause.code != plan.code])
    yield from _row("counted", [method_said(checked.counting)])
    yield "Nothing was changed."


def _row(name: str, texts: list[str]) -> Iterator[str]:
    for place, text in enumerate(texts):
        yield f"  {name if not place else '':<10} {text}"


def _source(fill: Fill) -> str:
    reading = fill.reading
    if fill.source == USAGE and reading is not None:
        said = f"the usage of message {reading.message} (line {reading.line}): {reading.tokens:,} tokens"
        return said + (f", and {fill.tail:,} counted after it" if fill.tail else "")
    if fill.source == GIVEN:
        return "the number that was given"
    return f"{len(fill.live)} messages, counted: system prompt and tools are not among them"


def _step(step: Step) -> str:
    what = _STEPS[step.action]
    where = f"message {step.first}" if step.first == step.last else f"messages {step.first} to {step.last}"
    places = "" if step.action == "summarise" else f", {step.places} in all"
    return f"{what} ({where}{places}): frees about {step.frees:,}"


def _part(kind: str, first: int, last: int, frees: int) -> str:
    name = "up to here" if kind == "up_to" else "from here"
    return f"summarise messages {first} to {last} (“{name}”): frees about {frees:,}"


def _hook(hook: Hook) -> str:
    runs = (
        "; runs " + ", ".join(f"`{command}`" for command in hook.commands)
        if hook.commands
        else "; none is set up"
    )
    return f"{hook.event} ({hook.matcher}): {hook.can}{runs}"


def _cause(cause: Cause) -> str:
    return f"{cause.text}; {cause.hint}" if cause.hint else cause.text
