"""Dialogues of the Schema-Guided Dialogue set as conversations, with what each exchange is by its annotated acts.

An exchange is a turn of the user and the system's answer. It is chatter if the user's acts are only thanks, leave, or a no
to the question whether there is anything else, without any slot. It is a short decision if it has at most six words and an
act by which something is told, chosen, confirmed or declined.

The set has no act for "yes, that one, thank you" beside thanks: where a dialogue ends with an offer, its last turn is
annotated as choice and leave whatever it says ("Okay thanks for the info."). Such turns count as decisions here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

CHATTER, DECISION, OTHER = "chatter", "short decision", "other"
SHORT_WORDS = 6
_SOCIAL = frozenset({"THANK_YOU", "GOODBYE", "NEGATE"})
_DECIDES = frozenset(
    {
        "AFFIRM",
        "AFFIRM_INTENT",
        "NEGATE",
        "NEGATE_INTENT",
        "SELECT",
        "INFORM",
        "INFORM_INTENT",
        "REQUEST_ALTS",
    }
)
_OFFERS_MORE = "REQ_MORE"


class Exchange(NamedTuple):
    """One exchange: what was said and answered, what it is, and the annotated values that both of them name."""

    said: str
    answer: str
    kind: str
    values: frozenset[str]


class Dialogue(NamedTuple):
    """One dialogue: its id, the name of its file, and its exchanges in order."""

    id: str
    file: str
    exchanges: tuple[Exchange, ...]


def read_dialogues(paths: Iterable[Path]) -> list[Dialogue]:
    """The dialogues of files of the set; a file of another shape (the schema) is passed over."""
    found: list[Dialogue] = []
    for path in sorted(paths):
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, list) and data and "turns" in data[0]:
            found += [
                Dialogue(one["dialogue_id"], path.name, tuple(_exchanges(one["turns"]))) for one in data
            ]
    return found


def _exchanges(turns: Sequence[dict[str, Any]]) -> Iterator[Exchange]:
    before: dict[str, Any] = {"utterance": "", "frames": []}
    for at, turn in enumerate(turns):
        if turn["speaker"] != "USER":
            before = turn
            continue
        after = turns[at + 1] if at + 1 < len(turns) and turns[at + 1]["speaker"] == "SYSTEM" else None
        answer = after["utterance"] if after else ""
        values = _values(turn) | (_values(after) if after else set())
        text = f"{turn['utterance']}\n{answer}".casefold()
        named = frozenset(value for value in values if value in text)
        yield Exchange(turn["utterance"], answer, kind_of(turn, before), named)


def kind_of(turn: dict[str, Any], before: dict[str, Any]) -> str:
    """What a turn of the user is, by its acts and those of the turn before it."""
    actions = [action for frame in turn["frames"] for action in frame["actions"]]
    acts = {action["act"] for action in actions}
    offered = {action["act"] for frame in before["frames"] for action in frame["actions"]}
    has_slot = any(action["slot"] or action["values"] for action in actions)
    declines = "NEGATE" in acts and _OFFERS_MORE not in offered
    if acts and acts <= _SOCIAL and not has_slot and not declines:
        return CHATTER
    if len(turn["utterance"].split()) <= SHORT_WORDS and acts & _DECIDES:
        return DECISION
    return OTHER


def _values(turn: dict[str, Any]) -> set[str]:
    """The values that a turn's acts name, in small letters; true, false and counts of hits are none."""
    return {
        value.casefold()
        for frame in turn["frames"]
        for action in frame["actions"]
        if action["slot"] not in {"intent", "count"}
        for value in action["values"]
        if value.casefold() not in {"true", "false", "dontcare"}
    }
