"""How much of a question a text answers, as a score from 0.0 to 1.0 that a threshold can be set on. Pure.

A search compares the hits of one question with each other; its score says little about another question's. This one is the
share of the question's telling words that a text has, words that many of the texts have counting less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.search.terms import query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.session.records.model import Record


def rate(question: str, texts: Sequence[str]) -> tuple[float, ...]:
    """The score of each text for a question; texts that share no telling word with it have 0.0.

    >>> rate("What are user preferences", ["User preferences: Use Feishu notifications", "The user guide", "Ports"])
    (1.0, 0.4, 0.0)
    """
    wanted = query_terms(question)
    found = [set(terms(text)) for text in texts]
    weights = {term: 1 / (1 + sum(term in one for one in found)) for term in wanted}
    whole = sum(weights.values())
    if not whole:
        return (0.0,) * len(texts)
    return tuple(
        round(sum(weight for term, weight in weights.items() if term in one) / whole, 4) for one in found
    )


def said_by(record: Record) -> str:
    """What a record is found by: its name and type too, so that a kind of information can be asked for."""
    kind = record.type.replace("_", " ")
    return f"{record.id} {kind}: {record.content}"
