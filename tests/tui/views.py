"""Items as they would be looked at, without a workspace."""

from __future__ import annotations

from datetime import UTC, datetime

from daykeep.memory.items import ItemLine
from daykeep.review.difference import compare_lines
from daykeep.review.queue.proposals import Choice, Proposal, propose
from daykeep.review.waiting.view import LogLine, View
from tests.review.proposal_contract import LOG, an_item

BEFORE = (
    "# Memory",
    "",
    "## Lessons",
    "",
    "- Set a limit",
    "- The old way is fine",
    "",
    "## People",
    "- Ada",
)


def a_choice(text: str = "- Retry only what is idempotent", **options) -> Choice:
    changes = {name: options.pop(name) for name in ("title", "kind", "name") if name in options}
    item = propose(
        an_item(lines=(ItemLine(4, text, text),), **changes), **{"reason": "below the gate", **options}
    )
    made = Proposal("0" * 26, datetime(2026, 3, 16, tzinfo=UTC), "distill", "MEMORY.md", None, (item,))
    return Choice(made, item)


def a_view(choice: Choice, **changes) -> View:
    item = choice.item
    gone = {old.number for old in item.supersedes}
    after = [text for number, text in enumerate(BEFORE, 1) if number not in gone]
    after[5:5] = item.memory_lines
    context = tuple(
        LogLine(number, text, is_source=number == 4)
        for number, text in enumerate(["## Lesson", item.memory_lines[0], "- next"], 3)
    )
    view = View(
        choice, LOG, "here", None, context, ("Lessons",), compare_lines(BEFORE, after), "",
        before=BEFORE, after=tuple(after),
    )  # fmt: skip
    return view._replace(**changes)
