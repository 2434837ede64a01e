"""The last gate before a commit: what the view would be afterwards is checked as a whole, by code that did not make it. Pure."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from daykeep.session.units.group import weigh_together
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.messages.model import ASSISTANT, SYNTHETIC, TOOL_RESULT, TOOL_USE
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK
from daykeep.triage.view.build import build_view
from daykeep.triage.view.edits import dump_commit, load_commit
from daykeep.triage.view.fold import fold_commits
from daykeep.triage.view.model import first_difference

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.model import Commit
    from daykeep.triage.view.fold import Folded
    from daykeep.triage.view.model import View


def check_commit(
    units: Sequence[Unit],
    commits: Sequence[Commit],
    commit: Commit,
    *,
    stored: Collection[str],
    logged: Collection[str],
    before: View | None = None,
    count: Callable[[str], int] = count_tokens,
) -> tuple[str, ...]:
    """What is wrong with the view after a commit; () if it may be committed. ``before`` is the view before it, where that is known.

    ``stored`` names the stored turns, ``logged`` the units whose decision is in the log. Checked: every unit is in view, note, store or log; no call without its result
    or result without its call that the history has not; no answer without content; fewer tokens than before (unless it takes
    something back); nothing changed before the first edited unit; the line on the disk gives the same view.
    """
    before = before if before is not None else build_view(units, commits)
    after = build_view(units, (*commits, commit))
    found = [
        *(problem.message for problem in after.problems if problem not in before.problems),
        *find_lost(units, (*commits, commit), after, stored=stored, logged=logged),
        *_new_faults(units, after),
    ]
    if load_commit(json.loads(json.dumps(dump_commit(commit)))) != commit:
        found.append("the commit as it is written says something else")
    if not commit.undoes and weigh_view(after, units, count) >= weigh_view(before, units, count):
        found.append("the view does not get smaller")
    if first_difference(before, after) < _first_allowed(before, after, commits, commit):
        found.append("something changes before the first unit that was edited")
    return tuple(found)


def weigh_view(view: View, units: Sequence[Unit], count: Callable[[str], int] = count_tokens) -> int:
    """The tokens of a view: units that stand as they were weigh what they weigh, everything else is counted."""
    whole = {unit.id: unit.tokens for unit in units}
    total, counted = 0, 0
    for place in view.places:
        if place.action == KEEP:
            total += whole[place.unit_id]
        elif place.first:
            made = view.messages[max(place.first - 1, counted) : place.last]
            total += weigh_together(made, count) if made else 0
        counted = max(counted, place.last)
    return total


def _new_faults(units: Sequence[Unit], view: View) -> list[str]:
    """What is wrong with a view and is not wrong with its history."""
    faults = set(find_faults(view.messages))
    if not faults:
        return []
    return sorted(faults - set(find_faults(message for unit in units for message in unit.messages)))


def find_lost(
    units: Sequence[Unit],
    commits: Sequence[Commit],
    view: View,
    *,
    stored: Collection[str],
    logged: Collection[str],
) -> list[str]:
    """Units that are neither in the view, nor in a note, nor stored, nor dropped with a line in the log; each is in one place only."""
    places = {place.unit_id: place for place in view.places if place.unit_id}
    seen = Counter(place.unit_id for place in view.places if place.unit_id)
    folded, held = fold_commits(commits), frozenset(stored)
    found = [f"{unit_id} stands in the view {times} times" for unit_id, times in seen.items() if times > 1]
    for unit in units:
        place, edit = places.get(unit.id), folded.units.get(unit.id)
        edits = [*([edit] if edit else []), *folded.pieces.get(unit.id, ())]
        kept = {one.stored_id for one in edits if one.stored_id}
        action = place.action if place else ""
        length = place.last - place.first + 1 if place and place.first else 0
        if (
            (action in {KEEP, MASK} and length != len(unit.messages))
            or (action == COMPRESS and not length)
            or (action == ARCHIVE and not kept)
            or (action == DROP and unit.id not in logged)
            or action not in {KEEP, MASK, COMPRESS, ARCHIVE, DROP}
        ):
            found.append(f"{unit.id} would be lost: {action or 'it is nowhere'}")
        if action != KEEP and not kept <= held:
            gone = ", ".join(sorted(kept - held))
            found.append(
                f"{unit.id} is not stored as {gone} any more: `triage undo` brings it back into the view"
            )
    return found


def find_faults(messages: Iterable[Message]) -> Iterator[str]:
    """Calls without a result, results without a call before them, answers without content: what a provider refuses.

    A call may be answered anywhere behind it; ids may be used again once they are answered.
    """
    waiting: Counter[str] = Counter()
    for message in messages:
        if message.role == ASSISTANT and not message.blocks:
            yield "an answer holds nothing"
        for block in message.blocks:
            if block.kind == TOOL_USE:
                waiting[block.id] += 1
            elif block.kind == TOOL_RESULT and waiting[block.id] > 0:
                waiting[block.id] -= 1
            elif block.kind == TOOL_RESULT:
                yield f"the result of '{block.id}' has no call"
    yield from (f"call '{ident}' has no result" for ident, open_calls in waiting.items() if open_calls)


def _first_allowed(before: View, after: View, commits: Sequence[Commit], commit: Commit) -> int:
    """The first message that may change: where an edited unit or the block stands or stood, and the note right before it."""
    old, new = fold_commits(commits), fold_commits((*commits, commit))
    moved = (old.block, old.block_after) != (new.block, new.block_after)
    firsts = [
        place.first
        for view in (before, after)
        for place in view.places
        if place.first and (moved if not place.unit_id else _differs(place.unit_id, old, new))
    ]
    first = min(firsts, default=len(before.messages) + 1)
    beside = before.messages[first - 2] if 1 < first <= len(before.messages) + 1 else None
    return first - 1 if beside is not None and beside.mark == SYNTHETIC else first


def _differs(unit_id: str, old: Folded, new: Folded) -> bool:
    return old.units.get(unit_id) != new.units.get(unit_id) or old.pieces.get(unit_id) != new.pieces.get(
        unit_id
    )
