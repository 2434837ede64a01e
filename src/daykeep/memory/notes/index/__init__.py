"""The index of a store: one line for each note, kept in step, measured as it is read."""

from daykeep.memory.notes.index.lines import IndexLine, parse_index
from daykeep.memory.notes.index.measure import INDEX_BYTES, INDEX_LINES, Measure, measure_index

__all__ = ["INDEX_BYTES", "INDEX_LINES", "IndexLine", "Measure", "measure_index", "parse_index"]
