"""Whether a note has the form of a note: short, about the past, and nothing that a model could take for its own orders."""

from __future__ import annotations

import re
from typing import NamedTuple

from daykeep.guard.hidden import find_hidden
from daykeep.guard.injection import find_signs
from daykeep.text.tokens import count_tokens
from daykeep.triage.reading.sentences import cut_sentences

MAX_SENTENCES = 3
MAX_SHARE = 0.5


class Shape(NamedTuple):
    """What a rewrite may be: so many sentences (0: any number), so great a share of its source's tokens (0: any)."""

    sentences: int = MAX_SENTENCES
    share: float = MAX_SHARE


NOTE_SHAPE = Shape()
SUMMARY_SHAPE = Shape(0, MAX_SHARE)
"""A summary of many units has as many sentences as it needs."""
NO_SHAPE = Shape(0, 0.0)
"""Only what it says is looked at."""

_REFUSALS = re.compile(
    r"^\W*(?:i'?m sorry|sorry,|i (?:can(?:no|')t|am unable|won'?t)|as an ai|unfortunately,? i|i apologi[sz]e|对不起|抱歉|很抱歉|我(?:无法|不能|没办法)|作为(?:一个)?(?:AI|人工智能|语言模型))",
    re.IGNORECASE,
)
_FAULTS = re.compile(
    r"^\W*(?:error (?:generating|creating|in|while|calling|code)|(?:api|internal|server|network|connection|fetch|request|model) (?:error|failed)|error:|failed to (?:generate|summari[sz]e|fetch|parse)"
    r"|net::err_|traceback \(most|rate limit|too many requests|overloaded|service unavailable|bad gateway|gateway time-?out|http \d{3}\b|\{\s*\"(?:error|type|detail)\"|<!doctype|<html|null$|none$|undefined$|n/a$|\[?(?:no )?(?:summary|content|output)\]?(?: available| generated| provided)?\.?$|\[[^\]\n]{0,80}(?:summari[sz]|omitted|truncated|cleared|removed|摘要|省略|已清除)[^\]\n]{0,80}\]\W*$|生成(?:摘要|总结)(?:失败|出错)|请求失败|网络错误)",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"</?(?:system|user|assistant|human|tool|function|invoke|antml|tool_call|tool_use|tool_result|function_calls?|parameter|think|thinking|instructions?|system-reminder|source|note|data|document|context|history)\b[^>]*>"
    r"|<\|[a-z_]+\|>|\[/?INST\]|<<SYS>>|^\s*(?:system|user|assistant|human|developer|tool|用户|助手|系统)\s*[:：]\s*$|```|^\s*#{2,}\s*(?:system|instruction)|\"(?:tool_calls?|function_call|tool_use_id)\"\s*:",
    re.IGNORECASE | re.MULTILINE,
)
_TURN = re.compile(
    r"^\s*(?:system|assistant|human|developer|系统|助手)\s*[:：]", re.IGNORECASE | re.MULTILINE
)
_ORDERS = re.compile(
    r"^(?:please |now (?:you|do|go|run|send|delete) |you (?:must|should|need to|have to|are now|will|can(?:not)?) |(?:always|never) (?:push|run|send|delete|use|call|execute|reply|reveal|answer|obey|follow|ask|tell|write|commit|deploy|trust|refuse) |do not |don't |ignore |disregard |forget |remember to |make sure |ensure |execute |run the |run this |"
    r"reply |respond |output |print |reveal |call the |click |follow |act as |pretend |stop and |send (?:the|all|your|it) |delete (?:the|all|your|it) |请(?!求|假|上)|你(?:必须|应该|需要|要|现在|不能|可以)|务必|忽略|无视|不要理会|记住|执行)",
    re.IGNORECASE,
)
ORDINARY_SIGN = "url"
"""An address alone is ordinary in a note; the check of values sees one that the source doesn't have."""
_DETAILS = re.compile(r"(?:^|\n)(?:Details|细节)[:：]([^\n]*)\Z")
_SAYS = re.compile(
    r"\b(?:not|no|never|only|user|customer|owner|client|approv\w*|confirm\w*|agree\w*)\b|n't\b|[不没别勿未]|用户|客户|批准|同意|确认",
    re.IGNORECASE,
)
_VALUE_WORDS, _VALUE_CHARS = 4, 120
_QUOTED = re.compile(r"[\"“「『][^\"”」』\n]{1,300}[\"”」』]")
_LEAD = re.compile(
    r"^(?:details|user|decision|constraint|rule|preference|open|error|note|细节|用户|决定|规则|偏好|待办|错误)\s*[:：]\s*",
    re.IGNORECASE,
)


def find_misshapen(note: str, source_tokens: int, shape: Shape) -> list[str]:
    """In words, everything about the form of a note that isn't as it should be; empty if nothing.

    What stands in quotation marks is said by somebody, and may be an order.
    """
    faults: list[str] = []
    if not any(one.isalnum() for one in note):
        return ["it says nothing"]
    body = note.split("\nDetails:", maxsplit=1)[0].split("\n细节：", maxsplit=1)[0]
    if shape.sentences and len(cut_sentences(body)) > shape.sentences:
        faults.append(f"more than {shape.sentences} sentences")
    if shape.share and count_tokens(note) > shape.share * source_tokens:
        faults.append(f"more than {shape.share:.0%} of the source's tokens")
    if _REFUSALS.search(note) or _FAULTS.search(note):
        faults.append("a refusal or an error, no note")
    bare = _QUOTED.sub(" ", note)
    if _MARKUP.search(note) or _TURN.search(bare):
        faults.append("marks of roles or tools")
    if find_hidden(note):
        faults.append("hidden characters")
    if shape.sentences and _gives_orders(bare):
        faults.append("an order to the reader")
    if any(sign.kind != ORDINARY_SIGN for sign in find_signs(bare)):
        faults.append("signs of an injection")
    return faults


def without_list(note: str) -> str:
    r"""A note without its line of details, if that lists only values: nothing in it is said of anything.

    >>> without_list("The port is set.\nDetails: 8080; ord_91"), without_list("Set.\nDetails: not 8080")
    ('The port is set.', 'Set.\nDetails: not 8080')
    """
    found = _DETAILS.search(note)
    if found is None or not all(_is_bare(item) for item in found.group(1).split(";")):
        return note
    return note[: found.start()]


def _is_bare(item: str) -> bool:
    return _SAYS.search(item) is None and len(item.split()) <= _VALUE_WORDS and len(item) <= _VALUE_CHARS


def _gives_orders(bare: str) -> bool:
    return any(_ORDERS.match(_LEAD.sub("", one.text)) for one in cut_sentences(bare))
