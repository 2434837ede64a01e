"""Secrets that can be told by their own form: issuers' prefixes, keys in PEM, tokens with a fixed shape.

The list follows what the issuers document and what public scanners look for (gitleaks' configuration, MIT); the
patterns are our own. Each has a literal that must occur in the text before its pattern is compiled, and every
pattern runs in linear time: a run of one character class, consumed whole.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Rule(NamedTuple):
    """One format: ``needle`` must occur, ``body`` follows it.

    ``exact`` says that the length is fixed, so a match is complete. ``words`` says that the needle also starts
    ordinary dashed words, which are told by having neither digit nor capital.
    """

    kind: str
    needle: str
    body: str
    exact: bool = False
    words: bool = False


_WORD = "[A-Za-z0-9_-]"
_ALNUM = "[A-Za-z0-9]"
_HEX = "[A-Fa-f0-9]"

RULES = (
    Rule("aws-access-key", "AKIA", "[A-Z0-9]{16}(?![A-Za-z0-9])", exact=True),
    Rule("aws-access-key", "ASIA", "[A-Z0-9]{16}(?![A-Za-z0-9])", exact=True),
    Rule("aws-access-key", "ABIA", "[A-Z0-9]{16}(?![A-Za-z0-9])", exact=True),
    Rule("aws-access-key", "ACCA", "[A-Z0-9]{16}(?![A-Za-z0-9])", exact=True),
    Rule("github-pat", "ghp_", _ALNUM + "{30,}", exact=True),
    Rule("github-oauth", "gho_", _ALNUM + "{30,}", exact=True),
    Rule("github-app", "ghu_", _ALNUM + "{30,}", exact=True),
    Rule("github-app", "ghs_", "[A-Za-z0-9_.-]{30,}"),
    Rule("github-refresh", "ghr_", _ALNUM + "{30,}"),
    Rule("github-pat", "github_pat_", "[A-Za-z0-9_]{30,}"),
    Rule("gitlab", "glpat-", "[A-Za-z0-9_.-]{18,}"),
    Rule("gitlab", "gldt-", _WORD + "{18,}"),
    Rule("gitlab", "glrt-", _WORD + "{18,}"),
    Rule("gitlab", "glptt-", _WORD + "{18,}"),
    Rule("gitlab", "glcbt-", _WORD + "{18,}"),
    Rule("anthropic", "sk-ant-", _WORD + "{16,}", words=True),
    Rule("openai", "sk-proj-", _WORD + "{16,}", words=True),
    Rule("openai", "sk-svcacct-", _WORD + "{16,}", words=True),
    Rule("openai", "sk-admin-", _WORD + "{16,}", words=True),
    Rule("openrouter", "sk-or-", _WORD + "{16,}", words=True),
    Rule("langfuse", "sk-lf-", _WORD + "{16,}", words=True),
    Rule("openai", "sk-", _WORD + "{18,}", words=True),
    Rule("elevenlabs", "sk_", _HEX + "{40,}"),
    Rule("google", "AIza", _WORD + "{30,}"),
    Rule("google-oauth", "GOCSPX-", _WORD + "{20,}"),
    Rule("google-oauth", "ya29.", _WORD + "{20,}"),
    Rule("slack", "xox", "[abeoprs]-(?:[0-9]-)?[A-Za-z0-9-]{10,}"),
    Rule("slack", "xapp-", "[0-9]-[A-Za-z0-9-]{10,}"),
    Rule("slack-webhook", "hooks.slack.com/", "(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}"),
    Rule("discord-webhook", "/api/webhooks/", "[0-9]{10,24}/[A-Za-z0-9_-]{30,}"),
    Rule("stripe", "sk_live_", _ALNUM + "{10,}"),
    Rule("stripe", "rk_live_", _ALNUM + "{10,}"),
    Rule("stripe", "sk_test_", _ALNUM + "{10,}"),
    Rule("stripe", "rk_test_", _ALNUM + "{10,}"),
    Rule("webhook-secret", "whsec_", "[A-Za-z0-9+/=]{20,}"),
    Rule("huggingface", "hf_", _ALNUM + "{30,}"),
    Rule("huggingface", "api_org_", _ALNUM + "{30,}"),
    Rule("npm", "npm_", _ALNUM + "{30,}", exact=True),
    Rule("pypi", "pypi-", _WORD + "{40,}", words=True),
    Rule("sendgrid", "SG.", _WORD + "{16,32}[.]" + _WORD + "{30,}"),
    Rule("digitalocean", "dop_v1_", _HEX + "{60,}"),
    Rule("digitalocean", "doo_v1_", _HEX + "{60,}"),
    Rule("shopify", "shpat_", _HEX + "{30,}"),
    Rule("databricks", "dapi", _HEX + "{32}(?![A-Za-z0-9])"),
    Rule("linear", "lin_api_", _ALNUM + "{30,}"),
    Rule("notion", "ntn_", _ALNUM + "{40,}"),
    Rule("notion", "secret_", _ALNUM + "{40,}"),
    Rule("groq", "gsk_", _ALNUM + "{40,}"),
    Rule("xai", "xai-", _ALNUM + "{60,}"),
    Rule("tavily", "tvly-", _WORD + "{20,}", words=True),
    Rule("perplexity", "pplx-", _ALNUM + "{40,}"),
    Rule("replicate", "r8_", _ALNUM + "{30,}"),
    Rule("figma", "figd_", _WORD + "{30,}"),
    Rule("supabase", "sbp_", _HEX + "{36,}"),
    Rule("docker", "dckr_pat_", _WORD + "{20,}"),
    Rule("atlassian", "ATATT3", "[A-Za-z0-9_=-]{40,}"),
    Rule("vault", "hvs.", _WORD + "{24,}"),
    Rule("age", "AGE-SECRET-KEY-1", "[A-Z0-9]{50,}"),
    Rule("firecrawl", "fc-", "[a-f0-9]{32}(?![A-Za-z0-9])", exact=True),
    Rule("nvidia", "nvapi-", _WORD + "{40,}"),
    Rule("langsmith", "lsv2_", "(?:pt|sk)_[A-Za-z0-9_]{30,}"),
    Rule("brave", "BSA", _WORD + "{27}(?![A-Za-z0-9_-])", exact=True),
    Rule("mailgun", "key-", _HEX + "{32}(?![A-Za-z0-9])", exact=True),
    Rule("jwt", "eyJ", _WORD + "{10,}[.]" + _WORD + "{4,}[.]" + _WORD + "{10,}(?:[.]" + _WORD + "{4,}){0,2}"),
)
"""Formats with a prefix, the more particular before the more general."""

_ESCAPED = r"(?<=\\[nrt])|(?<=%[A-Fa-f0-9][A-Fa-f0-9])"
"""What stands before a token in escaped text, where a line break is a backslash and ``n``."""

_SHAPES = (
    (
        "telegram-bot",
        44,
        ":",
        rf"(?:(?<![A-Za-z0-9_])|(?<=/bot)|{_ESCAPED})[0-9]{{6,12}}:[A-Za-z0-9_-]{{35}}(?![A-Za-z0-9_-])",
    ),
    (
        "discord-bot",
        57,
        ".",
        rf"(?:(?<![A-Za-z0-9_.-])|{_ESCAPED})[MNO][A-Za-z0-9_-]{{22,27}}\.[A-Za-z0-9_-]{{6}}\.[A-Za-z0-9_-]{{27,40}}(?![A-Za-z0-9_-])",
    ),
)
"""Formats without a prefix: kind, fewest characters, a character that must occur, pattern."""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


def present_rules(text: str) -> list[Rule]:
    """The rules whose prefix occurs in the text at all."""
    return [rule for rule in RULES if rule.needle in text]


def _rule_pattern(rule: Rule) -> str:
    """The needle, then a look back at what stands before it: a pattern that starts with a literal is searched faster."""
    needle = re.escape(rule.needle)
    if not rule.needle[0].isalnum():
        return needle + rule.body
    return rf"{needle}(?:(?<![A-Za-z0-9]{needle})|(?<=\\[nrt]{needle})|(?<=%[A-Fa-f0-9][A-Fa-f0-9]{needle})){rule.body}"


def match_rule(rule: Rule, text: str) -> Iterator[tuple[int, int]]:
    """The spans of one prefix format, from the prefix to the end of its run; placeholders left out."""
    for match in _compiled(_rule_pattern(rule)).finditer(text):
        body = text[match.start() + len(rule.needle) : match.end()]
        if is_placeholder(body) or (rule.words and _is_dashed_words(body)):
            continue
        start = match.start() if "/" not in rule.needle else match.start() + len(rule.needle)
        yield start, match.start() + len(rule.needle) + len(body.rstrip(".-") or body)


def match_shapes(text: str, longest: int) -> Iterator[tuple[str, int, int]]:
    """The spans of formats without a prefix; ``longest`` is the length of the longest word of the text."""
    for kind, fewest, sign, pattern in _SHAPES:
        if longest >= fewest and sign in text:
            for match in _compiled(pattern).finditer(text):
                yield kind, match.start(), match.end()


def is_placeholder(body: str) -> bool:
    """Whether a value only shows where a secret would stand: ``xxxx``, ``****``, ``your-key-here``, ``...``.

    >>> is_placeholder("xxxxxxxxxxxx"), is_placeholder("your-api-key-here"), is_placeholder("a8f3")
    (True, True, False)
    """
    folded = body.casefold()
    if not set(folded) - set("x*.-_•…#?0") and set(folded) != {"0"}:
        return True
    return any(word in folded for word in _PLACEHOLDER_WORDS)


_PLACEHOLDER_WORDS = (
    "your-", "your_", "yourkey", "yourtoken", "-here", "_here", "placeholder", "redacted", "changeme", "change-me",
    "change_me", "xxxxxxxx", "...", "…", "***", "<", "insert-", "replace-",
)  # fmt: skip


def _is_dashed_words(body: str) -> bool:
    return "-" in body and not any(character.isdigit() or character.isupper() for character in body)


def match_pem(text: str) -> Iterator[tuple[int, int]]:
    """The spans of private keys in PEM, over all their lines; one that is cut off ends with its last key line."""
    if "PRIVATE KEY" not in text:
        return
    begin = _compiled(r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
    free_from = 0
    endless = False
    for match in begin.finditer(text):
        if match.start() < free_from:
            continue
        end = -1 if endless else text.find("-----END ", match.end())
        endless = end < 0
        if end < 0:
            free_from = _key_lines_end(text, match.end())
        else:
            tail = text.find("-----", end + 9, end + 80)
            free_from = tail + 5 if tail >= 0 else end + 9
        yield match.start(), free_from


def _key_lines_end(text: str, start: int) -> int:
    run = _compiled(
        r"[A-Za-z0-9+/=\\:,. \t-]{0,100}(?:\r?\n[ \t>|]{0,8}[A-Za-z0-9+/=]{16,100}(?=\r?\n|$)){0,400}"
    )
    match = run.match(text, start)
    return match.end() if match else start
