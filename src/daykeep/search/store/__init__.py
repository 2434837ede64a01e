"""Where chunks are kept for searching: one contract, and SQLite behind it."""

from daykeep.search.store.contract import ChunkStore
from daykeep.search.store.opening import memory_store, open_store
from daykeep.search.store.rows import Prepared, prepare

__all__ = ["ChunkStore", "Prepared", "memory_store", "open_store", "prepare"]
