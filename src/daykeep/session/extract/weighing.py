"""How likely a sentence says something that lasts beyond the conversation: a linear model, learned from labelled dialogues."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.notes.deciding.weighing import Shown, parse_heads, show, told_by, weigh
from daykeep.memory.notes.note import FEEDBACK, PROJECT, USER
from daykeep.session.extract.cues import read_cues

if TYPE_CHECKING:
    from daykeep.memory.notes.deciding.weighing import Head
    from daykeep.session.extract.model import Saying

WEIGHT_FILE = "weights.json"
LASTING, PASSING = "lasting", "passing"
_SHOWN = 3


def show_saying(saying: Saying) -> Shown:
    """What a sentence shows as a statement, and what its place in the conversation shows beside it."""
    shown = show(saying.seen)
    return Shown({**shown.features, **read_cues(saying)}, shown.words)


class Heads(NamedTuple):
    """The two questions that are asked of a sentence: whether it lasts, and which type it has."""

    lasting: Head
    type: Head


@cache
def load_weights() -> Heads:
    """The questions with the weights that ship with the package; read once."""
    return Heads(**parse_heads(Path(__file__).with_name(WEIGHT_FILE).read_text(encoding="utf-8")))


def lasting_chance(shown: Shown, head: Head) -> float:
    """The probability (0 to 1) that it lasts."""
    return weigh(shown, head)[LASTING]


def likely_type(shown: Shown, head: Head, text: str) -> str:
    """The type of a sentence that lasts; wordings of orders and of decisions count more than what else it shows."""
    chances = weigh(shown, head)
    best = max(sorted(chances), key=chances.__getitem__)
    if best == USER and _order_pattern().search(text):
        return FEEDBACK
    if best == FEEDBACK and _decision_pattern().search(text):
        return PROJECT
    return best


@cache
def _order_pattern() -> re.Pattern[str]:
    """Orders that tell of the person who gives them as well."""
    deeds = "please|keep|use|don't|dont|never|always|no|put|write|make|give|show|skip|add|avoid|only|stop|leave|explain|ask|let|plain|short|go"
    return re.compile(
        rf"\bI(?:'d| would)? (?:\w+ly |always |never |really )*(?:want|expect|insist|demand|need you|like you|prefer you|rather you)\b|[,;—–-] ?(?:so|and) (?:please )?(?:{deeds})\b|^\W*(?:from now on|in future|going forward)\b"
        r"|[，,；](?:所以)?(?:请|不要|别|尽量|务必|麻烦|以后|你以后|都|就用|用|多|少|解释)|^(?:以后|今后|下次)",
        re.IGNORECASE,
    )


@cache
def _decision_pattern() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:we(?:'ve| have)? (?:\w+ )?(?:decided|agreed|settled|chose|picked|voted)|it's (?:decided|settled)|decision:|the decision|already announced|from the next (?:major|release|version))\b|(?:^|[，。,])(?:已经?|最后|最终|都)?(?:定了|决定了?|敲定|拍板)",
        re.IGNORECASE,
    )


def lasting_words(shown: Shown, head: Head) -> tuple[str, ...]:
    """The words that speak most for it, for a reason that a person reads."""
    words: list[str] = []
    for _, said in sorted(told_by(shown, head, LASTING), key=lambda pair: -pair[0]):
        word = " ".join(said.split()).strip(" ,，.:：;；-")
        if word and len(word) <= 40 and not any(word in other or other in word for other in words):
            words.append(word)
    return tuple(words[:_SHOWN])
