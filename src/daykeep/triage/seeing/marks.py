"""The words of a text by which it can be found and used again: identifiers, numbers, paths, addresses, names with a sign.

A quick look for every turn of a long conversation; what a note must name is read more closely in ``triage.reading``.
"""

from __future__ import annotations

import re

from daykeep.triage.seeing.clipping import SENTENCES

MOST_MARKS = 64
"""How many are kept of one text, in the order in which they stand."""
_LONGEST_CHARS = 120
_REMEMBERED_TOKENS = 100_000
_LONGEST_TOKEN = 400
_STRIP = ".,;:!?()[]{}<>\"'`*“”‘’，。；：！？（）【】「」、…|"
_SIGNS = frozenset("_/@=\\#$€£¥")
_INNER = re.compile(r"[A-Za-z0-9_./:@=#$€£¥%+\\-]+")
_HUMP = re.compile(r"[a-z][A-Z]|^[A-Z]{2,}$")
_DECIDES = re.compile(
    r"\b(?:use|using|don'?t|do not|never|always|must|must not|only|prefer|let'?s|go with|choose|chose|pick|instead|rather|approved?|confirm(?:ed)?|"
    r"agreed?|decided?|cancel|stop|keep|remove|deploy|merge|revert|actually|should|shouldn'?t|need to|want|make sure|no longer|required?|rename|"
    r"correct|wrong|not|yes|no|nope|yep|yeah|ok|okay|sure|i'?ll take|sounds good|that works|go ahead|do it)\b"
    r"|用|不要|别|必须|只|改成|改为|选|就|同意|批准|可以|不行|不能|停|取消|决定|应该|需要|优先|总是|永远|从不|换成|保留|删|好的|是的|对|错",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"^.*(?:error|exception|fatal|failed|failure|denied|错误|失败|异常).*$", re.IGNORECASE | re.MULTILINE
)
_ERROR_SIGNS = (
    "rror",
    "ERR",
    "xception",
    "atal",
    "FATAL",
    "ailed",
    "ailure",
    "FAIL",
    "denied",
    "错误",
    "失败",
    "异常",
)
"""One of these stands in every line that tells an error: looking for them is quicker."""
_DECIDES_CHARS = 4_000
_ERROR_CHARS = 20_000


def find_marks(text: str) -> tuple[str, ...]:
    """The marks of a text, each once, at most ``MOST_MARKS``; linear in its length.

    >>> find_marks("Deploy api_v2 to /srv/app on port 8080, then tell Anna.")
    ('api_v2', '/srv/app', '8080')
    """
    found: dict[str, None] = {}
    for marks in filter(None, map(_marks.__getitem__, text.split())):
        found.update(marks)
        if len(found) >= MOST_MARKS:
            break
    return tuple(found)


class _Table(dict[str, dict[str, None]]):
    """Token -> its marks, remembered: the words of a conversation come again and again."""

    __slots__ = ()

    def __missing__(self, token: str) -> dict[str, None]:
        if len(self) >= _REMEMBERED_TOKENS:
            self.clear()
        words = (token,) if token.isascii() else _INNER.findall(token[:_LONGEST_CHARS])
        stripped = [word.strip(_STRIP)[:_LONGEST_CHARS] for word in words if _is_mark(word)]
        found = dict.fromkeys(word for word in stripped if word)
        if len(token) <= _LONGEST_TOKEN:
            self[token] = found
        return found


_marks = _Table()


def _is_mark(word: str) -> bool:
    if word.isalpha():
        return len(word) > 2 and not (word.islower() or word.istitle()) and _HUMP.search(word) is not None
    return any(map(str.isdigit, word)) or not _SIGNS.isdisjoint(word.strip(_STRIP))


def find_decisions(text: str, *, most: int = 6) -> list[str]:
    """The sentences of what a person said in which something is decided, wanted, forbidden or answered."""
    text = text[:_DECIDES_CHARS]
    if _DECIDES.search(text) is None:
        return []
    sentences = [part.strip() for part in SENTENCES.split(text)]
    return [part for part in sentences if part and _DECIDES.search(part)][:most]


def find_errors(text: str, *, most: int = 2) -> list[str]:
    """The first lines of a tool's result that tell an error."""
    text = text[:_ERROR_CHARS]
    found: list[str] = []
    if not any(sign in text for sign in _ERROR_SIGNS):
        return found
    place = 0
    while len(found) < most and (match := _ERROR.search(text, place)) is not None:
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        place = len(text) if end < 0 else end
        found.append(text[start:place].strip())
    return found
