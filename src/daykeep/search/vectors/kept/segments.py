"""The file that holds some vectors: one line of JSON, then sorted keys, then the vectors, ready to be mapped to memory.

A key is made from the text that was embedded, so vectors outlive every renumbering of the index. A file is written once
and never changed; one that is not exactly as long as it says, or whose keys are not in order, is damaged and not used.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

FORMAT = 1
MAX_HEADER_BYTES = 4096
_ALIGNED = 64
_KEY_BYTES = 8


class Segment(NamedTuple):
    """The vectors of one file: ``keys`` in rising order and, row by row, ``vectors`` of length 1."""

    keys: NDArray[np.uint64]
    vectors: NDArray[np.float32]


def key_of(text: str) -> int:
    """The key of a text: 64 bits of its hash. Two of a million texts share one with a chance of 1 in 30 million."""
    return int.from_bytes(
        blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest(), "little"
    )


def make_segment(vectors: Mapping[int, Sequence[float]]) -> Segment:
    """The segment of these vectors by key; each is scaled to length 1, one of length 0 stays."""
    keys = np.array(sorted(vectors), dtype=np.uint64)
    rows = np.array([vectors[int(key)] for key in keys], dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return Segment(keys, (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32))


def render_segment(segment: Segment, model: str) -> bytes:
    """The bytes of the file; equal segments of one model give equal bytes."""
    count, dimension = segment.vectors.shape
    header = {"format": FORMAT, "model": model, "dimension": dimension, "count": count}
    line = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    padding = -(len(line) + 1) % _ALIGNED
    keys = segment.keys.astype("<u8").tobytes()
    gap = b"\0" * (-len(keys) % _ALIGNED)
    return line + b" " * padding + b"\n" + keys + gap + segment.vectors.astype("<f4").tobytes()


def load_segment(path: Path, model: str, dimension: int | None) -> Segment | None:
    """The segment of a file, mapped and not read; None if it is damaged or of another model or dimension."""
    try:
        header, start, size = _header(path)
        count, wide = int(header["count"]), int(header["dimension"])
        body = start + count * _KEY_BYTES + (-(count * _KEY_BYTES) % _ALIGNED)
        if header["format"] != FORMAT or header["model"] != model or (dimension and wide != dimension):
            return None
        if count < 1 or wide < 1 or size != body + count * wide * 4:
            return None
        keys = np.memmap(path, dtype="<u8", mode="r", offset=start, shape=(count,))
        vectors = np.memmap(path, dtype="<f4", mode="r", offset=body, shape=(count, wide))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Segment(keys, vectors) if bool(np.all(keys[1:] > keys[:-1])) else None


def _header(path: Path) -> tuple[dict[str, Any], int, int]:
    with path.open("rb") as file:
        line = file.readline(MAX_HEADER_BYTES)
        size = file.seek(0, 2)
    if not line.endswith(b"\n"):
        raise ValueError(path)
    header = json.loads(line)
    if not isinstance(header, dict):
        raise TypeError(path)
    return header, len(line), size
