"""Keeps what known texts are found by between runs: ``.daykeep/cache/distill-claims.json``, which may go at any time.

Reading thousands of waiting items anew would cost each run seconds. An entry is named after its text, and the whole
counts only for the tables of words that it was made with.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from daykeep import __version__
from daykeep.errors import DaykeepError
from daykeep.text.claims.features import claim_features
from daykeep.text.claims.words.vocabulary import fingerprint

if TYPE_CHECKING:
    from daykeep.distill.compare.sieve import Features
    from daykeep.files.store import Files

CACHE_FILE = ".daykeep/cache/distill-claims.json"
LIMIT_BYTES = 64 * 1024 * 1024


class FeatureCache:
    """The features of texts, worked out once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._maker = f"{__version__} {fingerprint()}"
        state = files.find_state(CACHE_FILE, limit_bytes=LIMIT_BYTES)
        value, self._sha256 = state.value, state.sha256
        rows = value.get("texts") if value.get("maker") == self._maker else None
        self._old: dict[str, Any] = rows if isinstance(rows, dict) else {}
        self._used: dict[str, list[str | int]] = {}

    def get(self, text: str) -> Features:
        """What a text is found by."""
        key = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:20]
        row = self._used.get(key) or self._old.get(key)
        if not isinstance(row, list):
            row = sorted(claim_features(text), key=str)
        self._used[key] = row
        return frozenset(row)

    def put(self, text: str, features: Features) -> None:
        """Keep what a text is found by for the next run."""
        key = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:20]
        self._used[key] = sorted(features, key=str)

    def save(self) -> None:
        """Keep what was asked for in this run and forget the rest; nothing is written where nothing is new.

        What can't be written, or has been written by another run meanwhile, is worked out again next time.
        """
        if self._used.keys() == self._old.keys():
            return
        value = {"maker": self._maker, "texts": self._used}
        data = json.dumps(value, separators=(",", ":")).encode("ascii")
        try:
            self._files.replace(CACHE_FILE, data, expected_sha256=self._sha256)
        except DaykeepError:
            return
