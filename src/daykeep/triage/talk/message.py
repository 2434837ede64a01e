"""Reading a person's short message: whether it is small talk and nothing else, and what kind."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from daykeep.triage.talk import chinese, english

LONGEST_CHARS = 240
"""Longer messages are read as saying something: small talk is short."""


class Talk(NamedTuple):
    """What a short message does. ``is_small`` says that none of its words can carry a fact, a wish or an instruction.

    ``thanks``, ``parts`` (takes leave), ``closes`` (nothing more is needed), ``praises`` (the other one) and ``greets`` are what
    small talk is made of. ``pleased`` is approval of a thing ("great", "sounds good"), ``agrees`` a yes, ``declines`` a no,
    ``refuses`` a negation of something else than more help; these can be answers.
    """

    is_small: bool = False
    thanks: bool = False
    parts: bool = False
    closes: bool = False
    praises: bool = False
    greets: bool = False
    pleased: bool = False
    agrees: bool = False
    declines: bool = False
    refuses: bool = False

    @property
    def is_social(self) -> bool:
        """Whether it thanks, takes leave, closes or praises."""
        return self.thanks or self.parts or self.closes or self.praises


NOTHING = Talk()
"""What a message that says something is read as."""


def read_message(text: str) -> Talk:
    """What a person's message does; `NOTHING` for one that may say something, or is long, empty or a question.

    >>> read_message("Thanks, that's all I needed!").is_social, read_message("Yes, use PostgreSQL") == NOTHING
    (True, True)
    >>> read_message("好的，谢谢！").thanks, read_message("不要用 AWS") == NOTHING
    (True, True)
    """
    text = text.strip()
    if not text or len(text) > LONGEST_CHARS:
        return NOTHING
    return _read(text)


@lru_cache(maxsize=1 << 14)
def _read(text: str) -> Talk:
    """The same message is read when it is looked at, judged, and passes the gates."""
    return _chinese(text) if chinese.has_han(text) else _english(text)


def _english(text: str) -> Talk:
    words = english.plain(text)
    if not english.may_be_small(words) or english.asks(words):
        return NOTHING
    closes, words = english.take_closings(words)
    parts, words = english.take_partings(words)
    praises, words = english.take_praise(words)
    thanks, words = english.take_thanks(words)
    greets, words = english.take_greetings(words)
    rest = words.split()
    if not (rest or closes or parts or praises or thanks or greets) or not english.SMALL.issuperset(rest):
        return NOTHING
    return Talk(
        is_small=True,
        thanks=thanks,
        parts=parts,
        closes=closes,
        praises=praises,
        greets=greets,
        pleased=not english.PLEASED.isdisjoint(rest),
        agrees=not english.YES.isdisjoint(rest),
        declines=not english.NO.isdisjoint(rest),
        refuses="not" in rest,
    )


def _chinese(text: str) -> Talk:
    kinds = chinese.read(text)
    if kinds is None:
        return NOTHING
    return Talk(
        is_small=True,
        thanks="thanks" in kinds,
        parts="parts" in kinds,
        closes="closes" in kinds,
        praises="praises" in kinds,
        greets="greets" in kinds,
        pleased="pleased" in kinds,
        agrees="agrees" in kinds,
        declines="declines" in kinds,
    )
