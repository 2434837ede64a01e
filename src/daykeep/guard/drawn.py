"""Values that look drawn rather than written, a few words from a word for a secret.

``Set PASSWORD to Tr0ub4dor&3``, ``log in with anna / Tr0ub4dor&3``, a label with its value on the next line, and the
options of commands (``mysql -p…``, ``curl -u anna:…``). Nothing assigns the value here, so only its own look tells it
from prose: letters and digits that change several times, in both cases or with signs between.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.formats import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE_ENDS = (
    ".json", ".env", ".yaml", ".yml", ".toml", ".txt", ".md", ".py", ".ts", ".js", ".sh", ".pem", ".key", ".db",
)  # fmt: skip
"""Ends of file names: what ends so says where a secret is kept."""

_MORE_FILE_ENDS = (
    ".tsx",
    ".jsx",
    ".html",
    ".css",
    ".sql",
    ".log",
    ".csv",
    ".png",
    ".jpg",
    ".pdf",
    ".com",
    ".io",
)
_NOT_STARTS = ("$", "%", "@", "#", "--", "sha1-", "sha256-", "sha384-", "sha512-", "sha256:", "sha512:")
_NEVER_INSIDE = frozenset("/\\(){}<>[]|,;=")
_SIGNS = frozenset("!#$%^*~?@&")
_OPENING, _CLOSING = "([{<|*_¿¡«„“‘:=,;-", ")]}>|*_.,;:!?»“”’\\-"
_MIN_DRAWN, _MIN_LONG, _MIN_HEX, _MIN_GIVEN = 8, 16, 20, 4
_MIN_CHANGES, _MIN_LONG_CHANGES = 3, 4
_MAX_CHARS = 240
_MAX_DRAWN = 64


_FILLERS = frozenset(
    (
        "it", "s", "is", "the", "value", "to", "as", "now", "new", "up", "ends", "ist", "auf", "jetzt", "neu", "lautet",
        "es", "a", "ahora", "nueva", "nuevo", "son", "est", "devient", "теперь", "是", "为", "改成", "改为", "设为",
        "就是", "它是", "已改成", "は", "는",
    )
)  # fmt: skip
"""Words that may stand between a word for a secret and a value that is told by its place."""


class Reach(NamedTuple):
    """How many words before and after a word for a secret its value may stand, and whether only a long one counts."""

    before: int
    after: int
    long: bool = False


PASSWORD_REACH = Reach(5, 12)
LOGIN_REACH = Reach(4, 5)
TOKEN_REACH = Reach(0, 4, long=True)
PASS_REACH = Reach(0, 2)

LOGIN_WORDS = (
    "login", "log in", "sign in", "wifi", "wi-fi", "wlan", "zugangsdaten", "anmeld", "einlogg", "passwört", "contrasen",
    "iniciar ses", "inicia ses", "credencial",
)  # fmt: skip
"""Words of Latin letters that a password may follow, beside the words for a password itself."""

LOGIN_WORDS_BEYOND_ASCII = ("登录", "登陆", "登入", "账号", "帳號", "ログイン", "войти", "логин")
"""The same in other scripts."""


def values_near(
    text: str, start: int, end: int, reach: Reach, *, one_line: bool = False
) -> Iterator[tuple[int, int]]:
    """The spans of values that look drawn, near the word at ``start`` to ``end``: not beyond an empty line.

    With ``one_line`` not beyond its line: where something is assigned to the word already.

    Reads at most 240 characters to each side. A value that stands right after the word, or alone on the next line,
    may be a run of digits and small letters too, if it is long.
    """
    has_digit = _digit_pattern().search
    if has_digit(text, end, end + _MAX_CHARS):
        yield from _values_after(text, end, reach, one_line=one_line)
    if reach.before and has_digit(text, max(0, start - _MAX_CHARS), start):
        yield from _values_before(text, start, reach)


@cache
def _digit_pattern() -> re.Pattern[str]:
    return re.compile("[0-9]")


def _values_after(text: str, end: int, reach: Reach, *, one_line: bool) -> Iterator[tuple[int, int]]:
    after = text[end : end + _MAX_CHARS]
    line = after.partition("\n")[0]
    after = line if one_line or "***" in line else after[: _paragraph_end(after)]
    left = reach.after
    for match in _word_pattern().finditer(after):
        if len(match[0]) < _MIN_DRAWN or match[0].isalpha() or match[0].startswith("[secret:"):
            left -= any(map(str.isalnum, match[0]))
            if not left:
                break
            continue
        span = _value_in(match[0], end + match.start())
        if span is None:
            continue
        if match.end() == _MAX_CHARS < len(text) - end:  # cut off where reading ends
            break
        if looks_drawn(text[slice(*span)], long=reach.long) or _is_given(text, end, span, reach):
            yield span
        left -= 1
        if not left:
            break


def _values_before(text: str, start: int, reach: Reach) -> Iterator[tuple[int, int]]:
    first = max(0, start - _MAX_CHARS)
    before = text[first:start]
    cut = before.rfind("\n")
    before, first = before[cut + 1 :], first + cut + 1
    for match in list(_word_pattern().finditer(before))[-reach.before :]:
        if len(match[0]) < _MIN_DRAWN or match[0].startswith("[secret:"):
            continue
        span = _value_in(match[0], first + match.start())
        if (
            span is not None
            and span[0] > start - _MAX_CHARS
            and looks_drawn(text[slice(*span)], long=reach.long)
        ):
            yield span


@cache
def _word_pattern() -> re.Pattern[str]:
    return re.compile(r"[^\s\"'`\u3000-\u9fff\uac00-\ud7af\uff01-\uff5e]+")


@cache
def _empty_line_pattern() -> re.Pattern[str]:
    return re.compile(r"\n[ \t\r>]*\n")


def _paragraph_end(text: str) -> int:
    """Where the paragraph ends: at the first empty line that has more than the end of a label before it."""
    for empty in _empty_line_pattern().finditer(text):
        if text[: empty.start()].strip(" \t\r\n*_:：)`"):
            return empty.start()
    return len(text)


def _value_in(word: str, start: int) -> tuple[int, int] | None:
    """The span of a word without the brackets and the marks around it, None for one that is only marks."""
    bare = word.lstrip(_OPENING)
    start += len(word) - len(bare)
    bare = bare.rstrip(_CLOSING)
    return (start, start + len(bare)) if any(character.isalnum() for character in bare) else None


def _is_given(text: str, end: int, span: tuple[int, int], reach: Reach) -> bool:
    """Whether the first word after a word for a secret is its value by its place and looks like one."""
    between, value = text[end : span[0]], text[slice(*span)]
    if len(value) < _MIN_DRAWN or value.isalpha():
        return False
    said = re.findall(r"[^\W_]+", between.casefold())
    if not between or not _FILLERS.issuperset(said) or not _may_be_value(value):
        return False
    classes = _classes(value)
    if reach.long:
        return _is_long_hex(value)
    marked = bool(said) or not set(between).isdisjoint("\"'`([“„«「\n")
    return (
        marked and len(value) >= _MIN_DRAWN and {"lower", "upper", "digit"} <= classes and _changes(value) > 1
    )


def _is_long_hex(value: str) -> bool:
    return (
        len(value) >= _MIN_HEX
        and bool(re.fullmatch(r"(?:[0-9a-f]+|[0-9A-F]+)", value))
        and _changes(value) > 2
    )


def looks_drawn(value: str, *, long: bool = False) -> bool:
    """Whether a value mixes letters and digits as nobody writes them; names, versions, paths and calls don't.

    >>> looks_drawn("Tr0ub4dor&3"), looks_drawn("OAuth2Client"), looks_drawn("PostgreSQL16")
    (True, False, False)
    """
    fewest = _MIN_LONG if long else _MIN_DRAWN
    if not fewest <= len(value) <= _MAX_DRAWN or not _may_be_value(value):
        return False
    classes = _classes(value)
    if not {"lower", "digit"} <= classes:
        return False
    if long:
        parts = re.split(r"[-_.:]", value)
        return any(
            len(part) >= _MIN_LONG and "upper" in _classes(part) and _changes(part) >= _MIN_LONG_CHANGES
            for part in parts
        )
    signs = _SIGNS.intersection(value[1:])
    if signs and (_changes(value) >= _MIN_CHANGES or ("upper" in classes and len(value) > _MIN_DRAWN)):
        return True
    parts = re.split(r"[-_.:+&]", value)
    return any(
        len(part) >= _MIN_DRAWN
        and {"lower", "upper", "digit"} <= _classes(part)
        and _changes(part) >= _MIN_CHANGES
        for part in parts
    )


def _may_be_value(value: str) -> bool:
    """Whether a word can be a value at all: no path, address, call, placeholder, measure or file."""
    if not _NEVER_INSIDE.isdisjoint(value) or value.startswith(_NOT_STARTS):
        return False
    if value.lower().endswith((*FILE_ENDS, *_MORE_FILE_ENDS)) or re.search(r"@[A-Za-z0-9-]+\.", value):
        return False
    return not (is_placeholder(value) or is_measure(value))


def _classes(value: str) -> set[str]:
    """The classes of characters in a value: lower, upper, digit."""
    classes = {"digit"} if _digit_pattern().search(value) else set()
    if value != value.upper():
        classes.add("lower")
    if value != value.lower():
        classes.add("upper")
    return classes


def _changes(value: str) -> int:
    """How often a value goes from letters to digits or signs and back."""
    kinds = ["d" if each.isdigit() else "l" if each.isalpha() else "s" for each in value]
    return sum(one != other for one, other in pairwise(kinds))


def is_measure(text: str) -> bool:
    """Whether a value is a number with a unit, a version, a date or a time."""
    return bool(re.fullmatch(r"[0-9.,]+[A-Za-z%]{1,3}|v?[0-9]+(?:\.[0-9]+)+|[0-9]{1,4}[-/:][0-9:/-]+", text))


@cache
def _option_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?<![^\s`\"'(])(?:-(?P<option>[pua])(?P<gap>[ =]?)|--user(?P<long>[ =]))(?P<quote>[\"']?)"
        r"(?P<value>[^\s\"'`]{4,200})"
    )


_CLIENTS = frozenset(("mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump", "sshpass"))
_WEB_CLIENTS = frozenset(("curl", "wget", "http", "https", "xh"))
_STORES = frozenset(
    ("redis-cli", "mongo", "mongosh", "mongodump", "7z", "zip", "unzip", "docker", "az", "ldapsearch")
)


@cache
def _header_pattern() -> re.Pattern[str]:
    return re.compile(r"x-(?:[a-z]{1,20}-){1,3}(?:key|token|secret)(?![a-z])")


def match_headers(text: str, lowered: str) -> Iterator[tuple[int, int]]:
    """The spans of long values that a header's name precedes: ``X-Subscription-Key …``; ``lowered`` is as long."""
    if "x-" in lowered:
        for match in _header_pattern().finditer(lowered):
            yield from values_near(text, match.start(), match.end(), TOKEN_REACH)


def match_options(text: str) -> Iterator[tuple[int, int]]:
    """The spans of passwords in short options: ``mysql -p…``, ``-p …``, ``curl -u name:…``, ``redis-cli -a …``."""
    if "-p" not in text and "-u" not in text and " -a" not in text:
        return
    for match in _option_pattern().finditer(text):
        command = {
            word.strip("`$([\"'") for word in text[max(0, match.start() - 120) : match.start()].split()
        }
        start, value = match.start("value"), match["value"].rstrip(".,;)|")
        if match["option"] in {"u", None}:
            name, colon, value = value.partition(":")
            start += len(name) + 1
            if not colon or not name:
                continue
            is_known = not command.isdisjoint(_WEB_CLIENTS)
        elif match["option"] == "a":
            is_known = "redis-cli" in command
            if not is_known:
                continue
        else:
            is_known = not match["gap"] and not command.isdisjoint(_CLIENTS)
        if _is_option_value(value, is_known=is_known, is_store=not command.isdisjoint(_CLIENTS | _STORES)):
            yield start, start + len(value)


def _is_option_value(value: str, *, is_known: bool, is_store: bool) -> bool:
    if value.startswith(("$", "<", "{", "[", "%", "/", "~", "-")) or is_placeholder(value):
        return False
    if is_known:
        return len(value) >= _MIN_GIVEN and (value.isalnum() or not value.isdigit())
    if is_store and _may_be_value(value):
        return len(value) >= _MIN_DRAWN and {"lower", "upper", "digit"} <= _classes(value)
    return looks_drawn(value)
