"""Short answers to a question of the assistant: what was asked is part of what the person says with them."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.guard.injection import find_signs
from daykeep.session.extract.cues import is_standing
from daykeep.text.language import count_han

YES, NO = "yes", "no"
SHORT_WORDS = 8
SHORT_HAN = 12
LONGEST_QUESTION_CHARS = 240


class Answer(NamedTuple):
    """What an answer says: yes or no to ``deed``, the order that the question asked about."""

    polarity: str
    deed: str


def read_answer(text: str, asked: str) -> Answer | None:
    """The standing order that a short answer confirms or refuses, if the question and it are about more than this once.

    A question that carries what could come from a tool's text (addresses, commands, instructions) is never taken over.

    >>> read_answer("Yes, always.", "Shall I always run the tests first?")
    Answer(polarity='yes', deed='always run the tests first')
    """
    if not asked or len(asked) > LONGEST_QUESTION_CHARS or not is_short(text) or find_signs(asked):
        return None
    if not (is_standing(asked) or is_standing(text)):
        return None
    polarity = _polarity(text)
    match = _offer_pattern().match(asked)
    if not polarity or match is None:
        return None
    deed = next(part for part in match.groups() if part is not None).strip(" ?？。.")
    if not is_standing(deed):
        deed = f"{deed}（{_bare(text)}）" if "\u4e00" <= deed[0] <= "\u9fff" else f"{deed} ({_bare(text)})"
    return Answer(polarity, deed)


def is_short(text: str) -> bool:
    """Whether a sentence is so short that it needs what was asked before it."""
    return len(text.split()) <= SHORT_WORDS and count_han(text) <= SHORT_HAN


def word_order(answer: Answer) -> str:
    """The standing order in words: "always run the tests first", "don't: open the browser every time"."""
    if answer.polarity == YES:
        return answer.deed
    return f"不要{answer.deed}" if "\u4e00" <= answer.deed[0] <= "\u9fff" else f"don't {answer.deed}"


def _bare(text: str) -> str:
    return re.sub(
        r"^\W*(?:yes|yeah|yep|no|nope|ok|sure|please|对|好的?|是的?|可以|不|不用|行|嗯)[，,.。! ]*",
        "",
        text,
        flags=re.IGNORECASE,
    ).strip(" .。!！")


def _polarity(text: str) -> str:
    if _no_pattern().match(text):
        return NO
    return YES if _yes_pattern().match(text) else ""


@cache
def _yes_pattern() -> re.Pattern[str]:
    return re.compile(
        r"\W*(?:(?:yes|yeah|yep|yup|sure|ok|okay|always|please do|do that|correct|exactly|absolutely|definitely|of course|every time|from now on|by default|please|y|aye|right|that'd be|that would be)\b|是|对|好|可以|行|嗯|要|都|每次|以后|需要|没错|当然|必须|一直|默认)",
        re.IGNORECASE,
    )


@cache
def _no_pattern() -> re.Pattern[str]:
    return re.compile(
        r"\W*(?:(?:no|nope|nah|never|don't|please don't|rather not|not)\b|不(?!错)|别|千万别|没必要|永远不)",
        re.IGNORECASE,
    )


@cache
def _offer_pattern() -> re.Pattern[str]:
    """Questions that offer a deed; the group is the deed."""
    offer = r"(?:shall|should|can|could|may|do you want me to|would you like me to|want me to|would you prefer that|is it (?:ok|okay|fine) (?:if|to)|do I|am I to|may I|would you prefer (?:it )?if)"
    lead = r"(?:.{0,80}?[,:;–—-] ?)?(?:(?:so|and|also|then|ok|okay|or|by the way)[, ]+)?"
    return re.compile(
        rf"{lead}{offer}(?: (?:I|we))?(?: also| then)? (?P<en>(?!be\b)[^?]{{4,160}})\?"
        r"|(?:.{0,80}?[,:;] ?)??(?:I'll|I will|I'd|I would|I can|I|we'll) (?P<en2>(?!am\b|have\b|think\b|see\b)[^?,]{4,160}),? (?:okay|ok|right|fine|all ?right|is that (?:ok|okay|fine|right)|agreed|sound good)\?"
        r"|(?P<en3>by default I [^?,]{4,160}?)(?:,? (?:okay|ok|right|fine|is that (?:ok|okay|fine)))?\?"
        r"|[^？?]{0,60}?(?:需要我?|要不要我?|要我|是否(?:需要|要)?我?|我(?:可以|能|应该|该|是不是(?:该|要)?)|(?:是不是|可不可以|能不能|可以)我?|希望我|想让我)(?P<zh>[^？?]{2,80}?)(?:吗|呢|么|吧)?[？?]"
        r"|(?P<zh2>(?:以后|今后|每次|默认)[^？?]{2,80}?)(?:吗|呢|么|吧|，?(?:好吗|可以吗|行吗|对吗))?[？?]",
        re.IGNORECASE,
    )
