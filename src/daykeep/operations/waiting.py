"""What waits for a person, proposal by proposal; only a person decides about it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import local_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.review.queue.proposals import Proposal, ProposalStore, ProposedItem

SHORT_ID = 10
"""Characters of a proposal's id that are shown: its time, to the millisecond."""

TOLD = 8
"""Of more imported things than these only so many are told one by one."""

SIGNS = {"pending": "?", "deferred": "~", "approved": "+", "rejected": "-"}


class Waiting(NamedTuple):
    """What waits, oldest first, on which day that was asked, and what could not be read."""

    proposals: Sequence[Proposal]
    problems: tuple[str, ...]
    day: date

    @property
    def items(self) -> list[ProposedItem]:
        """Every item that waits."""
        return [item for proposal in self.proposals for item in proposal.waiting]


def list_waiting(workspace: Workspace, store: ProposalStore) -> Waiting:
    """What waits for a person; every unreviewed note is made to wait as it stands now."""
    from daykeep.review.remembering.queue import queue_notes  # noqa: PLC0415 - not needed to show an item

    queue_notes(workspace.files, store, now=workspace.now, day=workspace.day)
    return _listed(workspace, store)


def see_waiting(workspace: Workspace) -> Waiting:
    """What waits for a person as it was queued; nothing is written."""
    from daykeep.review.stores.joined import open_store  # noqa: PLC0415 - not needed to show an item

    language = workspace.language
    store = open_store(workspace.files, workspace.history, language=language, only_reads=True)
    return _listed(workspace, store)


def _listed(workspace: Workspace, store: ProposalStore) -> Waiting:
    listing = store.list_waiting()
    problems = tuple(f"{problem.name}: {problem.message}" for problem in listing.problems)
    return Waiting(listing.proposals, problems, workspace.day)


def waiting_data(waiting: Waiting) -> dict[str, Any]:
    """What waits as JSON values."""
    items = waiting.items
    return {
        "waiting": len(items),
        "deferred": put_off(items, waiting.day),
        "proposals": [proposal_data(proposal) for proposal in waiting.proposals],
        "problems": list(waiting.problems),
    }


def waiting_lines(workspace: Workspace, waiting: Waiting) -> list[str]:
    """What waits in lines; the last one says how much that is."""
    imported = _imported_together(waiting.proposals)
    lines: list[str] = []
    for proposal in waiting.proposals:
        together = imported.get(proposal.origin)
        if together is None:
            lines += proposal_lines(workspace, proposal)
        elif proposal is together[0]:
            lines += _imported_lines(workspace, together)
    return [*lines, waiting_line(waiting.items, waiting.day)]


def _imported_together(proposals: Sequence[Proposal]) -> dict[str, list[Proposal]]:
    """What was imported from one tool and is too much to be told item by item, by its origin."""
    found: dict[str, list[Proposal]] = {}
    for proposal in proposals:
        if any(item.is_new for item in proposal.waiting):
            found.setdefault(proposal.origin, []).append(proposal)
    return {origin: some for origin, some in found.items() if sum(len(one.waiting) for one in some) > TOLD}


def _imported_lines(workspace: Workspace, proposals: Sequence[Proposal]) -> Iterator[str]:
    """Many imported things in a few lines: how many there are, and the first of them."""
    from daykeep.review.verdict.landing import gives_orders  # noqa: PLC0415 - not needed to list other things

    items = [item for proposal in proposals for item in proposal.waiting]
    origin = flat(proposals[0].origin)
    made = local_time(proposals[0].created_at, workspace.zone).strftime("%Y-%m-%d %H:%M")
    kinds = Counter(item.kind for item in items)
    counted = ", ".join(f"{count:,} {kind}{'' if count == 1 else 's'}" for kind, count in kinds.items())
    yield f"{origin}  {made}  {counted}"
    yield from (f"  {item_line(item)}" for item in items[:TOLD])
    yield f"  … and {len(items) - TOLD:,} more: `daykeep review show {origin}`, or by proposal:"
    yield f"    {' '.join(proposal.id for proposal in proposals)}"
    orders = sum(map(gives_orders, items))
    if orders:
        yield f"  {orders:,} of them give orders or can be run: --together leaves those waiting"


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


def proposal_lines(workspace: Workspace, proposal: Proposal) -> Iterator[str]:
    """A proposal in a list: a line for it, and a few for each item that waits."""
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
    if item.action != "change" or item.is_note or item.is_new:
        return item.memory_lines
    return [*(f"- {old.text}" for old in item.supersedes), *(f"+ {text}" for text in item.memory_lines)]


def item_line(item: ProposedItem) -> str:
    """An item in one line."""
    from daykeep.memory.items import show_score  # noqa: PLC0415 - only where something waits

    head = f"{SIGNS[item.status]} {item.id}"
    if item.is_note or item.is_new:
        return f"{head}  {item.kind}  {place_of(item)}  {item.title}".rstrip()
    if item.action in {"archive", "forget", "change"}:
        return f"{head}  {item.action}  {place_of(item)}"
    kind = item.kind.replace("_", " and ")
    said = f"supersede {kind}" if item.action == "supersede" else kind
    return f"{head}  {said}  {show_score(item.score)}  {place_of(item)}  {item.title}".rstrip()


def place_of(item: ProposedItem) -> str:
    """Where an item was logged."""
    first, last = item.lines[0].number, item.lines[-1].number
    return f"{item.name}:{first}" if first == last else f"{item.name}:{first}-{last}"


def flat(text: str) -> str:
    """Text on one line, so that nothing in a proposal can pass for a line of this program."""
    return " ".join(text.split())


def waiting_line(items: Sequence[ProposedItem], day: date) -> str:
    """How much waits, and how much of it is put off on that day."""
    if not items:
        return "Nothing waits for you."
    later = put_off(items, day)
    text = f"{things(len(items))} wait{'s' if len(items) == 1 else ''} for you"
    return (
        f"{text}, {later} put off (`daykeep review --deferred`)." if later else f"{text}: `daykeep review`."
    )


def put_off(items: Sequence[ProposedItem], day: date) -> int:
    """How many of the items are not asked about on a day."""
    return sum(not item.is_asked_on(day) for item in items)


def things(count: int) -> str:
    """A number of things, in words."""
    return f"{count} thing{'' if count == 1 else 's'}"
