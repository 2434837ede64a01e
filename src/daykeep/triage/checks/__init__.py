"""Whether a text that stands for others says what they said: nothing lost, nothing new, nothing turned round."""

from daykeep.triage.checks.check import NO_SHAPE, NOTE_SHAPE, SUMMARY_SHAPE, Shape, Verdict, check_rewrite
from daykeep.triage.checks.source import Source, read_source

__all__ = [
    "NOTE_SHAPE",
    "NO_SHAPE",
    "SUMMARY_SHAPE",
    "Shape",
    "Source",
    "Verdict",
    "check_rewrite",
    "read_source",
]
