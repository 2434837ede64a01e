"""Looks at one conversation: how full it is, where its line is, what would be done, and why nothing was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.compaction.diagnosis import Cause, diagnose
from daykeep.context.compaction.limits import Limits, Wanted, find_limits
from daykeep.context.compaction.plan import Plan, plan_compaction
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.detect import CLAUDE
from daykeep.transcripts.usage.fill import Fill, measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.config import Settings
    from daykeep.context.compaction.around import ClaudeSetup
    from daykeep.transcripts.messages.model import Conversation


class Check(NamedTuple):
    """Everything that was found about one conversation, for the ``model`` that it was looked at with."""

    model: str
    fill: Fill
    limits: Limits
    plan: Plan
    causes: tuple[Cause, ...]


def wanted_of(settings: Settings, asked: int | None = None) -> Wanted:
    """What the settings say about compaction; ``asked`` is the threshold of this call alone."""
    return Wanted(
        asked,
        settings["context.compaction.threshold"],
        settings.origin("context.compaction.threshold") == "default",
        settings["context.compaction.models"],
        settings["context.compaction.windows"],
    )


def model_of(conversation: Conversation | None) -> str:
    """The model that answered last, else the one that was asked for; ``""`` if none is named."""
    if conversation is None:
        return ""
    answered = (message.model for message in reversed(conversation.messages) if message.model)
    return next(answered, str(conversation.given.get("model") or ""))


def is_of_claude_code(conversation: Conversation | None, model: str) -> bool:
    """Whether Claude Code holds the conversation; where there is none, whether the model is one of its own."""
    return conversation.format == CLAUDE if conversation else not model or "claude" in model.lower()


def check_conversation(
    conversation: Conversation | None,
    wanted: Wanted,
    setup: ClaudeSetup,
    *,
    model: str = "",
    tokens: int | None = None,
    count: Callable[[str], int] = count_tokens,
) -> Check:
    """Check a conversation (None: ``tokens`` alone are known) for ``model``, else for the one that it names; pure."""
    messages = conversation.messages if conversation else ()
    model = model or model_of(conversation)
    is_claude = is_of_claude_code(conversation, model)
    wanted = _with_own_window(wanted, conversation, model)
    limits = find_limits(wanted, model=model, environ=setup.environ, is_claude_code=is_claude)
    if is_claude and not limits.disabled_by:
        limits = limits._replace(disabled_by=setup.switched_off)
    tools = conversation.given.get("tools") if conversation else None
    before = count(json.dumps(tools, ensure_ascii=False, default=str)) if tools else 0
    fill = measure(messages, count=count, window=limits.window, tokens=tokens, given_overhead=before)
    hooks = setup.hooks if is_claude else ()
    plan = plan_compaction(messages, fill, limits, count=count, hooks=hooks)
    return Check(model, fill, limits, plan, diagnose(fill, limits, plan))


def _with_own_window(wanted: Wanted, conversation: Conversation | None, model: str) -> Wanted:
    """The person's table of windows, and what the conversation itself names."""
    named = conversation.given.get("model_context_window") if conversation else None
    if not isinstance(named, int) or named <= 0 or not model:
        return wanted
    return wanted._replace(windows={model: named, **wanted.windows})
