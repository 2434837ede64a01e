"""Unicode repairs and folding."""

from __future__ import annotations

import unicodedata


def repair_surrogates(text: str) -> tuple[str, int]:
    """Text that can be encoded: surrogate pairs joined, lone surrogates replaced by U+FFFD; and how many were.

    >>> repair_surrogates("a" + chr(0xD83D))
    ('a�', 1)
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        repaired = joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        lone = sum("\ud800" <= character <= "\udfff" for character in joined)
        return repaired, lone
    return text, 0


def storable(text: str) -> tuple[str, int, int]:
    r"""The text with line ends of one kind and only what a file can hold; how many lone surrogates and NULs it had.

    >>> storable("a\0\r\nb")
    ('a�\nb', 0, 1)
    """
    fixed, broken = repair_surrogates(text)
    plain = fixed.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n")
    return plain, broken, fixed.count("\0")


def fold(text: str) -> str:
    """Text for comparing: NFKC and without case.

    >>> fold("ＦＩＸ") == fold("fix")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
