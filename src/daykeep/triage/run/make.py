"""Makes what stands in the place of what goes: notes, masks, stored turns, the block of facts and index, one commit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.inert import inert_value
from daykeep.session.units.group import sha_of
from daykeep.session.units.model import RESULT
from daykeep.session.units.segments import parse_segment_id
from daykeep.text.tokens import count_tokens
from daykeep.triage.choice.fit import index_tokens
from daykeep.triage.choice.options import OLD_RECALL
from daykeep.triage.compress.masks import mask_texts
from daykeep.triage.ledger.build import plan_ledger
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK, Commit, Edit
from daykeep.triage.notes.block import find_superseded
from daykeep.triage.recall.expiry import Expired, expired_recalls, recall_mask
from daykeep.triage.stored.index import render_index
from daykeep.triage.view.commit import Head, plan_commit
from daykeep.triage.view.fold import fold_commits

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.choice.choose import Option
    from daykeep.triage.notes.plan import Outcome
    from daykeep.triage.run.ask import Ask
    from daykeep.triage.run.desk import Desk, Scene
    from daykeep.triage.stored.model import Stored

BLOCK_SHARE, BLOCK_TOKENS = 0.125, 1_000
"""Facts and index together have at most this share of the budget, and so many tokens each."""
MOST_READ = 1_000
"""Facts are read from so many of the newest turns that left: those of older ones had no room long ago, and recall finds them."""
MOST_SUPERSEDED = 8
_STORES = frozenset({ARCHIVE, COMPRESS, MASK})


class Made(NamedTuple):
    """A commit that is ready, with the stored turns of its edits by unit."""

    commit: Commit
    stored: Mapping[str, str]


def make_commit(
    desk: Desk,
    scene: Scene,
    options: Sequence[Option],
    notes: Mapping[str, Outcome],
    *,
    ask: Ask,
    head: Head,
    facts: str | None = None,
    mask_chars: int | None = None,
) -> Made:
    """Store what goes, and plan the commit; nothing of the view is changed yet.

    ``facts`` are those that were planned with the changes, with ``mask_chars`` of each hidden result; else they are made here. When this returns the stored turns are on
    the disk. Raises StorageError if they can't be stored, RefusedError if a unit
    may not be edited after all.
    """
    wanted = [_settled(option, notes.get(option.unit_id)) for option in options]
    wanted = [option for option in wanted if option.action != KEEP]
    holders = [_unit_of(scene, option.unit_id) for option in wanted]
    keeping = [
        (option, unit)
        for option, unit in zip(wanted, holders, strict=True)
        if option.action in _STORES and option.reason != OLD_RECALL
    ]
    named = {edit.stored_id for commit in scene.commits for edit in commit.edits if edit.stored_id}
    stored = desk.stored.put([unit for _, unit in keeping], at=ask.at, named=named)
    ids = {option.unit_id: one.id for (option, _), one in zip(keeping, stored, strict=True)}
    expired = {(one.unit_id, one.call_id): one for one in expired_recalls(scene.units)}
    edits = [
        _edit(option, unit, ids.get(option.unit_id, ""), notes, expired, mask_chars=mask_chars)
        for option, unit in zip(wanted, holders, strict=True)
    ]
    block, after = plan_block(desk, scene, edits, ask, facts=facts)
    commit = plan_commit(
        scene.units, scene.commits, edits, head, block=block, block_after=after, strategy=ask.strategy
    )
    return Made(commit, ids)


def plan_block(
    desk: Desk, scene: Scene, edits: Sequence[Edit], ask: Ask, *, facts: str | None = None
) -> tuple[str, str]:
    """The text of facts and index after these edits, and the unit behind which it stands.

    It stands behind the last unit that left the view as a whole: what comes later is written anew in any case, and what comes
    before stays as it is.
    """
    folded = fold_commits((*scene.commits, Commit("", "", "", "", tuple(edits))))
    left = [unit for unit in scene.units if _action(folded.units.get(unit.id)) in {ARCHIVE, COMPRESS, DROP}]
    hidden = [unit for unit in scene.units if _action(folded.units.get(unit.id)) == MASK]
    if not left and not hidden:
        return "", ""
    named = {edit.stored_id for edit in folded.units.values() if edit.stored_id and edit.action == ARCHIVE}
    index = render_index(
        _in_force(desk.stored.entries(), named),
        index_tokens(ask.budget),
        labelled=desk.stored.labelled,
        language=ask.language,
    )
    if facts is None:
        gone = [unit for unit in left if _action(folded.units.get(unit.id)) != DROP]
        rest = max(0, block_tokens(ask.budget) - count_tokens(index.text))
        gone += [_results_of(unit) for unit in hidden]
        gone.sort(key=lambda unit: unit.number)
        facts = plan_ledger(gone[-MOST_READ:], visible=_visible(scene, folded.units), budget=rest).text
    newer = superseded_lines(folded.units, scene.units)
    text = "\n".join(part for part in (facts, *newer, index.text) if part)
    last = (left or hidden)[-1].id
    return text, last if text else ""


def _results_of(unit: Unit) -> Unit:
    """A unit with its results alone: what of them does not stand in their masks is a fact like those of turns that left."""
    return unit._replace(parts=tuple(part for part in unit.parts if part.kind == RESULT))


def superseded_lines(edited: Mapping[str, Edit], units: Sequence[Unit]) -> list[str]:
    """A line for each value in a note that a later note replaced, the newest first: of two, the newer one counts."""
    notes = [(unit.id, edit.note) for unit in units if (edit := edited.get(unit.id)) and edit.note]
    lines = [
        f"{one.new_unit}: {key}={new} (was {old}, {one.old_unit})"
        for one in reversed(find_superseded(notes))
        if (key := inert_value(one.key)) and (new := inert_value(one.new)) and (old := inert_value(one.old))
    ]
    return lines[:MOST_SUPERSEDED]


def block_tokens(budget: int) -> int:
    """The most tokens that facts and index may have."""
    return min(BLOCK_TOKENS, round(BLOCK_SHARE * budget))


def _visible(scene: Scene, edited: Mapping[str, Edit]) -> str:
    """What stays in sight: the texts of units that were not edited, notes, masks, and the calls beside them."""
    found = []
    for unit in scene.units:
        edit = edited.get(unit.id)
        if edit is None:
            found += [part.text for part in unit.parts]
        elif edit.action == MASK:
            found += [text for _, text in edit.masks]
            found += [part.text for part in unit.parts if part.kind != RESULT]
        elif edit.note:
            found.append(edit.note)
    return "\n".join(found)


def _settled(option: Option, note: Outcome | None) -> Option:
    """The option as the notes left it: a unit without a valid note is stored or stays."""
    if option.action != COMPRESS or note is None or note.action == COMPRESS:
        return option
    return option._replace(action=note.action, reason=note.reason or option.reason)


def _unit_of(scene: Scene, unit_id: str) -> Unit:
    """The unit of this name, or the piece of one as a unit of its own."""
    span = parse_segment_id(unit_id)
    number = int((span.unit_id if span else unit_id)[1:])
    unit = scene.units[number]
    if span is None:
        return unit
    held = unit.messages[span.first - unit.first : span.last - unit.first + 1]
    parts = tuple(part for part in unit.parts if span.first <= part.message <= span.last)
    tokens = sum(count_tokens(part.text) for part in parts)
    return unit._replace(first=span.first, messages=held, parts=parts, tokens=tokens, sha=sha_of(held))


def _edit(
    option: Option,
    unit: Unit,
    stored_id: str,
    notes: Mapping[str, Outcome],
    expired: Mapping[tuple[str, str], Expired],
    *,
    mask_chars: int | None,
) -> Edit:
    masks: tuple[tuple[str, str], ...] = ()
    if option.action == MASK:
        masks = tuple(
            (call, recall_mask(expired[unit.id, call]) if (unit.id, call) in expired else text)
            for call, text in mask_texts(unit.parts, stored_id, limit_chars=mask_chars)
        )
    made = notes[option.unit_id] if option.action == COMPRESS else None
    note, covers = (made.note, made.covers) if made else ("", "")
    return Edit(option.unit_id, unit.sha, option.action, note, stored_id, masks, covers)


def _action(edit: Edit | None) -> str:
    return edit.action if edit else ""


def _in_force(stored: Sequence[Stored], named: Collection[str]) -> list[Stored]:
    return [one for one in stored if one.id in named]
