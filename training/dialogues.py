"""Labelled dialogues: conversations with tools, and what of them a person stated for good.

A line of a file is one dialogue: ``language``, ``turns`` (``role`` user, assistant or tool, ``text``, a tool's ``name``) and ``stated``:
for each lasting statement its ``quote`` in a message of the user, the ``types`` that are right for it, and ``why``, ``apply``
and ``rule`` where the dialogue says them. Each file is one voice: it was written at another time, in another manner.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT, TOOL, Part, Unit
from daykeep.text.similarity import containment
from daykeep.transcripts.messages.model import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.session.extract.model import Stated

DIALOGUES = Path(__file__).parents[1] / "tests/session/extract/dialogues"
OVERLAP = 0.6
"""Two quotes are of one statement if so much of the shorter one is in the other."""
_ACTORS = {"user": PERSON, "assistant": AGENT, "tool": TOOL}


class Label(NamedTuple):
    """A lasting statement as a person marked it; ``types`` are all that are right."""

    types: tuple[str, ...]
    quote: str
    why: str = ""
    apply: str = ""
    rule: str = ""


class Dialogue(NamedTuple):
    """One conversation, and what was stated in it."""

    voice: str
    language: str
    turns: tuple[Mapping[str, Any], ...]
    labels: tuple[Label, ...]


class Score(NamedTuple):
    """How many statements were found, how many of those are labelled (with a right type), and how many labels there are."""

    found: int = 0
    right: int = 0
    typed: int = 0
    labels: int = 0

    def plus(self, other: Score) -> Score:
        """Both together."""
        return Score(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        """The share (0 to 1) of what was found that is labelled, and with a right type."""
        return self.typed / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The share (0 to 1) of the labels that were found with a right type."""
        return self.typed / self.labels if self.labels else 1.0


def load_dialogues(folder: Path = DIALOGUES) -> list[Dialogue]:
    """All dialogues of a folder, voice by voice."""
    return [
        Dialogue(
            path.stem,
            row["language"],
            tuple(row["turns"]),
            tuple(Label(tuple(one.pop("types")), **one) for one in row["stated"]),
        )
        for path in sorted(folder.glob("*.jsonl"))
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    ]


def units_of(dialogue: Dialogue) -> tuple[Unit, ...]:
    """The dialogue as finished units: one for each message of the user."""
    units: list[list[Part]] = []
    for number, turn in enumerate(dialogue.turns, 1):
        actor = _ACTORS[turn["role"]]
        if actor == PERSON or not units:
            units.append([])
        if actor == TOOL:
            name, call = str(turn.get("name", "tool")), f"call-{number}"
            units[-1].append(Part(AGENT, CALL, "{}", number, name, call))
            units[-1].append(Part(TOOL, RESULT, turn["text"], number, name, call))
        else:
            units[-1].append(Part(actor, TEXT, turn["text"], number))
    return tuple(
        Unit(number, parts[0].message, _messages(parts), tuple(parts), 0)
        for number, parts in enumerate(units, 1)
    )


def _messages(parts: Sequence[Part]) -> tuple[Message, ...]:
    """A message for each turn of the dialogue, without its blocks: only its parts are read."""
    return tuple(Message(part.actor, ()) for part in {part.message: part for part in parts}.values())


def is_labelled(quote: str, label: Label) -> bool:
    """Whether a quote is of the labelled statement."""
    short, long = sorted((quote, label.quote), key=len)
    return containment(short, long) >= OVERLAP and 3 * len(short) >= len(long)


def score(found: Sequence[Stated], labels: Sequence[Label]) -> Score:
    """Compare what was found with what is labelled; each label counts once."""
    left = [*labels]
    right = typed = 0
    for one in found:
        label = next((label for label in left if is_labelled(one.quote, label)), None)
        if label is not None:
            left.remove(label)
            right += 1
            typed += one.type in label.types
    return Score(len(found), right, typed, len(labels))
