"""Makes units, commits and views for tests, and takes requests apart."""

import json
from typing import Any

from daykeep.session.units.group import group_units
from daykeep.session.units.model import Unit
from daykeep.triage.model import Commit, Edit
from daykeep.triage.view.build import build_view
from daykeep.triage.view.commit import Head, plan_commit, plan_undo
from daykeep.triage.view.model import View
from daykeep.triage.view.render import render
from tests.session.making import messages_of

AT = "2026-03-10T09:00:00+00:00"


def units_of(*given: Any) -> tuple[Unit, ...]:
    return group_units(messages_of(*given))


class Thread:
    """A conversation and its commits, as they come."""

    def __init__(self, *given: Any) -> None:
        self.given = list(given)
        self.commits: tuple[Commit, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        return units_of(*self.given)

    @property
    def view(self) -> View:
        return build_view(self.units, self.commits)

    def say(self, *given: Any) -> "Thread":
        self.given += given
        return self

    def commit(self, *edits: Edit, **more: Any) -> Commit:
        made = plan_commit(self.units, self.commits, edits, self.head(), **more)
        self.commits += (made,)
        return made

    def undo(self, commit_id: str = "") -> Commit:
        made = plan_undo(self.units, self.commits, self.head(), commit_id=commit_id)
        self.commits += (made,)
        return made

    def head(self) -> Head:
        return Head(f"c{len(self.commits) + 1}", AT, "check", "policy")


def edit(unit_id: str, action: str, **more: Any) -> Edit:
    return Edit(unit_id, "", action, **more)


def said(view: View) -> list[str]:
    return [message.text for message in view.messages]


def pieces(request: Any) -> list[str]:
    """A request as a flat list of blocks, each with its role, in order: what a provider caches a prefix of."""
    found = []
    if isinstance(request, dict):
        found += [json.dumps(["system", block]) for block in request.get("system", ())]
        request = request["messages"]
    for message in request:
        content = message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content or [None]
        around = json.dumps(
            {key: value for key, value in message.items() if key not in {"content", "tool_calls"}}
        )
        if "role" not in message:
            found.append(json.dumps(message))
            continue
        found += [around + json.dumps(block) for block in blocks]
        found += [json.dumps(call) for call in message.get("tool_calls", ())]
    return found


def requests(view: View, form: str) -> dict[str, Any]:
    return {name: render(view, name, form=form).request for name in ("anthropic", "openai", "responses")}
