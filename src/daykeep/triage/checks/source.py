"""What a note is checked against: the parts of a unit, read once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import AGENT, PERSON, TEXT, THINKING
from daykeep.text.tokens import count_tokens
from daykeep.text.unicode import fold
from daykeep.triage.reading.cues import DECISION
from daykeep.triage.reading.details import DetailSet, find_details
from daykeep.triage.reading.forms import value_of
from daykeep.triage.reading.pairs import Pair, read_bounds, read_pairs, read_targets
from daykeep.triage.reading.sentences import cut_sentences, typed_text
from daykeep.triage.reading.spans import COUNT, DATE, MONEY_KIND, NUMBER, Span, scan
from daykeep.triage.reading.stance import Stance, read_stance
from daykeep.triage.reading.tokens import content_of, read_tokens
from daykeep.triage.reading.words import ADDRESS, IDENTIFIER, PATH, SETTING

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from daykeep.session.units.model import Part

MARKS = frozenset({IDENTIFIER, PATH, ADDRESS, SETTING})
STANCE_CHARS = 20_000
"""So much of one part is read for its stance; values are read to the end."""


def flatten(text: str) -> str:
    """A text for comparing: folded, single blanks, one sort of quotation mark."""
    return " ".join(fold(text).replace("’", "'").replace('"', "'").split())


class Reading:
    """A text and what is read of it: values, words, stance and ordered pairs; each is read when it is asked for."""

    def __init__(self, text: str, *, prose: bool = True) -> None:
        """Read nothing yet."""
        self.text = text
        self._prose = prose

    @cached_property
    def flat(self) -> str:
        """The text for comparing: folded, single blanks."""
        return " ".join(fold(self.text).replace("’", "'").split())

    @cached_property
    def without_marks(self) -> str:
        """`flat` without identifiers, paths and addresses: where a name stands by itself."""
        signs = list(self.text)
        for one in self.spans:
            if one.kind in MARKS:
                signs[one.start : one.end] = " " * (one.end - one.start)
        return " ".join(fold("".join(signs)).replace("’", "'").split())

    @cached_property
    def spans(self) -> list[Span]:
        """Its values in order."""
        return scan(self.text, prose=self._prose)

    @cached_property
    def forms(self) -> frozenset[str]:
        """The normal forms of its values."""
        return frozenset(one.form for one in self.spans)

    @cached_property
    def bare(self) -> frozenset[str]:
        """Its numbers without their units."""
        kinds = {NUMBER, MONEY_KIND, COUNT}
        return frozenset(value_of(one.form) for one in self.spans if one.kind in kinds)

    @cached_property
    def dates(self) -> frozenset[str]:
        """Its dates."""
        return frozenset(one.form for one in self.spans if one.kind == DATE)

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of its words that say something."""
        return frozenset(content_of(read_tokens(self.text[:STANCE_CHARS])))

    @cached_property
    def stance(self) -> Stance:
        """What it takes and refuses."""
        return read_stance(self.text[:STANCE_CHARS])

    @cached_property
    def pairs(self) -> frozenset[Pair]:
        """Its ordered pairs."""
        return read_pairs(self.text[:STANCE_CHARS])

    @cached_property
    def targets(self) -> frozenset[str]:
        """The values that something was moved or changed to."""
        return read_targets(self.text[:STANCE_CHARS])

    @cached_property
    def bounds(self) -> dict[str, frozenset[str]]:
        """Which of its numbers are the most, and which the least."""
        return read_bounds(self.text[:STANCE_CHARS])


class _Joined(Reading):
    """Several texts as one; only those that are prose are searched for what people write in words."""

    def __init__(self, texts: Sequence[tuple[str, bool]]) -> None:
        super().__init__("\n".join(text for text, _ in texts))
        self._texts = texts

    @cached_property
    def spans(self) -> list[Span]:
        found: list[Span] = []
        offset = 0
        for text, prose in self._texts:
            found += [
                one._replace(start=one.start + offset, end=one.end + offset)
                for one in scan(text, prose=prose)
            ]
            offset += len(text) + 1
        return found


class Source:
    """A unit as notes are checked against it.

    ``asked_before`` is what the agent asked right before the unit: an answer speaks of it. ``details`` are what a note must
    and should name.
    """

    def __init__(self, parts: Sequence[Part], details: DetailSet, asked_before: str) -> None:
        """Keep the parts; they are read when a check asks."""
        self.parts = [part for part in parts if part.kind != THINKING and part.text and not is_recalled(part)]
        self.details = details
        self.asked_before = asked_before

    @cached_property
    def tokens(self) -> int:
        """What the parts cost."""
        return sum(count_tokens(part.text) for part in self.parts)

    @cached_property
    def person(self) -> Reading:
        """What the person typed."""
        return Reading("\n".join(typed_text(text) for text in self.texts_of(PERSON)))

    @cached_property
    def agent(self) -> Reading:
        """What the agent said."""
        return Reading("\n".join(self.texts_of(AGENT)))

    @cached_property
    def decided(self) -> Reading:
        """What the person typed, and the sentences in which the agent says what was decided."""
        ours = [one.text for one in self.details.must if one.kind == DECISION and one.actor == AGENT]
        return Reading("\n".join([self.person.text, *ours]))

    @cached_property
    def whole(self) -> Reading:
        """Everything, what was asked before included, without pasted text taken out."""
        texts = [
            (self.asked_before, True),
            *((part.text, part.actor in {PERSON, AGENT}) for part in self.parts),
        ]
        return _Joined(texts)

    @cached_property
    def spoken(self) -> Reading:
        """What the person and the agent said."""
        return Reading(f"{self.asked_before}\n{self.person.text}\n{self.agent.text}")

    @cached_property
    def claims(self) -> Reading:
        """Everything, as much of each part as is read for its stance."""
        return Reading("\n".join([self.asked_before, *(part.text[:STANCE_CHARS] for part in self.parts)]))

    @cached_property
    def sentences(self) -> frozenset[str]:
        """Every sentence that the person or the agent said, folded for comparing, without the marks of quotes."""
        texts = (self.person.text, self.agent.text)
        return frozenset(flatten(one.text) for text in texts for one in cut_sentences(text))

    @cached_property
    def answers(self) -> list[tuple[str, str]]:
        """Each sentence of the person with what the agent had said before it."""
        found: list[tuple[str, str]] = []
        before = self.asked_before
        for part in self.parts:
            if part.kind == TEXT and part.actor == PERSON:
                found += [(one.text, before) for one in cut_sentences(typed_text(part.text))]
            elif part.actor == AGENT:
                before = part.text[-STANCE_CHARS:]
        return found

    def texts_of(self, actor: str) -> list[str]:
        """The texts of one actor, in order."""
        return [part.text for part in self.parts if part.actor == actor and part.kind == TEXT]


def read_source(
    parts: Sequence[Part], *, later: Container[str] = frozenset(), asked_before: str = ""
) -> Source:
    """A unit to check notes against; ``later`` are the forms of values that units after it use again."""
    return Source(parts, find_details(parts, later=later), asked_before)
