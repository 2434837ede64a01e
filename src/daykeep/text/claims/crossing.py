"""Whether two claims that use the same words put them in each other's place: what is done, and when or under what."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from daykeep.text.claims.cutting import WORD
from daykeep.text.claims.frames import DURING, IF, SEQUENCE, WAY, denies_plainly, find_frame
from daykeep.text.claims.matching import agree, common_weight
from daykeep.text.claims.reading import read_claim

if TYPE_CHECKING:
    from daykeep.text.claims.frames import Frame
    from daykeep.text.claims.matching import Match
    from daykeep.text.claims.reading import Claim, Units

FOREIGN_SHARE = 0.34
"""A claim of whose words no larger part is known is read by the marks of its language alone."""

CROSSED_SHARE = 0.5
"""At most so much, of what stands in the other's place, may stand in its own: more is the same said another way."""

_DENIED = re.compile(
    r"^\W*(?:never|do\ not|don't|avoid|no)\b|\b(?:must|should|may|can|could|shall)(?:\ not|not|n't|\ never)\b"
    r"|\b(?:nie|niemals|nicht|kein\w*|nunca|ne|jamais|non|mai|não|niet|nooit|не|нельзя|никогда)\b"
    "|不|别|勿|禁止|严禁|避免|ません|ない|않|금지",
    re.IGNORECASE,
)


def find_crossing(match: Match) -> str:
    """What is put in the other's place; empty if nothing is, or if too little is known."""
    new, old = find_frame(match.new_claim.said), find_frame(match.old_claim.said)
    if new is not None and old is not None:
        if new.kind == old.kind and new.kind in {SEQUENCE, WAY}:
            return _turned_round(match, new, old)
        return "" if WAY in {new.kind, old.kind} else _exchanged(new, old)
    if new is not None:
        return _against_plain(new, match.old_claim)
    return _against_plain(old, match.new_claim) if old is not None else ""


def _turned_round(match: Match, new: Frame, old: Frame) -> str:
    """Whether two sequences, or two ways, run in opposite directions.

    Where both were read with their denials already there is nothing to add; and what holds only after something may
    be what that is good for.
    """
    turners = match.new_claim.turners | match.old_claim.turners
    if (match.new_claim.order and match.old_claim.order) or "only" in turners:
        return ""
    return "the order is turned round" if _cross(_in_time(new), _in_time(old)) else ""


def _exchanged(new: Frame, old: Frame) -> str:
    """Whether what is done in one claim is the occasion in the other."""
    kinds, same_denial = {new.kind, old.kind}, _denies(new) == _denies(old)
    if kinds == {SEQUENCE, IF} and same_denial:
        return ""
    mine, other = (_units(new.main), _units(new.under)), (_units(old.main), _units(old.under))
    if _cross(mine, other, apart=True):
        return "what is done and when have changed places"
    if kinds == {SEQUENCE, DURING}:
        straight = [common_weight(mine[side], other[side]) for side in (0, 1)]
        if (same_denial and min(straight)) or not straight[1]:
            return f"{old.kind} against {new.kind}"
    if len(kinds) > 1 and _other_deed(mine[0], other[0]):
        return "something else is done"
    return ""


def _other_deed(mine: Units, other: Units) -> bool:
    """Whether both parts name deeds, and none of one agrees with any of the other."""
    deeds, others = ([unit for unit in units if unit.predicate] for units in (mine, other))
    return (
        bool(deeds and others)
        and not any(agree(a, b) for a in deeds for b in other)
        and not any(agree(a, b) for a in others for b in mine)
    )


def find_denial(match: Match) -> str | None:
    """What sets two claims apart of which one denies, by the words for it in their language.

    Empty if both do or neither does; None where the words are not enough to say so.
    """
    if not (_is_foreign(match.new_claim) or _is_foreign(match.old_claim)):
        return None
    new, old = denies_plainly(match.new_claim.said), denies_plainly(match.old_claim.said)
    if new is None or old is None:
        return None
    return "one of them denies it" if new != old else ""


def _is_foreign(claim: Claim) -> bool:
    known = sum(bool(unit.ideas) for unit in claim.units)
    return known <= FOREIGN_SHARE * len(claim.units)


def _in_time(frame: Frame) -> tuple[Units, Units]:
    first, second = _units(frame.main), _units(frame.under)
    forth = frame.forth != (frame.kind == SEQUENCE and _denies(frame))
    return (first, second) if forth else (second, first)


def _cross(mine: tuple[Units, Units], other: tuple[Units, Units], *, apart: bool = False) -> bool:
    """Whether what stands first in one pair stands second in the other, more than in its own place.

    ``apart``: what the second parts don't share at all need not be weighed against what the first ones do.
    """
    straight = common_weight(mine[0], other[0]), common_weight(mine[1], other[1])
    crossed = (common_weight(mine[0], other[1]), common_weight(mine[1], other[0]))
    if apart and not straight[1]:
        return min(crossed) > 0
    return min(crossed) > 0 and sum(straight) <= CROSSED_SHARE * sum(crossed)


def _denies(frame: Frame) -> bool:
    return _DENIED.search(frame.main) is not None


def _against_plain(frame: Frame, plain: Claim) -> str:
    """A condition and what follows from it, against a sentence that says that the second brings about the first."""
    if frame.kind != IF or plain.turners or any(unit.key >= "\u2e80" for unit in plain.units):
        return ""
    main, under = _units(frame.main), _units(frame.under)
    places = [
        (any(agree(unit, one) for one in main), any(agree(unit, one) for one in under), unit)
        for unit in plain.units
    ]
    in_main = [place for place, (is_main, is_under, _) in enumerate(places) if is_main and not is_under]
    in_under = [place for place, (is_main, is_under, _) in enumerate(places) if is_under and not is_main]
    if len(in_main) < 2 or not in_under or max(in_main) > min(in_under):
        return ""
    verb = places[min(in_under)][2]
    is_deed = verb.kind == WORD and (verb.predicate or not verb.ideas)
    return "cause and effect have changed places" if is_deed else ""


@lru_cache(maxsize=1_024)
def _units(text: str) -> Units:
    return read_claim(text).units
