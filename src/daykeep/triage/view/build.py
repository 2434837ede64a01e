"""Build what a model gets: every unit of the history as it is, as a note, with hidden results, or not at all. Pure.

The same history and commits give the same messages. What stands before the first changed unit is untouched; messages
that are appended to the history stand behind everything else.
"""

from __future__ import annotations

import json
from operator import is_
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import Problem
from daykeep.session.units.group import sha_of
from daykeep.session.units.people import EARLIER, LEDGER
from daykeep.session.units.segments import parse_segment_id
from daykeep.transcripts.messages.blocks import block_of, text_block
from daykeep.transcripts.messages.model import ASSISTANT, SYNTHETIC, USER, Message
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK
from daykeep.triage.signed.plan import stripped_ranges
from daykeep.triage.signed.strip import strip_message
from daykeep.triage.view.fold import fold_commits
from daykeep.triage.view.mask import mask_message
from daykeep.triage.view.model import BLOCK, Place, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.model import Commit, Edit
    from daykeep.triage.signed.plan import Range
    from daykeep.triage.view.fold import Folded

EDITS_FILE = "edits.jsonl"
_MARKS = (f"<{EARLIER}", f"</{EARLIER}", f"<{LEDGER}", f"</{LEDGER}")


def build_view(units: Sequence[Unit], commits: Sequence[Commit]) -> View:
    """What a model gets of these units after these commits.

    A unit that is not what it was when it was edited stays as it is, and is named among the problems; so is one whose edit
    is not understood. Linear in the number of messages and commits.
    """
    folded = fold_commits(commits)
    builder = _Builder(folded, stripped_ranges(commits))
    builder.miss({unit.id for unit in units})
    for unit in units:
        builder.add(unit)
    return View(
        tuple(builder.messages), tuple(builder.places), builder.first_changed, tuple(builder.problems)
    )


def note_text(unit_id: str, note: str) -> str:
    """The text that stands for a turn in the view.

    >>> note_text("U7", "User chose B.").splitlines()
    ['<earlier-turn id="U7">', 'User chose B.', '</earlier-turn>']
    """
    return f'<{EARLIER} id="{unit_id}">\n{_inert(note)}\n</{EARLIER}>'


def block_text(block: str) -> str:
    """The text in which facts and index stand."""
    return f"<{LEDGER}>\n{_inert(block)}\n</{LEDGER}>"


def _inert(text: str) -> str:
    """A text that can't close the element around it, nor open another of its kind."""
    for mark in _MARKS:
        text = text.replace(mark, f"‹{mark[1:]}")
    return text


class _Made(NamedTuple):
    """What one unit becomes: its messages, and the first of them that is not as in the history (None for none)."""

    action: str
    messages: tuple[Message, ...]
    changed: int | None


class _Builder:
    def __init__(self, folded: Folded, ranges: Sequence[Range]) -> None:
        self.folded = folded
        self.ranges = ranges
        self.block_after = folded.block_after
        self.messages: list[Message] = []
        self.places: list[Place] = []
        self.problems: list[Problem] = []
        self.first_changed: int | None = None

    def add(self, unit: Unit) -> None:
        """Add a unit as it stands now, and the block behind it if this is its place."""
        unit_id = unit.id
        edit = self.folded.units.get(unit_id)
        if edit is None and unit_id not in self.folded.pieces and not self._is_stripped(unit):
            self._put(unit_id, _Made(KEEP, unit.messages, None))
            self._put_block(unit_id)
            return
        if edit is not None and edit.unit_sha != unit.sha:
            self._report(f"{unit.id} is not what it was when it was edited; it stands as it is")
            edit = None
        self._put(unit_id, self._made(unit, edit))
        self._put_block(unit_id)

    def _is_stripped(self, unit: Unit) -> bool:
        """Whether thinking was taken out of any of its messages."""
        return any(one.first <= unit.last and one.last >= unit.first for one in self.ranges)

    def _put_block(self, unit_id: str) -> None:
        if self.folded.block and unit_id == self.block_after:
            note = _synthetic(block_text(self.folded.block))
            self._put("", _Made(BLOCK, (note,), 0))

    def _made(self, unit: Unit, edit: Edit | None) -> _Made:
        if edit is not None and edit.action in {DROP, ARCHIVE}:
            item, place = self.folded.compaction
            return _Made(edit.action, _compaction(item) if place == unit.id else (), 0)
        if edit is not None and edit.action == COMPRESS and edit.note.strip():
            return _Made(COMPRESS, (_synthetic(note_text(_span(edit), edit.note)),), 0)
        messages = list(unit.messages)
        if edit is not None and edit.action == MASK:
            masks = dict(edit.masks)
            messages = [mask_message(message, masks, edit.stored_id) for message in messages]
        elif edit is not None:
            self._report(f"what became of {unit.id} is not understood; it stands as it is")
        for piece in self.folded.pieces.get(unit.id, ()):
            self._mask_piece(unit, piece, messages)
        action = KEEP if all(map(is_, messages, unit.messages)) else MASK
        self._strip(unit, messages)
        changed = (place for place, message in enumerate(messages) if message is not unit.messages[place])
        return _Made(action, tuple(messages), next(changed, None))

    def _mask_piece(self, unit: Unit, edit: Edit, messages: list[Message]) -> None:
        span = parse_segment_id(edit.unit_id)
        start, end = (span.first - unit.first, span.last - unit.first + 1) if span is not None else (0, 0)
        held = unit.messages[max(start, 0) : end]
        if edit.action != MASK or not 0 <= start < end <= len(messages) or sha_of(held) != edit.unit_sha:
            self._report(f"{edit.unit_id} is not what it was when it was edited; it stands as it is")
            return
        masks = dict(edit.masks)
        for place in range(start, end):
            messages[place] = mask_message(messages[place], masks, edit.stored_id)

    def _strip(self, unit: Unit, messages: list[Message]) -> None:
        for first, last in self.ranges:
            for place in range(max(0, first - unit.first), min(len(messages), last - unit.first + 1)):
                messages[place] = strip_message(messages[place])

    def _put(self, unit_id: str, made: _Made) -> None:
        begin = len(self.messages) + 1
        if made.changed is not None and self.first_changed is None:
            self.first_changed = begin + made.changed
        if made.action in {COMPRESS, BLOCK} and self.messages and self._ends_with_note():
            last = self.messages[-1]
            self.messages[-1] = last._replace(blocks=last.blocks + made.messages[0].blocks)
            self.places.append(Place(unit_id, made.action, begin - 1, begin - 1))
            return
        self.messages += made.messages
        end = len(self.messages)
        self.places.append(Place(unit_id, made.action, *((begin, end) if end >= begin else (0, 0))))

    def _ends_with_note(self) -> bool:
        """Whether the last message is a note or the block, and not one of the history that is marked the same."""
        place = next((place for place in reversed(self.places) if place.first), None)
        return place is not None and place.action in {COMPRESS, BLOCK}

    def miss(self, known: set[str]) -> None:
        """Report edits of units that are not there, and a block whose place is not: it stands behind the first unit then."""
        for unit_id in sorted((self.folded.units.keys() | self.folded.pieces.keys()) - known):
            self._report(f"{unit_id} was edited, but there is no such unit")
        if self.folded.block and self.folded.block_after not in known:
            self._report(f"the facts stand behind {self.folded.block_after or 'no unit'}, which is not there")
            self.block_after = "U0"

    def _report(self, text: str) -> None:
        self.problems.append(Problem(EDITS_FILE, 1, text))


def _span(edit: Edit) -> str:
    """For which units a note stands."""
    return f"{edit.unit_id}-{edit.covers}" if edit.covers and edit.covers != edit.unit_id else edit.unit_id


def _synthetic(text: str) -> Message:
    return Message(USER, (text_block(text),), mark=SYNTHETIC)


def _compaction(item: str) -> tuple[Message, ...]:
    """The provider's own compaction as the answer that it came in; nothing if it can't be read."""
    try:
        data = json.loads(item)
    except (ValueError, RecursionError):
        return ()
    return (Message(ASSISTANT, (block_of(data),)),) if isinstance(data, dict) else ()
