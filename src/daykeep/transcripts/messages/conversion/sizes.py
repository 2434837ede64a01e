"""How wide and high an encoded picture is, read from its head: PNG, GIF, JPEG and WebP. Pure."""

from __future__ import annotations

import base64
import binascii
import struct

_HEAD_CHARS = 1 << 19
"""So much of the encoded text is looked at: a JPEG's size stands behind its previews."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's markers of a frame, which names the size."""


def longest_side(encoded: str) -> int:
    """The longer side, in pixels, of a picture in base64; 0 where it can't be told.

    >>> longest_side("R0lGODlhAQACAA==")
    2
    """
    head = "".join(encoded[:_HEAD_CHARS].split())
    try:
        data = base64.b64decode(head[: len(head) // 4 * 4], validate=True)
    except (binascii.Error, ValueError):
        return 0
    try:
        return max(_sides(data))
    except struct.error:
        return 0


def _sides(data: bytes) -> tuple[int, ...]:
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return struct.unpack(">II", data[16:24])
    if data[:4] == b"GIF8":
        return struct.unpack("<HH", data[6:10])
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return (0,)


def _jpeg(data: bytes) -> tuple[int, ...]:
    place = 2
    while place + 4 <= len(data):
        marker, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
        if data[place] != 0xFF or length < 2:
            return (0,)
        if marker in _FRAMES:
            return struct.unpack(">HH", data[place + 5 : place + 9])
        place += 2 + length
    return (0,)


def _webp(data: bytes) -> tuple[int, ...]:
    form = data[12:16]
    if form == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if form == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return (0,)
