"""What of a conversation that is read again is new: messages to append, and blocks that earlier ones have gained. Pure.

Agents write their own files and send their own lists, again and again, each time a little longer; after a compaction of their own,
shorter, with copies of what they kept. A message is known by what it holds (and its id, where it has one); the history
goes on where the longest stretch that both have in common ends. A message that is really said twice is kept twice.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.history.records import Growth
from daykeep.session.units.group import sha_of
from daykeep.transcripts.messages.model import KEPT, SUMMARY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Message

BY_ID = frozenset({"claude-code", "pi"})
"""Formats in which every entry has an id of its own."""
NOTHING_COMMON = "has nothing in common with the end of the history; appended whole"
TAKEN_BACK = "was taken back to an earlier message; what was said after that stays in the history"


class Added(NamedTuple):
    """What is to be appended: new messages, growth of earlier ones; ``known`` were there; ``problem`` says what is odd."""

    messages: tuple[Message, ...]
    growth: tuple[Growth, ...] = ()
    known: int = 0
    problem: str = ""


def plan_growth(history: Sequence[Message], messages: Sequence[Message], *, form: str) -> Added:
    """What of ``messages`` (a conversation of format ``form``) the history does not hold yet, in order.

    The same conversation a second time adds nothing; linear in both.
    """
    if not history:
        return Added(tuple(messages))
    if form in BY_ID:
        return _by_id(history, messages)
    return _by_content(history, messages)


def key_of(message: Message) -> tuple[str, str]:
    """What a message is known by: its id, and a digest of its role and blocks."""
    return message.id, sha_of([message._replace(mark="")])


def _by_id(history: Sequence[Message], messages: Sequence[Message]) -> Added:
    known = Counter(map(key_of, history))
    last = {message.id: number for number, message in enumerate(history, 1) if message.id}
    new: list[Message] = []
    growth: list[Growth] = []
    for message in messages:
        key = key_of(message)
        if known[key] > 0:
            known[key] -= 1
            continue
        number = last.get(message.id, 0)
        grown = _grown(history[number - 1], message, number) if number else None
        if grown is not None:
            growth.append(grown)
        else:
            new.append(message)
    return Added(tuple(new), tuple(growth), len(messages) - len(new) - len(growth))


def _grown(old: Message, new: Message, number: int) -> Growth | None:
    """The growth from one state of a message to a later one; None if it isn't the same message."""
    before, after = len(old.blocks), len(new.blocks)
    if old.role != new.role or after <= before or new.blocks[:before] != old.blocks:
        return None
    return Growth(number, new.blocks[before:], new.usage)


def _by_content(history: Sequence[Message], messages: Sequence[Message]) -> Added:
    old, new = [key_of(one) for one in history], [key_of(one) for one in messages]
    if new[: len(old)] == old:
        return Added(tuple(messages[len(old) :]), (), len(old))
    place, length = _longest_end(old, new)
    if length:
        return Added(tuple(messages[place:]), (), place)
    grown = _last_grown(history, messages, old, new)
    if grown is not None:
        return grown
    if any(message.mark in {KEPT, SUMMARY} for message in messages):
        held = set(old)
        rest = [
            message
            for message, key in zip(messages, new, strict=True)
            if message.mark != KEPT or key not in held
        ]
        return Added(tuple(rest), (), len(messages) - len(rest))
    same = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(new))
    if same:
        return Added(tuple(messages[same:]), (), same, TAKEN_BACK if same < len(new) else "")
    return Added(tuple(messages), problem=NOTHING_COMMON)


def _last_grown(
    history: Sequence[Message],
    messages: Sequence[Message],
    old: list[tuple[str, str]],
    new: list[tuple[str, str]],
) -> Added | None:
    """Where only the last message of the history has gained blocks since."""
    at = len(history) - 1
    if new[:at] != old[:at] or len(messages) <= at:
        return None
    grown = _grown(history[-1], messages[at], at + 1)
    return None if grown is None else Added(tuple(messages[at + 1 :]), (grown,), at)


def _longest_end(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> tuple[int, int]:
    """Behind which place of ``new`` the longest stretch ends with which ``old`` ends too, and its length.

    Of equals the one where ``old`` would end if nothing were missing in ``new``, else the first: a repetition is kept. By the
    Z function over both, turned around (Gusfield, 1997).
    """
    turned: list[tuple[str, str] | None] = [*reversed(old), None, *reversed(new)]
    lengths = [0] * len(turned)
    left = right = 0
    for place in range(1, len(turned)):
        same = min(right - place, lengths[place - left]) if place < right else 0
        while place + same < len(turned) and turned[same] == turned[place + same]:
            same += 1
        lengths[place] = same
        if place + same > right:
            left, right = place, place + same
    best, end = 0, 0
    for place in range(len(turned) - 1, len(old), -1):
        here = len(turned) - place
        if lengths[place] > best or (best and lengths[place] == best and here == len(old)):
            best, end = lengths[place], here
    return end, best
