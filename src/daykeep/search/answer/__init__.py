"""Answers: what is found for a question in all sources, and what could not be looked at."""

from daykeep.search.answer.passages.hit import Answer, Hit
from daykeep.search.answer.searcher import Asking, Searcher

__all__ = ["Answer", "Asking", "Hit", "Searcher"]
