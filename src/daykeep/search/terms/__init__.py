"""Terms: what texts and questions are cut into before they are compared."""

from __future__ import annotations

from daykeep.search.terms.cutting import BIGRAMMED, terms
from daykeep.search.terms.questions import is_prefix, query_terms, stop_terms

__all__ = ["BIGRAMMED", "is_prefix", "query_terms", "stop_terms", "terms"]
