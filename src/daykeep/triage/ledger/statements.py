"""Sentences of a person that must stay word for word: decisions, rules, limits, corrections."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.](?=\S)[^.!?。！？\n]*)*[.!?。！？]*")
_MIN_CHARS = 6
MAX_CHARS = 240


class Sentence(NamedTuple):
    """One sentence, and whether it decides something or sets a rule."""

    text: str
    is_statement: bool


class Setting(NamedTuple):
    """A value that a person gave a name: "the port is 8081"."""

    key: str
    value: str


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:never|must(?: not|n't)?|always|no longer|under no circumstances|at all costs|instead of|rather than|"
        r"(?:we|i) (?:have |'ve )?(?:decided?|agreed?|settled|approved?)|decision is|let'?s (?:use|go with|stick|switch|keep|drop|avoid)|"
        r"(?:do not|don'?t) (?:use|touch|change|delete|remove|commit|push|deploy|add|edit|write|call|run|install|break|merge|send|ship|rename|mock)|"
        r"(?:use|go with|switch to|stick with) \S+|only (?:use|run|when|after|if|with|in)|make sure|approved|from now on|at most|at least|"
        r"no more than|not allowed|forbidden|required to|has to be|should (?:not|never|always)|stop using)\b"
        r"|不要|必须|禁止|只能|决定|改成|改用|不用|务必|始终|一律|不能|不得|不许|同意|批准|至少|最多|以后都|统一用|别(?:用|改|动|删|再)|而不是",
        re.IGNORECASE,
    )


@cache
def _settings() -> re.Pattern[str]:
    value = r"(?P<value>[\w@./:+-]{1,60})(?![\w(])"
    return re.compile(
        rf"(?<![\w./-])(?P<name>[A-Za-z_][\w.-]{{1,40}})=(?P<rest>[\w@./:+-]{{1,60}})"
        rf"|\b(?:my|our|the|set|change) (?P<key>[a-z][a-z_-]*(?: [a-z]+)?)(?: is now| is| are now| to|:) {value}"
        r"|(?P<han>[\u3400-\u9fffA-Za-z]{2,8})(?:改成|改为|设为|换成|现在是)(?P<named>[A-Za-z0-9@./:+-]{1,60})",
        re.IGNORECASE,
    )


def cut_sentences(text: str) -> list[Sentence]:
    """The sentences of a person's text, in order, each with what it is; linear in its length.

    >>> [one.is_statement for one in cut_sentences("Never touch the lock file. What is in it?")]
    [True, False]
    """
    found: list[Sentence] = []
    for match in _SENTENCE.finditer(text):
        sentence = match.group().strip()
        if sentence:
            is_long = _MIN_CHARS <= len(sentence) <= MAX_CHARS
            is_statement = (
                is_long and not sentence.endswith(("?", "？")) and _cues().search(sentence) is not None
            )
            found.append(Sentence(sentence, is_statement))
    return found


def find_settings(text: str) -> list[Setting]:
    """The values that a text gives names.

    >>> find_settings("the port is now 8081, and retries=3"), find_settings("端口改成8081")
    ([Setting(key='port', value='8081'), Setting(key='retries', value='3')], [Setting(key='端口', value='8081')])
    """
    found: list[Setting] = []
    for match in _settings().finditer(text):
        key = match["name"] or match["key"] or match["han"]
        value = (match["rest"] or match["value"] or match["named"]).rstrip(".,:")
        if value and (match["key"] is None or any(map(str.isdigit, value)) or value[0].isupper()):
            found.append(Setting(key.casefold(), value))
    return found
