"""Which turns a summary would stand for. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.model import ARCHIVE, DROP
from daykeep.triage.view.commit import may_edit
from daykeep.triage.view.fold import fold_commits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.session.units.model import Unit
    from daykeep.triage.model import Edit
    from daykeep.triage.run.desk import Scene


class Span(NamedTuple):
    """The turns to summarise in their order, and of those that were named and stay, why."""

    units: tuple[Unit, ...]
    left: Mapping[str, str]


def find_span(scene: Scene, protected: Mapping[str, str], *, first: int = 0, last: int | None = None) -> Span:
    """The turns between two numbers, else all that the view holds: whole, in part or as a note, but not as a summary.

    Protected turns stay, and so do those that were dropped. Turns that were named are read from the history whatever became of
    them. Where a summary stands for some of them and others beside them, the others come too: else they would lose it.
    """
    named = bool(first) or last is not None
    edited = fold_commits(scene.commits).units
    if named:
        first, last = _widened(edited, first, last)
    chosen: list[Unit] = []
    left: dict[str, str] = {}
    covered = 0
    for unit in scene.units:
        edit = edited.get(unit.id)
        covered = max(covered, number_of(edit.covers) if edit else 0)
        if not unit.number or unit.number < first or (last is not None and unit.number > last):
            continue
        why = protected.get(unit.id) or may_edit(unit)
        if not why and _is_out(edit, named=named, is_covered=unit.number <= covered):
            continue
        if why:
            left[unit.id] = why
        else:
            chosen.append(unit)
    return Span(tuple(chosen), left)


def number_of(unit_id: str) -> int:
    """The number in a turn's id, 0 for none.

    >>> number_of("U12"), number_of("")
    (12, 0)
    """
    return int(unit_id[1:]) if unit_id[1:].isdecimal() else 0


def _is_out(edit: Edit | None, *, named: bool, is_covered: bool) -> bool:
    """Whether a turn has left already and is to stay so."""
    if edit is None:
        return False
    if edit.action == DROP:
        return True
    return not named and (edit.action == ARCHIVE or bool(edit.covers) or is_covered)


def _widened(edited: Mapping[str, Edit], first: int, last: int | None) -> tuple[int, int | None]:
    """The range with the whole of every summary that it touches."""
    spans = [(number_of(one.unit_id), number_of(one.covers)) for one in edited.values() if one.covers]
    for begin, end in sorted(spans, reverse=True):
        if begin < first <= end:
            first = begin
    for begin, end in sorted(spans):
        if last is not None and begin <= last < end:
            last = end
    return first, last
