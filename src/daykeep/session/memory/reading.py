"""What the units of a conversation give to the memory of their session. Pure.

Goals, decisions, constraints and open tasks come only from a person's own words; findings and progress from what the
assistant says at the end of its turn. No text of tools, no pasted or recalled text, nothing that could give orders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.guard.inert import inert_line, own_words
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.notes.deciding import split_reason
from daykeep.memory.notes.note import PROJECT, REFERENCE
from daykeep.session.extract.answers import is_short
from daykeep.session.extract.cues import is_hearsay, is_question, is_supposed
from daykeep.session.extract.speech import last_question, own_sayings, split_sentences
from daykeep.session.memory import phrases
from daykeep.session.memory.model import (
    ASKS,
    DECISIONS,
    FINDINGS,
    GOAL,
    PREFERENCES,
    PROGRESS,
    QUESTION,
    REQUEST,
    TASK,
    Entry,
)
from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import AGENT, TEXT
from daykeep.text.dates.absolute import make_absolute
from daykeep.text.language import count_han

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from daykeep.session.extract.model import Saying, Stated
    from daykeep.session.units.model import Unit

LINE_CHARS = 200
MIN_CHARS = 4
GOAL_WORDS, GOAL_HAN = 4, 6
MOST_OF_A_KIND = 2
"""A turn gives so many findings, and as much progress, to the memory: its last ones."""


def read_units(
    units: Sequence[Unit], stated: Sequence[Stated], *, after: int, today: date
) -> tuple[Entry, ...]:
    """The entries of the units whose messages come after number ``after``, in order.

    The unit before them may be among ``units``: a short answer is read with the question that it ends with. ``stated`` are the
    lasting statements of the same units. ``today`` is the day from which relative dates are told.
    """
    new = [unit for unit in units if unit.last > after]
    lasting = {(one.message, one.quote): one for one in stated}
    by_unit: dict[str, list[Saying]] = {}
    for saying in own_sayings(units):
        if saying.message > after:
            by_unit.setdefault(saying.unit_id, []).append(saying)
    entries: list[Entry] = []
    for unit in new:
        sayings = by_unit.get(unit.id, [])
        for saying in sayings:
            entry = _of_person(saying, lasting.get((saying.message, saying.text)))
            if entry is not None:
                entries.append(entry)
        entries.extend(_of_assistant(unit, sayings, after))
    return tuple(made for entry in entries if (made := tidy(entry, today)) is not None)


def first_request(unit: Unit, entries: Sequence[Entry], *, today: date) -> Entry | None:
    """What a turn asks for, for a session whose goal nobody said: the first sentence that is no greeting and no other entry."""
    taken = {entry.text for entry in entries}
    for saying in own_sayings([unit]):
        idle = phrases.idle_pattern().fullmatch(saying.text) or is_hearsay(saying.seen)
        if idle or not _says_enough(saying.text):
            continue
        made = tidy(Entry(GOAL, saying.text, saying.unit_id, REQUEST), today)
        if made is not None and not any(made.text.rstrip(".。") in text for text in taken):
            return made
    return None


def _says_enough(text: str) -> bool:
    """Whether a sentence says by itself what is wanted: four words, or six Chinese characters."""
    return len(text.split()) >= GOAL_WORDS or count_han(text) >= GOAL_HAN


def tidy(entry: Entry, today: date) -> Entry | None:
    """The entry on one line, with absolute dates, its secrets masked; None if it may not stand there."""
    text = clean_line(make_absolute(entry.text, today).text)
    return entry._replace(text=text) if text else None


def clean_line(text: str) -> str:
    """A text as one line of the file, its secrets masked; "" if it holds what could give orders to a reader."""
    return inert_line(mask_secrets(" ".join(text.split()))[0].lstrip("-*+#> "), LINE_CHARS)


def is_closing(text: str) -> bool:
    """Whether the person says with it that something open is no longer needed."""
    return phrases.settled_pattern().search(text) is not None


def _of_person(saying: Saying, stated: Stated | None) -> Entry | None:
    answer = _answer(saying) if stated is None else None
    if answer is not None:
        return answer
    if len(saying.seen) < MIN_CHARS or any(
        test(saying.seen) for test in (is_question, is_hearsay, is_supposed)
    ):
        return None
    return _told(saying, stated)


def _told(saying: Saying, stated: Stated | None) -> Entry | None:
    text, unit_id = saying.text, saying.unit_id
    if phrases.goal_pattern().search(saying.seen):
        return Entry(GOAL, text, unit_id)
    later = phrases.later_pattern().search(text)
    if later is not None:
        return Entry(ASKS, text[_clause_start(text, later.start()) :], unit_id, TASK)
    if stated is not None:
        return _of_statement(stated, saying)
    if phrases.decision_pattern().search(saying.seen):
        return Entry(DECISIONS, _with_reason(text), unit_id)
    if phrases.constraint_pattern().search(saying.seen):
        return Entry(PREFERENCES, text, unit_id)
    return None


def _clause_start(text: str, at: int) -> int:
    """Where the Chinese clause begins that holds a place of the text; the text's beginning where there is none."""
    return max(text.rfind(mark, 0, at) for mark in "，；") + 1


def _answer(saying: Saying) -> Entry | None:
    """A short answer to a question that decides something: the question goes along."""
    asked = saying.asked
    if not asked or not is_short(saying.text) or is_question(saying.seen):
        return None
    if phrases.chatter_pattern().search(asked) or not _decides(saying.text):
        return None
    question = clean_line(asked)
    if not question:
        return None
    return Entry(DECISIONS, f"{question} — {saying.text}", saying.unit_id, about=question)


def _decides(text: str) -> bool:
    """Whether a short answer is more than thanks, doubt or a question back."""
    plain = text.strip(" .!。！")
    return bool(plain) and not any(
        word in plain.lower()
        for word in ("thank", "not sure", "don't know", "no idea", "later", "wait", "maybe", "谢谢", "不确定", "不知道", "再想想", "等等", "也许", "再说")
    )  # fmt: skip


def _of_statement(stated: Stated, saying: Saying) -> Entry:
    section = PREFERENCES
    if stated.type == REFERENCE:
        section = FINDINGS
    elif stated.type == PROJECT and phrases.decision_pattern().search(saying.seen):
        section = DECISIONS
    rule, why, _ = stated.statement
    return Entry(section, _reasoned(rule, why), stated.unit_id)


def _with_reason(text: str) -> str:
    rule, why, _ = split_reason(text)
    return _reasoned(rule, why)


def _reasoned(rule: str, why: str) -> str:
    if not why:
        return rule
    rule = rule.rstrip("。. ")
    return f"{rule}（原因：{why}）" if count_han(rule) > 0 else f"{rule} (why: {why})"


def _of_assistant(unit: Unit, sayings: Sequence[Saying], after: int) -> Iterator[Entry]:
    """Findings, progress and open questions of the turn, from the assistant's own sentences."""
    texts = [
        part.text
        for part in unit.parts
        if part.message > after and part.actor == AGENT and part.kind == TEXT and not is_recalled(part)
    ]
    if not texts:
        return
    sentences = [
        one
        for text in texts
        for one in split_sentences(own_words(text))
        if not one.endswith(("?", "？", ":", "："))
    ]
    sentences = [one for one in sentences if not phrases.attributing_pattern().search(one)]
    findings = [one for one in sentences if phrases.finding_pattern().search(one)]
    done = [one for one in sentences if one not in findings and phrases.progress_pattern().search(one)]
    yield from (Entry(FINDINGS, one, unit.id) for one in findings[-MOST_OF_A_KIND:])
    yield from (
        Entry(PROGRESS, one, unit.id)
        for one in done[-MOST_OF_A_KIND:]
        if len(one.split()) > 1 or len(one) > 6
    )
    closing = split_sentences(texts[-1])[-3:]
    if sayings and not done and any(phrases.failure_pattern().search(one) for one in closing):
        yield Entry(ASKS, sayings[0].text, unit.id, TASK)
    asked = last_question(texts[-1])
    if asked and not phrases.chatter_pattern().search(asked):
        yield Entry(ASKS, asked, unit.id, QUESTION)
