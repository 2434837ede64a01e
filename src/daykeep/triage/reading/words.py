"""The spans that are written as words with signs in them: addresses, paths, identifiers, settings, flags, versions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

IDENTIFIER, ADDRESS, PATH, VERSION, SETTING = "identifier", "address", "path", "version", "setting"

_RUN = r"[!#$%&*+\-./0-9:=?@A-Z\\^_a-z~]"
HOT = re.compile(
    rf"(?<!{_RUN}){_RUN}*?(?:[0-9_@/\\=]|--[a-z]|[a-z0-9]\.[a-z]|::|[a-z][A-Z]|#[a-z]){_RUN}*", re.ASCII
)
"""A run of signs that may be more than plain words; linear, since it is tried at the start of a run only."""
LONGEST_RUN = 400
"""What is longer is no name: encoded bytes, a line of a lock file."""

_EXTENSIONS = (
    "py|pyi|md|json|jsonl|toml|ya?ml|sh|js|mjs|ts|tsx|jsx|sql|db|log|txt|conf|cfg|ini|env|service|timer|plist|csv|tsv|xml|html?"
    "|css|rs|go|java|kt|rb|php|c|h|cpp|hpp|lock|zip|gz|tar|png|jpe?g|pdf|svg|ipynb|proto|tf|parquet|pem|key|exe|dll|so|whl"
)
_FILE = re.compile(rf"[\w.@+-]*[A-Za-z0-9_@-]\.(?:{_EXTENSIONS})(?::\d+)?", re.IGNORECASE | re.ASCII)
_HOST = re.compile(
    r"(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|cn|app|co|edu|gov|local|internal|example|test)(?::\d+)?(?:/[^\s]*)?",
    re.IGNORECASE | re.ASCII,
)
_IP = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:/\d{1,2})?")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")
_FLAG = re.compile(r"--?[A-Za-z][\w-]*", re.ASCII)
_SETTING = re.compile(r"(--?)?([A-Za-z_][\w.-]*)(?:=|:=)([^\s=].*)", re.ASCII)
_PATH = re.compile(
    r"(?:~|\.{1,2})?/[\w.@%+~-][\w.@%+/~-]*|[A-Za-z]:\\[\w.\\-]+|[\w.@+-]+(?:/[\w.@+-]+)+/?", re.ASCII
)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"(?:0x)?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6,64}", re.IGNORECASE)
_TICKET = re.compile(r"#?[A-Za-z]{1,12}-\d+(?:-\d+)*|#\d+|[A-Za-z]+#\d+", re.ASCII)
_VERSION = re.compile(
    r"v?\d+(?:\.\d+){2,}(?:[-+.]?[a-z]\w*)*|v\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)*(?:rc|a|b|alpha|beta)\d*",
    re.IGNORECASE,
)
_SNAKE = re.compile(r"[A-Za-z0-9.]*[A-Za-z0-9]_[\w.]*|_\w+|__\w+__", re.ASCII)
_CAMEL = re.compile(r"[a-z]+\d*(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,}", re.ASCII)
_MIXED = re.compile(r"(?=[A-Za-z\d-]*[A-Za-z])(?=[A-Za-z\d-]*\d)[A-Za-z\d]+(?:-[A-Za-z\d]+)*", re.ASCII)
_QUANTITY = re.compile(
    r"[+-]?[$]?\d[\d,.]*(?:-\d[\d,.]*)?-?(?:st|nd|rd|th|am|pm|[ap]\.m\.?|%|x|k|m|s|ms|h|d|w|y|g|b|kb|mb|gb|tb|kib|mib|gib|px|km|kg|mi|min|mins|hr|hrs"
    r"|sec|secs|day|days|week|weeks|hour|hours|minute|minutes|month|months|year|years|people|person|second|seconds|token|tokens"
    r"|line|lines|dollars?)?",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?:\d+(?:\.\d+)?(?:d|h|ms?|s)){2,}|\d{1,2}:\d{2}(?::\d{2})?(?:[ap]m)?|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?|\d+[-/.]\d+(?:[-/.]\d+)?",
    re.IGNORECASE,
)
_SYMBOL = re.compile(r"\w+(?:(?:\.|::)\w+)+", re.ASCII)
_WORDS_WITH_SLASH = re.compile(r"[A-Za-z]{1,12}/[A-Za-z]{1,12}")
_TRAILING = ".,:;!?"
_LEADING = ":;,?!*^&"


class Hit(NamedTuple):
    """One detail within a run: its kind, where it begins and ends in the run, and its normal form."""

    kind: str
    start: int
    end: int
    form: str


@lru_cache(maxsize=1 << 15)
def read_run(run: str) -> tuple[Hit, ...]:
    """The detail that a run of signs is, if it is one; numbers, dates and times are left to others.

    >>> read_run("ord_91,"), read_run("v1.2.3"), read_run("and/or"), read_run("1,200")
    ((Hit(kind='identifier', start=0, end=6, form='ord_91'),), (Hit(kind='version', start=0, end=6, form='1.2.3'),), (), ())
    """
    if len(run) > LONGEST_RUN:
        return ()
    core = run.rstrip(_TRAILING)
    start = len(core) - len(core.lstrip(_LEADING))
    core = core[start:]
    if not core:
        return ()
    if _VERSION.fullmatch(core) is None and (_QUANTITY.fullmatch(core) or _CLOCK.fullmatch(core)):
        return ()
    kind, form = _classify(core)
    return (Hit(kind, start, start + len(core), form),) if kind else _inner(core, start)


def _classify(core: str) -> tuple[str, str]:
    lowered = core.casefold()
    if any(one.fullmatch(core) for one in (_URL, _EMAIL, _IP)):
        return ADDRESS, lowered.rstrip("/")
    setting = _SETTING.fullmatch(core)
    if setting:
        return SETTING, f"{setting[2]}={setting[3]}".casefold().rstrip(_TRAILING)
    if any(one.fullmatch(core) for one in (_FLAG, _UUID, _HEX)):
        return IDENTIFIER, lowered
    if _VERSION.fullmatch(core):
        return VERSION, lowered.removeprefix("v")
    return _located(core, lowered) if "/" in core or "\\" in core else _named(core, lowered)


def _located(core: str, lowered: str) -> tuple[str, str]:
    """Whether it is a path or a page of a host; "and/or" is neither."""
    if _HOST.fullmatch(core):
        return ADDRESS, lowered.rstrip("/")
    is_words = _WORDS_WITH_SLASH.fullmatch(core) and not core.startswith(("src/", "docs/", "tests/", "lib/"))
    return (PATH, lowered.rstrip("/")) if _PATH.fullmatch(core) and not is_words else ("", "")


def _named(core: str, lowered: str) -> tuple[str, str]:
    """Whether it is a file, a host or a symbol."""
    if _FILE.fullmatch(core):
        return PATH, lowered
    if _HOST.fullmatch(core):
        return ADDRESS, lowered
    is_symbol = _SYMBOL.fullmatch(core) and (
        "_" in core or "::" in core or any(one.isdigit() for one in core)
    )
    is_handle = core.startswith("@") and len(core) > 1
    if is_symbol or is_handle or any(one.fullmatch(core) for one in (_TICKET, _SNAKE, _CAMEL, _MIXED)):
        return IDENTIFIER, lowered
    return "", ""


_PARTS = re.compile(r"[^:=?&]+")


def _inner(core: str, start: int) -> tuple[Hit, ...]:
    """What stands between the colons and the like of a run that is no detail as a whole."""
    if not any(sign in core for sign in ":=?&"):
        return ()
    hits: list[Hit] = []
    for part in _PARTS.finditer(core):
        text = part.group().strip(_TRAILING + _LEADING)
        if not text or text == core:
            continue
        is_figure = _VERSION.fullmatch(text) is None and (_QUANTITY.fullmatch(text) or _CLOCK.fullmatch(text))
        kind, form = ("", "") if is_figure else _classify(text)
        if kind:
            place = start + part.start() + part.group().index(text)
            hits.append(Hit(kind, place, place + len(text), form))
    return tuple(hits)
