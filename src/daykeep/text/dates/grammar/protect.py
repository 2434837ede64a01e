"""What is left alone when dates are looked for: code, addresses, titles, and dates that are absolute already."""

from __future__ import annotations

import re
from functools import cache

from daykeep.text.dates.names import MONTH_WORDS, without_lookalikes
from daykeep.text.dates.values import BLANK, DATE


@cache
def _untouched() -> re.Pattern[str]:
    """Fenced code, code spans, comments, addresses, paths, link targets, handles and titles; dates in them are marked already."""
    return re.compile(
        r"^[ ]{0,3}(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^[ ]{0,3}(?P=fence)[^\n]*$|\Z)"
        r"|(?<!`)(?P<tick>`++)(?:(?!\n\s*\n).){1,2000}?(?<!`)(?P=tick)(?!`)"
        r"|<!--.{0,4000}?-->|\]\([^)\n]{1,500}\)|\[\[[^\]\n]{1,200}\]\]|《[^》\n]{1,100}》"
        r"|\b[a-z][a-z0-9+.-]{1,20}://[^\s<>\"'`）】」』，。、]{1,2000}"
        r"|[\w.+\x01-]{1,100}@[\w\x01-]{1,100}\.[\w.\x01-]{1,100}|(?<!\w)[@#][\w\x01-]{1,100}"
        r"|(?<![\w/])(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.%+\x01-]{1,100}(?:[/\\][\w.%+\x01-]{0,100})*"
        r"|(?<![\w/])[\w.\x01-]{1,100}(?:/[\w.\x01-]{1,100}){2,20}|\b[\w\x01-]{1,100}\.[A-Za-z]\w{0,9}\b",
        re.DOTALL | re.MULTILINE | re.IGNORECASE | re.ASCII,
    )


@cache
def _absolute() -> re.Pattern[str]:
    """Dates with their year, weeks and quarters with their year, points of time."""
    year = r"(?:19|20|21)\d\d"
    day = r"\d{1,2}(?:st|nd|rd|th)?"
    return re.compile(
        rf"(?<![\d-]){year}-\d{{1,2}}(?:-\d{{1,2}}(?:[T ]\d{{1,2}}:\d{{2}}(?::\d{{2}})?Z?)?)?(?![\d-])"
        rf"|(?<!\d){year}[/.]\d{{1,2}}(?:[/.]\d{{1,2}})?(?!\d)|(?<!\d)\d{{1,2}}[/.]\d{{1,2}}[/.]{year}(?!\d)"
        rf"|(?<!\d)\d\d年\d{{1,2}}月(?:\d{{1,2}}[日号])?|(?<!\d){year}[ ]?年(?:[ ]?\d{{1,2}}[ ]?月(?:份|底|末|初|[ ]?\d{{1,2}}[ ]?[日号])?|底|末|初|中|[上下]半年"
        rf"|[ ]?第?[一二三四1-4][ ]?季度末?|[ ]?Q[1-4])?"
        rf"|\b(?:{MONTH_WORDS})\.?[ ]{day},?[ ]{year}\b(?!-|[ ]?年)|\b{day}(?:[ ]of)?[ ](?:{MONTH_WORDS})\.?,?[ ]{year}\b(?!-|[ ]?年)"
        rf"|\b(?:{MONTH_WORDS})\.?,?(?:[ ]of)?[ ]{year}\b(?!-|[ ]?年)|\b{year}[ -]?[QW]\d{{1,2}}\b|\bQ[1-4][ -]?{year}\b"
        r"|\bFY[ ]?\d{2,4}(?:[ -]?Q[1-4])?\b",
        re.IGNORECASE | re.ASCII,
    )


def protect(text: str) -> str:
    """The text at the same length, with what is left alone blanked and absolute dates marked."""
    marked = _absolute().sub(lambda found: DATE * len(found[0]), without_lookalikes(text))
    return _untouched().sub(lambda found: BLANK * len(found[0]), marked)
