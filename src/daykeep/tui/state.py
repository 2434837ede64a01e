"""A sitting at the screen as a value: what waits, what was decided so far, and where the person is. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.review.queue.proposals import APPROVED, DEFERRED, REJECTED
from daykeep.review.verdict.desk import Decision
from daykeep.text.unicode import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.review.queue.proposals import Choice, ProposedItem

SAID = {APPROVED: "approve", REJECTED: "reject", DEFERRED: "defer"}
"""The words for what was decided."""

LIST, SOURCE, HELP = "list", "source", "help"


class Mark(NamedTuple):
    """What the person did with one item: ``status`` is "" while it is undecided, ``edited`` None while not worded."""

    status: str = ""
    edited: tuple[str, ...] | None = None


class Step(NamedTuple):
    """One thing that was done, and the mark that the item had before it."""

    at: int
    before: Mark


class State(NamedTuple):
    """The sitting. ``cursor`` is an index of ``choices``; ``scroll`` counts rows that are scrolled out of sight above.

    ``page`` is what fills the screen: the list with the item, its source file, or the help. ``typing`` says that keys
    go to the filter; ``warned`` that the person asked to quit and was told what would be lost.
    """

    choices: tuple[Choice, ...]
    marks: tuple[Mark, ...]
    texts: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    cursor: int = 0
    page: str = LIST
    scroll: int = 0
    query: str = ""
    typing: bool = False
    message: str = ""
    warned: bool = False

    @property
    def shown(self) -> tuple[int, ...]:
        """The items that the filter lets through, in order."""
        words = fold(self.query).split()
        return tuple(index for index, text in enumerate(self.texts) if all(word in text for word in words))

    @property
    def current(self) -> int | None:
        """The item under the cursor; None where the filter lets nothing through."""
        return self.cursor if self.cursor in self.shown else None

    def count(self, status: str) -> int:
        """How many items were decided so."""
        return sum(mark.status == status for mark in self.marks)


def start(choices: Sequence[Choice]) -> State:
    """The sitting at its beginning: nothing decided, the first item under the cursor."""
    texts = tuple(_text_of(choice.item, choice.target) for choice in choices)
    return State(tuple(choices), tuple(Mark() for _ in choices), texts)


def _text_of(item: ProposedItem, target: str) -> str:
    parts = [
        item.kind.replace("_", " and "),
        item.action,
        item.title,
        item.name,
        item.origin,
        target,
        item.reason,
    ]
    return fold(" ".join([*parts, *item.memory_lines, *(old.text for old in item.supersedes)]))


def shown_choice(state: State, index: int) -> Choice:
    """An item as the person has worded it so far."""
    choice, edited = state.choices[index], state.marks[index].edited
    return choice if edited is None else choice._replace(item=choice.item._replace(edited=edited))


def move(state: State, by: int) -> State:
    """The cursor so many items further down, or up; it stops at the ends."""
    shown = state.shown
    if not shown:
        return state
    at = shown.index(state.cursor) if state.cursor in shown else 0
    cursor = shown[max(0, min(len(shown) - 1, at + by))]
    return _calm(state)._replace(cursor=cursor, scroll=0)


def mark(state: State, status: str) -> State:
    """The item under the cursor decided so, and the cursor on the next one that is undecided.

    Deciding an item anew replaces what was decided about it.
    """
    index = state.current
    if index is None:
        return _calm(state)
    same = state.marks[index].status == status
    done = _calm(state) if same else _put(state, index, state.marks[index]._replace(status=status))
    left = [at for at in done.shown if not done.marks[at].status]
    if not left:
        said = f"{SAID[status]}. Nothing is undecided here: q carries it out, u takes the last back."
        return done._replace(message=said)
    following = next((at for at in left if at > index), left[0])
    text = " ".join(shown_choice(state, index).item.memory_lines)
    return done._replace(cursor=following, scroll=0, message=f"{SAID[status]}: {text}")


def word(state: State, lines: tuple[str, ...]) -> State:
    """The item under the cursor with these lines; whether it is approved is asked anew."""
    index = state.current
    if index is None:
        return state
    return _put(state, index, Mark("", lines))._replace(
        scroll=0, message="Edited; it is not decided yet: y approves it as it stands now."
    )


def undo(state: State) -> State:
    """The last thing done taken back, and the cursor on its item."""
    if not state.steps:
        return _calm(state)._replace(message="There is nothing to undo.")
    step = state.steps[-1]
    now = state.marks[step.at]
    said = SAID[now.status] if now.status != step.before.status and now.status else "the edit"
    marks = (*state.marks[: step.at], step.before, *state.marks[step.at + 1 :])
    back = _calm(state)._replace(marks=marks, steps=state.steps[:-1], cursor=step.at, scroll=0)
    if step.at not in back.shown:
        back = back._replace(query="")
    return back._replace(message=f"Taken back: {said}.")


def narrow(state: State, query: str) -> State:
    """The list with only what holds all words of the filter; the cursor stays on its item if that is in it."""
    narrowed = _calm(state)._replace(query=query)
    shown = narrowed.shown
    if shown and narrowed.cursor not in shown:
        narrowed = narrowed._replace(cursor=shown[0], scroll=0)
    return narrowed


def undecided_edits(state: State) -> int:
    """How many items were worded and then not decided: a sitting's end forgets their words."""
    return sum(one.edited is not None and not one.status for one in state.marks)


def decisions_of(state: State) -> list[Decision]:
    """What was decided, in the order of the list."""
    return [
        Decision(
            choice.proposal.id,
            choice.item.id,
            one.status,
            one.edited,
            seen=choice.item.fingerprint,
            was=choice.item.status,
        )
        for choice, one in zip(state.choices, state.marks, strict=True)
        if one.status
    ]


def _put(state: State, index: int, after: Mark) -> State:
    step = Step(index, state.marks[index])
    marks = (*state.marks[:index], after, *state.marks[index + 1 :])
    return _calm(state)._replace(marks=marks, steps=(*state.steps, step))


def _calm(state: State) -> State:
    """Without what was said about the key before."""
    return state._replace(message="", warned=False)
