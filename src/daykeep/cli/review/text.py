"""Proposed items as people and programs read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.operations.waiting import flat, item_data, item_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.review.waiting.view import View


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
        "target": view.choice.target,
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
        said = f"would become {item.lands}" if item.is_new else said
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
    item, target = view.choice.item, view.choice.target
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
