"""What is denied in one of two claims and said in the other, and what makes up for that in other words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.claims.cutting import CODE, NAME, NUMBER
from daykeep.text.claims.matching import agree, common_weight
from daykeep.text.claims.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.text.claims.matching import Match
    from daykeep.text.claims.reading import Claim, Unit

_NEGATIVE_WORDS = (
    "fail", "missing", "lack", "ignore", "lose", "reject", "prevent", "wrong", "unable", "disable", "remove", "stop", "forget",
    "break", "unavailable", "skip", "private", "unstable", "invalid", "impossible", "optional", "nothing", "useless", "dislike", "deny", "error", "empty", "none", "abandon", "give up", "unreadable", "destroy", "blocked", "outside", "insufficient", "opposite", "incompatible", "absent",
)  # fmt: skip


@cache
def _negative_ideas() -> frozenset[tuple[int, int]]:
    ideas = vocabulary().ideas
    return frozenset((idea.number, idea.side) for word in _NEGATIVE_WORDS for idea in ideas.get(word, ()))


def find_turned(match: Match) -> Unit | None:
    """What one claim denies and the other says, or what has turned into its opposite; None if there is no such thing."""
    if _is_turned_round_twice(match):
        return None
    new, old = _sides(match.new), _sides(match.old)
    turned = {number for number, sides in new.items() if number in old and not sides & old[number]}
    if not turned or _misplaced(match):
        return None
    for mine, others in ((match.new, match.old), (match.old, match.new)):
        for unit in mine:
            if _is_turned(unit, turned, new, old) and not _is_outweighed(unit, mine, others):
                return unit
    return None


def _is_turned_round_twice(match: Match) -> bool:
    """Whether words such as "unless" or "otherwise" in one of the claims turn a denial of theirs round again."""
    new, old = _turners(match.new_claim), _turners(match.old_claim)
    denial = denies(match.new) or denies(match.old)
    turners = new ^ old
    return (
        ("unless" in new & old and not denial)
        or ("before" in new & old and denies(match.new) != denies(match.old) and _in_one_order(match))
        or ("else" in turners and "without" in match.new_claim.turners ^ match.old_claim.turners)
        or ("unless" in turners and "needless" not in turners)
        or (bool(turners) and "needless" not in turners and denial)
    )


def _in_one_order(match: Match) -> bool:
    """Whether both claims say that one thing comes before another, and it is the same one."""
    return any(
        min(common_weight(mine_first, first), common_weight(mine_second, second))
        > min(common_weight(mine_first, second), common_weight(mine_second, first))
        for mine_first, mine_second in match.new_claim.order
        for first, second in match.old_claim.order
    )


def _is_turned(
    unit: Unit, turned: set[int | str], new: dict[int | str, set[int]], old: dict[int | str, set[int]]
) -> bool:
    """Whether a unit is denied or on the other side of its opposite in one claim only, by all that it means."""
    if unit.kind == NUMBER or unit.hypothetical:
        return False
    marked = unit.negated or any(idea.side and idea.number in turned for idea in unit.ideas)
    meanings: list[int | str] = [idea.number for idea in unit.ideas] or [unit.key]
    return (
        marked
        and any(meaning in turned for meaning in meanings)
        and not any(meaning in new and meaning in old and meaning not in turned for meaning in meanings)
    )


def _is_outweighed(unit: Unit, mine: Sequence[Unit], others: Sequence[Unit]) -> bool:
    """Whether the other claim denies the word itself or says its turn in words of its own."""
    if not unit.negated and any(other.negated and agree(unit, other) for other in others):
        return True
    if unit.negated and _dislikes(others):
        return True
    return _makes_up(unit, mine, others) or (unit.negated and _is_doubled(unit, mine, others))


def _turners(claim: Claim) -> frozenset[str]:
    """The sorts of words that turn a negation round; "fails without X" needs X, "works without X" doesn't."""
    if "without" not in claim.turners:
        return claim.turners
    negative = _negative_ideas()
    fails = sum(unit.negated for unit in claim.units) != 1 or any(
        (idea.number, idea.side) in negative for unit in claim.units for idea in unit.ideas
    )
    return claim.turners - {"without"} | {"unless" if fails else "needless"}


def denies(units: tuple[Unit, ...]) -> bool:
    """Whether a claim denies something."""
    return any(unit.negated for unit in units)


def _sides(units: tuple[Unit, ...]) -> dict[int | str, set[int]]:
    result: dict[int | str, set[int]] = {}
    for unit in units:
        if unit.hypothetical:
            continue
        turn = unit.negated != unit.rejected
        for idea in unit.ideas:
            result.setdefault(idea.number, set()).add(idea.side ^ turn)
        if not unit.ideas:
            result.setdefault(unit.key, set()).add(int(turn))
    return result


def _misplaced(match: Match) -> bool:
    """Whether each claim has one denial and what it denies stands in the other: the same denial, read differently."""
    new, old = ([unit for unit in units if unit.negated] for units in (match.new, match.old))
    return (
        len(new) == 1
        and len(old) == 1
        and (not {new[0].kind, old[0].kind} <= {CODE, NAME} or agree(new[0], old[0]))
        and any(agree(new[0], unit) for unit in match.old)
        and any(agree(old[0], unit) for unit in match.new)
    )


def _dislikes(units: Sequence[Unit]) -> bool:
    """Whether a claim says that something is not liked, which is as much as to say that it shall not be done."""
    like = {(idea.number, idea.side) for idea in vocabulary().ideas["dislike"]}
    return any((idea.number, idea.side ^ unit.negated) in like for unit in units for idea in unit.ideas)


def _is_doubled(unit: Unit, mine: Sequence[Unit], others: Sequence[Unit]) -> bool:
    """Whether a denial stands beside a negative word that the other claim lacks: two that make up for each other."""
    theirs = {idea.number for other in others for idea in other.ideas}
    negative = _negative_ideas()
    return any(
        each is not unit
        and not each.negated
        and any((idea.number, idea.side) in negative for idea in each.ideas)
        and not any(idea.number in theirs for idea in each.ideas)
        for each in mine
    )


def _makes_up(unit: Unit, mine: Sequence[Unit], others: Sequence[Unit]) -> bool:
    """Whether the other claim says the turn in a negative word of its own, one that this claim lacks."""
    known = {idea.number for each in mine for idea in each.ideas}
    keys = {each.key for each in mine}
    negative = _negative_ideas()
    for other in others:
        if any(idea.number in known for idea in other.ideas) or (not other.ideas and other.key in keys):
            continue
        if other.negated or any((idea.number, idea.side) in negative for idea in other.ideas):
            return True
        if not unit.predicate and any(idea.side for idea in other.ideas):
            return True
    return False
