"""Finds the registered information that a question is about. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.search.terms import query_terms, stop_terms, terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.session.records.model import Record


class Known(NamedTuple):
    """A record that answers, with the share (0.0 to 1.0) of the question's words that it has."""

    record: Record
    score: float


def find_known(records: Iterable[Record], question: str) -> tuple[Known, ...]:
    """The records in force that share words with a question, by the share of its words that they have, best first.

    Their name and type count like their content, so that a kind of information can be asked for.

    >>> from daykeep.session.records.model import Record
    >>> pref = Record("p1", "user_preference", "Use Feishu notifications", "high")
    >>> [one.score for one in find_known([pref], "What are user preferences")]
    [1.0]
    """
    wanted = set(query_terms(question)) - stop_terms("en")
    found = []
    for record in records if wanted else ():
        said = f"{record.id} {record.type} {record.type.replace('_', ' ')} {record.content}"
        score = len(wanted & set(terms(said))) / len(wanted)
        if record.is_in_force and score:
            found.append(Known(record, round(score, 4)))
    return tuple(sorted(found, key=lambda one: -one.score))
