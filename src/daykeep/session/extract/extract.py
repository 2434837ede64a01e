"""What persons stated in finished exchanges: who they are, how to work, what goes on, where to look.

Only their own words count: no text of tools, of programs in their role, of quotations or of what they pasted. Requests
for now, questions, guesses and what others think are not taken; what the project itself can say is not either, and neither
is what could make a reader act who takes it for an order to them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.inert import inert_line
from daykeep.guard.secrets import find_secrets
from daykeep.memory.notes.deciding import find_derivable, split_reason
from daykeep.memory.notes.deciding.lead import without_lead
from daykeep.memory.notes.note import FEEDBACK, Statement
from daykeep.session.extract.answers import is_short, read_answer, word_order
from daykeep.session.extract.cues import (
    is_explicit,
    is_hearsay,
    is_order,
    is_passing,
    is_question,
    is_supposed,
    says_much,
)
from daykeep.session.extract.model import Stated
from daykeep.session.extract.speech import own_sayings
from daykeep.session.extract.weighing import (
    lasting_chance,
    lasting_words,
    likely_type,
    load_weights,
    show_saying,
)
from daykeep.text.claims import compare
from daykeep.text.dates.absolute import make_absolute

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date, datetime

    from daykeep.session.extract.model import Saying
    from daykeep.session.extract.weighing import Heads
    from daykeep.session.units.model import Unit

GATE = 0.65
"""From this probability on a sentence is taken: chosen on dialogues that were left out in turn."""
SAID_CONFIDENCE = 0.9
"""A plain yes or no to a standing question, and what is said to hold from now on."""
LINE_CHARS, ABOUT_CHARS = 600, 120
LOOK_BACK = 8
"""So many sentences before a statement are searched for what it was about."""
MOST = 200
"""More statements than this are not one conversation's; the newest are kept."""


class _Judge(NamedTuple):
    """What a sentence is judged by."""

    gate: float
    heads: Heads


def extract(
    units: Sequence[Unit],
    *,
    today: date,
    days: Mapping[int, date] | None = None,
    gate: float = GATE,
    heads: Heads | None = None,
) -> tuple[Stated, ...]:
    """The lasting statements of the finished units, in order; one that a later one repeats or corrects is left out.

    ``today`` is the user's day, from which relative dates are told where ``days`` (by number of message) has no other. ``heads``
    stand for the weights of the package. Pure: the same units on the same day give the same statements.
    """
    finished = [unit for unit in units if not unit.is_open]
    found: list[Stated] = []
    sayings = [*own_sayings(finished)]
    for place, saying in enumerate(sayings):
        day = (days or {}).get(saying.message, today)
        stated = _from_answer(saying, day) or _from_sentence(
            saying, _next(sayings, place), day, _Judge(gate, heads or load_weights())
        )
        if stated is not None and inert_line(stated.statement.rule, LINE_CHARS):
            found.append(stated._replace(about=_before(sayings, place)))
    return tuple(_settle(found)[-MOST:])


def message_days(units: Sequence[Unit], day_of: Callable[[datetime], date]) -> dict[int, date]:
    """The day of each message that says when it was written, by its number in the history."""
    return {
        number: day_of(message.at)
        for unit in units
        for number, message in enumerate(unit.messages, unit.first)
        if message.at is not None
    }


def _next(sayings: Sequence[Saying], place: int) -> str:
    """The sentence after this one in the same message."""
    after = sayings[place + 1 : place + 2]
    return after[0].text if after and after[0].message == sayings[place].message else ""


def _before(sayings: Sequence[Saying], place: int) -> str:
    """What the person wanted when they said it: their last question or order in an earlier message, fit to stand in a note."""
    earlier = [one for one in reversed(sayings[:place]) if one.message < sayings[place].message][:LOOK_BACK]
    wanted = next((one for one in earlier if is_question(one.seen) or is_order(one.seen)), None)
    found = wanted or next(iter(earlier), None)
    return inert_line(found.text, ABOUT_CHARS) if found is not None and not find_secrets(found.text) else ""


def _from_answer(saying: Saying, day: date) -> Stated | None:
    answer = read_answer(saying.text, saying.asked)
    if answer is None:
        return None
    made = make_absolute(word_order(answer), day)
    said = split_reason(made.text)
    return Stated(
        said,
        FEEDBACK,
        saying.text,
        saying.unit_id,
        saying.message,
        SAID_CONFIDENCE,
        f"{answer.polarity} to “{saying.asked}”",
        made.found,
    )


def _from_sentence(saying: Saying, after: str, day: date, judge: _Judge) -> Stated | None:
    seen = saying.seen
    if any(test(seen) for test in (is_question, is_hearsay, is_supposed, is_passing)) or not says_much(
        saying
    ):
        return None
    if find_derivable(seen) or find_secrets(saying.text):
        return None
    shown = show_saying(saying)
    confidence = lasting_chance(shown, judge.heads.lasting)
    if is_explicit(seen):
        confidence = max(confidence, SAID_CONFIDENCE)
    if confidence < judge.gate:
        return None
    words = lasting_words(shown, judge.heads.lasting)
    kind = likely_type(shown, judge.heads.type, seen)
    return _state(saying, after, day, (round(confidence, 3), kind, _reason(words)))


def _reason(words: Sequence[str]) -> str:
    return f"said to last: {', '.join(f'“{word}”' for word in words)}" if words else "said to last"


def _state(saying: Saying, after: str, day: date, told: tuple[float, str, str]) -> Stated:
    """The statement of a sentence; ``told`` is its confidence, its type and the reason for both."""
    confidence, kind, reason = told
    text = without_lead(without_opening(saying.text))
    if saying.asked and is_short(text) and _pointing_pattern().search(text):
        text = f"{text} ({saying.asked})"
    made = make_absolute(text, day)
    said = split_reason(made.text)
    if not said.why and _reason_pattern().match(after):
        said = Statement(said.rule, make_absolute(after, day).text.strip(), said.apply)
    return Stated(said, kind, saying.text, saying.unit_id, saying.message, confidence, reason, made.found)


def without_opening(text: str) -> str:
    """A sentence without words that only answer or open: it says the same without them.

    >>> without_opening("ok, create a branch")
    'create a branch'
    """
    return _opening_pattern().sub("", text, count=1) or text


def _settle(found: Sequence[Stated]) -> list[Stated]:
    """Without what is said again later, or otherwise."""
    kept: list[Stated] = []
    for one in reversed(found):
        if all(_stands_beside(one, other) for other in kept):
            kept.append(one)
    return kept[::-1]


def _stands_beside(earlier: Stated, later: Stated) -> bool:
    relation = compare(later.statement.rule, earlier.statement.rule).relation
    return relation not in {"same", "refines", "contradicts"}


@cache
def _opening_pattern() -> re.Pattern[str]:
    """Words that only answer or open."""
    return re.compile(
        r"^\W*(?:(?:yes|yeah|yep|no|nope|ok|okay|alright|right|great|good|nice|perfect|thanks|thank you|cool|also|and|but|oh|hey|hi|hmm|well|btw|by the way|fyi|wait|sure|so|exactly|one more thing|just so you know)\b[,.!:; –—-]+)+"
        r"|^(?:(?:好的?|行|嗯|对了?|另外|还有|顺便说一下|哦|谢谢|可以|是的|不是|不对)[，,。！!：: ]+)+",
        re.IGNORECASE,
    )


@cache
def _pointing_pattern() -> re.Pattern[str]:
    return re.compile(r"\b(?:it|that|this|these|those|so)\b|这|那|它|都", re.IGNORECASE)


@cache
def _reason_pattern() -> re.Pattern[str]:
    """Openings of a sentence that gives the reason for the one before it."""
    return re.compile(
        r"\s*(?:because|that's because|otherwise|or else|last (?:time|week|month|year)|the reason|it (?:broke|breaks|broke|cost|took|confuses|makes|caused|crashed)|we (?:got|were|had|lost)|they (?:break|cause|need|hate)|this (?:broke|breaks|caused))\b|(?:因为|否则|不然|上次|之前|原因|毕竟|这样)",
        re.IGNORECASE,
    )
