"""What people write for a time zone, read as one: an IANA name, a fixed offset, or a named fault with suggestions.

IANA names count exactly as they are written in the time zone database; ``UTC+8`` and its kind are fixed offsets
within the range that is in use on earth (-12:00 to +14:00). Abbreviations (``PST``), Windows names, city names and
``东八区`` are faults: each may mean several zones, or loses summer time, so they are never guessed at.
"""

from __future__ import annotations

import functools
import os
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

LOWEST_OFFSET = timedelta(hours=-12)
"""Baker Island, the last place on earth where a day ends."""
HIGHEST_OFFSET = timedelta(hours=14)
"""Kiritimati, the first place on earth where a day begins."""
NAME_LIMIT_CHARS = 64
"""Longer than any name in the time zone database."""
SUGGESTIONS = 3
"""How many zones a fault names at most."""

_CHECKED_YEARS = range(2024, 2031)
"""The years whose offsets an offset written beside a name may agree with."""
_NOT_ZONES = frozenset({"localtime", "posixrules", "Factory"})
"""Files in the database's folder that are not anybody's zone."""
_EMPTY_WORDS = "|tbd|todo|unknown|none|n/a|na|?|-|…|...|optional|未知|待定|待填|待填写|未设置|可选|无|"
_REGIONS = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US"
"""First parts of the database's names; a slash behind anything else (``CET/CEST``) is just a slash."""
_OFFSET = r"[+\-−–±]\s?\d{1,2}(?::?\d{2})?(?!\d)"


class ZoneReading(NamedTuple):
    """A text read as a zone: ``info`` is None if it can't be one; ``fault`` says what is wrong, or may be."""

    name: str
    info: tzinfo | None
    fault: str = ""
    suggestions: tuple[str, ...] = ()


UTC_READING = ZoneReading("UTC", UTC)


def read_zone(text: str) -> ZoneReading:
    """Read what a person wrote; a reading with both ``info`` and ``fault`` is usable and deserves a word.

    >>> read_zone("Asia/Shanghai (UTC+8)").name
    'Asia/Shanghai'
    >>> read_zone("GMT+5:30").name
    'UTC+05:30'
    >>> read_zone("America/new_york").suggestions
    ('America/New_York',)
    """
    bare = text.strip().strip("*_`\"'“”「」").strip()
    plain = _read_plain(bare)
    if plain is not None:
        return plain
    if is_unset(bare):
        return ZoneReading("", None, "is empty")
    head = re.split(r"[(（\[,，;；]", bare, maxsplit=1)[0].strip("*_`\"' ")
    names = _names_in(bare)
    if len(names) > 1 or (names and head.upper() in {"UTC", "GMT"}):
        listed = names if len(names) > 1 else [head, *names]
        return ZoneReading("", None, "names more than one zone", tuple(listed[:SUGGESTIONS]))
    if names:
        return _read_named(names[0], bare)
    offset = _read_offset(head, bare)
    if offset is not None:
        return offset
    return _read_single(head, bare)


def _read_plain(text: str) -> ZoneReading | None:
    """``Area/City``, alone or with ``(UTC+8)``: what nearly everybody writes, read without a regular expression."""
    head, bracket, rest = text.replace("（", "(").replace("）", ")").partition("(")
    info = load_zone(head.strip()) if "/" in head else None
    if info is None or not bracket:
        return None if info is None else ZoneReading(head.strip(), info)
    sign, hours = rest[3:4], rest[4:].removesuffix(")")
    if (
        rest[:3] not in {"UTC", "GMT"}
        or sign not in {"+", "-"}
        or not (hours.isdecimal() and len(hours) <= 2)
    ):
        return None
    offset = timedelta(hours=int(sign + hours))
    return ZoneReading(head.strip(), info) if _has_offset(info, offset) else None


def is_unset(text: str) -> bool:
    """Whether a field's value is blank or a template's placeholder.

    >>> is_unset("_(e.g. Asia/Shanghai)_"), is_unset("[your timezone]"), is_unset("Asia/Shanghai")
    (True, True, False)
    """
    bare = text.strip().strip("*_`").strip()
    if not bare or ("|" not in bare and f"|{bare.casefold()}|" in _EMPTY_WORDS):
        return True
    if bare[0] in "([（<{【" and bare[-1] in ")]）>}】":
        inner = bare[1:-1].strip("*_` ")
        return load_zone(inner) is None
    return False


def load_zone(name: str) -> tzinfo | None:
    """The zone of this exact IANA name, or None; never a path, never one of the database's own side files."""
    if name == "UTC":
        return UTC
    safe = name.isascii() and all(
        part.replace("_", "").replace("-", "").replace("+", "").isalnum() for part in name.split("/")
    )
    if (
        not safe
        or len(name) > NAME_LIMIT_CHARS
        or name in _NOT_ZONES
        or name.startswith(("posix/", "right/"))
    ):
        return None
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415 - a UTC workspace does without

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _names_in(text: str) -> list[str]:
    if "/" not in text:
        return []
    found = re.findall(rf"(?<![\w/.])(?:{_REGIONS})(?:/[A-Za-z0-9_+\-]+)+", text, re.IGNORECASE)
    return list(dict.fromkeys(name.rstrip("_-+") for name in found))


def _read_named(name: str, text: str) -> ZoneReading:
    info = load_zone(name)
    if info is None:
        return ZoneReading("", None, "is not in the time zone database", suggest_zones(name))
    stated = re.search(_OFFSET, text.replace(name, " "))
    if stated and not _has_offset(info, _parse_offset(stated.group())):
        fault = f"says {stated.group()}, which is never the time in {name}; the name counts"
        return ZoneReading(name, info, fault)
    return ZoneReading(name, info)


def _read_offset(head: str, text: str) -> ZoneReading | None:
    """``UTC+8``, ``GMT-3:30``, ``+08:00``, or words with one such offset beside them; None for anything else."""
    found = re.findall(rf"(?:UTC|GMT|Z)?\s*{_OFFSET}", text, re.IGNORECASE)
    if not found:
        return UTC_READING if head.upper() in {"UTC", "GMT", "Z", "ETC/UTC"} else None
    offsets = {_parse_offset(one) for one in found}
    if len(offsets) > 1:
        return ZoneReading("", None, "names more than one offset")
    offset = offsets.pop()
    if offset is None:
        return ZoneReading("", None, "is outside the offsets in use, UTC-12:00 to UTC+14:00")
    if not offset:
        return UTC_READING
    reading = ZoneReading(_offset_name(offset), timezone(offset, _offset_name(offset)))
    words = re.sub(rf"(?:UTC|GMT|Z)?\s*{_OFFSET}|[()（）]", " ", text, flags=re.IGNORECASE).strip()
    moving = [name for name in suggest_zones(words) if _moves(name)] if words else []
    if moving:
        fault = f"is read as {reading.name} all year, without summer time"
        return reading._replace(fault=fault, suggestions=tuple(moving))
    return reading


def _read_single(head: str, text: str) -> ZoneReading:
    info = load_zone(head)
    if info is None:
        fault = "is an abbreviation, not a zone" if head.upper() in _ABBREVIATIONS else "is not a time zone"
        return ZoneReading("", None, fault, suggest_zones(head) or suggest_zones(text))
    if head in {"EST", "MST"}:
        return ZoneReading(head, info, "has no summer time", suggest_zones(head))
    return ZoneReading(head, info)


def _parse_offset(text: str) -> timedelta | None:
    """The offset, or None if no place on earth has one like it."""
    digits = re.sub(r"[^\d:]", "", text)
    hours, _, minutes = digits.partition(":") if ":" in digits else (digits[:-2], "", digits[-2:])
    if ":" not in digits and len(digits) <= 2:
        hours, minutes = digits, "0"
    size = timedelta(hours=int(hours or 0), minutes=int(minutes))
    offset = -size if re.search(r"[-−–]", text) else size
    return offset if int(minutes) < 60 and LOWEST_OFFSET <= offset <= HIGHEST_OFFSET else None


def _offset_name(offset: timedelta) -> str:
    minutes = int(offset.total_seconds()) // 60
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def _offsets(info: tzinfo) -> set[timedelta | None]:
    months = ((year, month) for year in _CHECKED_YEARS for month in range(1, 13))
    return {datetime(year, month, 15, tzinfo=info).utcoffset() for year, month in months}


def _has_offset(info: tzinfo, offset: timedelta | None) -> bool:
    return offset in _offsets(info) if offset is not None else False


def _moves(name: str) -> bool:
    info = load_zone(name)
    return info is not None and len(_offsets(info)) > 1


def read_environment(text: str) -> ZoneReading:
    """Read a ``TZ`` variable: an IANA name, ``:NAME``, a path into the database, or a POSIX string.

    In POSIX the sign is the other way round: ``CST-8`` is eight hours ahead of UTC. A POSIX string with rules for
    summer time counts only if its first part is an IANA name (``EST5EDT,M3.2.0,M11.1.0``).
    """
    bare = text.strip().removeprefix(":")
    name = bare.rpartition("/zoneinfo/")[2].split(",", 1)[0]
    info = load_zone(name)
    if info is not None:
        return ZoneReading(name, info)
    posix = re.fullmatch(r"(?:<[\w+\-]+>|[A-Za-z]{3,})([+-]?)(\d{1,2})(?::(\d{2}))?", bare)
    if posix is None:
        return ZoneReading("", None, "is not a time zone", suggest_zones(bare))
    size = timedelta(hours=int(posix[2]), minutes=int(posix[3] or 0))
    offset = size if posix[1] == "-" else -size
    if not LOWEST_OFFSET <= offset <= HIGHEST_OFFSET:
        return ZoneReading("", None, "is outside the offsets in use, UTC-12:00 to UTC+14:00")
    return (
        ZoneReading(_offset_name(offset), timezone(offset, _offset_name(offset))) if offset else UTC_READING
    )


def ask_tzlocal() -> str:
    """The name tzlocal finds for this machine's zone (the registry, ``/etc/timezone``, …); empty if it finds none."""
    import warnings  # noqa: PLC0415 - only on machines that don't link their zone

    import tzlocal  # noqa: PLC0415 - only on machines that don't link their zone

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return tzlocal.get_localzone_name() or ""
        except (
            LookupError,
            ValueError,
            OSError,
        ):  # its own error for a broken configuration is a LookupError
            return ""


def read_system(link: str = "/etc/localtime", ask: Callable[[], str] = ask_tzlocal) -> ZoneReading:
    """The zone of this machine: where ``link`` points to, else what ``ask`` answers; a fault if neither knows."""
    try:
        name = os.readlink(link).rpartition("/zoneinfo/")[2]  # noqa: PTH115 - pathlib is slow to start
    except (OSError, ValueError):
        name = ""
    info = load_zone(name) if name else None
    if info is None:
        name = ask()
        info = load_zone(name) if name else None
    if info is None:
        return ZoneReading("", None, "is not known")
    return UTC_READING if name in {"Etc/UTC", "UTC"} else ZoneReading(name, info)


def suggest_zones(name: str) -> tuple[str, ...]:
    """Up to three IANA names that ``name`` may mean, the likeliest first; empty if nothing is near.

    >>> suggest_zones("PST")
    ('America/Los_Angeles',)
    >>> suggest_zones("北京时间")
    ('Asia/Shanghai',)
    """
    bare = re.sub(r"\s+", " ", name.strip()).strip("*_`\"'.。")
    if not bare or len(bare) > NAME_LIMIT_CHARS:
        return ()
    key = bare.casefold()
    for word in (key, key.removesuffix(" time"), re.sub("(标准)?(时间|時間)$", "", bare)):
        if word in _MEANINGS:
            return _MEANINGS[word]
    known = known_zones()
    same = [zone for zone in known if zone.casefold() == key.replace(" ", "_")]
    if same:
        return tuple(same[:SUGGESTIONS])
    windows = _windows_zone(bare)
    if windows:
        return (windows,)
    city = key.rpartition("/")[2].replace(" ", "_").replace("-", "_")
    places = [zone for zone in known if "/" in zone and zone.casefold().rpartition("/")[2] == city]
    return tuple(places[:SUGGESTIONS]) or _MEANINGS.get(city.replace("_", " ")) or _near(bare, known)


@functools.cache
def known_zones() -> tuple[str, ...]:
    """Every IANA name in the ``tzdata`` package, sorted; backward names such as ``PRC`` included."""
    import tzdata  # type: ignore[import-untyped]  # noqa: PLC0415 - only to suggest

    folder = os.path.dirname(tzdata.__file__)  # noqa: PTH120 - a string is all that is needed here
    with open(os.path.join(folder, "zones"), encoding="ascii") as stream:  # noqa: PTH118, PTH123 - see above
        return tuple(sorted(stream.read().split()))


def _windows_zone(name: str) -> str:
    if not name.casefold().endswith("time"):
        return ""
    from tzlocal.windows_tz import win_tz  # noqa: PLC0415 - only to suggest

    table = {windows.casefold(): zone for windows, zone in win_tz.items()}
    return table.get(name.casefold(), "")


def _near(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    import difflib  # noqa: PLC0415 - only to suggest

    if not name.isascii():
        return ()
    by_key = {zone.casefold(): zone for zone in known}
    found = difflib.get_close_matches(
        name.casefold().replace(" ", "_"), list(by_key), n=SUGGESTIONS, cutoff=0.75
    )
    return tuple(by_key[key] for key in found)


_ABBREVIATIONS: dict[str, str] = {
    "PST": "America/Los_Angeles",
    "PDT": "America/Los_Angeles",
    "PT": "America/Los_Angeles",
    "MST": "America/Denver America/Phoenix",
    "MDT": "America/Denver",
    "MT": "America/Denver",
    "CST": "Asia/Shanghai America/Chicago",
    "CDT": "America/Chicago",
    "CT": "America/Chicago",
    "EST": "America/New_York",
    "EDT": "America/New_York",
    "ET": "America/New_York",
    "AST": "America/Halifax",
    "BRT": "America/Sao_Paulo",
    "BST": "Europe/London",
    "IST": "Asia/Kolkata Asia/Jerusalem Europe/Dublin",
    "CEST": "Europe/Berlin Europe/Paris Europe/Madrid",
    "EEST": "Europe/Athens Europe/Helsinki",
    "WEST": "Europe/Lisbon",
    "MSK": "Europe/Moscow",
    "GST": "Asia/Dubai",
    "PKT": "Asia/Karachi",
    "BJT": "Asia/Shanghai",
    "HKT": "Asia/Hong_Kong",
    "SGT": "Asia/Singapore",
    "WIB": "Asia/Jakarta",
    "ICT": "Asia/Bangkok Asia/Ho_Chi_Minh",
    "JST": "Asia/Tokyo",
    "KST": "Asia/Seoul",
    "AWST": "Australia/Perth",
    "AEST": "Australia/Sydney Australia/Brisbane",
    "AEDT": "Australia/Sydney",
    "NZST": "Pacific/Auckland",
    "NZDT": "Pacific/Auckland",
}

_PLACES: dict[str, str] = {
    "America/Los_Angeles": "pacific|us pacific|san francisco|seattle|silicon valley|california|美西|洛杉矶|旧金山|太平洋",
    "America/Denver": "mountain|us mountain|salt lake city",
    "America/Chicago": "central|us central|dallas|houston|austin|texas|美中|芝加哥",
    "America/New_York": "eastern|us eastern|nyc|boston|washington|miami|atlanta|美东|纽约|东部",
    "America/Sao_Paulo": "brasilia|rio de janeiro|brazil|巴西利亚|圣保罗",
    "Europe/London": "uk|england|british|伦敦|英国",
    "Europe/Paris": "france|lyon|巴黎|法国",
    "Europe/Berlin": "central european|germany|munich|hamburg|frankfurt|cologne|柏林|德国|中欧",
    "Europe/Madrid": "spain|barcelona",
    "Europe/Rome": "italy|milan",
    "Europe/Zurich": "switzerland|geneva|basel|苏黎世|瑞士",
    "Europe/Moscow": "russia|st petersburg|莫斯科",
    "Asia/Kolkata": "india|mumbai|delhi|new delhi|bangalore|bengaluru|chennai|hyderabad|印度",
    "Asia/Shanghai": "china|china standard|beijing|peking|shenzhen|guangzhou|hangzhou|chengdu|北京|上海|中国|中国大陆|东八区|東八區"
    "|深圳|广州|杭州|成都",
    "Asia/Hong_Kong": "香港|hongkong",
    "Asia/Taipei": "taiwan|台北|臺北|台湾",
    "Asia/Singapore": "新加坡",
    "Asia/Tokyo": "osaka|kyoto|东京|東京|日本|东九区",
    "Asia/Seoul": "korea|south korea|首尔|韩国|서울|한국",
    "Asia/Ho_Chi_Minh": "vietnam|hanoi|saigon|越南",
    "Australia/Sydney": "canberra|悉尼",
    "Pacific/Auckland": "new zealand|wellington|奥克兰|新西兰",
}

_MEANINGS: dict[str, tuple[str, ...]] = {
    **{short.casefold(): tuple(zones.split()) for short, zones in _ABBREVIATIONS.items()},
    **{place: (zone,) for zone, places in _PLACES.items() for place in places.split("|")},
}
