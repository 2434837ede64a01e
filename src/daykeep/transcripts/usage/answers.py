"""The answers of a conversation with their usage, each counted once, from its entries as they were written.

Claude Code writes one line for each block of an answer, and each carries the whole usage; counting lines counts an
answer two to eight times. Its stream of events gives the input when an answer starts, the output as it grows, and in
the end a total of everything, which is no reading of the context.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.formats.claude import is_no_answer
from daykeep.transcripts.formats.pi import FAILED
from daykeep.transcripts.usage.usage import Usage, read_usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_TOTALS = frozenset({"result"})
"""Entries whose usage sums up a whole run."""


class Answer(NamedTuple):
    """What one answer cost; ``aside`` if a sub-agent gave it, whose context is another one."""

    id: str
    line: int
    model: str
    usage: Usage
    aside: bool = False


def read_answers(entries: Iterable[tuple[int, Any]]) -> list[Answer]:
    """The answers in entries with their lines: transcripts, events of a stream, or messages of a list.

    Lines of one answer (the same ``message.id``) are one, with the largest output that any of them names: on all but
    the last it is a placeholder. Failed and aborted answers, and totals of a run, are left out.
    """
    found: dict[str, Answer] = {}
    for line, entry in entries:
        if not isinstance(entry, dict) or str(entry.get("type")) in _TOTALS or _failed(entry):
            continue
        message, aside = _message(entry), _is_aside(entry)
        growing = _growing(entry)
        if growing is not None:
            _grow(found, growing, aside=aside)
            continue
        usage = read_usage(_dict(message.get("usage")))
        if usage is None:
            continue
        ident = str(message.get("id") or "")
        answer = Answer(ident, line, str(message.get("model") or ""), usage, aside)
        key = ident or f"line {line}"
        found[key] = _joined(found[key], answer) if key in found else answer
    return list(found.values())


def total_usage(answers: Iterable[Answer]) -> Usage:
    """What all the answers cost together, those of sub-agents included; the context is that of the last of the conversation itself."""
    total = Usage(0, 0, 0, 0, 0)
    context = 0
    for answer in answers:
        total = total.plus(answer.usage)
        context = context if answer.aside else answer.usage.context
    return total._replace(context=context)


def _joined(first: Answer, later: Answer) -> Answer:
    usage = later.usage if later.usage.prompt >= first.usage.prompt else first.usage
    output = max(first.usage.output, later.usage.output)
    usage = usage._replace(output=output, context=usage.context - usage.output + output)
    return first._replace(usage=usage)


def _growing(entry: Mapping[str, Any]) -> int | None:
    """The output so far that an event of a stream names; None for every other entry."""
    event = entry.get("event", entry)
    if isinstance(event, dict) and event.get("type") == "message_delta":
        output = _dict(event.get("usage")).get("output_tokens")
        return output if isinstance(output, int) and not isinstance(output, bool) else 0
    return None


def _grow(found: dict[str, Answer], output: int, *, aside: bool) -> None:
    """An event names no answer: it belongs to the last one of its conversation that began."""
    key = next((key for key in reversed(found) if found[key].aside == aside), None)
    if key is not None:
        usage = found[key].usage
        more = max(0, output - usage.output)
        grown = usage._replace(output=usage.output + more, context=usage.context + more)
        found[key] = found[key]._replace(usage=grown)


def _message(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    event = entry.get("event")
    holder = event if isinstance(event, dict) else entry
    message = holder.get("message")
    return message if isinstance(message, dict) else holder


def _is_aside(entry: Mapping[str, Any]) -> bool:
    return entry.get("isSidechain") is True or bool(entry.get("parent_tool_use_id"))


def _failed(entry: Mapping[str, Any]) -> bool:
    message = _message(entry)
    return is_no_answer(entry, message) or message.get("stopReason") in FAILED


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
