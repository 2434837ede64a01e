"""Ranking: what a question asks, and which of the chunks that were found answer it."""

from daykeep.search.rank.order import Ranked, rank
from daykeep.search.rank.question import Query, parse_query

__all__ = ["Query", "Ranked", "parse_query", "rank"]
