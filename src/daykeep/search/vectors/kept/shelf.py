"""All vectors of one model in a folder of the user's cache: looked up by key, searched by nearness, added in files.

Vectors are compared one by one, exactly: a hundred thousand take some milliseconds, and nothing has to be trained.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from daykeep.errors import ModelError
from daykeep.files.cached import discard_cached, make_cache_folder
from daykeep.files.store import Files
from daykeep.search.vectors.kept.segments import Segment, load_segment, make_segment, render_segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from daykeep.files.locking.locks import Lock

MAX_SEGMENT = 16_384
"""Vectors that files are merged up to: some 25 MB of 384 numbers each."""
MAX_SMALL = 8
"""So many files smaller than that stand side by side before they are merged."""
_NAME = re.compile(r"([0-9a-f]{12})-(\d{6,})\.vec", re.ASCII)
_LOCK = "vectors"


class VectorShelf:
    """The vectors of one model in one folder.

    Another model, or the same with another dimension, finds none of them. Files of such models and damaged ones are
    taken away by `tidy`. Reading needs no lock; who adds or tidies holds `lock`.
    """

    def __init__(self, folder: Path, model: str) -> None:
        self.folder = folder
        self.model = model
        self._mark = sha256(model.encode()).hexdigest()[:12]
        self._segments: dict[str, Segment] = {}
        self._damaged: list[str] = []
        self.refused = False
        """Whether vectors came that all have another length than those that are kept."""
        self._load()

    @property
    def count(self) -> int:
        """How many vectors there are; one that is in two files counts twice until they are merged."""
        return sum(len(segment.keys) for segment in self._segments.values())

    @property
    def dimension(self) -> int | None:
        """The length of every vector; None while there is none."""
        return next((segment.vectors.shape[1] for segment in self._segments.values()), None)

    @property
    def damaged(self) -> tuple[str, ...]:
        """Names of files of this model that can't be used."""
        return tuple(self._damaged)

    def lock(self) -> Lock:
        """The right to add and to tidy; ``LockedError`` at once if another process has it."""
        make_cache_folder(self.folder)
        return Files(self.folder, durable=False).lock(_LOCK, timeout_seconds=0, purpose="make vectors")

    def missing(self, keys: Iterable[int]) -> list[int]:
        """Those of the keys that have no vector, each once, in their order."""
        wanted = list(dict.fromkeys(keys))
        held = np.zeros(len(wanted), dtype=bool)
        array = np.array(wanted, dtype=np.uint64)
        for segment in self._segments.values():
            held |= _places(segment, array)[1]
        return [key for key, there in zip(wanted, held, strict=True) if not there]

    def rows(self, keys: Sequence[int]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """The vectors of these keys, row by row, and which there are; the others are zero."""
        array = np.array(keys, dtype=np.uint64)
        rows = np.zeros((len(array), self.dimension or 1), dtype=np.float32)
        there = np.zeros(len(array), dtype=bool)
        for segment in self._segments.values():
            places, held = _places(segment, array)
            rows[held] = segment.vectors[places[held]]
            there |= held
        return rows, there

    def unit(self, question: Sequence[float]) -> NDArray[np.float32]:
        """The vector of a question with length 1; ModelError for one of another length than the vectors kept."""
        asked = np.array(question, dtype=np.float32)
        if self.dimension is not None and asked.shape != (self.dimension,):
            raise ModelError(
                f'the model "{self.model}" gave a vector of {asked.size} numbers, those kept have {self.dimension}',
                hint="`daykeep index vectors` makes all of them anew",
            )
        length = float(np.linalg.norm(asked))
        return asked / length if length else asked

    def nearest(self, question: Sequence[float], limit: int) -> list[tuple[int, float]]:
        """The keys of the ``limit`` nearest passages with their cosines, the nearest first; equal ones by key."""
        asked = self.unit(question)
        best: dict[int, float] = {}
        for segment in self._segments.values():
            near = segment.vectors @ asked
            floor = np.partition(near, -limit)[-limit] if len(near) > limit else -2.0
            places = np.flatnonzero(near >= floor)
            best.update(zip(segment.keys[places].tolist(), near[places].tolist(), strict=True))
        return sorted(best.items(), key=lambda one: (-one[1], one[0]))[:limit]

    def add(self, vectors: Mapping[int, Sequence[float]]) -> None:
        """Keep vectors by key in a new file; whole or not at all. Call under `lock`.

        Raises ModelError for vectors of another length than those that are kept: the model is not the one it was.
        """
        if not vectors:
            return
        lengths = {len(vector) for vector in vectors.values()} | {
            self.dimension or len(next(iter(vectors.values())))
        }
        if len(lengths) > 1:
            self.refused = len({len(vector) for vector in vectors.values()}) == 1
            raise ModelError(
                f'the model "{self.model}" gave vectors of {" and ".join(map(str, sorted(lengths)))} numbers',
                hint="`daykeep index vectors` makes all of them anew",
            )
        self._write(make_segment(vectors))

    def tidy(self, live: Iterable[int] | None = None) -> None:
        """Take away files of other models and damaged ones, merge small files; call under `lock`.

        With ``live`` every vector whose key is not in it goes too, once that is a quarter of all.
        """
        for name in self._names(every=True):
            match = _NAME.fullmatch(name)
            if name in self._damaged or (match and match[1] != self._mark):
                discard_cached(self.folder / name)
        self._damaged.clear()
        kept = None if live is None else np.unique(np.fromiter(live, dtype=np.uint64))
        if kept is not None and self._dead(kept) * 4 > self.count:
            self._merge(list(self._segments), kept)
            return
        small = [name for name, segment in self._segments.items() if len(segment.keys) < MAX_SEGMENT]
        if len(small) > MAX_SMALL:
            self._merge(small, None)

    def clear(self) -> None:
        """Take away every vector of every model; call under `lock`."""
        self._segments.clear()
        self._damaged.clear()
        for name in self._names(every=True):
            discard_cached(self.folder / name)

    def _load(self) -> None:
        for name in self._names():
            segment = load_segment(self.folder / name, self.model, self.dimension)
            if segment is None:
                self._damaged.append(name)
            else:
                self._segments[name] = segment

    def _names(self, *, every: bool = False) -> list[str]:
        if not self.folder.is_dir():
            return []
        found = sorted(path.name for path in self.folder.iterdir() if _NAME.fullmatch(path.name))
        return [name for name in found if every or name.startswith(self._mark)]

    def _write(self, segment: Segment) -> None:
        numbers = [int(name.partition("-")[2].removesuffix(".vec")) for name in self._names()]
        name = f"{self._mark}-{max(numbers, default=0) + 1:06d}.vec"
        make_cache_folder(self.folder)
        data = render_segment(segment, self.model)
        Files(self.folder, durable=False).replace(name, data, expected_sha256=None)
        loaded = load_segment(self.folder / name, self.model, None)
        if loaded is not None:
            self._segments[name] = loaded

    def _merge(self, names: list[str], live: NDArray[np.uint64] | None) -> None:
        keys = np.concatenate([self._segments[name].keys for name in names])
        rows = np.concatenate([self._segments[name].vectors for name in names])
        keys, first = np.unique(keys, return_index=True)
        rows = rows[first]
        if live is not None:
            held = np.isin(keys, live)
            keys, rows = keys[held], rows[held]
        for start in range(0, len(keys), MAX_SEGMENT):
            self._write(Segment(keys[start : start + MAX_SEGMENT], rows[start : start + MAX_SEGMENT]))
        for name in names:
            del self._segments[name]
            discard_cached(self.folder / name)

    def _dead(self, live: NDArray[np.uint64]) -> int:
        return sum(int((~np.isin(segment.keys, live)).sum()) for segment in self._segments.values())


def _places(segment: Segment, keys: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    places = np.minimum(np.searchsorted(segment.keys, keys), len(segment.keys) - 1)
    return places, np.asarray(segment.keys[places] == keys)
