"""Secrets in text: found by form or by what stands before them, and masked.

A mask reads ``[secret:KIND:SHA8]``; the eight hex digits are the start of the secret's SHA-256, enough to tell two
secrets apart. There is no entropy rule: hashes, UUIDs and commit ids are not secrets.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard import assignments, drawn, formats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

MAX_PASSES = 4
_MIN_BASE64 = 32
_NEAR_CHARS = 400
_MIN_CONTINUATION = 8
_REMEMBERED_CHARS = 1_000
_REMEMBERED_TEXTS = 4_000
_clean: set[str] = set()
"""Short texts that were searched and hold no secret: what is learned or proposed is searched at every step of its way."""


class Secret(NamedTuple):
    """One secret: its kind, its character span in the text, and the first 8 hex digits of its SHA-256."""

    kind: str
    start: int
    end: int
    sha8: str


def find_secrets(text: str) -> list[Secret]:
    """Every secret in the text, in order, without overlaps; linear time, masks are no secrets.

    Knows the issuers' formats of :mod:`daykeep.guard.formats`, private keys in PEM over several lines, passwords in
    URLs and in options of commands, values assigned to words for a secret in a dozen languages and values that look
    drawn near such a word, AWS secret keys near their access key, tokens wrapped over two or more lines, and known
    formats inside base64.
    """
    if text in _clean:
        return []
    found = list(_candidates(text))
    if not found:
        if len(text) <= _REMEMBERED_CHARS:
            if len(_clean) >= _REMEMBERED_TEXTS:
                _clean.clear()
            _clean.add(text)
        return []
    in_mask = _mask_finder(text)
    return [
        Secret(kind, start, end, _sha8(text[start:end]))
        for kind, start, end in _merge(found)
        if not in_mask(start, end)
    ]


def mask_secrets(text: str) -> tuple[str, list[Secret]]:
    """The text with every secret replaced by its mask, and the secrets with their spans in the given text.

    Masking masked text changes nothing.

    >>> mask_secrets("the password is: tr0ub4dor")[0]
    'the password is: [secret:password:48117c50]'
    """
    first = secrets = find_secrets(text)
    for _ in range(MAX_PASSES):
        if not secrets:
            break
        text = _replace(text, secrets)
        secrets = find_secrets(text)
    return text, first


def mask_keys(lines: Sequence[str]) -> Sequence[str]:
    """The lines with a mask where a private key in PEM begins, and nothing on its other lines: their numbers stay.

    For texts that are cut into pieces: a key has empty lines where a piece could end, and its later lines don't tell
    what they are. What is said between the beginning of a key and the end of another stays.

    >>> mask_keys(["key:", "-----BEGIN PRIVATE KEY-----", "", "MIIE", "-----END PRIVATE KEY-----", "tea"])
    ['key:', '[secret:private-key:84157910]', '', '', '', 'tea']
    """
    if not any("PRIVATE KEY" in line for line in lines):
        return lines
    text = "\n".join(lines)
    parts: list[str] = []
    done = 0
    for start, end in formats.match_pem(text):
        key = text[start:end]
        if all(map(_is_key_line, key.split("\n")[1:-1])):
            mask = _mask("private-key", _sha8(key))
            parts.extend((text[done:start], mask, "\n" * key.count("\n")))
            done = end
    return "".join((*parts, text[done:])).split("\n")


def _is_key_line(line: str) -> bool:
    """Whether a line holds one word, or a header of a key (``DEK-Info: ...``)."""
    bare = line.strip(" \t>|")
    return " " not in bare or bare.split(" ", 1)[0].endswith(":")


def _sha8(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _mask(kind: str, sha8: str) -> str:
    return f"[secret:{kind}:{sha8}]"


def _replace(text: str, secrets: Iterable[Secret]) -> str:
    parts: list[str] = []
    done = 0
    for secret in secrets:
        parts.extend((text[done : secret.start], _mask(secret.kind, secret.sha8)))
        done = secret.end
    return "".join((*parts, text[done:]))


@cache
def _mask_pattern() -> re.Pattern[str]:
    return re.compile(r"\[secret:[a-z0-9-]{1,30}:[0-9a-f]{8}\]")


def _mask_finder(text: str) -> Callable[[int, int], bool]:
    """A function that says whether a span overlaps a mask of the text."""
    masks = [match.span() for match in _mask_pattern().finditer(text)] if "[secret:" in text else []

    def overlaps(start: int, end: int) -> bool:
        before = bisect_left(masks, (end, 0))
        return before > 0 and masks[before - 1][1] > start

    return overlaps


_Found = tuple[str, int, int]


def _candidates(text: str) -> Iterator[_Found]:
    """What looks like a secret, formats before assignments; may overlap."""
    rules = formats.present_rules(text)
    for rule in rules:
        for start, end in formats.match_rule(rule, text):
            yield rule.kind, start, end
    if rules and "\n" in text:
        yield from _wrapped(text, rules)
    yield from (("private-key", start, end) for start, end in formats.match_pem(text))
    longest = max(map(len, text.split()), default=0)
    yield from formats.match_shapes(text, longest)
    if longest >= _MIN_BASE64:
        yield from _encoded(text)
        if any(rule.kind == "aws-access-key" for rule in rules):
            yield from _aws_secrets(text)
    yield from (("url-password", start, end) for start, end in assignments.match_urls(text))
    yield from (("password", start, end) for start, end in drawn.match_options(text))
    yield from assignments.match_assignments(text)


def _merge(found: list[_Found]) -> list[_Found]:
    """Join overlapping spans; the kind of the one that was found by the more particular rule stays."""
    ranked = sorted(enumerate(found), key=lambda pair: (pair[1][1], pair[0]))
    merged: list[tuple[int, str, int, int]] = []
    for rank, (kind, start, end) in ranked:
        if merged and start < merged[-1][3]:
            best, best_kind, first, last = merged[-1]
            merged[-1] = (min(rank, best), kind if rank < best else best_kind, first, max(last, end))
        else:
            merged.append((rank, kind, start, end))
    return [(kind, start, end) for _, kind, start, end in merged]


@cache
def _wrap_pattern() -> re.Pattern[str]:
    return re.compile(r"(?<=[A-Za-z0-9_.-])[ \t]{0,2}\r?\n[ \t>|]{0,12}(?=[A-Za-z0-9_.-])")


def _wrapped(text: str, rules: Iterable[formats.Rule]) -> Iterator[_Found]:
    """Tokens that a line break cuts in two: found in the text without its line breaks, mapped back."""
    pieces: list[str] = []
    starts: list[int] = []
    cuts: list[int] = []
    done = length = 0
    for match in _wrap_pattern().finditer(text):
        pieces.append(text[done : match.start()])
        length += match.start() - done
        cuts.append(length)
        starts.append(match.end())
        done = match.end()
    if not cuts:
        return
    joined = "".join((*pieces, text[done:]))
    yield from _crossing(joined, rules, _Cuts(text, cuts, starts))


class _Cuts(NamedTuple):
    text: str
    joined: list[int]
    """Where the line breaks were, as offsets in the joined text."""
    original: list[int]
    """Where the text goes on after each, as offsets in the original."""


def _crossing(joined: str, rules: Iterable[formats.Rule], cuts: _Cuts) -> Iterator[_Found]:
    for rule in rules:
        whole = {start for start, _ in formats.match_rule(rule, cuts.text)}
        for start, end in formats.match_rule(rule, joined):
            first, last = bisect_right(cuts.joined, start), bisect_left(cuts.joined, end)
            if first >= last:
                continue
            offset = cuts.original[first - 1] - cuts.joined[first - 1] if first else 0
            begin = start + offset
            if begin in whole and rule.exact:
                continue
            bounds = [*cuts.joined[first:last], end]
            while (
                len(bounds) > 1 and begin in whole and not _is_continuation(joined[bounds[-2] : bounds[-1]])
            ):
                bounds.pop()
            if len(bounds) > 1:
                place = first + len(bounds) - 2
                yield rule.kind, begin, cuts.original[place] + bounds[-1] - cuts.joined[place]


def _is_continuation(part: str) -> bool:
    """Whether the start of a line reads like the rest of a token rather than a word."""
    digits = sum(character.isdigit() for character in part)
    return len(part) >= _MIN_CONTINUATION and 0 < digits < len(part) and "." not in part


def _aws_secrets(text: str) -> Iterator[_Found]:
    pattern = re.compile(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
    keys = [match.start() for match in re.finditer(r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}", text)]
    for match in pattern.finditer(text):
        first = bisect_left(keys, match.start() - _NEAR_CHARS)
        near = first < len(keys) and keys[first] <= match.start() + _NEAR_CHARS
        if near and not re.fullmatch(r"[0-9a-f]{40}|[0-9A-F]{40}", match[0]):
            yield "aws-secret-key", match.start(), match.end()


def _encoded(text: str) -> Iterator[_Found]:
    """Known formats inside base64."""
    from binascii import Error, a2b_base64  # noqa: PLC0415 - only long runs need it

    for match in re.finditer(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{32,}={0,2}", text):
        run = match[0].rstrip("=").replace("-", "+").replace("_", "/")
        try:
            head = a2b_base64(run[:32])
            if not head.isascii():
                continue
            decoded = a2b_base64(run + "=" * (-len(run) % 4)).decode("ascii")
        except (Error, UnicodeDecodeError):
            continue
        for rule in formats.present_rules(decoded):
            if any(True for _ in formats.match_rule(rule, decoded)):
                yield rule.kind, match.start(), match.end()
                break
