"""Path patterns as rules write them: wildcards, braces, brackets and negation, matched in bounded time."""

from daykeep.text.globs.braces import MAX_EXPANDED_BYTES, MAX_EXPANDED_PATTERNS, Budget
from daykeep.text.globs.patterns import GlobProblem, Globs, compile_globs

__all__ = ["MAX_EXPANDED_BYTES", "MAX_EXPANDED_PATTERNS", "Budget", "GlobProblem", "Globs", "compile_globs"]
