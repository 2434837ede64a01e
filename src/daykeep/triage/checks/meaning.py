"""Whether a note turns something round: what is denied, what comes first, what belongs to what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.triage.reading.forms import value_of
from daykeep.triage.reading.pairs import MOVE
from daykeep.triage.reading.stance import KEEPING, REMOVALS
from daykeep.triage.reading.tokens import are_kin

_ALIKE, _ALIKE_ALL_THE_SAME = 2, 3
"""So many words a clause of the source shares with one that denies what it says; more if the source denies something near it."""
_FUNCTION = frozenset("不没别勿未禁用叫要能")
"""Characters of a denial itself: a pair that holds one says nothing of what is denied."""

if TYPE_CHECKING:
    from daykeep.triage.checks.source import Reading, Source
    from daykeep.triage.reading.stance import Clause, Stance


def find_turned(source: Source, note: Reading) -> list[str]:
    """In words, everything that the note says the other way round than its source; empty if nothing."""
    if not note.words:
        return []
    return [
        *_denied_now(source, note.stance),
        *_denied_no_more(source, note),
        *_turned_pairs(source, note),
        *_turned_bounds(source, note),
    ]


def _denied_now(source: Source, note: Stance) -> list[str]:
    """What the note denies though the person said it, or though the source denies nothing of the kind."""
    if not note.negations:
        return []
    ours, whole = source.decided.stance, source.claims.stance
    found = []
    for clause in note.negations:
        support = [one for one in whole.negations if _supports(one, clause)]
        if support and clause.turns > max(one.turns for one in support):
            found.append(f"denied twice: {_name(clause)}")
        if not support and _says_plainly(clause, whole):
            found.append(f"denied: {_name(clause)}, and nothing in the source denies it")
        if not support and _was_removed(clause, whole):
            found.append(f"denied: {_name(clause)}, and the source says it")
        if _is_given_up(clause, whole) or (
            not clause.takes and any(_share(one.scope, clause.scope) for one in ours.negations)
        ):
            continue
        for word in sorted(clause.denied - note.said):
            if _stands_in(word, ours.said) and not _stands_in(word, ours.denied | ours.scoped):
                found.append(f"{word} is denied")
            elif _is_said(word, clause, whole, supported=bool(support)):
                found.append(f"{word} is denied, and nothing in the source denies it")
    return found


def _is_given_up(clause: Clause, whole: Stance) -> bool:
    """Whether the source says in its own words that what is denied was dropped, cancelled, left out."""
    return any(one.cues & REMOVALS and _share(one.words - one.cues, clause.denied) for one in whole.soft)


def _was_removed(clause: Clause, whole: Stance) -> bool:
    """Whether the note denies that something was taken away that the source says was."""
    if not clause.denied & REMOVALS:
        return False
    return any(one.cues & REMOVALS and len((one.words & clause.words) - REMOVALS) > 1 for one in whole.soft)


def _supports(one: Clause, clause: Clause) -> bool:
    """Whether a denial of the source is about what a denial of the note is about."""
    about = _share(one.words, clause.denied) or _share(one.denied, clause.words)
    return about or len(one.words & clause.words) > 1


def _says_plainly(clause: Clause, whole: Stance) -> bool:
    """Whether the source denies nothing at all, or says most of what this clause denies in one without any no."""
    if clause.words and not whole.negations and not any(one.cues - KEEPING for one in whole.soft):
        return True
    least = max(3, len(clause.words) // 2)
    return any(len(one.words & clause.words) >= least for one in _plain(whole))


def _plain(stance: Stance) -> list[Clause]:
    """The clauses without any no; that something stays as it is says no to nothing."""
    return [*stance.plain, *(one for one in stance.soft if not one.cues - KEEPING)]


def _is_said(word: str, clause: Clause, whole: Stance, *, supported: bool) -> bool:
    """Whether the source says a word that it never denies: in a clause like this one, or with no other no about it."""
    if not _stands_in(word, whole.said) or _stands_in(word, whole.denied | whole.scoped):
        return False
    least = _ALIKE_ALL_THE_SAME if supported else _ALIKE
    if any(
        _stands_in(word, one.words) and len(one.words & clause.words) >= least
        for one in (*whole.plain, *whole.soft)
    ):
        return True
    return not supported and not any(_share(one.words, clause.words) for one in whole.soft)


def _denied_no_more(source: Source, reading: Reading) -> list[str]:
    """What the person or the agent denied and a clause of the note says, with no denial of any kind in it.

    A word that the source says elsewhere counts only beside another word of the denial.
    """
    note = reading.stance
    if not note.plain and not note.soft:
        return []
    found = []
    left = {pair.first for pair in reading.pairs if pair.how == MOVE}
    spoken, ours = source.spoken.stance, source.person.stance
    for clause in (*source.decided.stance.negations, *spoken.negations):
        is_ours = clause in ours.negations
        for word in sorted(clause.denied):
            if word in left or (value_of(word) or word) in left:
                continue
            others = frozenset(one for one in clause.words - clause.denied if not _FUNCTION & set(one))
            said = spoken.said if others else ours.said
            for one in (*note.plain, *note.soft):
                softened = one.cues - clause.denied - clause.cues
                beside = _share(one.words - {word}, others | (clause.denied - {word}))
                alone = is_ours and not _stands_in(word, said)
                if not softened and _stands_in(word, one.words) and (beside or alone):
                    found.append(f"{word} is no longer denied")
    return list(dict.fromkeys(found))


def _share(words: frozenset[str], others: frozenset[str]) -> bool:
    return not words.isdisjoint(others)


def _stands_in(word: str, words: frozenset[str]) -> bool:
    """Whether a word or one of its family is among others; a single Chinese character within any."""
    if word in words:
        return True
    if len(word) == 1 and not word.isascii():
        return any(word in one for one in words)
    return any(are_kin(word, one) for one in words)


def _name(clause: Clause) -> str:
    return ", ".join(sorted(clause.denied or clause.words)[:3])


def _turned_pairs(source: Source, note: Reading) -> list[str]:
    """What stands in another order; a move also by where the source says that things went."""
    if not note.pairs:
        return []
    pairs, targets = source.claims.pairs, source.spoken.targets
    return [
        f"{pair.first} and {pair.second} changed places"
        for pair in sorted(note.pairs)
        if pair not in pairs
        and (
            pair.turned() in pairs
            or (pair.how == MOVE and pair.first in targets and pair.second not in targets)
        )
    ]


def _turned_bounds(source: Source, note: Reading) -> list[str]:
    """What was at most and is at least now, or the other way round."""
    if not note.bounds:
        return []
    bounds = source.claims.bounds
    return [
        f"{value} is {' and '.join(sorted(sides))} now"
        for value, sides in note.bounds.items()
        if bounds.get(value) and not sides & bounds[value]
    ]
