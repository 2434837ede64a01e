"""Light reduction of words in Cyrillic and Arabic letters to what their common forms share."""

from __future__ import annotations

_SHORTEST = 3
_CYRILLIC = (
    *("иями", "ями", "ами", "иях", "ях", "ах", "иям", "ям", "ам", "ием", "ов", "ев", "ей", "ий", "ии", "ие"),
    *(
        "ыми",
        "ими",
        "ого",
        "его",
        "ому",
        "ему",
        "ая",
        "яя",
        "ое",
        "ее",
        "ые",
        "ый",
        "ой",
        "ом",
        "ем",
        "ую",
        "юю",
    ),
    *(
        "ешь",
        "ете",
        "ишь",
        "ите",
        "али",
        "или",
        "ала",
        "ила",
        "ать",
        "ить",
        "еть",
        "ует",
        "уют",
        "ает",
        "ают",
    ),
    *("ет", "ют", "ут", "ит", "ят", "ал", "ил", "ся", "сь", "ья", "ью", "ия", "ию"),
    *("а", "я", "о", "е", "у", "ю", "ы", "и", "ь", "й"),
)
_ARABIC_PREFIXES = ("وال", "بال", "كال", "فال", "ال", "لل", "و")
_ARABIC_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي")


def stem_cyrillic(word: str) -> str:
    """The word without its longest known ending; at least three letters stay.

    >>> stem_cyrillic("книгами") == stem_cyrillic("книга") == "книг"
    True
    """
    word = word.removesuffix("ся") if len(word) > _SHORTEST + 2 else word
    for ending in _CYRILLIC:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def stem_arabic(word: str) -> str:
    """The word without its article or conjunction and without its commonest endings; at least three letters stay.

    >>> stem_arabic("والكتاب") == stem_arabic("كتاب")
    True
    """
    for prefix in _ARABIC_PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST:
            word = word[len(prefix) :]
            break
    for suffix in _ARABIC_SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST:
            return word[: -len(suffix)]
    return word
