"""Whether the text of an item came back as it was sent, and the text that a person made of it.

On its way a text gets other quotes, dashes and blanks, is wrapped and escaped: none of that is an edit. In one that
was edited, every word that was not comes back as it was sent.
"""

from __future__ import annotations

import html
import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from daykeep.guard.hidden import show_hidden
from daykeep.review.digest.marks import BAR, PLAIN
from daykeep.review.verdict.reword import as_edited

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLANKS = r"[^\S\n\x0b-\x1f\x85\u2028\u2029]+"
"""Blanks that a digest shows as such; what else counts as a space is shown by its number."""
_TOKEN = re.compile(rf"\n|{_BLANKS}|\.{{3}}|[-–—−]+|[\[［]U\+[0-9A-F]{{4,6}}[\]］]|\w+|.", re.DOTALL)
_SAME = {
    **dict.fromkeys("‘’‚‛`´′", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    "…": "...",
    BAR: "|",
}


def find_edit(sent: Sequence[str], came: Sequence[str]) -> tuple[str, ...] | None:
    """The lines that a person made of those that were ``sent``, None if they came back unchanged, or not at all.

    >>> find_edit(['- Say "no" -- once'], ["- Say “no” —", "once"]) is None
    True
    >>> find_edit(['- Say "no" once'], ["- Say “no” twice"])
    ('- Say "no" twice',)
    """
    if not any(line.strip() for line in came):
        return None
    whole = "\n".join(sent)
    texts = ["\n".join(came), html.unescape("\n".join(came))]
    if _bare(whole) in map(_bare, texts):
        return None
    text = max(texts, key=lambda one: SequenceMatcher(None, _bare(whole), _bare(one)).ratio())
    return as_edited(sent, _restore(whole, text).split("\n"))


def _bare(text: str) -> str:
    """A text without all that its way may change."""
    return "".join(_plain(token) for token in _TOKEN.findall(text)).replace(" ", "")


def _plain(token: str) -> str:
    shown = token if token.isascii() and token.isprintable() else show_hidden(token)
    if shown.isspace():
        return " "
    if token[0] in "-–—−":
        return "-"
    return "".join(_SAME.get(sign, sign) for sign in shown.translate(PLAIN))


def _restore(sent: str, came: str) -> str:
    """What came, with the exact signs that were sent wherever both say the same."""
    old, new = _TOKEN.findall(sent), _TOKEN.findall(came)
    parts: list[str] = []
    matcher = SequenceMatcher(None, [*map(_plain, old)], [*map(_plain, new)], autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        before, after = "".join(old[first:last]), "".join(new[start:end])
        if tag == "equal" or not (before + after).strip():
            parts.append(before)
        else:
            parts.append(after if _has_twins(sent) else after.translate(PLAIN))
    return "".join(parts)


def _has_twins(text: str) -> bool:
    return text.translate(PLAIN) != text
