"""What a digest that came back asks for: decisions, and what of it can't be followed, each with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.decisions import REOPENED
from daykeep.review.digest.marks import VERBS, stamp_of
from daykeep.review.digest.render import MOST_CHARS
from daykeep.review.digest.wording import find_edit
from daykeep.review.queue.proposals import APPROVED, ARCHIVE, DEFERRED, FORGET, Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.memory.decisions import Verdict
    from daykeep.review.digest.parse import Answer
    from daykeep.review.queue.proposals import Proposal, ProposedItem


class Ticked(NamedTuple):
    """A decision that a digest asks for; ``edited`` are the item's lines as the person worded them, None if as sent."""

    choice: Choice
    status: str
    edited: tuple[str, ...] | None = None


class Skipped(NamedTuple):
    """An item of a digest that is not decided by it, and why; ``line`` is where it stands in the digest."""

    item: str
    line: int
    reason: str


class Import(NamedTuple):
    """What a digest asks for; ``already`` are items that were decided so before, so that nothing is to be done."""

    ticked: tuple[Ticked, ...]
    skipped: tuple[Skipped, ...]
    already: tuple[str, ...]


def plan_import(
    answers: Sequence[Answer], waiting: Iterable[Proposal], verdicts: Mapping[str, Verdict]
) -> Import:
    """Read the answers of a digest against what waits and what was decided; items without a tick are passed over.

    An item is decided only if it is what the digest showed: by its stamp, and by one tick. A text that was changed
    on the way is a person's wording of what they approve.
    """
    there = {item.id: Choice(proposal, item) for proposal in waiting for item in proposal.waiting}
    ticked: list[Ticked] = []
    skipped: list[Skipped] = []
    already: list[str] = []
    for answer in answers:
        found = _judge(answer, there.get(answer.item), verdicts)
        if isinstance(found, Ticked):
            ticked.append(found)
        elif found == _DONE:
            already.append(answer.item)
        elif found:
            skipped.append(Skipped(answer.item, answer.line, found))
    return Import(tuple(ticked), tuple(skipped), tuple(already))


_MOST_TEXT = 2 * MOST_CHARS
_DONE = "done"
_PASSED = ""


def _judge(answer: Answer, choice: Choice | None, verdicts: Mapping[str, Verdict]) -> Ticked | str:
    """The decision, or why an answer is not followed; ``""`` where it asks for nothing."""
    if answer.unclear:
        return f'"[{answer.unclear[0]}]" is neither a tick nor an empty box'
    if len(answer.ticked) > 1:
        return f"{' and '.join(answer.ticked)} are ticked: which one is meant?"
    if choice is not None and answer.stamp == stamp_of(*choice):
        return _read(answer, choice)
    if not answer.ticked:
        return _PASSED
    if choice is None:
        return _of_decided(answer, verdicts.get(answer.item))
    return "it was changed after the digest was made: `daykeep review export` shows it as it is"


def _of_decided(answer: Answer, verdict: Verdict | None) -> str:
    if verdict is None or verdict.kind == REOPENED:
        return "nothing with this id waits, and nothing with it was decided"
    if verdict.kind == VERBS[answer.ticked[0]]:
        return _DONE
    return f"it was {verdict.kind} already: `daykeep review undo {answer.item}` takes that back"


def _read(answer: Answer, choice: Choice) -> Ticked | str:
    if sum(map(len, answer.texts)) > _MOST_TEXT:
        return "its text came back longer than any message"
    item = choice.item
    edited = find_edit(item.memory_lines, answer.texts)
    status = VERBS[answer.ticked[0]] if answer.ticked else ""
    if edited is not None and (why_not := _why_not_worded(item, status)):
        return why_not
    if not status:
        return _PASSED
    return _DONE if status == DEFERRED == item.status else Ticked(choice, status, edited)


def _why_not_worded(item: ProposedItem, status: str) -> str:
    """Why a changed text can't be followed, ``""`` if it can."""
    if not status:
        return "its text was changed, but no box of it is ticked"
    if status != APPROVED:
        return "its text was changed, but only what is approved can be worded anew"
    return "its lines leave: they can't be worded anew" if item.action in {ARCHIVE, FORGET} else ""
