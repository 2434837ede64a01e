"""Tells prompts that ask nothing of memory, without loading anything for it. Pure."""

from __future__ import annotations

import re
from functools import cache

OTHER = "!#"
"""Signs with which a prompt begins that is no prompt: a shell's command, a line to be remembered."""
_WORDS = (
    r"ok|okay|k|yes|yep|yeah|yup|no|nope|nah|sure|right|correct|exactly|agreed|thanks?|thank|thx|ty|cheers|please|pls|great|nice|good|"
    r"fine|cool|perfect|awesome|excellent|looks|lgtm|go|ahead|on|continue|proceed|next|do|it|that|this|so|and|then|now|again|stop|"
    r"wait|undo|try|keep|going|carry|sounds|you|very|much|a|lot|to|me|all|done|well|i|see|hi|hello|hey"
)
_CHINESE = r"好的?|行|可以|对|嗯+|是的?|不|不用|不要|谢谢你?|多谢|请|继续|接着|下一步|开始吧?|停|等等|再来|没问题|收到|明白|知道|了|吧|啊|呢|你好|辛苦"


def asks_nothing(prompt: str) -> bool:
    """Whether a prompt is a command (``/compact``, ``!ls``, ``# note``), empty, thanks, or a plain "go on".

    >>> asks_nothing("/compact keep the plan"), asks_nothing("ok, thanks!"), asks_nothing("/etc/hosts is wrong")
    (True, True, False)
    """
    bare = prompt.strip()
    if not bare or bare[0] in OTHER or _command().match(bare):
        return True
    return len(bare) <= 80 and _idle().fullmatch(bare) is not None


@cache
def _command() -> re.Pattern[str]:
    return re.compile(r"/[A-Za-z][\w:-]*(?=\s|\Z)|<(?:command-|local-command-|task-notification)")


@cache
def _idle() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?:\b(?:{_WORDS})\b|{_CHINESE}|\d)[\s,.!?;:，。！？；、~👍🙏]*){{1,8}}", re.IGNORECASE
    )
