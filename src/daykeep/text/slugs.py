"""The names under which Claude Code keeps what belongs to a folder: a folder's path, spelled with letters and dashes.

Two paths may have one name (``/a/my_x`` and ``/a/my-x``), so a name is never turned back into a path.
"""

from __future__ import annotations

import re
import unicodedata

SLUG_CHARS = 200
"""Of a longer name only so many characters are known; a hash of the path follows, which differs by runtime."""

_OTHER = re.compile("[^a-zA-Z0-9]")


def slug_of(path: str) -> str:
    """The name of the folder for a path: every character that is no ASCII letter or digit becomes a dash.

    The path counts in NFC; a character beyond the basic plane counts twice, as in UTF-16. Of a name of more than 200
    characters only that many are given: see `fits_slug`.

    >>> slug_of("/home/ada/my_notes"), slug_of("/a/😀")
    ('-home-ada-my-notes', '-a---')
    """
    return _spell(path, wide=2)[:SLUG_CHARS]


def slugs_of(path: str) -> tuple[str, ...]:
    """Every name that is in use for a path, the usual one first: some programs count an emoji once."""
    return tuple(dict.fromkeys(_spell(path, wide=wide)[:SLUG_CHARS] for wide in (2, 1)))


def is_long(path: str) -> bool:
    """Whether the name of this path is cut, so that a hash stands behind what is known of it."""
    return len(_spell(path, wide=2)) > SLUG_CHARS


def fits_slug(name: str, path: str) -> bool:
    """Whether a folder of this name may belong to a path: the same name, or for a long one the same beginning.

    >>> fits_slug("-a-my-x", "/a/my_x"), fits_slug("-" + "a" * 199 + "-k3j9", "/" + "a" * 250)
    (True, True)
    """
    return any(
        name == slug or (len(slug) == SLUG_CHARS and is_long(path) and name.startswith(f"{slug}-"))
        for slug in slugs_of(path)
    )


def _spell(path: str, *, wide: int) -> str:
    plain = unicodedata.normalize("NFC", path)
    return _OTHER.sub(lambda found: "-" * (wide if ord(found[0]) > 0xFFFF else 1), plain)
