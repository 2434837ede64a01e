"""Proposed items as people and programs read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.review.queue.proposals import Proposal, ProposedItem
    from daykeep.review.waiting.view import View

SHORT_ID = 10
"""Characters of a proposal's id that are shown: its time, to the millisecond."""

SIGNS = {"pending": "?", "deferred": "~", "approved": "+", "rejected": "-"}


def proposal_data(proposal: Proposal) -> dict[str, Any]:
    """A proposal with those of its items that wait, as JSON values."""
    return {
        "id": proposal.id,
        "created_at": proposal.created_at.isoformat(timespec="seconds"),
        "origin": proposal.origin,
        "target": proposal.target,
        "items": [item_data(item) for item in proposal.waiting],
    }


def item_data(item: ProposedItem) -> dict[str, Any]:
    """An item as JSON values."""
    return {
        "id": item.id,
        "status": item.status,
        "until": item.until.isoformat() if item.until else None,
        "action": item.action,
        "kind": item.kind,
        "title": item.title,
        "text": item.memory_lines,
        "edited": item.edited is not None,
        "score": item.score,
        "reason": item.reason,
        "reasons": list(item.reasons),
        "origin": item.origin,
        "day": item.day.isoformat(),
        "name": item.name,
        "lines": [item.lines[0].number, item.lines[-1].number],
        "commit": item.commit,
        "supersedes": [{"line": old.number, "text": old.text} for old in item.supersedes],
        "duplicates": list(item.duplicates),
    }


def view_data(view: View) -> dict[str, Any]:
    """An item with its source lines and what it would do to MEMORY.md, as JSON values."""
    return {
        "proposal": view.choice.proposal.id,
        **item_data(view.choice.item),
        "source": {
            "name": view.log,
            "state": view.state,
            "commit": view.commit,
            "lines": [line._asdict() for line in view.context],
        },
        "target": view.choice.proposal.target,
        "headings": list(view.headings),
        "removed": [{"line": number, "text": text} for number, text in view.difference.removed],
        "added": [{"line": number, "text": text} for number, text in view.difference.added],
        "obstacle": view.obstacle or None,
        "conflict": _conflict_data(view),
    }


def _conflict_data(view: View) -> dict[str, Any] | None:
    found = view.rebased
    if found is None or found.state != "conflict":
        return None
    sides = {"before": found.before, "now": found.now, "wanted": found.wanted}
    return {"reason": found.reason, **{side: list(lines) for side, lines in sides.items()}}


def proposal_lines(workspace: Workspace, proposal: Proposal) -> Iterator[str]:
    """A proposal in a list: a line for it, and a few for each item that waits."""
    from daykeep.clock import local_time

    made = local_time(proposal.created_at, workspace.zone).strftime("%Y-%m-%d %H:%M")
    target = "" if proposal.target == workspace.layout.memory_target else f", about {flat(proposal.target)}"
    yield f"{proposal.id[:SHORT_ID]}  {made}  from {flat(proposal.origin)}{target}"
    for item in proposal.waiting:
        yield f"  {item_line(item)}"
        yield from (f"      {text}" for text in _wanted(item))
        yield f"      {flat(item.reason)}"
        if item.until is not None:
            yield f"      put off until {item.until.isoformat()}"


def _wanted(item: ProposedItem) -> list[str]:
    """What would come; of a change also what would go, each with its sign. A note stands as it would be read."""
    if item.action != "change" or item.is_note:
        return item.memory_lines
    return [*(f"- {old.text}" for old in item.supersedes), *(f"+ {text}" for text in item.memory_lines)]


def item_line(item: ProposedItem) -> str:
    """An item in one line."""
    from daykeep.memory.items import show_score

    head = f"{SIGNS[item.status]} {item.id}"
    if item.is_note:
        return f"{head}  note  {place_of(item)}  {item.title}".rstrip()
    if item.action in {"archive", "forget", "change"}:
        return f"{head}  {item.action}  {place_of(item)}"
    kind = item.kind.replace("_", " and ")
    said = f"supersede {kind}" if item.action == "supersede" else kind
    return f"{head}  {said}  {show_score(item.score)}  {place_of(item)}  {item.title}".rstrip()


def place_of(item: ProposedItem) -> str:
    """Where an item was logged."""
    first, last = item.lines[0].number, item.lines[-1].number
    return f"{item.name}:{first}" if first == last else f"{item.name}:{first}-{last}"


def view_lines(view: View) -> Iterator[str]:
    """An item with everything that a person needs to decide about it."""
    item = view.choice.item
    yield item_line(item)
    if item.action == "archive":
        yield "  would move to memory/archive/"
    elif item.action in {"forget", "change"}:
        said = "would be forgotten" if item.action == "forget" else "would change"
        said = (
            "would be marked as reviewed; rejecting removes what nobody has reviewed"
            if item.is_note
            else said
        )
        yield f"  {said}; asked for on {item.day.isoformat()}, origin {item.origin}"
    else:
        yield f"  logged on {item.day.isoformat()}, origin {item.origin}, {item.rule} rules"
    yield f"  waits because: {flat(item.reason)}"
    if item.reasons:
        yield f"  speaks for it: {'; '.join(map(flat, item.reasons))}"
    yield ""
    yield from _source_lines(view)
    yield ""
    yield from _change_lines(view)


def _source_lines(view: View) -> Iterator[str]:
    said = {
        "here": "",
        "moved": " (moved since)",
        "changed": f" (changed since; as of commit {(view.commit or '')[:10]})",
        "gone": " (no longer holds these lines)",
    }[view.state]
    yield f"  {view.log}{said}"
    before = None
    for line in view.context:
        if before is not None and line.number != before + 1:
            yield "      …"
        yield f"  {'>' if line.is_source else ' '} {line.number:>4}  {line.text}"
        before = line.number


def _conflict_lines(view: View) -> Iterator[str]:
    """The three sides of a conflict with what somebody did to the file since the item was proposed."""
    found = view.rebased
    if found is None or found.state != "conflict":
        return
    yield f"  in conflict: {found.reason}"
    for said, lines in (("was", found.before), ("is now", found.now), ("would be", found.wanted)):
        if lines:
            yield f"    {said}:"
            yield from (f"      {flat(text)}" for text in lines)


def _change_lines(view: View) -> Iterator[str]:
    item, target = view.choice.item, view.choice.proposal.target
    under = f", under {' / '.join(view.headings)}" if view.headings else ""
    yield f"  {target}{under}"
    if view.obstacle:
        yield f"  can't be approved as things are: {view.obstacle}"
        yield from (f"    {text}" for text in item.memory_lines)
    elif view.difference.added or view.difference.removed:
        yield from (f"    {text}" for text in view.difference.render())
    else:
        yield f"    its lines are {'gone' if item.action == 'forget' else 'there'} already"
    yield from _conflict_lines(view)
    if item.duplicates:
        yield "  resembles what is there:"
        yield from (f"      {flat(text)}" for text in item.duplicates)


def flat(text: str) -> str:
    """Text on one line, so that nothing in a proposal can pass for a line of this program."""
    return " ".join(text.split())
