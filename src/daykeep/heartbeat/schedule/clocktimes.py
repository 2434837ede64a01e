"""Times of day as people say them, brought into the form ``21:30``: ``9pm``, ``9:30 am``, ``noon``, ``晚上9点半``."""

from __future__ import annotations

import re

_WORDS = {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "正午": "12:00", "午夜": "00:00"}
_EVENING = frozenset({"下午", "晚上", "傍晚", "今晚", "晚"})
_NIGHT = frozenset({"凌晨", "半夜"})
HALF_DAY = 12


def plain_times(text: str) -> str:
    """The text, folded to small letters before, with every time of day as hours and minutes with a colon.

    >>> plain_times("sunday 11pm"), plain_times("每天早上9点半"), plain_times("daily at noon")
    ('sunday 23:00', '每天 09:30 ', 'daily at 12:00')
    """
    text = text.replace("：", ":")
    text = re.sub(r"(?<![\d:.])(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\b\.?", _half_day, text)
    if "点" in text or "點" in text:
        pattern = r"(凌晨|半夜|早上|早晨|上午|中午|下午|傍晚|晚上|晚)?\s*(\d{1,2})\s*[点點](?:整|(半)|([0-5]?\d)分?)?"
        text = re.sub(pattern, _han, text)
    if not text.startswith("@"):  # @midnight is cron's
        for word, clock in _WORDS.items():
            if word in text:
                text = re.sub(rf"\b{word}\b" if word.isascii() else word, clock, text)
    return text


def _half_day(found: re.Match[str]) -> str:
    hour = int(found[1])
    if not 1 <= hour <= HALF_DAY:
        return found[0]
    return f"{hour % HALF_DAY + HALF_DAY * (found[3] == 'p'):02d}:{found[2] or '00'}"


def _han(found: re.Match[str]) -> str:
    hour = int(found[2])
    if found[1] in _EVENING and hour < HALF_DAY:
        hour += HALF_DAY
    if found[1] in _NIGHT and hour == HALF_DAY:
        hour = 0
    minute = 30 if found[3] else int(found[4] or 0)
    return f" {hour:02d}:{minute:02d} "
