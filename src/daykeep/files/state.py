"""JSON state that several programs and people write: read whatever is there, change it under the lock, keep the rest.

A file that is no JSON object (cut, NULs, a list, 50 MB) never stops the work: it is kept beside as
``<name>.corrupt-<time>`` and the state is built anew. State is a cache (every decision can be made again from the
files), so this costs at most one repeated run.
"""

from __future__ import annotations

import copy
import errno
import hashlib
import json
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import StorageError
from daykeep.files.decoding.foreign import WIDE_BOMS
from daykeep.files.disk import explained
from daykeep.files.encoding import BOM, Problem
from daykeep.files.jsontext import render_object, update_object
from daykeep.files.replace import replace_locked
from daykeep.files.tree import Place, find_place

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.locking.locks import Lock

MAX_STATE_BYTES = 8 * 1024 * 1024  # the largest heartbeat state seen in the wild has 10 KB
_MAX_NAMES = 1000
_NO_HARD_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


class State(NamedTuple):
    """What a state file says: its object ({} if it has none), what is wrong, and the bytes (None: no file)."""

    value: dict[str, Any]
    problems: tuple[Problem, ...]
    sha256: str | None
    raw: bytes | None


def parse_state(raw: bytes | None, name: str, limit_bytes: int = MAX_STATE_BYTES) -> State:
    """Read state from bytes, whatever they are; a missing or empty file is an empty state without a problem."""
    if raw is None:
        return State({}, (), None, None)
    digest = hashlib.sha256(raw).hexdigest()
    if len(raw) > limit_bytes:
        message = f"larger than {limit_bytes >> 20} MiB, so not read as state"
        return State({}, (Problem(name, 1, message),), digest, raw)
    text, _, _ = _decode(raw)
    if not text.strip():
        return State({}, (), digest, raw)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        return State(
            {}, (Problem(name, line, f"not valid JSON: {getattr(error, 'msg', error)}"),), digest, raw
        )
    if not isinstance(value, dict):
        return State({}, (Problem(name, 1, "not a JSON object"),), digest, raw)
    return State(value, (), digest, raw)


def _decode(raw: bytes) -> tuple[str, str, bytes]:
    """The text, its encoding and the byte-order mark; bytes that are not UTF-8 survive as lone surrogates."""
    if raw.startswith(BOM):
        return raw[len(BOM) :].decode("utf-8", "surrogateescape"), "utf-8", BOM
    wide = WIDE_BOMS.get(raw[:2])
    if wide:
        return raw[2:].decode(wide, "replace"), wide, raw[:2]
    return raw.decode("utf-8", "surrogateescape"), "utf-8", b""


def render_state(state: State, value: dict[str, Any]) -> bytes:
    """The file's bytes with a new value: the old text with its changed members changed, or a new text."""
    if state.raw is None or state.problems:
        return render_object(value).encode("utf-8")
    text, encoding, bom = _decode(state.raw)
    if not text.strip():
        return bom + render_object(value).encode(encoding)
    try:
        updated = update_object(text, state.value, value)
        if json.loads(updated) != json.loads(json.dumps(value)):
            updated = render_object(value)
    except (ValueError, RecursionError):
        updated = render_object(value)
    return bom + updated.encode(encoding, "surrogateescape" if encoding == "utf-8" else "replace")


def update_locked(
    root: str,
    name: str,
    read: Callable[[], bytes | None],
    change: Callable[[dict[str, Any]], dict[str, Any]],
    lock: Lock,
    *,
    durable: bool,
    limit_bytes: int = MAX_STATE_BYTES,
) -> bool:
    """Read, change and replace state under a lock that is held; whether anything was written.

    ``change`` gets a copy and returns the new value. Several processes that count up never lose a count.
    """
    state = parse_state(read(), name, limit_bytes)
    value = change(copy.deepcopy(state.value))
    expected = state.sha256
    if state.problems:
        if _set_aside(root, name):
            expected = None
    elif value == state.value and state.raw is not None:
        return False
    data = render_state(state, value)
    return replace_locked(root, name, data, lock, expected_sha256=expected, durable=durable).changed


def _set_aside(root: str, name: str) -> bool:
    """Keep a corrupt file under a second name, which tells when it was last written; whether the first is free now.

    The second name is a hard link, so that the state is never missing; where there are none, the file is renamed.
    Nothing is overwritten.
    """
    place = find_place(root, name)
    if place is None:
        return True
    with place, explained("can't set aside", name):
        if place.info is None:
            return True
        written_at = datetime.fromtimestamp(place.info.st_mtime, UTC)
        base = f"{place.last}.corrupt-{written_at:%Y%m%dT%H%M%SZ}"
        for number in range(_MAX_NAMES):
            other = Place(place.folder, place.beside(base if not number else f"{base}-{number}"), "", None)
            there = other.look()
            if there is None:
                return _link_or_rename(place, other)
            if os.path.samestat(there, place.info):
                return False
    raise StorageError(f"can't set aside '{name}': there are {_MAX_NAMES} corrupt copies already")


def _link_or_rename(place: Place, other: Place) -> bool:
    follow = os.link not in os.supports_follow_symlinks  # Windows can't choose; the leaf is no link anyway
    here = place.folder
    try:
        os.link(place.leaf, other.leaf, src_dir_fd=here, dst_dir_fd=here, follow_symlinks=follow)
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        os.rename(place.leaf, other.leaf, src_dir_fd=here, dst_dir_fd=here)
        return True
    return False
