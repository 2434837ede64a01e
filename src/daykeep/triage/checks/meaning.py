"""Whether a note turns something round: what is denied, what comes first, what belongs to what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.triage.reading.forms import value_of
from daykeep.triage.reading.pairs import MOVE
from daykeep.triage.reading.spans import scan
from daykeep.triage.reading.stance import CHANGES, COMPARED, KEEPING, OUTS, REMOVALS, SCOPING, STAYS
from daykeep.triage.reading.tokens import are_kin

_ALIKE, _ALIKE_ALL_THE_SAME = 2, 3
"""So many words a clause of the source shares with one that denies what it says; more if the source denies something near it."""
_FUNCTION = frozenset("不没别勿未禁用叫要能")
"""Characters of a denial itself: a pair that holds one says nothing of what is denied."""

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    whole = source.claims.stance
    moved = {pair.first for pair in source.claims.pairs if pair.how == MOVE}
    targets = {pair.second for pair in source.claims.pairs if pair.how == MOVE}
    found = []
    for clause in note.negations:
        if clause.denied and all(_is_in(word, moved) for word in clause.denied):
            continue
        support = [one for one in whole.negations if _supports(one, clause)]
        found += _turned_clause(clause, support, source)
        if _is_given_up(clause, whole) or _is_answered(clause, source):
            continue
        for word in sorted(clause.denied - note.said):
            alone = not _is_in(word, moved) and _is_denied_alone(
                word, clause, source, supported=bool(support)
            )
            if alone or (clause.takes and _is_in(word, targets)):
                found.append(f"{word} is denied")
    return found


def _turned_clause(clause: Clause, support: Sequence[Clause], source: Source) -> list[str]:
    """What is wrong with a denial as a whole."""
    whole = source.claims.stance
    name = _name(clause)
    found = []
    if support and clause.turns > max(one.turns for one in support):
        found.append(f"denied twice: {name}")
    if not clause.takes and clause.cues & OUTS and _share(source.decided.stance.denied, clause.words):
        found.append(f"denied and turned round: {name}")
    if (
        not support
        and not _is_kept(clause, whole)
        and (_says_plainly(clause, whole) or _was_removed(clause, whole))
    ):
        found.append(f"denied: {name}, and nothing in the source denies it")
    return found


def _is_answered(clause: Clause, source: Source) -> bool:
    """Whether the person denies something of what the note denies in words like theirs."""
    return not clause.takes and any(
        _share(one.scope, clause.scope) for one in source.decided.stance.negations
    )


def _is_denied_alone(word: str, clause: Clause, source: Source, *, supported: bool) -> bool:
    ours = source.decided.stance
    if _is_plainly_said(word, clause, ours) and not _stands_in(word, ours.denied | ours.scoped):
        return True
    return not clause.takes and _is_said(word, clause, source.claims.stance, supported=supported)


def _is_plainly_said(word: str, clause: Clause, ours: Stance) -> bool:
    """Whether the person says a word in a clause that has no other word for a no, or the word is that one.

    How far something goes makes no difference to whether it is done: "only", "except".
    """
    allowed = {word} | (SCOPING if not clause.takes and not clause.is_bounded else set())
    if any(_stands_in(word, one.words) and not one.cues - allowed for one in (*ours.plain, *ours.soft)):
        return True
    return _stands_in(word, ours.said) and any(
        _stands_in(word, one.words - one.scope) for one in ours.negations
    )


def _is_in(word: str, values: set[str]) -> bool:
    if word in values or (value_of(word) or word) in values:
        return True
    return any(span.form in values for span in scan(word))


def _is_given_up(clause: Clause, whole: Stance) -> bool:
    """Whether the source says in its own words that what is denied was dropped, cancelled, left out."""
    return any(one.cues & REMOVALS and _share(one.words - one.cues, clause.denied) for one in whole.soft)


def _is_kept(clause: Clause, whole: Stance) -> bool:
    """Whether the note denies that something was taken away or changed that the source says was kept."""
    if not clause.denied & (REMOVALS | CHANGES):
        return False
    return any(one.cues & STAYS and _share(one.words - one.cues, clause.words) for one in whole.soft)


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
    if any(_stands_in(word, one.words) and len(one.words & clause.words) >= least for one in _plain(whole)):
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
            if _is_in(word, left):
                continue
            others = frozenset(one for one in clause.words - clause.denied if not _FUNCTION & set(one))
            said = spoken.said if others else ours.said
            for one in (*note.plain, *note.soft):
                softened = (
                    one.cues - clause.denied - clause.cues - (STAYS if word in COMPARED else frozenset())
                )
                beside = _share(one.words - {word}, others | (clause.denied - {word})) and (
                    is_ours or not _stands_in(word, source.claims.stance.said)
                )
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
