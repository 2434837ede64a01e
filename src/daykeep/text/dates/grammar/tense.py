"""Whether the words around a date say that it is past or to come."""

from __future__ import annotations

import re
from functools import cache

COMING, PAST, UNSAID = 1, -1, 0
_REACH_CHARS = 300
"""So much of a text is looked at on each side of a date."""
_FEW_WORDS = 2
"""A clause of no more words than this beside its date has no verb: the next clause is read as well."""


@cache
def _ends() -> re.Pattern[str]:
    return re.compile(
        r"[.;:!?\n(),—。；：！？，（）、]|\s-\s|\b(?:and|but|because|since|so|when)\b", re.IGNORECASE
    )


@cache
def _english() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    past = (
        "was|were|had|did|didn't|wasn't|weren't|went|broke|said|told|asked|came|got|began|happened|found|met|made|took|gave"
        "|left|saw|wrote|ran|sent|lost|froze|fell|held|spoke|ended|built|brought|kept|paid|chose|already|ago|shipped|merged"
        "|released|deployed|fixed|crashed|finished|agreed|decided|discussed|reported|approved|announced|landed|launched|failed"
        "|started|stopped|talked|called|opened|closed|signed|noticed|switched|removed|added|rolled|cost|hit|hurt|caused|caught"
        "|burned|burnt|bit|grew|rose|forgot|leaked|slipped|missed|outages?|incidents?|post-?mortems?|breach|mishap|accident"
    )
    coming = (
        "will|won't|shall|going|gonna|must|should|needs?|has to|have to|can|could|may|might|plans?|planned|planning|scheduled"
        "|expected|supposed|due|deadline|targets?|aim|hope|wants?|let's|postponed|delayed until|moved to|moves|pushed to"
        "|is|are|am|starts|begins|ships|goes|by|until|till|before|to (?!the\\b|a\\b)[a-z]+"
    )
    return (
        re.compile(rf"\b(?:{past})\b|\b(?:we|i|they|he|she|it|team) \w+ed\b", re.IGNORECASE),
        re.compile(rf"\b(?:{coming})\b|\w'(?:ll|re)\b", re.IGNORECASE),
        re.compile(r"\b(?:since|as of|ever since)\s+(?:the\s+)?~?$", re.IGNORECASE),
    )


@cache
def _ahead() -> re.Pattern[str]:
    return re.compile("(?:之?前|以前)(?![端后面台])|为止")


@cache
def _missed() -> re.Pattern[str]:
    """What would be to come, were it not told as past."""
    return re.compile(
        r"\b(?:was|were) (?:due|supposed)\b|\bdeadline\b.{0,40}\bwas\b|\bwas the deadline\b", re.IGNORECASE
    )


@cache
def _chinese() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    done = r"(?<![为除解不算到忘])了(?![解不])|[说见聊开做谈讨改提]过|的$"
    coming = (
        r"(?<![主重摘概需])要(?![求点素])|(?<![机社开议])会(?![议员话计])|(?<!即)将(?!来)|即将|得(?=[在把先])|必须|准备"
        "|打算|计划|预计|预期|截止|开始|需要|应该|争取|推迟|延期|改到|挪到|推到|延到|等到|安排|定在|为止|希望"
    )
    return (
        re.compile(r"已经|已于|[刚曾]|上次|当时|自从?$|从$"),
        re.compile(done),
        re.compile(coming),
    )


def direction_of(text: str, start: int, end: int) -> int:
    """``PAST``, ``COMING`` or ``UNSAID``, from the clause that the words ``text[start:end]`` stand in.

    What is to come wins over what is past in the same clause ("decided to ship on Thursday"). In Chinese, ``了`` counts
    for past only behind the date, where its verb stands.
    """
    before, after, more = _clause(text, start, end)
    if _english()[2].search(text[max(0, start - 20) : start]) or re.search(r"自从?$", before):
        return PAST
    direction = _tense(before, after)
    return _tense(before, f"{after} {more}") if direction == UNSAID and more else direction


def _tense(before: str, after: str) -> int:
    clause = f"{before} {after}"
    past, done, coming = _chinese()
    if _missed().search(clause):
        return PAST
    if _english()[1].search(clause) or coming.search(clause) or _ahead().match(after):
        return COMING
    if _english()[0].search(clause) or past.search(clause) or done.search(after):
        return PAST
    return UNSAID


def _clause(text: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before and after the words in their clause, and the next clause where theirs has no verb."""
    left = text[max(0, start - _REACH_CHARS) : start]
    right = text[end : end + _REACH_CHARS]
    before = [*_ends().split(left)][-1].strip()
    parts = _ends().split(right, maxsplit=2)
    after = parts[0].strip()
    is_led = (
        _is_short(before) and _is_short(after) and len(parts) > 1 and "\n" not in right[: len(parts[0]) + 2]
    )
    return before, after, parts[1].strip() if is_led else ""


def _is_short(words: str) -> bool:
    return len(words.split()) <= _FEW_WORDS and sum(ord(letter) > 0x2E7F for letter in words) <= _FEW_WORDS


def is_habit(text: str, start: int, end: int) -> bool:
    """Whether the sentence speaks of what happens again and again ("usually", ``一般``)."""
    return _habit().search(_sentence(text, start, end)) is not None


def is_repeated(text: str, start: int, end: int) -> bool:
    """Whether the sentence tells of each time ("every session", ``每次``), so that "today" is the day of that time."""
    return _repeated().search(_sentence(text, start, end)) is not None


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence around the words, without them."""
    before = _stops().split(text[max(0, start - _REACH_CHARS) : start])[-1]
    after = _stops().split(text[end : end + _REACH_CHARS], maxsplit=1)[0]
    return f"{before} {after}"


@cache
def _stops() -> re.Pattern[str]:
    return re.compile(r"[.;!?](?=\s|$)|[\n。；！？]")


@cache
def _habit() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:always|never|usually|normally|generally|typically|every|each|often|whenever|weekly|as a rule)\b"
        r"|一般|通常|经常|总是|从不|从来|每[周天次个逢]|一律|习惯|凡是|默认|平时|都会|都不",
        re.IGNORECASE,
    )


@cache
def _repeated() -> re.Pattern[str]:
    return re.compile(r"\b(?:always|every|each|whenever)\b|每[天次个]|总是|凡是", re.IGNORECASE)
