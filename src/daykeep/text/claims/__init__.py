"""Recognising knowledge that is known already, in other words."""

from daykeep.text.claims.compare import Comparison, Relation, compare
from daykeep.text.claims.features import claim_features
from daykeep.text.claims.known import KnownClaims, Match
from daykeep.text.claims.words.vocabulary import fingerprint

__all__ = ["Comparison", "KnownClaims", "Match", "Relation", "claim_features", "compare", "fingerprint"]
