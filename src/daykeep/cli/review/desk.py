"""What ``daykeep review`` does with the queue, verb by verb: call the room, then say what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import PARTIAL, Call, visible
from daykeep.errors import UsageError
from daykeep.operations.waiting import list_waiting, things, waiting_data, waiting_line, waiting_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.review.queue.proposals import Choice, Proposal, ProposedItem
    from daykeep.review.verdict.decide import Decided, Decision, Desk
    from daykeep.review.waiting.view import View


class ReviewDesk:
    """One call of the command on an opened workspace."""

    def __init__(self, call: Call, at: str | None) -> None:
        from daykeep.review.stores.joined import open_store

        self.call = call
        self.proof = ""
        self.workspace = call.workspace(at=at)
        self.store = open_store(
            self.workspace.files, self.workspace.history, language=self.workspace.language
        )

    def require_person(self) -> None:
        """RefusedError unless a person sits at a terminal and, where one is set up, knows the passphrase."""
        from daykeep.review.verdict.approval import require_person

        self.proof = require_person(self.call, self.workspace.settings).how

    def list_waiting(self) -> int:
        """Print what waits, oldest first."""
        waiting = list_waiting(self.workspace, self.store)
        for problem in waiting.problems:
            self.call.note(problem)
        self.call.emit(waiting_data(waiting), waiting_lines(self.workspace, waiting))
        return PARTIAL if waiting.problems else 0

    def queue_notes(self) -> None:
        """Have every unreviewed note wait as it stands now; one that can't be queued is for doctor to name."""
        from daykeep.review.remembering.queue import queue_notes

        workspace = self.workspace
        queue_notes(workspace.files, self.store, now=workspace.now, day=workspace.day)

    def show(self, ids: Sequence[str]) -> int:
        """Print items with their sources and what they would do."""
        from daykeep.cli.review.text import view_data, view_lines

        views = [self.look(choice) for choice in self.find(ids)]
        lines = [line for view in views for line in (*view_lines(view), "")]
        self.call.emit({"items": [view_data(view) for view in views]}, lines[:-1])
        return 0

    def rebase(self, ids: Sequence[str]) -> int:
        """Put proposals, all without ids, on the files as they are now; say which items no longer fit."""
        from daykeep.operations.waiting import item_line
        from daykeep.review.waiting.rebase import FITS, rebase

        proposals = {choice.proposal.id: choice.proposal for choice in self.find(ids)}
        if not ids:
            proposals = {proposal.id: proposal for proposal in self.store.list_waiting().proposals}
        files, now = self.workspace.files, self.workspace.now
        rows, lines = [], []
        for proposal in proposals.values():
            for found in rebase(files, self.store, proposal, now=now):
                rows.append({"proposal": proposal.id, "item": found.item.id, "state": found.state})
                if found.state != FITS:
                    lines.append(f"  {item_line(found.item)}: {found.reason}")
        said = f"{things(len(rows))} looked at again." if rows else "Nothing changed since it was proposed."
        self.call.emit({"items": rows}, [said, *lines])
        return 0

    def sit(self, *, deferred: bool, plain: bool) -> int:
        """Ask about one item after the other, then do what was decided."""
        from daykeep.cli.review.screen import ask
        from daykeep.review.queue.proposals import Choice
        from daykeep.review.verdict.decide import settle

        settle(self.workspace.files, self.store, now=self.workspace.now)
        self.queue_notes()
        listing = self.store.list_waiting()
        for problem in listing.problems:
            self.call.note(f"{problem.name}: {problem.message}")
        waiting = [Choice(proposal, item) for proposal in listing.proposals for item in proposal.waiting]
        day = self.workspace.day
        asked = [choice for choice in waiting if deferred or choice.item.is_asked_on(day)]
        if asked:
            self.require_person()
        decisions = ask(self.call, self.workspace, asked, self.look, plain=plain) if asked else []
        if decisions:
            return self.finish(decisions)
        left = [choice.item for choice in waiting]
        self.call.emit({}, "Nothing was decided." if asked else waiting_line(left, day))
        return PARTIAL if listing.problems else 0

    def decide(
        self, ids: Sequence[str], status: str, *, yes: bool, together: bool = False, until: date | None = None
    ) -> int:
        """Decide about items by their ids; approvals are asked for, what is put off may be so ``until`` a day."""
        from daykeep.review.verdict.decide import Decision

        choices = self.find(ids)
        if together:
            choices = self.ask_together(choices)
        elif status == "approved":
            choices = [
                choice for choice in choices if (yes and self.is_sure(choice.item)) or self.ask(choice)
            ]
        decisions = [
            Decision(proposal.id, item.id, status, seen=item.fingerprint, until=until, was=item.status)
            for proposal, item in choices
        ]
        return self.finish(decisions)

    def finish(self, decisions: Sequence[Decision], more: Mapping[str, Any] | None = None) -> int:
        """Do what was decided, if anything was; ``more`` comes into the answer, and is partial if it names what was skipped."""
        if decisions:
            return self.carry_out(decisions, more or {})
        from daykeep.review.verdict.decide import NOTHING

        self.call.emit({**_data(NOTHING), **(more or {})}, "Nothing was decided.")
        return PARTIAL if more and more.get("skipped") else 0

    def listed(self) -> tuple[Proposal, ...]:
        """The proposals that wait, oldest first; what can't be read is said."""
        listing = self.store.list_waiting()
        for problem in listing.problems:
            self.call.note(f"{problem.name}: {problem.message}")
        return listing.proposals

    def edit(self, ids: Sequence[str]) -> int:
        """Change the lines of one item in the person's editor; it goes on waiting."""
        from daykeep.cli.review.keys import edit_lines
        from daykeep.operations.waiting import item_data
        from daykeep.review.verdict.reword import reword

        choices = self.find(ids)
        if len(choices) > 1 or not choices[0].item.waits:
            raise UsageError("one item that waits can be edited at a time", hint="give PROPOSAL/ITEM")
        item = choices[0].item
        edited = edit_lines(item.memory_lines)
        if edited is not None:
            files, now = self.workspace.files, self.workspace.now
            item = reword(files, self.store, choices[0], edited, now=now, by=self.desk.by)
        said = "Not changed." if edited is None else "\n".join(["It waits as:", *item.memory_lines])
        self.call.emit({"changed": edited is not None, "item": item_data(item)}, said)
        return 0

    def split(self, ids: Sequence[str]) -> int:
        """Make one item of several lines wait as one for each of them."""
        from daykeep.operations.waiting import item_data, item_line
        from daykeep.review.waiting.split import plan_split

        choices = self.find(ids)
        if len(choices) > 1 or not choices[0].item.waits:
            raise UsageError("one item that waits can be split at a time", hint="give PROPOSAL/ITEM")
        proposal, item = choices[0]
        parts = plan_split(item)
        after = self.store.split(proposal.id, item.id, parts, seen=item.fingerprint, now=self.workspace.now)
        made = [found for part in parts if (found := after.find_item(part.id)) is not None]
        lines = [
            text
            for one in made
            for text in (f"  {item_line(one)}", *(f"      {x}" for x in one.memory_lines))
        ]
        self.call.emit(
            {"items": [item_data(one) for one in made]}, [f"It waits as {things(len(made))}:", *lines]
        )
        return 0

    def find(self, ids: Sequence[str]) -> list[Choice]:
        """The items that ids mean, each once."""
        from daykeep.review.waiting.view import find_choices

        found = [choice for asked in ids for choice in find_choices(self.store, asked)]
        return list({(choice.proposal.id, choice.item.id): choice for choice in found}.values())

    def look(self, choice: Choice, around: int | None = None) -> View:
        """An item as it would change memory now."""
        from daykeep.review.waiting.view import CONTEXT_LINES, view_item

        return view_item(
            self.workspace.files,
            self.workspace.history,
            choice,
            memory=self.workspace.layout.memory_target,
            language=self.workspace.language,
            context_lines=CONTEXT_LINES if around is None else around,
            store=self.store,
        )

    def ask(self, choice: Choice) -> bool:
        """Show an item and ask whether it is approved."""
        from daykeep.cli.review.text import view_lines

        click.echo(visible("\n".join(view_lines(self.look(choice)))), err=self.call.json)
        return click.confirm("\nApprove it?", err=self.call.json)

    def ask_together(self, choices: Sequence[Choice]) -> list[Choice]:
        """Show what all of these are and ask once; what of it is approved. What gives orders is not: it is asked about alone."""
        from daykeep.operations.waiting import item_line
        from daykeep.review.verdict.landing import gives_orders

        asked = [choice for choice in choices if not gives_orders(choice.item)]
        left = len(choices) - len(asked)
        if left:
            self.call.note(
                f"{left} of these give orders or can be run, and stay waiting: look at each by itself"
            )
        if not asked:
            return []
        click.echo(visible("\n".join(item_line(choice.item) for choice in asked)), err=self.call.json)
        said = "Approve it?" if len(asked) == 1 else f"Approve all {len(asked):,}?"
        return asked if click.confirm(f"\n{said}", err=self.call.json) else []

    def is_sure(self, item: ProposedItem) -> bool:
        """Whether the gate lets an item through without a question: added lines, sure enough, of a trusted origin."""
        from daykeep.guard.origin import may_apply

        gate = float(self.workspace.settings["distill.gate"])
        allowed = may_apply(item.origin, "\n".join(item.memory_lines)).allowed
        return item.action == "add" and item.score >= gate and allowed

    @property
    def desk(self) -> Desk:
        """What the decisions need to know."""
        from daykeep.memory.leaving.budget import Limits
        from daykeep.review.verdict.decide import Desk

        settings = self.workspace.settings
        return Desk(
            memory=self.workspace.layout.memory_target,
            language=self.workspace.language,
            now=self.workspace.now,
            day=self.workspace.day,
            history=self.workspace.history,
            author=str(settings["history.author"]),
            by=self.call.person_name(),
            limits=Limits(int(settings["memory.budget_chars"]), int(settings["memory.budget_lines"])),
            proof=self.proof,
        )

    def carry_out(self, decisions: Sequence[Decision], more: Mapping[str, Any]) -> int:
        """Do what was decided, and say what came of it."""
        from daykeep.review.verdict.decide import decide

        done = decide(self.workspace.files, self.store, decisions, self.desk)
        for item, reason in done.refused:
            self.call.note(f"item {item} is not decided: {reason}")
        for problem in done.problems:
            self.call.note(problem)
        self.call.emit({**_data(done), **more}, _lines(self.workspace, done))
        return PARTIAL if done.refused or done.problems or more.get("skipped") else 0


def _data(done: Decided) -> dict[str, Any]:
    return {
        "approved": [item.id for item in done.approved],
        "rejected": [item.id for item in done.rejected],
        "deferred": [item.id for item in done.deferred],
        "refused": [{"item": item, "reason": reason} for item, reason in done.refused],
        "archive": done.archive,
        "moved": done.moved,
        "over_budget": done.over,
        "commit": done.commit,
        "problems": list(done.problems),
    }


def _lines(workspace: Workspace, done: Decided) -> list[str]:
    from daykeep.operations.waiting import item_line

    name = workspace.layout.memory_target
    lines = []
    for said, items in (
        ("Approved", done.approved),
        ("Rejected", done.rejected),
        ("Put off", done.deferred),
    ):
        if items:
            lines.append(f"{said} {things(len(items))}.")
            lines += [f"  {item_line(item)}" for item in items]
    if done.moved:
        lines.append(f"{things(done.moved)} left {name} for {done.archive}, to keep it within its budget.")
    if done.over:
        lines.append(f"{name} is over its budget now; `daykeep doctor` says what could go.")
    if done.commit:
        lines.append(f"Committed as {done.commit[:10]}.")
    return lines or ["Nothing was decided."]
