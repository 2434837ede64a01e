"""What a statement is before it is kept: its type, its reason and use, or that it needs no keeping."""

from daykeep.memory.notes.deciding.choice import Choice, decide_type
from daykeep.memory.notes.deciding.derivable import find_derivable
from daykeep.memory.notes.deciding.reasons import split_reason

__all__ = ["Choice", "decide_type", "find_derivable", "split_reason"]
