"""What ``daykeep context messages`` answers: a conversation as a provider takes it, and every repair that this took."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import json_text
from daykeep.errors import DocumentError, UsageError
from daykeep.transcripts.messages.model import ANTHROPIC
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.messages.render import RENDERERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.files.encoding import Problem
    from daykeep.transcripts.messages.model import Conversation, Normalised, Provider, Repair

EXIT_REPAIRS = 10
"""With ``--check``: a provider would refuse the conversation as it is, or some of it could not be read."""

LIMIT_INPUT_BYTES = 256 << 20
STDIN = "-"
_SHOWN = 40
"""So many repairs are said one by one; ``--json`` holds all of them."""


def show_messages(call: Call, name: str, given: Mapping[str, Any]) -> int:
    """Answer one call; the exit code."""
    conversation = read_named(call, name)
    provider: Provider = given["to"]
    done = normalise(conversation, provider=provider, images=given["images"], model=given["model"])
    if not given["check"]:
        _emit(call, conversation, done, provider)
        return 0
    if call.json:
        call.emit(_report(conversation, done, provider), "")
    else:
        call.emit({}, _lines(conversation, done, provider))
    return EXIT_REPAIRS if done.repairs or conversation.problems else 0


def read_named(call: Call, name: str) -> Conversation:
    """The conversation of a file or of standard input; DocumentError if it is none."""
    if name == STDIN:
        data = call.stdin_bytes(LIMIT_INPUT_BYTES)
        if len(data) > LIMIT_INPUT_BYTES:
            raise UsageError(f"standard input may have {LIMIT_INPUT_BYTES >> 20} MiB; name a file instead")
        conversation = read_conversation(data, name="standard input")
    else:
        conversation = read_conversation(Path(name))
    if not conversation.format and conversation.problems:
        hint = "a transcript of Claude Code, pi or Codex, or a list of messages as JSON"
        raise DocumentError(f"'{name}': {conversation.problems[0].message}", hint=hint)
    return conversation


def _emit(call: Call, conversation: Conversation, done: Normalised, provider: Provider) -> None:
    """Print the request; what was repaired goes beside it."""
    body = _body(done, provider)
    if call.json:
        call.emit({**_report(conversation, done, provider), **body}, "")
        return
    for line in _changes(conversation, done):
        call.note(line)
    whole = body["messages"] if provider != ANTHROPIC else body
    try:
        text = json_text(whole)
    except RecursionError as error:
        raise DocumentError("the conversation holds values that are nested too deeply") from error
    sys.stdout.buffer.write(text.encode() + b"\n")


def _body(done: Normalised, provider: Provider) -> dict[str, Any]:
    rendered = RENDERERS[provider](done.messages)
    return rendered if isinstance(rendered, dict) else {"messages": rendered}


def _report(conversation: Conversation, done: Normalised, provider: Provider) -> dict[str, Any]:
    return {
        "format": conversation.format,
        "to": provider,
        "session": conversation.session,
        "folder": conversation.folder,
        "repairs": [repair._asdict() for repair in done.repairs],
        "problems": [problem._asdict() for problem in conversation.problems],
    }


def _lines(conversation: Conversation, done: Normalised, provider: Provider) -> Iterator[str]:
    """The report for people."""
    count = len(conversation.messages)
    yield f"{count} message{'' if count == 1 else 's'} of {conversation.format or 'no format'}, for {provider}:"
    if not done.repairs and not conversation.problems:
        yield "  right as they are"
    yield from (f"  {line}" for line in _changes(conversation, done))


def _changes(conversation: Conversation, done: Normalised) -> Iterator[str]:
    lines = [
        *(_problem(problem) for problem in conversation.problems),
        *(_repair(repair) for repair in done.repairs),
    ]
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"{len(lines) - _SHOWN} more; --json holds all of them"


def _problem(problem: Problem) -> str:
    return f"line {problem.line}: {problem.message}"


def _repair(repair: Repair) -> str:
    return f"message {repair.message} (line {repair.line}): {repair.text} [{repair.code}]"
