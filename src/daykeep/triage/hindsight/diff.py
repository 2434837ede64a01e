"""What a check changed in the view: unit by unit, before and after. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DocumentError
from daykeep.session.units.segments import parse_segment_id
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.usage.weigh import weigh_message
from daykeep.triage.model import KEEP
from daykeep.triage.view.build import build_view
from daykeep.triage.view.fold import fold_commits
from daykeep.triage.view.model import first_difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.model import Commit
    from daykeep.triage.view.model import View


class UnitDiff(NamedTuple):
    """One unit that changed: what it was and became, its tokens in the view before and after, what stands there."""

    unit_id: str
    before: str
    after: str
    tokens_before: int
    tokens_after: int
    stored_id: str = ""
    note: str = ""


class Diff(NamedTuple):
    """What one commit changed; ``first_changed`` is the first message of the view that is not as before."""

    commit_id: str
    units: tuple[UnitDiff, ...]
    tokens_before: int
    tokens_after: int
    first_changed: int
    block_before: str
    block_after: str


def diff_commit(units: Sequence[Unit], commits: Sequence[Commit], commit_id: str = "") -> Diff:
    """What a commit changed in the view, the last one's without an id; DocumentError if there is none of this name."""
    places = [place for place, one in enumerate(commits) if one.id == commit_id or not commit_id]
    if not places:
        raise DocumentError(
            f"there is no check '{commit_id}' that changed anything"
            if commit_id
            else "no check has changed anything yet"
        )
    place = places[-1]
    old, new = commits[:place], commits[: place + 1]
    before, after = build_view(units, old), build_view(units, new)
    folded_before, folded_after = fold_commits(old), fold_commits(new)
    found = []
    for unit_id in _named(units, commits[place], commits):
        was, now = folded_before.units.get(unit_id), folded_after.units.get(unit_id)
        hidden = folded_after.pieces.get(unit_id, ())
        found.append(
            UnitDiff(
                unit_id,
                was.action if was else KEEP,
                now.action if now else ("mask" if hidden else KEEP),
                _weight(before, unit_id),
                _weight(after, unit_id),
                now.stored_id if now else ", ".join(one.stored_id for one in hidden if one.stored_id),
                now.note if now else "",
            )
        )
    return Diff(
        commits[place].id,
        tuple(found),
        _total(before),
        _total(after),
        first_difference(before, after),
        folded_before.block,
        folded_after.block,
    )


def _named(units: Sequence[Unit], commit: Commit, commits: Sequence[Commit]) -> list[str]:
    """The units that a commit edits, or gives back, in the order of the conversation."""
    edits = commit.edits
    if commit.undoes:
        edits = next((one.edits for one in commits if one.id == commit.undoes), ())
    spans = ((parse_segment_id(edit.unit_id), edit.unit_id) for edit in edits)
    touched = {span.unit_id if span else name for span, name in spans}
    return [unit.id for unit in units if unit.id in touched]


def _weight(view: View, unit_id: str) -> int:
    place = next((one for one in view.places if one.unit_id == unit_id), None)
    if place is None or not place.first:
        return 0
    return sum(weigh_message(one, count_tokens) for one in view.messages[place.first - 1 : place.last])


def _total(view: View) -> int:
    return sum(weigh_message(message, count_tokens) for message in view.messages)
