"""All commits of a session as one state: what has become of each unit, and which block stands. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.segments import parse_segment_id
from daykeep.triage.model import KEEP, RESTORE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.triage.model import Commit, Edit


class Folded(NamedTuple):
    """What holds now: the edit of each unit, the edits of its pieces, the block and the unit behind which it stands."""

    units: Mapping[str, Edit]
    pieces: Mapping[str, tuple[Edit, ...]]
    block: str
    block_after: str
    compaction: tuple[str, str]
    """The provider's own compaction as JSON, and the unit in whose place it stands; "" and "" for none."""


def active_commits(commits: Sequence[Commit]) -> tuple[Commit, ...]:
    """Those that hold: a commit that was taken back doesn't, unless its taking back was taken back too. Linear."""
    off: set[str] = set()
    found: list[Commit] = []
    for commit in reversed(commits):
        if commit.id in off:
            continue
        found.append(commit)
        if commit.undoes:
            off.add(commit.undoes)
    return tuple(reversed(found))


def fold_commits(commits: Sequence[Commit]) -> Folded:
    """The state after all commits. The newest edit of a unit holds; the newest block replaces those before it."""
    units: dict[str, Edit] = {}
    pieces: dict[str, dict[str, Edit]] = {}
    block = block_after = ""
    compaction = ("", "")
    for commit in active_commits(commits):
        for edit in commit.edits:
            _enter(edit, units, pieces)
        if not commit.undoes or commit.block:
            block, block_after = commit.block, commit.block_after
        if commit.signed.get("item") and commit.edits:
            compaction = (commit.signed["item"], commit.edits[0].unit_id)
    held = {unit_id: tuple(edits.values()) for unit_id, edits in pieces.items() if edits}
    return Folded(units, held, block, block_after, compaction)


def _enter(edit: Edit, units: dict[str, Edit], pieces: dict[str, dict[str, Edit]]) -> None:
    span = parse_segment_id(edit.unit_id)
    back = edit.action in {KEEP, RESTORE}
    if span is not None:
        inside = pieces.setdefault(span.unit_id, {})
        if back:
            inside.pop(edit.unit_id, None)
        else:
            inside[edit.unit_id] = edit
    elif back:
        units.pop(edit.unit_id, None)
        pieces.pop(edit.unit_id, None)
    else:
        units[edit.unit_id] = edit
