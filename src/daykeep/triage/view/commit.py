"""Plan what a commit holds: which units may be edited at all, and what that does to signed thinking. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, DocumentError, RefusedError
from daykeep.session.units.group import sha_of
from daykeep.session.units.segments import has_thinking, parse_segment_id
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK, RESTORE, Commit
from daykeep.triage.signed.plan import DROP_BLOCK, SERVER_COMPACT, STRIP_ALL, plan_signed
from daykeep.triage.view.fold import active_commits, fold_commits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.model import Edit

_ACTIONS = frozenset({KEEP, COMPRESS, ARCHIVE, DROP, MASK, RESTORE})


class Head(NamedTuple):
    """What names a commit: its id, its time (ISO 8601), the check that made it, and the digest of the policy."""

    id: str
    at: str
    check_id: str = ""
    policy_sha: str = ""


def next_id(letter: str, commits: Sequence[Commit], named: Iterable[object] = (), *, least: int = 1) -> str:
    """The id for the next commit: one that no commit has, nor anything else that is ``named``, even where lines were lost.

    >>> next_id("K", (), ["K1", "K3", None]), next_id("R", (), least=2)
    ('K4', 'R2')
    """
    given = [*(one.id for one in commits), *(one for one in named if isinstance(one, str))]
    numbers = [int(found[1]) for one in given if (found := re.fullmatch(rf"{letter}(\d{{1,9}})", one))]
    return f"{letter}{max([least, *(number + 1 for number in numbers)])}"


def may_edit(unit: Unit) -> str:
    """Why a unit may not be edited as a whole, "" if it may: what is not finished or does not fit stays as it is."""
    if not unit.number:
        return "what stands before the first words of a person stays"
    if unit.is_open:
        return "it is not finished"
    return f"irregular: {unit.irregular}" if unit.irregular else ""


def may_commit(units: Sequence[Unit]) -> str:
    """Why nothing may be edited now, "" if it may: what a model thinks while tools are at work goes back to it word for word.

    It is signed for all that stands before it, so that has to stay until the model has answered.
    """
    last = units[-1] if units else None
    if last is not None and last.is_open and has_thinking(last.messages):
        return (
            f"the model is at work in {last.id} and thinks: what it thought is signed for what stands before"
        )
    return ""


def plan_commit(
    units: Sequence[Unit],
    commits: Sequence[Commit],
    edits: Sequence[Edit],
    head: Head,
    *,
    block: str = "",
    block_after: str = "",
    strategy: str = STRIP_ALL,
    item: str = "",
) -> Commit:
    """The commit of these edits, with the digests of their units and what becomes of signed thinking.

    RefusedError for an edit of a unit that may not be edited, that is not there, or that has changed since, and for any edit
    while the model is at work and thinks (see `may_commit`), unless the provider itself makes it or drops what no longer fits. Nothing is partly planned.
    ``strategy`` and ``item`` are those of `plan_signed`.
    """
    _require(units, strategy)
    known = {unit.id: unit for unit in units}
    checked = tuple(_checked(edit, known, strategy) for edit in edits)
    made = Commit(head.id, head.at, head.check_id, head.policy_sha, checked, block, block_after)
    return _signed(units, commits, made, checked, strategy=strategy, item=item)


def plan_undo(units: Sequence[Unit], commits: Sequence[Commit], head: Head, *, commit_id: str = "") -> Commit:
    """The commit that takes another back: everything it edited is as before it. Without an id the last one that holds.

    DocumentError if there is no such commit, ConflictError if it is taken back already, RefusedError while the model is
    at work and thinks.
    """
    _require(units, STRIP_ALL)
    active = active_commits(commits)
    if not commit_id:
        last = next((one for one in reversed(active) if not one.undoes), None)
        if last is None:
            raise DocumentError("there is nothing to take back")
        commit_id = last.id
    target = next((one for one in commits if one.id == commit_id), None)
    if target is None:
        raise DocumentError(f"there is no check '{commit_id}' that changed anything")
    if target not in active:
        raise ConflictError(f"'{commit_id}' is taken back already")
    undone = next((one for one in commits if one.id == target.undoes), target)
    made = Commit(head.id, head.at, head.check_id, head.policy_sha, (), undoes=commit_id)
    return _signed(units, commits, made, undone.edits, strategy=STRIP_ALL)


def _require(units: Sequence[Unit], strategy: str) -> None:
    why = may_commit(units)
    if why and strategy not in {SERVER_COMPACT, DROP_BLOCK}:
        raise RefusedError(f"nothing is changed now: {why}", hint="try again when it has answered")


def _checked(edit: Edit, known: Mapping[str, Unit], strategy: str) -> Edit:
    span = parse_segment_id(edit.unit_id)
    unit = known.get(span.unit_id if span is not None else edit.unit_id)
    if unit is None:
        raise RefusedError(f"there is no unit '{edit.unit_id}' to {edit.action}")
    why, sha = may_edit(unit), unit.sha
    if span is not None:
        held = unit.messages[max(0, span.first - unit.first) : span.last - unit.first + 1]
        why, sha = _may_mask(unit, held, edit.action, strategy), sha_of(held)
        if span.first < unit.first or span.last > unit.last:
            why = "it has no such messages"
    if edit.action == RESTORE:
        why = ""
    elif edit.action not in _ACTIONS:
        why = f"'{edit.action}' is no action"
    elif edit.action == COMPRESS and not edit.note.strip():
        why = "there is no note to put in its place"
    if not why and edit.unit_sha not in {"", sha}:
        why = "it has changed since it was looked at"
    if why:
        raise RefusedError(f"{edit.unit_id} can't be changed ({edit.action}): {why}")
    return edit._replace(unit_sha=sha)


def _may_mask(unit: Unit, held: Sequence[Message], action: str, strategy: str) -> str:
    """Why results of a piece may not be hidden; calls, ids and order stay, so that an irregular unit stays as irregular as it is."""
    if action not in {MASK, RESTORE, KEEP}:
        return "of a piece only results can be hidden"
    if unit.is_open and has_thinking(unit.messages) and strategy != DROP_BLOCK:
        return "it is not finished, and what it thinks is signed for what stands there"
    return "" if held else "it has no such messages"


def _signed(
    units: Sequence[Unit],
    commits: Sequence[Commit],
    made: Commit,
    edits: Iterable[Edit],
    *,
    strategy: str,
    item: str = "",
) -> Commit:
    messages = [message for unit in units for message in unit.messages]
    first = first_edited(units, commits, made, edits)
    signed = plan_signed(messages, first, strategy=strategy, item=item) if first else {}
    return made._replace(signed=signed, messages=len(messages))


def first_edited(
    units: Sequence[Unit], commits: Sequence[Commit], commit: Commit, edits: Iterable[Edit]
) -> int:
    """The number of the first message of the history from which on the view changes with a commit; 0 if nothing does."""
    known = {unit.id: unit for unit in units}
    firsts = []
    for edit in edits:
        span = parse_segment_id(edit.unit_id)
        if span is not None:
            firsts.append(span.first)
        elif edit.unit_id in known:
            firsts.append(known[edit.unit_id].first)
    before, after = fold_commits(commits), fold_commits((*commits, commit))
    if (before.block, before.block_after) != (after.block, after.block_after):
        places = (one.block_after for one in (before, after) if one.block and one.block_after in known)
        firsts += [known[place].last + 1 for place in places]
    return min(firsts, default=0)
