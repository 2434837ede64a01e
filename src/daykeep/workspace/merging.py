"""Which files git should merge by entry and item: a small block of daykeep's in ``.gitattributes``."""

ATTRIBUTES_FILE = ".gitattributes"
MERGE_FENCE = "merge"
