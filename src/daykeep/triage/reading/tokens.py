"""The words of a text as they are compared: small letters, without endings; Chinese by pairs of characters."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"[A-Za-z0-9$€£¥#@~/.\\-][\w$%#@:/.+=\\~'’-]*(?<![.:'’,-])|[㐀-鿿]+|[,;:.!?()—，。；：！？、（）\n]|->|→|⇒",
    re.ASCII,
)
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_IRREGULAR = {
    "sold": "sell", "bought": "buy", "chose": "choose", "chosen": "choose", "choosing": "choose", "took": "take", "taken": "take",
    "kept": "keep", "left": "leave", "sent": "send", "went": "go", "gone": "go", "goes": "go", "ran": "run", "running": "run", "wrote": "write",
    "written": "write", "made": "make", "built": "build", "paid": "pay", "forbade": "forbid", "forbidden": "forbid", "held": "hold",
    "said": "say", "told": "tell", "gave": "give", "given": "give", "shipped": "ship", "shipping": "ship", "dropped": "drop", "stopped": "stop",
    "banned": "ban", "does": "do", "did": "do", "done": "do", "has": "have", "had": "have", "was": "be", "were": "be", "is": "be", "are": "be", "been": "be",
    "putting": "put", "setting": "set", "cutting": "cut", "lost": "lose", "spent": "spend", "got": "get", "began": "begin", "begun": "begin",
    "cancelled": "cancel", "canceled": "cancel", "cancelling": "cancel", "planned": "plan", "using": "use", "used": "use", "uses": "use",
    "preferred": "prefer", "preferring": "prefer", "colour": "color", "licences": "license", "licence": "license", "licenses": "license",
    "children": "child", "people": "person", "recipes": "recipe", "thrown": "throw", "flew": "fly", "flights": "flight", "spelt": "spell",
    "failure": "fail", "agreed": "agree", "agrees": "agree", "agreement": "agree", "decision": "decide", "decisions": "decide", "failures": "fail", "approval": "approve", "approvals": "approve", "reminder": "remind", "reminders": "remind", "refunds": "refund",
}  # fmt: skip
_STOP_WORDS = (
    "a an the this that these those it its he she they them his her their we us our i me my you your be to of in on"
    " at for with by from as into onto and or nor but so then than if when while who which what how why where there"
    " here do have will would shall should can could may might must please just also too very really still already"
    " now only all any some each every both such own same other more most much many few less user agent assistant"
    " ask say tell want need like wish require request order demand rule note per about up out off over under again"
    " not no never none nothing without instead rather one thing something anything ok yes use go let get make thank"
    " thanks i'm i'd i'll let's don't doesn't didn't won't isn't aren't wasn't weren't can't cannot couldn't"
    " shouldn't mustn't wouldn't until before after since because while during till else other others everything everyone"
)
STOP = frozenset(_STOP_WORDS.split())
"""Words that say nothing by themselves, or that both a request and a note about it use."""


_KIN_LETTERS = 5


class Token(NamedTuple):
    """One word: the stem by which it is compared, where it begins in the text, whether it is Chinese or a sign, and as it is written."""

    stem: str
    start: int
    is_han: bool
    is_sign: bool
    text: str = ""


def read_tokens(text: str) -> list[Token]:
    """The words and signs of a text, in order; a run of Chinese is one token.

    >>> [one.stem for one in read_tokens("Moved from MySQL, not 用了新库")]
    ['mov', 'from', 'mysql', ',', 'not', '用了新库']
    """
    return [_token(found) for found in _TOKEN.finditer(text)]


def _token(found: re.Match[str]) -> Token:
    text = found.group()
    is_han = "\u3400" <= text[0] <= "\u9fff"
    is_sign = not is_han and not any(one.isalnum() for one in text)
    return Token(text if is_han or is_sign else stem(text), found.start(), is_han, is_sign, text)


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """A word without its ending, so that forms of one word are alike; names and numbers stay as they are.

    >>> [stem(word) for word in ("Pushing", "pushed", "pushes", "libraries", "sold", "v1.2", "rename", "renamed")]
    ['push', 'push', 'push', 'library', 'sell', 'v1.2', 'renam', 'renam']
    """
    text = word.casefold().replace("’", "'").strip(".")
    text = _ORDINAL.sub(r"\1", text.removesuffix("'s"))
    if text in _IRREGULAR:
        return _strip_e(_IRREGULAR[text])
    if not text.isalpha() or not text.isascii() or len(text) < 4:
        return text
    return _strip_e(_without_ending(text))


def _without_ending(text: str) -> str:
    for ending, instead, least in (
        ("ies", "y", 5), ("ied", "y", 5), ("sses", "ss", 5), ("ches", "ch", 5), ("shes", "sh", 5), ("xes", "x", 4),
        ("ing", "", 6), ("ed", "", 5), ("s", "", 4),
    ):  # fmt: skip
        if (
            text.endswith(ending)
            and len(text) >= least
            and not (ending == "s" and text.endswith(("ss", "us", "is")))
        ):
            root = text.removesuffix(ending) + instead
            doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz"
            return root[:-1] if doubled and ending in {"ing", "ed"} else root
    return text


def _strip_e(text: str) -> str:
    return text[:-1] if len(text) > 3 and text.endswith("e") and text.isalpha() else text


def are_kin(one: str, other: str) -> bool:
    """Whether two words begin alike far enough to be of one family.

    >>> are_kin("renew", "renewal"), are_kin("katarina", "katarzyna"), are_kin("log", "login")
    (True, False, False)
    """
    longer = max(len(one), len(other))
    least = max(_KIN_LETTERS, -(-longer * 3 // 5))
    return (
        one[:least] == other[:least]
        and min(len(one), len(other)) >= least
        and one.isalpha()
        and other.isalpha()
    )


def pairs_of(han: str) -> list[str]:
    """The pairs of neighbouring characters of a run of Chinese; a single one is itself.

    >>> pairs_of("新仓库"), pairs_of("库")
    (['新仓', '仓库'], ['库'])
    """
    return [han[at : at + 2] for at in range(len(han) - 1)] or [han]


def content_of(tokens: list[Token]) -> list[str]:
    """The stems that say something; Chinese as pairs of characters."""
    found: list[str] = []
    for token in tokens:
        if token.is_han:
            found += [pair for pair in pairs_of(token.stem) if not set(pair) <= HAN_STOP]
        elif not token.is_sign and token.stem not in _STOP_STEMS:
            found.append(token.stem)
    return found


_STOP_STEMS = frozenset(stem(word) for word in STOP) | STOP
HAN_STOP = frozenset(
    "的了是在和与及把被就都也还又很我你他她它们这那个用户要求请让给对为以上下里中之而但或不没别"
)
