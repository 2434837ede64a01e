"""Whether two claims are the same knowledge, one refines the other, they contradict each other, or speak of other things."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from daykeep.text.claims.conflicts import find_conflict
from daykeep.text.claims.frames import denies_plainly
from daykeep.text.claims.lines import plain_line
from daykeep.text.claims.matching import Match, match_claims
from daykeep.text.claims.reading import MAX_CHARS, Claim, Units, read_claim
from daykeep.text.unicode import fold

Relation = Literal["same", "refines", "contradicts", "different"]

SAME_SCORE, SAME_SCORE_HAN = 0.52, 0.45
"""Claims at or above this overlap speak of one thing: they are one claim or contradict each other.

Chinese is read by single characters where its words are unknown, so less of it is found.
"""
CLEAR_WEIGHT = 1.6
"""Less than this weight in common is chance."""
SHORT_WEIGHT = 1.9
"""A claim of less weight is not found again in one more than twice as long."""
REFINES_MARGIN = 0.25
_KEPT_CLAIMS = 16_384


class Comparison(NamedTuple):
    """How a new claim stands to an old one.

    ``relation`` is ``"same"`` (the same knowledge, perhaps shortened), ``"refines"`` (the same with more detail),
    ``"contradicts"`` (the same subject with another number, name or polarity) or ``"different"``; ``score`` is the
    overlap of what they say (0 to 1, alike both ways); ``reason`` says in a few words what decided.
    """

    relation: Relation
    score: float
    reason: str


def compare(new: str, old: str) -> Comparison:
    """How ``new`` stands to ``old``: each a line, or several lines joined with line breaks.

    Reads English and Chinese by their vocabulary, other languages by their words and the beginnings of words. Always
    the same for the same texts; bullets, emphasis, case, width, labels and date stamps don't matter. Of each text at
    most 8,000 characters are read; longer ones are the same only if they are equal.

    >>> compare("Restart the gateway after editing the config", "After a config change, reboot the gateway").relation
    'same'
    >>> compare("The cache expires after 10 minutes", "The cache expires after 30 minutes").relation
    'contradicts'
    """
    if new == old or _plain(new) == _plain(old):
        return Comparison("same", 1.0, "equal")
    return compare_claims(cached_claim(new), cached_claim(old))


def compare_claims(new: Claim, old: Claim) -> Comparison:
    """As :func:`compare`, of claims that are read already."""
    if new.cut or old.cut:
        return Comparison("different", 0.0, "too long to be compared")
    if new.units and _says_the_same(new, old):
        return Comparison("same", 1.0, "the same words")
    turned = _rank(new) > _rank(old)
    match = match_claims(old, new) if turned else match_claims(new, old)
    apart = _apart(match)
    if apart:
        return Comparison("different", match.score, apart)
    conflict = find_conflict(match)
    if conflict is not None:
        return Comparison(
            "contradicts" if conflict.contradicts else "different", match.score, conflict.reason
        )
    return _agreeing(match, turned=turned)


def _says_the_same(new: Claim, old: Claim) -> bool:
    """Whether two claims are alike unit by unit, and no word for a denial that is no unit sets them apart."""
    alike = new._replace(said="") == old._replace(said="")
    return alike and denies_plainly(new.said) == denies_plainly(old.said)


def _apart(match: Match) -> str:
    """Why two claims have too little in common to be about one thing; empty if they have enough."""
    small, large = sorted((match.new_weight, match.old_weight))
    if not match.shared or match.shared < min(CLEAR_WEIGHT, 0.95 * small):
        return "little in common"
    if small < SHORT_WEIGHT and large > 2 * small:
        return "too short to say the same"
    limit = SAME_SCORE_HAN if _is_han(match.new) and _is_han(match.old) else SAME_SCORE
    return "another subject" if match.score < limit else ""


def _is_han(units: Units) -> bool:
    """Whether a claim is mostly Chinese."""
    return 2 * sum("\u3400" <= unit.key[0] <= "\u9fff" for unit in units) > len(units)


def _rank(claim: Claim) -> list[tuple[str, str]]:
    """An order among claims, so that two are looked at alike whichever is the new one."""
    return [(unit.key, unit.quantity.text if unit.quantity else "") for unit in claim.units]


def _agreeing(match: Match, *, turned: bool) -> Comparison:
    new_cover, old_cover, details = match.new_cover, match.old_cover, match.new_details
    if turned:
        new_cover, old_cover, details = old_cover, new_cover, match.old_details
    if new_cover < old_cover - REFINES_MARGIN or details:
        return Comparison("refines", match.score, "the same with more detail")
    return Comparison("same", match.score, "the same in other words")


@lru_cache(maxsize=_KEPT_CLAIMS)
def cached_claim(text: str) -> Claim:
    """A text's claim; the last few thousand are kept."""
    return read_claim(text)


@lru_cache(maxsize=_KEPT_CLAIMS)
def _plain(text: str) -> str:
    if len(text) > MAX_CHARS:
        return " ".join(text.split())
    lines = (fold(plain_line(line)).replace("`", "").strip(" .。!！,，;；:：") for line in text.split("\n"))
    return "\n".join(" ".join(line.split()) for line in lines).strip()
