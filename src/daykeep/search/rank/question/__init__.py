"""What a question asks: its words and words related to them, days, people, and what kind of answer it wants."""

from daykeep.search.rank.question.query import Query, parse_query

__all__ = ["Query", "parse_query"]
