"""A prompt: what memory surely knows about it is put beside it, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.hooks.model import CONTEXT_CHARS, QUIET, Answer
from daykeep.hooks.prompts import asks_nothing
from daykeep.hooks.rendering import units

if TYPE_CHECKING:
    from daykeep.hooks.model import Desk, Event


def answer(event: Event, desk: Desk) -> Answer:
    """The passages that belong to the prompt; nothing for a command, for thanks, and where nothing is sure."""
    prompt = event.text("prompt")
    if asks_nothing(prompt) or event.text("agent_id"):
        return QUIET
    from daykeep.operations.prompting import Before, find_for_prompt

    workspace = desk.workspace
    budget = int(workspace.settings["hooks.prompt_budget"])
    if not budget:
        return QUIET
    from daykeep.hooks.given import find_given, note_passages
    from daykeep.session.history.place import fitting_id

    given = find_given(desk.root, event.session_id)
    before = Before(given.keys, given.shown, fitting_id(event.session_id))
    known = find_for_prompt(
        workspace,
        prompt,
        before=before,
        budget_tokens=budget,
        least=float(workspace.settings["hooks.prompt_min_score"]),
    )
    if not known.text or units(known.text) > CONTEXT_CHARS:
        return Answer(problems=known.problems)
    note_passages(desk.root, event.session_id, known.keys)
    return Answer(known.text, known.problems)
