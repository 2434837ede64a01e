"""The values of a view: its messages, and where each unit of the history stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from daykeep.files.encoding import Problem
    from daykeep.transcripts.messages.model import Message

BLOCK = "block"
"""The action of the place where facts and index stand."""


class Place(NamedTuple):
    """Where a unit stands in a view: its messages ``first`` to ``last``, from 1; 0 and 0 if it is not there.

    ``action`` is what became of it (see `triage.model`), ``block`` for the facts and the index, whose ``unit_id`` is "". Notes that
    stand beside each other share a message.
    """

    unit_id: str
    action: str
    first: int
    last: int


class View(NamedTuple):
    """What a model gets of a conversation, before it is written for a provider.

    ``first_changed`` is the number of the first message that is not as in the history, None if all are; where only
    the end is missing it is one more than there are messages. ``problems`` names edits that could not be applied: their units stand there as they were.
    """

    messages: tuple[Message, ...]
    places: tuple[Place, ...]
    first_changed: int | None
    problems: tuple[Problem, ...]


def first_difference(before: View, after: View) -> int:
    """The number of the first message in which two views differ; one more than there are messages if the shorter one begins the other.

    What stands before it is cached by a provider still.
    """
    for number, (one, other) in enumerate(zip(before.messages, after.messages, strict=False), 1):
        if one is not other and one != other:
            return number
    return min(len(before.messages), len(after.messages)) + 1
