"""Secrets that are told by what stands before them: ``password = ...``, ``密码：...``, ``https://user:...@host``.

Each word is looked for literally; only where one occurs is the text after it read. Then the value decides: a plain
word after ``token:`` is prose, a run of letters and digits is not.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard import drawn
from daykeep.guard.drawn import FILE_ENDS, is_measure
from daykeep.guard.formats import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD, TOKEN, KEY = "password", "token", "key"

WORDS = {
    **dict.fromkeys(
        ("password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "pwd", "contrasena", "senha",
         "kata sandi", "sandi", "mot de passe", "wachtwoord", "parola", "sifre", "heslo", "adgangskode"),
        PASSWORD,
    ),
    **dict.fromkeys(
        ("secret", "token", "api_key", "api-key", "api key", "apikey", "access_key", "access-key", "access key",
         "accesskey", "secret_key", "secret-key", "secret key", "secretkey", "private_key", "private-key",
         "private key", "privatekey", "client_secret", "auth_key", "credential", "credentials", "bearer",
         "token de acceso"),
        TOKEN,
    ),
    **dict.fromkeys(("_key", "chave", "clave", "kunci"), KEY),
}  # fmt: skip
"""Words of ASCII letters and what kind of value follows them."""

WORDS_BEYOND_ASCII = {
    **dict.fromkeys(
        ("密码", "密碼", "口令", "暗号", "パスワード", "暗証番号", "비밀번호", "암호", "пароль", "пароля", "contraseña",
         "şifre", "hasło", "mật khẩu", "סיסמה", "סיסמא", "كلمة المرور", "كلمة السر", "รหัสผ่าน"),
        PASSWORD,
    ),
    **dict.fromkeys(
        ("密钥", "秘钥", "密鑰", "金鑰", "令牌", "私钥", "凭证", "トークン", "シークレット", "apiキー", "토큰", "시크릿",
         "токен", "секрет", "api-ключ", "api ключ", "clé api", "schlüssel", "מפתח", "טוקן"),
        TOKEN,
    ),
}  # fmt: skip

_NOT_SECRET_KEYS = (
    "public", "primary", "foreign", "cache", "sort", "partition", "idempotency", "dedup", "dedupe", "unique", "row",
    "index", "hash", "object", "group", "join", "map", "dict", "json", "config", "page", "next", "press", "hot",
)  # fmt: skip
_CODE_STARTS = (
    "$",
    "<",
    "{",
    "[",
    "(",
    "%",
    "os.",
    "process.",
    "env.",
    "env[",
    "config.",
    "self.",
    "args.",
    "settings.",
    "@",
    "&",
)
_PLAIN_WORDS = frozenset(
    ("true", "false", "none", "null", "required", "optional", "missing", "invalid", "expired", "changed", "string",
     "default", "enabled", "disabled", "unknown", "undefined", "password", "secret", "token", "hidden", "rotated",
     "refreshed", "updated", "example", "masked", "stored", "environment", "keychain", "vault", "unchanged")
)  # fmt: skip
_SEPARATORS = frozenset("=:|：＝→>是为為")
_MAX_GAP = 24
_CLOSING, _OPENING = ("）", "」", "』", "”"), ("“", "「", "『")
_MIN_PASSWORD, _MIN_TOKEN, _MIN_BEARER = 4, 8, 16
_REACHES = {
    PASSWORD: drawn.PASSWORD_REACH,
    TOKEN: drawn.TOKEN_REACH,
    KEY: drawn.LOGIN_REACH,
    "secret": drawn.LOGIN_REACH,
    "credential": drawn.LOGIN_REACH,
    "credentials": drawn.LOGIN_REACH,
}
_COUNTED = frozenset(("token", "_key"))
_WITHOUT_REACH = frozenset(("_key",))
_ENDS = frozenset(("", *" \t\r\n.,:;!?*_`\"')]|/"))


class _Value(NamedTuple):
    text: str
    start: int
    end: int
    sure: bool
    """Written as a value: after ``=``, in quotes or in backticks."""


_OPERATORS = ("=>", ":=", "===", "==", "=", "->", ":", "|", "：", "＝", "→")
_VERBS = ("是", "为", "為")
_SPACED_VERBS = ("is", "ist", "est", "es")


def _read_between(text: str, place: int) -> tuple[str, str, int] | None:
    """What stands between a word and its value: the operator, the opening quote and where the value starts.

    Read by hand, because the pattern for it takes longer to compile than a whole entry takes to be masked.
    """
    place = _skip(text, _skip(text, place, "\"'`*_)]", 4), " \t", 4)
    start = place + (text[place : place + 1] in _CLOSING)
    verb = _verb_at(text, start)
    place = _skip(text, start + len(verb), " \t", 4)
    operator = next((sign for sign in _OPERATORS if text.startswith(sign, place)), "")
    if not operator and not verb:
        return None
    place = place + len(operator) if operator else start + len(verb)
    between = text[start:place]
    place = _skip(text, _skip(text, place, "*_", 3), " \t", 4)
    end = _skip(text, place, "\"'`*_", 4)
    end += text[end : end + 1] in _OPENING
    return between, text[place:end], end


def _skip(text: str, place: int, characters: str, most: int) -> int:
    end = min(place + most, len(text))
    while place < end and text[place] in characters:
        place += 1
    return place


def _verb_at(text: str, place: int) -> str:
    if text.startswith(_VERBS, place):
        return text[place]
    if text[place - 1] not in " \t":
        return ""
    for verb in _SPACED_VERBS:
        after = text[place + len(verb) : place + len(verb) + 1]
        if text.startswith(verb, place) and after in {" ", "\t", ":"}:
            return verb
    return ""


@cache
def _run_pattern() -> re.Pattern[str]:
    return re.compile(r"[^\s\"'`]{1,300}")


@cache
def _blank_pattern() -> re.Pattern[str]:
    return re.compile(r"[ \t]{1,4}([\"'`]?)")


@cache
def _digit_pattern() -> re.Pattern[str]:
    return re.compile("[0-9]")


@cache
def _url_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@?#\"'<>]{0,100}:([^\s/@\"'<>]{1,200})@(?=[^\s@])"
    )


def match_urls(text: str) -> Iterator[tuple[int, int]]:
    """The spans of passwords in ``scheme://user:password@host``."""
    if "://" in text and "@" in text:
        for match in _url_pattern().finditer(text):
            value = match[1]
            if not (value.startswith(_CODE_STARTS) or is_placeholder(value) or value.strip("*x") == ""):
                yield match.span(1)


def match_assignments(text: str) -> Iterator[tuple[str, int, int]]:
    """The kind and span of every value that is assigned to a word for a secret, or that looks drawn near one."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := character.lower()) == 1 else character for character in text)
    vocabularies = (WORDS,) if text.isascii() else (WORDS, WORDS_BEYOND_ASCII)
    for vocabulary in vocabularies:
        for word, kind in vocabulary.items():
            if word in lowered:
                name = "password" if kind == PASSWORD else "token"
                yield from ((name, start, end) for start, end in _match_word(text, lowered, word, kind))
    if _digit_pattern().search(lowered):
        yield from _match_logins(text, lowered)


def _match_word(text: str, lowered: str, word: str, kind: str) -> Iterator[tuple[int, int]]:
    """The spans of what is assigned to one word, or else looks drawn near it; many passwords are looked for nearby."""
    place = lowered.find(word)
    while place >= 0:
        end = place + len(word)
        if _stands_alone(text, lowered, place, end, word):
            value = _read_value(text, place, end)
            if value is not None and _is_secret(kind, word, value):
                yield value.start, value.end
            elif word not in _WITHOUT_REACH:
                reach = _REACHES.get(word) or _REACHES[kind]
                yield from drawn.values_near(text, place, end, reach, one_line=value is not None)
            end = value.end if value is not None else end
        elif word not in _COUNTED and lowered.startswith("s", end) and lowered[end + 1 : end + 2] in _ENDS:
            yield from drawn.values_near(text, place, end + 1, _REACHES[kind])
        place = lowered.find(word, end)


def _match_logins(text: str, lowered: str) -> Iterator[tuple[str, int, int]]:
    """Values that look drawn after a word for logging in, after ``pass`` and ``pw``, and after the name of a header."""
    words = drawn.LOGIN_WORDS if text.isascii() else (*drawn.LOGIN_WORDS, *drawn.LOGIN_WORDS_BEYOND_ASCII)
    for word in words:
        place = lowered.find(word)
        while place >= 0:
            end = place + len(word)
            for span in drawn.values_near(text, place, end, drawn.LOGIN_REACH):
                yield "password", *span
            place = lowered.find(word, end)
    yield from (("token", start, end) for start, end in drawn.match_headers(text, lowered))
    for word in ("pass", "pw"):
        place = lowered.find(word)
        while place >= 0:
            end = place + len(word)
            if not lowered[end : end + 1].isalnum() and not lowered[place - 1 : place].isalnum():
                for span in drawn.values_near(text, place, end, drawn.PASS_REACH):
                    yield "password", *span
            place = lowered.find(word, end)


def _stands_alone(text: str, lowered: str, place: int, end: int, word: str) -> bool:
    """Whether the word is one of its own here, not a part of ``tokens``, ``tokenizer`` or a mask."""
    after = lowered[end : end + 1]
    if word[-1].isascii() and (after.isascii() and after.isalnum()):
        return False
    before = text[max(0, place - 12) : place].lower()
    if word == "_key":
        return not before.endswith(_NOT_SECRET_KEYS)
    if before[-1:] == "[" and lowered.startswith("secret:", place):
        return False
    if not before[-1:].isalpha() or not before[-1:].isascii() or not word[0].isascii():
        return True
    return text[place].isupper() != text[place - 1].isupper() or word in {
        "password",
        "passwd",
        "secret",
        "token",
    }


def _read_value(text: str, place: int, end: int) -> _Value | None:
    nearby = text[end : end + _MAX_GAP]
    may_assign = not _SEPARATORS.isdisjoint(nearby) or any(
        verb in nearby for verb in (" is ", " is:", " ist ", " es")
    )
    found = _read_between(text, end) if may_assign else None
    between, quote, start = found or _read_blank(text, place, end)
    if not between:
        return None
    run = _run_pattern().match(text, start)
    if run is None:
        return None
    raw = run[0] if run[0].isascii() else _before_cjk(run[0])
    value = raw.rstrip(".,;:)]}|*_!?>\\")
    sure = "=" in between or bool(set(quote) & set("\"'`“「『"))
    return _Value(value, start, start + len(value), sure) if value else None


def _read_blank(text: str, place: int, end: int) -> tuple[str, str, int]:
    """``--password VALUE`` and ``Bearer VALUE``: a value after nothing but blanks."""
    blank = _blank_pattern().match(text, end)
    if blank is None:
        return "", "", end
    if "--" in text[max(0, place - 24) : place].rpartition(" ")[2]:
        return "=", blank[1], blank.end()
    bearer = text[place:end].casefold() == "bearer"
    return (" " if bearer else ""), blank[1], blank.end()


def _before_cjk(run: str) -> str:
    """The start of a value up to the first CJK letter or punctuation mark: prose goes on there without a blank."""
    for place, character in enumerate(run):
        if "\u3000" <= character <= "\u9fff" or "\uff01" <= character <= "\uff5e" or character in "“”":
            return run[:place]
    return run


def _is_secret(kind: str, word: str, value: _Value) -> bool:
    text = value.text
    if text.startswith((*_CODE_STARTS, "/", "~/", "./", "http://", "https://", "-")) or text.endswith(
        FILE_ENDS
    ):
        return False
    if "(" in text or is_placeholder(text) or text.casefold() in _PLAIN_WORDS or _is_name(text):
        return False
    digits = sum(character.isdigit() for character in text)
    letters = sum(character.isalpha() for character in text)
    if kind == PASSWORD:
        return _is_password(text, digits, letters, sure=value.sure)
    fewest = _MIN_BEARER if word == "bearer" or kind == KEY else _MIN_TOKEN + (0 if value.sure else 2)
    if len(text) < fewest or not letters:
        return False
    if digits:
        return _is_random(text) or (value.sure and kind == TOKEN and "-" not in text and "." not in text)
    return _has_both_cases(text) and len(text) >= _MIN_BEARER


def _is_password(text: str, digits: int, letters: int, *, sure: bool) -> bool:
    signs = len(text) - digits - letters
    if len(text) < _MIN_PASSWORD:
        return False
    if not letters:
        return digits >= _MIN_PASSWORD and signs == 0
    if digits:
        return not is_measure(text)
    if signs and any(sign in text for sign in "!@#$%^&*+=~?"):
        return True
    return signs == 0 and ((sure and len(text) >= 6) or (len(text) >= 8 and _has_both_cases(text)))


def _is_name(text: str) -> bool:
    """An environment variable's or a constant's name."""
    return "_" in text and text.replace("_", "").isalpha() and text.isupper()


def _is_random(text: str) -> bool:
    """Whether a value looks drawn rather than written: letters and digits mixed, not words with numbers."""
    if is_measure(text):
        return False
    parts = [part for part in re.split(r"[-_./+=:~]", text) if part]
    mixed = [part for part in parts if any(c.isdigit() for c in part) and any(c.isalpha() for c in part)]
    longest = max((len(part) for part in mixed), default=0)
    return longest >= _MIN_TOKEN or len("".join(mixed)) >= _MIN_BEARER


def _has_both_cases(text: str) -> bool:
    changes = sum(a.islower() and b.isupper() for a, b in pairwise(text))
    return changes >= 3
