"""A word at the very end of a text: who can't name it has not read that far."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

_WORDS = (
    "amber", "anchor", "basil", "beacon", "birch", "canyon", "cedar", "cobalt", "comet", "copper", "coral", "cypress",
    "dahlia", "delta", "ember", "falcon", "fern", "fjord", "garnet", "ginger", "glacier", "harbor", "hazel", "heron",
    "indigo", "iris", "ivory", "jasmine", "juniper", "kestrel", "lagoon", "lantern", "laurel", "lilac", "maple", "marble",
    "meadow", "mistral", "nectar", "nutmeg", "oasis", "ochre", "onyx", "orchid", "osprey", "pebble", "pewter", "quartz",
    "quince", "raven", "reef", "saffron", "sienna", "sparrow", "summit", "tamarind", "thistle", "topaz", "tundra", "umber",
    "velvet", "walnut", "willow", "zephyr",
)  # fmt: skip
CHOICES = 4
"""The right word and three others, so that a guess is right one time in four."""


class Codeword(NamedTuple):
    """The word that stands at the end of a text, and the words that are offered, in the order in which they are put."""

    word: str
    choices: tuple[str, ...]


def choose_codeword(text: str) -> Codeword:
    """The code word for a text: unknown to whoever has not read its end, and the same for the same text.

    None of the words that are offered stands in the text itself.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    offered: list[str] = []
    for step in range(CHOICES):
        number = digest[2 * step + 1]
        word = f"{_WORDS[digest[2 * step] % len(_WORDS)]}-{number}"
        while word in offered or word in text:
            number += 1
            word = f"{_WORDS[digest[2 * step] % len(_WORDS)]}-{number}"
        offered.append(word)
    return Codeword(offered[digest[-1] % CHOICES], tuple(offered))
