"""Numbers in words: Chinese numerals."""

from __future__ import annotations

_DIGITS: dict[str, float] = {
    "零": 0, "一": 1, "二": 2, "两": 2, "俩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "半": 0.5,
}  # fmt: skip
_TENS = {"十": 10, "百": 100, "千": 1000}


def han_number(text: str) -> float | None:
    """The value of a Chinese numeral up to 99,999,999; None if it is none.

    >>> han_number("十五"), han_number("两百"), han_number("半"), han_number("的")
    (15, 200, 0.5, None)
    """
    total, current = 0.0, None
    for character in text:
        if character in _DIGITS:
            current = _DIGITS[character]
        elif character in _TENS:
            total += _TENS[character] * (1 if current is None else current)
            current = None
        elif character == "万":
            total = (total + (current or 0)) * 10_000
            current = None
        else:
            return None
    total += current or 0
    return total if total % 1 else int(total)
