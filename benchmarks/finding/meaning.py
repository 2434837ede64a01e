"""Lets the model that the extra for vectors brings join in a benchmark."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from daykeep.models.embeddings_offline import OfflineEmbedder
from daykeep.search.vectors.kept.places import load_places
from daykeep.search.vectors.kept.shelf import VectorShelf
from daykeep.search.vectors.meaning import Meaning
from daykeep.search.vectors.updating import update_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from daykeep.search.store import ChunkStore

    Join = Callable[[str, Mapping[int, float]], dict[int, float]]


def by_meaning(store: ChunkStore, folder: Path) -> Join:
    """Make a vector of every chunk in ``folder``; what joins the scores by words of a question with them."""
    embedder = OfflineEmbedder()
    shelf = VectorShelf(folder, embedder.name)
    index = folder / "index.db"
    update_vectors(
        store, index, shelf, embedder, progress=lambda made: print(f"{made:,} vectors", file=sys.stderr)
    )
    meaning = Meaning(shelf, embedder, load_places(folder, index.name))
    return lambda question, words: meaning.join(question, words, store.chunks).scores
