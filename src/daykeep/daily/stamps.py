"""How a log writes the time of an entry, read from one of its lines and written the same way."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime


class Stamp(NamedTuple):
    """A way of writing times: ``14:30 Title``, ``[14:30] Title``, ``2:30 PM — Title``, ``Title (14:30 UTC)``.

    ``dated`` is what stands between a date and the time (``""``: no date), ``noon`` the case and spacing of am/pm
    (``""``: 24 hours), ``last`` whether the time follows the title.
    """

    opening: str = ""
    dated: str = ""
    noon: str = ""
    zoned: bool = False
    closing: str = ""
    separator: str = " "
    last: bool = False

    def render(self, at: datetime, title: str) -> str:
        """The title with its time; ``at`` is the user's local time. The time alone when there is no title."""
        day = f"{at.date().isoformat()}{self.dated}" if self.dated else ""
        bare = f"{day}{_clock(at, self.noon)}{_zone(at) if self.zoned else ''}"
        time = f"{self.opening}{bare}{self.closing}"
        if not title:
            return bare if self.last else time
        return f"{title}{self.separator}{time}" if self.last else f"{time}{self.separator}{title}"


def find_stamp(text: str) -> Stamp | None:
    """The way a heading's or a bullet's text writes its time, at its start or its end; None without a time."""
    if ":" not in text:
        return None
    found = _pattern().match(text)
    if found is not None:
        rest = text[found.end() :]
        between = re.match(r"\s*[-–—:：|｜·]\s+|[:：]|\s+", rest)
        if rest and between is None:
            return None
        return _stamp(found, separator=between.group() if between else " ", last=False)
    found = _pattern_at_end().search(text[-_END_CHARS:])
    if found is None:
        return None
    return _stamp(found, separator=found.group("between"), last=True)


_END_CHARS = 60
"""How far from the end of a heading its time may begin."""

_TIME = (
    r"(?P<opening>\*\*\[?|[\[(（【`]?)(?:\d{4}-\d\d-\d\d(?P<dated>[ T]))?"
    r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[-–~]\s?\d{1,2}:\d\d)?"
    r"(?P<noon>\s?[AaPp][Mm]\b)?(?P<zone>\s(?:UTC|GMT|[CEMP][SD]T|CES?T|EES?T|WES?T|AE[SD]T|NZ[SD]T|BST|BRT|HKT|ICT|IST|JST|KST|MSK|PHT|SGT|WIB)"
    r"\b(?:[+-]\d{1,2})?)?"
    r"(?P<closing>\]?\*\*|[\])）】`]?)"
)


_CLOSINGS = {"": "", "**": "**", "**[": "]**", "[": "]", "(": ")", "（": "）", "【": "】", "`": "`"}


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(_TIME, re.ASCII)


@cache
def _pattern_at_end() -> re.Pattern[str]:
    return re.compile(rf"(?<=\S)(?P<between>\s+[-–—]\s+|\s*(?=[\[(（【])){_TIME}\s*\Z", re.ASCII)


def _stamp(found: re.Match[str], *, separator: str, last: bool) -> Stamp:
    opening, closing = found.group("opening"), found.group("closing")
    if _CLOSINGS[opening] != closing:
        opening = closing = ""
    return Stamp(
        opening=opening,
        dated=found.group("dated") or "",
        noon=found.group("noon") or "",
        zoned=found.group("zone") is not None,
        closing=closing,
        separator=separator,
        last=last,
    )


def _clock(at: datetime, noon: str) -> str:
    if not noon:
        return f"{at.hour:02d}:{at.minute:02d}"
    half = "am" if at.hour < 12 else "pm"
    spelled = half if noon.strip().islower() else half.upper()
    return f"{at.hour % 12 or 12}:{at.minute:02d}{' ' if noon[0].isspace() else ''}{spelled}"


def _zone(at: datetime) -> str:
    name = at.tzname() or "UTC"
    return f" UTC{name}" if name[0] in "+-" else f" {name}"
