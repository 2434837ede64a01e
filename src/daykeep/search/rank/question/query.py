"""A question as the ranker takes it: what is looked for, of which days, said by whom, and what kind of answer it wants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.rank.question.asked import Expected, kind_of, several_wanted, what_is_expected
from daykeep.search.rank.question.dates import find_span
from daykeep.search.rank.question.people import People, find_people
from daykeep.search.rank.question.related import Relation, related_to
from daykeep.search.terms import query_terms, stop_terms, terms

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from daykeep.text.dates.values import Span

_POINTERS = re.compile(
    r"\b(?:(?:the\s+)?last\s+time|previously|back\s+then)\b|上一?次|上回|那次|之前|以前|当时|前回|지난번",
    re.IGNORECASE,
)
"""Words that point into the past: they make a question one for the history, but no passage holds them for it."""
_HAPPENING = frozenset(
    ("happen", "do", "go", "event", "log", "note", "entri", "work", "发生", "做了", "记录")
)
"""All that is left of a question such as "what happened on Monday": whatever is of that day answers it."""
_ASKING = frozenset(("kind", "type", "sort", "mani", "much", "long", "often"))


class Query(NamedTuple):
    """A parsed question.

    ``terms`` are looked for, in the question's order; names of speakers are among them only where there is nothing
    else. ``relations`` holds, for some of them, other terms that answer for them. ``kind`` is ``"settings"``,
    ``"history"``, ``"knowledge"`` or ``"other"``; ``span`` the days asked about, ``people`` the speakers named;
    ``expected`` the kind of answer (``""`` when unknown), ``several`` whether more than one answer is wanted. ``faint``
    terms count less: they only ask, but who asked before asked with them. A question that names nothing but days
    ("what happened on Monday") has no terms: whatever is of these days answers it. ``impossible`` is what is written as a
    date and is none, where no other day is asked about.
    """

    text: str
    terms: tuple[str, ...]
    relations: dict[str, Relation]
    kind: str
    span: Span | None
    people: People
    expected: Expected
    several: bool
    faint: frozenset[str] = frozenset()
    impossible: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it asks for nothing but what is of some days."""
        return not self.terms and self.span is not None

    @property
    def wanted(self) -> tuple[str, ...]:
        """Everything whose frequency the ranker must know: the terms, then what is related to them."""
        others = (
            term for relation in self.relations.values() for term in sorted(relation.kinds | relation.equals)
        )
        return tuple(dict.fromkeys((*self.terms, *others)))


def parse_query(text: str, *, today: date, names: Iterable[str] = ()) -> Query:
    """Read a question, whatever its language; ``today`` is the user's day, ``names`` the known speakers.

    The same text, day and names give the same query. Words that stand for days are no terms.

    >>> from datetime import date
    >>> asked = parse_query("What did Anna buy in March?", today=date(2026, 5, 1), names=["Anna", "Ben"])
    >>> asked.terms, asked.people.subject, asked.span.first.isoformat(), asked.expected
    (('buy',), 'Anna', '2026-03-01', '')
    """
    span, rest, impossible = find_span(text, today)
    rest = _POINTERS.sub(" ", rest)
    people = find_people(text, names)
    found = query_terms(people.without(rest))
    idle = stop_terms() | _HAPPENING if span else stop_terms()
    if idle.issuperset(found):
        found = []
    several = several_wanted(text)
    faint = [] if several else [word for word in terms(rest) if word in _ASKING and word not in found]
    if found or not span:
        sought = tuple(dict.fromkeys((*(found or query_terms(rest) or query_terms(text)), *faint)))
    else:
        sought = ()
    return Query(
        text,
        sought,
        {term: relation for term in sought if term not in faint and (relation := related_to(term))},
        kind_of(text),
        span,
        people,
        what_is_expected(text),
        several,
        frozenset(faint) if found else frozenset(),
        impossible,
    )
