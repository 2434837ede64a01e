"""What kind of text something is, told by its form: data, errors, code, logs, listings, talk."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from daykeep.triage.ledger.data import parse_json

Category = Literal["decision", "error", "code", "data", "log", "listing", "conversation"]
DECISION: Category = "decision"
ERROR: Category = "error"
CODE: Category = "code"
DATA: Category = "data"
LOG: Category = "log"
LISTING: Category = "listing"
CONVERSATION: Category = "conversation"

_SAMPLE_LINES = 200
_FEWEST_LINES = 4


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        LOG: re.compile(
            r"\s*(?:[\[(]?(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d)"
            r"|[\[<]?(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|TRACE|CRITICAL)\b)"
        ),
        LISTING: re.compile(
            r"\s*(?:[-dlcbps][rwxsStT-]{9}\s|(?:\.{0,2}/|~/)?[\w.@+-]+(?:/[\w.@+-]+)+/?(?:[:\s]|$)|[\w.@+-]+\.[A-Za-z]{1,5}$|[├└│])"
        ),
        CODE: re.compile(
            r"\s*(?:\d+\s*[→|:]\s?)?\s*(?:(?:def|class|import|from|return|if|for|while|async|await|const|let|var|function|export|public|private|"
            r"static|fn|impl|struct|enum|interface|type|func|package|use|#include|@\w+)\b.*|[})\]];?,?|.*[{;]\s*|//.*|/?\*.*|[+-].*[;{(]\s*|diff --git .*|@@ .*)$"
        ),
        ERROR: re.compile(
            r"(?:Traceback \(most recent call last\)|\w*(?:Error|Exception)\b[:(]|(?:error|fatal|panic)(?:\[\w+\])?:|npm ERR!|FAILED\b|E\d{3,5}\b)",
            re.IGNORECASE,
        ),
    }


def category_of(text: str, *, is_error: bool = False) -> Category:
    """The kind of a text that a tool gave or an agent wrote; ``is_error`` is what the tool itself says.

    >>> category_of('{"id": 1}'), category_of("ValueError: bad port", is_error=True), category_of("Thanks, bye.")
    ('data', 'error', 'conversation')
    """
    if is_error:
        return ERROR
    if parse_json(text) is not None:
        return DATA
    lines = [line for line in text.splitlines()[:_SAMPLE_LINES] if line.strip()]
    if len(lines) < _FEWEST_LINES:
        return ERROR if lines and _patterns()[ERROR].match(lines[0].strip()) else CONVERSATION
    for category, share in ((LOG, 0.5), (LISTING, 0.6), (CODE, 0.3)):
        if sum(_patterns()[category].match(line) is not None for line in lines) >= share * len(lines):
            return LOG if category == LOG else LISTING if category == LISTING else CODE
    return ERROR if "Traceback (most recent call last)" in text else CONVERSATION
