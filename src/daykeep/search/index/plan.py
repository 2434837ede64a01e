"""Decides what of a source must be read again, by what the listing and the stamps of the index tell."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import IndexUnreadableError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.search.documents import Listing, Source, Stamp, Version

FINE_TICK_NS = 20_000_000
"""Longest time between two changes that a file system with fractions of seconds gives one and the same time: kernels
count in ticks of 1 to 10 ms."""
COARSE_TICK_NS = 2_000_000_000
"""The same where times are whole seconds (FAT counts in steps of two)."""
_BETWEEN = "\0"
_LENGTH_BYTES = 8
_SECOND_NS = 1_000_000_000
_LEAST, _MOST = -(2**63), 2**63 - 1


class Plan(NamedTuple):
    """The keys of a source that are new, changed, doubtful (read in the moment of a change) or gone, each in order."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    doubtful: tuple[str, ...]
    removed: tuple[str, ...]
    found: Mapping[str, Version]
    gone: Mapping[str, Version]
    """What was known of the removed ones."""

    @property
    def to_read(self) -> list[str]:
        """All keys that must be read, in order."""
        return sorted((*self.added, *self.changed, *self.doubtful))

    @property
    def is_empty(self) -> bool:
        """Whether the index holds what is there."""
        return not (self.added or self.changed or self.doubtful or self.removed)


def plan_refresh(listing: Listing, stamps: Mapping[str, Stamp]) -> Plan:
    """Compare what a source has with what the index holds of it; what a closed folder hides stays as it is."""
    found = listing.found
    added, changed, doubtful = [], [], []
    for key, version in found.items():
        stamp = stamps.get(key)
        if stamp is None:
            added.append(key)
        elif stamp.version != version:
            changed.append(key)
        elif stamp.racy:
            doubtful.append(key)
    missing = stamps.keys() - found.keys() if len(stamps) + len(added) != len(found) else ()
    removed = [key for key in missing if not key.startswith(listing.closed)]
    gone = {key: stamps[key].version for key in sorted(removed)}
    return Plan(
        tuple(sorted(added)), tuple(sorted(changed)), tuple(sorted(doubtful)), tuple(gone), found, gone
    )


def plan_changes(listing: Listing, before: Mapping[str, Version]) -> Plan:
    """Compare what a source has with an earlier listing of it that the index held completely."""
    found = listing.found
    added = sorted(found.keys() - before.keys())
    changed = sorted(key for key, version in before.items() if key in found and found[key] != version)
    missing = sorted(key for key in before.keys() - found.keys() if not key.startswith(listing.closed))
    gone = {key: before[key] for key in missing}
    return Plan(tuple(added), tuple(changed), (), tuple(gone), found, gone)


def bounded(version: Version) -> Version:
    """The version with its numbers as the index can hold them: a clock that was wrong can have left any time behind.

    >>> bounded((1, 10**20, -(10**20))) == (1, 2**63 - 1, -(2**63))
    True
    """
    size, modified, changed = version
    return size, max(_LEAST, min(modified, _MOST)), max(_LEAST, min(changed, _MOST))


def list_bounded(source: Source) -> Listing:
    """What a source has, with every version `bounded`."""
    listing = source.list_documents()
    return listing._replace(found={key: bounded(version) for key, version in listing.found.items()})


def mark_of(listing: Listing) -> bytes:
    """What a listing shows, packed: two are equal only if they show the same versions of the same documents.

    Listings in another order have other marks; that costs a comparison, nothing else. Empty where a version does not
    fit (a time beyond the year 2262).

    >>> from daykeep.search.documents import Listing
    >>> versions_in(mark_of(Listing({"a": (1, 2, 3), "b": (4, 5, 6)}, [])))
    {'a': (1, 2, 3), 'b': (4, 5, 6)}
    """
    keys = _BETWEEN.join(listing.found).encode("utf-8", "surrogatepass")
    try:
        numbers = array("q", chain.from_iterable(listing.found.values())).tobytes()
    except OverflowError:
        return b""
    return len(keys).to_bytes(_LENGTH_BYTES, "little") + keys + numbers


def versions_in(mark: bytes) -> dict[str, Version]:
    """The keys and versions that `mark_of` packed; ``IndexUnreadableError`` for bytes that it can't have made."""
    start = _LENGTH_BYTES + int.from_bytes(mark[:_LENGTH_BYTES], "little")
    numbers = array("q")
    try:
        keys = mark[_LENGTH_BYTES:start].decode("utf-8", "surrogatepass").split(_BETWEEN)
        numbers.frombytes(mark[start:])
    except ValueError as error:
        raise IndexUnreadableError(
            "the search index holds a damaged listing", hint="it is made again"
        ) from error
    each = iter(numbers)
    return dict(zip(keys, zip(each, each, each, strict=False), strict=False)) if numbers else {}


def is_racy(version: Version, read_at_ns: int) -> bool:
    """Whether a file changed so shortly before it was read (or since) that it may change again without a new time.

    Git's rule for its index ("racily clean"), with the file system's tick in place of the index file's own time.

    >>> is_racy((1, 500, 500), 600), is_racy((1, 500, 500), 10**10)
    (True, False)
    """
    _, modified, changed = version
    tick = FINE_TICK_NS if modified % _SECOND_NS or changed % _SECOND_NS else COARSE_TICK_NS
    return max(modified, changed) + tick >= read_at_ns
