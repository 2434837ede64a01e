"""What could be taken out of a view, and what each would free: decided units, pieces of running turns, old recalls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import RESULT
from daykeep.session.units.segments import segment_unit
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.messages.model import TOOL_RESULT
from daykeep.transcripts.usage.weigh import weigh_message
from daykeep.triage.choice.choose import Option
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK
from daykeep.triage.recall.expiry import expired_recalls
from daykeep.triage.view.build import note_text
from daykeep.triage.view.commit import may_edit
from daykeep.triage.view.fold import fold_commits

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.model import Decision
    from daykeep.triage.run.desk import Scene

MASK_TOKENS = 24
"""What stands for a hidden result."""
NOTE_SHARE, NOTE_TOKENS = 0.5, 90
"""A note has at most this share of its unit's tokens, and about so many where the unit is long."""
LEAST_TOKENS = 30
"""What would free fewer tokens than these is left alone: a line of the index costs as much."""
NOT_ENOUGH = "hiding its results is not enough"
OLD_RESULTS = "results of a running turn that are older than the newest ones"
OLD_RECALL = "recalled text is hidden again after a while; its original is stored"


class Sizes(NamedTuple):
    """The tokens that each unit has in the view now, in the order of the units, and what became of each."""

    tokens: tuple[int, ...]
    actions: Mapping[str, str]
    hidden: dict[int, int] | None = None
    """What hiding the results of the unit at a place frees, as far as that was counted before."""


def size_view(scene: Scene) -> Sizes:
    """What each unit weighs in the view as it is; units that were never edited are not weighed again."""
    folded = fold_commits(scene.commits)
    edited = {**folded.units, **folded.pieces}
    places = {place.unit_id: place for place in scene.view.places if place.unit_id}
    tokens = []
    for unit in scene.units:
        place = places.get(unit.id)
        if unit.id not in edited:
            tokens.append(unit.tokens)
        elif place is None or not place.first:
            tokens.append(0)
        elif place.action == COMPRESS:  # neighbouring notes stand in one message
            tokens.append(count_tokens(note_text(unit.id, folded.units[unit.id].note)))
        else:
            shown = scene.view.messages[place.first - 1 : place.last]
            tokens.append(sum(weigh_message(message, count_tokens) for message in shown))
    return Sizes(tuple(tokens), {unit_id: edit.action for unit_id, edit in folded.units.items()}, {})


def floor_of(
    units: Sequence[Unit], sizes: Sizes, protected: Collection[str], pieces: Sequence[Option]
) -> int:
    """The tokens that can't go: those of protected units, without old results inside them."""
    held = sum(size for unit, size in zip(units, sizes.tokens, strict=True) if unit.id in protected)
    return max(0, held - sum(piece.frees for piece in pieces))


def options_of(
    scene: Scene, decisions: Sequence[Decision], sizes: Sizes, *, needed: int | None = None
) -> list[Option]:
    """What the decisions would change, each with the tokens that it frees.

    A unit whose results are hidden already stays so. With ``needed`` the oldest of those whose results are or would be hidden become
    what was suggested for them instead, until so many tokens would go: the second step, for when the first is not enough.
    """
    place_of = {unit.id: place for place, unit in enumerate(scene.units)}
    found: dict[int, Option] = {}
    steps: dict[int, Option] = {}
    for decision in decisions:
        place = place_of.get(decision.unit_id)
        if place is None or decision.final == KEEP or may_edit(scene.units[place]):
            continue
        is_hidden = decision.final == MASK and sizes.actions.get(decision.unit_id) == MASK
        if not is_hidden:
            found[place] = _option(scene, place, decision.final, decision.reason, sizes)
        if decision.final == MASK and needed is not None:
            why = f"suggested {decision.suggested}; {NOT_ENOUGH}"
            steps[place] = _option(scene, place, decision.suggested, why, sizes)
    freed = sum(option.frees for option in found.values())
    for place in sorted(steps) if needed is not None else ():
        if freed >= (needed or 0):
            break
        before = found.get(place)
        freed += steps[place].frees - (before.frees if before else 0)
        found[place] = steps[place]
    least = {DROP: 1}
    return [one for _, one in sorted(found.items()) if one.frees >= least.get(one.action, LEAST_TOKENS)]


def _option(scene: Scene, place: int, action: str, reason: str, sizes: Sizes) -> Option:
    unit = scene.units[place]
    return Option(unit.id, place, action, _frees(unit, place, action, sizes), reason)


def pieces_of_fixed(
    scene: Scene, sizes: Sizes, *, keep_tokens: int, able: frozenset[str], thinks_on: bool = False
) -> list[Option]:
    """Old results inside units that can't go as a whole: all but those within the newest ``keep_tokens`` of the conversation.

    ``able`` are units that are decided about as a whole. Also of irregular units results can be hidden: their calls, ids and order
    stay. ``thinks_on`` is as in `segment_unit`.
    """
    folded = fold_commits(scene.commits)
    found: list[Option] = []
    behind = 0
    for place in range(len(scene.units) - 1, 0, -1):
        unit = scene.units[place]
        if _holds_old(unit, scene, sizes, able):
            done = {edit.unit_id for edit in folded.pieces.get(unit.id, ())}
            left = behind
            for name, held, tokens in _pieces(unit, thinks_on=thinks_on):
                old = left >= keep_tokens
                left += tokens
                frees = _results(held)
                if old and name not in done and frees >= LEAST_TOKENS:
                    found.append(Option(name, place, MASK, frees, OLD_RESULTS))
        behind += sizes.tokens[place]
    return found


def _holds_old(unit: Unit, scene: Scene, sizes: Sizes, able: frozenset[str]) -> bool:
    """Whether results inside a unit may be hidden: it can't go as a whole, nothing became of it yet, nobody pinned it."""
    is_fixed = unit.id not in able and unit.id not in scene.pinned
    return is_fixed and unit.tokens >= 2 * MASK_TOKENS and not sizes.actions.get(unit.id)


def _pieces(unit: Unit, *, thinks_on: bool) -> Iterator[tuple[str, Sequence[Message], int]]:
    """The pieces of a unit from its end: their names, messages and tokens; of an irregular unit each message with results."""
    if unit.irregular:
        for place in range(len(unit.messages) - 1, 0, -1):
            number, held = unit.first + place, unit.messages[place : place + 1]
            yield f"{unit.id}@{number}-{number}", held, weigh_message(held[0], count_tokens)
        return
    for segment in reversed(segment_unit(unit, thinks_on=thinks_on)):
        held = unit.messages[segment.first - unit.first : segment.last - unit.first + 1]
        yield segment.id, held, segment.tokens


def _results(held: Sequence[Message]) -> int:
    """What hiding the results in some messages frees."""
    blocks = (block for message in held for block in message.blocks if block.kind == TOOL_RESULT)
    return sum(max(0, count_tokens(block.text) - MASK_TOKENS) for block in blocks if block.text)


def old_recalls(scene: Scene, sizes: Sizes) -> list[Option]:
    """Results of recalls that have been read long enough."""
    place_of = {unit.id: place for place, unit in enumerate(scene.units)}
    done = {edit.unit_id for edits in fold_commits(scene.commits).pieces.values() for edit in edits}
    found = []
    for expired in expired_recalls(scene.units):
        place = place_of[expired.unit_id]
        unit = scene.units[place]
        part = next((one for one in unit.parts if one.kind == RESULT and one.id == expired.call_id), None)
        if part is None or unit.irregular or sizes.actions.get(unit.id):
            continue
        name = f"{unit.id}@{part.message}-{part.message}"
        frees = count_tokens(part.text) - MASK_TOKENS
        if name not in done and frees > 0:
            found.append(Option(name, place, MASK, frees, OLD_RECALL))
    return found


def _frees(unit: Unit, place: int, action: str, sizes: Sizes) -> int:
    tokens = sizes.tokens[place]
    if action in {DROP, ARCHIVE}:
        return tokens
    if action == COMPRESS:
        return tokens - min(NOTE_TOKENS, round(NOTE_SHARE * tokens))
    hidden = sizes.hidden.get(place) if sizes.hidden is not None else None
    if hidden is None:
        results = [part for part in unit.parts if part.kind == RESULT]
        hidden = sum(max(0, count_tokens(part.text) - MASK_TOKENS) for part in results)
        if sizes.hidden is not None:
            sizes.hidden[place] = hidden
    return tokens - (unit.tokens - hidden)  # some of them may be hidden already
