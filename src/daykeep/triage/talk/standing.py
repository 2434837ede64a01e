"""How things stand before a message: whether something that the assistant asked or proposed still waits for an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.triage.talk import reply
from daykeep.triage.talk.message import read_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.talk.message import Talk

OPEN, SETTLED, NEUTRAL, START, MORE = "open", "settled", "neutral", "start", "more"
"""Something waits for an answer; it is done or answered; neither is known; nothing was said before; the assistant has just asked
whether there is anything else."""
FURTHEST = 12
"""How many turns back an open question is looked for."""
_REQUESTS = re.compile(
    r"\?|？|\b(?:what|who|where|when|which|how|is|are|do|does|did|can|could|will|would|tell|may|has|have|any|know|info|information|"
    r"details?|find out|let me know)\b|吗|呢|什么|多少|哪|怎么|几",
    re.IGNORECASE,
)

_SEEKS = re.compile(
    r"\b(?:find|found|look(?:ing)? for|search(?:ing)?|suggest|recommend|show me|list|options?|looking to|want to (?:go|see|watch|eat|visit|stay|rent|buy|fly|travel|listen|hear)|"
    r"i(?:'d| would) like to (?:go|see|watch|eat|visit|stay|rent|buy|fly|travel|listen|hear)|i need an?)\b|找|推荐|有没有|想(?:去|看|吃|住|买|听)",
    re.IGNORECASE,
)
"""Who looks for something and is told of one has been offered it, however it is worded."""


class Standing:
    """How things stand before each turn of a conversation; worked out only where it is asked for.

    ``said`` and ``replies`` hold for each turn what the person said and the assistant's last words.
    """

    def __init__(self, said: Sequence[str], replies: Sequence[str]) -> None:
        self._said, self._replies = said, replies
        self._kinds: dict[int, str] = {}

    def before(self, place: int) -> str:
        """How things stand before the turn at a place: `OPEN`, `SETTLED`, `NEUTRAL`, `START` or `MORE`."""
        previous = place - 1
        while previous >= 0 and not (self._said[previous] or self._replies[previous]):
            previous -= 1
        if previous < 0:
            return START
        return MORE if self._kind(previous) == reply.MORE else self._after(previous)

    def _after(self, place: int) -> str:
        """How things stand after a turn: what its reply does, else, if it only answered a question, as before it."""
        proposed = self._kind(place) == reply.PROPOSES
        for at in range(place, max(-1, place - FURTHEST), -1):
            kind = self._kind(at)
            if kind in {reply.ASKS, reply.DONE, reply.MORE}:
                return OPEN if kind == reply.ASKS else SETTLED
            said = self._said[at]
            proposed = proposed or _SEEKS.search(said) is not None
            if _REQUESTS.search(said) and not read_message(said).is_small:
                continue
            if kind == reply.PROPOSES:
                return OPEN
            if read_message(said).is_small:
                return SETTLED
            break
        return OPEN if proposed else NEUTRAL

    def _kind(self, place: int) -> str:
        found = self._kinds.get(place)
        if found is None:
            found = self._kinds[place] = reply.read_reply(self._replies[place])
        return found


def speaks_of_nothing(talk: Talk, before: str) -> bool:
    """Whether small talk answers nothing, from how things stood before it.

    After "anything else?" a no answers nothing; while something waits for an answer everything does. Elsewhere it takes thanks,
    leave, closing words or praise, without a yes or a no; approval beside them ("great, thanks") only when things are settled.
    """
    if not talk.is_small:
        return False
    if before == MORE:
        return talk.is_social or (talk.declines and not talk.agrees)
    if before == START:
        return (talk.greets or talk.is_social) and not (talk.refuses or talk.agrees or talk.declines)
    if not (talk.is_social or talk.greets) or talk.agrees or talk.declines or talk.refuses:
        return False
    return before == SETTLED or (before == NEUTRAL and not talk.pleased)
