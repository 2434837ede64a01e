"""Which chunks of an index have which key: the way back from a near vector to what was embedded.

The map is written after vectors were made and may be older than the index since. So whoever follows it looks at the
chunk that it finds, and drops one whose key is another by now (`still`).
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from daykeep.files.cached import make_cache_folder
from daykeep.files.store import Files
from daykeep.search.vectors.kept.segments import MAX_HEADER_BYTES
from daykeep.search.vectors.passages import passage_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from daykeep.search.documents import Chunk

NAME = "vectors.places"
FORMAT = 1


class Places(NamedTuple):
    """Keys in rising order, equal ones side by side, and the id of a chunk for each."""

    keys: NDArray[np.uint64]
    ids: NDArray[np.int64]

    def chunks_of(self, keys: Iterable[int]) -> dict[int, int]:
        """The key of each chunk that has one of these keys, by the chunk's id; in the order of the keys."""
        array = np.fromiter(keys, dtype=np.uint64)
        first, last = np.searchsorted(self.keys, array, "left"), np.searchsorted(self.keys, array, "right")
        return {
            int(chunk): int(key)
            for key, low, high in zip(array, first, last, strict=True)
            for chunk in self.ids[low:high]
        }


def make_places(pairs: Iterable[tuple[int, int]]) -> Places:
    """The map of pairs of a chunk's id and its key."""
    rows = sorted((key, chunk) for chunk, key in pairs)
    return Places(
        np.array([key for key, _ in rows], dtype=np.uint64),
        np.array([chunk for _, chunk in rows], dtype=np.int64),
    )


def save_places(folder: Path, index: str, places: Places) -> None:
    """Keep the map of the index with this name in place of any other; call under the shelf's lock."""
    header = json.dumps({"format": FORMAT, "index": index, "count": len(places.keys)}).encode() + b"\n"
    data = header + places.keys.astype("<u8").tobytes() + places.ids.astype("<i8").tobytes()
    make_cache_folder(folder)
    files = Files(folder, durable=False)
    before = files.find_bytes(NAME)
    files.replace(NAME, data, expected_sha256=None if before is None else sha256(before).hexdigest())


def load_places(folder: Path, index: str) -> Places | None:
    """The map of the index with this name; None if there is none, it is of another index, or damaged."""
    try:
        data = (folder / NAME).read_bytes()
        line, _, body = data.partition(b"\n")
        header = json.loads(line[:MAX_HEADER_BYTES])
        count = int(header["count"])
        if header["format"] != FORMAT or header["index"] != index or len(body) != count * 16:
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    keys = np.frombuffer(body, dtype="<u8", count=count)
    return Places(keys, np.frombuffer(body, dtype="<i8", offset=count * 8, count=count))


def still(found: Mapping[int, int], chunks: Mapping[int, Chunk]) -> dict[int, int]:
    """Those of the chunks found that still have the key they were found by."""
    return {
        chunk: key for chunk, key in found.items() if chunk in chunks and passage_key(chunks[chunk]) == key
    }
