"""Names that nobody else has: sortable ids, short hashes and random suffixes. The only randomness in daykeep."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32, as the ULID specification asks


def _base32(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        digits.append(_CROCKFORD[number & 31])
        number >>= 5
    return "".join(reversed(digits))


def ulid_of(milliseconds: int) -> str:
    """A new ULID (26 characters) for an instant in milliseconds since 1970; later instants sort later."""
    return _base32(milliseconds & ((1 << 48) - 1), 10) + _base32(int.from_bytes(os.urandom(10), "big"), 16)


def new_ulid(now: datetime) -> str:
    """A new ULID: 48 bits of time in milliseconds, 80 bits of randomness, sortable as text.

    Two calls within one millisecond sort in no particular order. Source: github.com/ulid/spec.
    """
    return ulid_of(int(now.timestamp() * 1000))


def short_hash(data: bytes, length: int = 8) -> str:
    """The first ``length`` hexadecimal digits of the data's SHA-256.

    >>> short_hash(b"daykeep")
    '182b3d5c'
    """
    return hashlib.sha256(data).hexdigest()[:length]


def random_suffix() -> str:
    """Eight random hexadecimal digits, for temporary names."""
    return os.urandom(4).hex()


def new_salt(size: int) -> bytes:
    """So many random bytes, for a hash that can't be looked up."""
    return os.urandom(size)
