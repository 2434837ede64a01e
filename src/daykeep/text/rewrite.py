"""Whether a text says the same as another one in other words: nothing lost, nothing new, nothing turned round.

The check is strict on the safe side: a good rewrite may be refused, and then the original stays.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.text.facts import LIMIT_CHARS, find_facts

LOST = "lost"
NEW = "new"
TURNED = "turned round"

_NEGATIONS = (
    "not", "no", "never", "none", "without", "cannot", "can't", "don't", "doesn't", "didn't", "won't", "isn't",
    "aren't", "wasn't", "weren't", "shouldn't", "mustn't", "nor", "neither", "avoid", "avoids", "stop", "forbid",
    "forbids", "forbidden", "prohibit", "prohibited", "refuse", "refuses", "nicht", "kein", "keine", "nie", "niemals",
    "ohne", "nunca", "jamás", "sin", "não", "sem", "jamais", "sans", "pas", "non", "mai", "senza", "не", "нельзя",
    "никогда", "без", "jangan", "tidak", "bukan", "tanpa", "không", "đừng",
)  # fmt: skip
_CHINESE_NEGATIONS = (
    "不",
    "没",
    "勿",
    "别",
    "禁止",
    "禁用",
    "避免",
    "无法",
    "无需",
    "严禁",
    "未",
    "なし",
    "ない",
    "ません",
    "禁",
)
_BINDING = (
    "must", "always", "only", "every", "required", "mandatory", "muss", "müssen", "immer", "nur", "siempre",
    "debe", "solo", "sempre", "deve", "toujours", "doit", "всегда", "должен", "только", "harus", "selalu", "必须",
    "总是", "务必", "一定", "只能", "永远", "每次", "一律", "必ず", "常に",
)  # fmt: skip
_OPPOSITES = (
    ("enable", "disable"), ("allow", "deny"), ("allow", "forbid"), ("before", "after"), ("above", "below"),
    ("increase", "decrease"), ("raise", "lower"), ("include", "exclude"), ("add", "remove"), ("start", "stop"),
    ("accept", "reject"), ("success", "failure"), ("true", "false"), ("newer", "older"), ("more", "less"),
    ("more", "fewer"), ("longer", "shorter"), ("faster", "slower"), ("public", "private"), ("open", "close"),
    ("sync", "async"), ("synchronous", "asynchronous"), ("minimum", "maximum"), ("at least", "at most"),
    ("upper", "lower"), ("first", "last"), ("left", "right"), ("safe", "unsafe"), ("always", "never"),
    ("启用", "禁用"), ("开启", "关闭"), ("允许", "禁止"), ("之前", "之后"), ("增加", "减少"), ("提高", "降低"),
    ("成功", "失败"), ("最大", "最小"), ("至少", "至多"), ("上限", "下限"), ("同步", "异步"), ("公开", "私有"),
)  # fmt: skip


class Change(NamedTuple):
    """One detail that a rewrite changed: ``how`` is lost, new or turned round."""

    how: str
    kind: str
    detail: str

    def __str__(self) -> str:
        """In words: ``number lost: 30s``."""
        return f"{self.kind} {self.how}: {self.detail}"


def find_changes(original: str, rewrite: str) -> list[Change]:
    """Every detail that ``rewrite`` lost, added or turned round; empty if it says the same as far as can be seen.

    >>> [str(one) for one in find_changes("Never restart nginx before 09:00.", "Restart nginx before 09:30.")]
    ['date lost: 09:00', 'date new: 09:30', 'polarity lost: never']
    """
    return [*_changed_facts(original, rewrite), *_changed_polarity(original, rewrite)]


def _changed_facts(original: str, rewrite: str) -> list[Change]:
    before, after = find_facts(original), find_facts(rewrite)
    old_text, new_text = _flat(original), _flat(rewrite)
    changes: list[Change] = []
    kinds = zip(before.by_kind().items(), after.by_kind().items(), strict=True)
    for (kind, old), (_, new) in kinds:
        changes += [Change(LOST, kind, one) for one in sorted(old - new) if not _stands(one, new_text, kind)]
        changes += [Change(NEW, kind, one) for one in sorted(new - old) if not _stands(one, old_text, kind)]
    return changes


def _stands(detail: str, text: str, kind: str) -> bool:
    """Whether a detail that the other side classed otherwise stands in the text all the same; never for digits."""
    if kind in {"number", "date"}:
        return False
    return re.search(rf"(?<![^\W_]){re.escape(detail)}(?![^\W_])", text) is not None


def _changed_polarity(original: str, rewrite: str) -> list[Change]:
    changes: list[Change] = []
    old, new = _flat(original), _flat(rewrite)
    for kind, find in (("polarity", _negations), ("rule", _binding)):
        before, after = find().findall(old), find().findall(new)
        if before and not after:
            changes.append(Change(LOST, kind, before[0]))
        elif after and not before:
            changes.append(Change(NEW, kind, after[0]))
    for one, other in _OPPOSITES:
        for here, there in ((one, other), (other, one)):
            if _has(old, here) and not _has(old, there) and _has(new, there) and not _has(new, here):
                changes.append(Change(TURNED, "sense", f"{here} became {there}"))
    return changes


def _flat(text: str) -> str:
    return text[:LIMIT_CHARS].casefold().replace("’", "'")


def _has(text: str, word: str) -> bool:
    return word in text if not word.isascii() else re.search(rf"\b{word}", text) is not None


@cache
def _negations() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_NEGATIONS)})\b|\w+n't\b|{'|'.join(_CHINESE_NEGATIONS)}")


@cache
def _binding() -> re.Pattern[str]:
    plain = "|".join(word for word in _BINDING if word[0] < "\u3000")
    return re.compile(rf"\b(?:{plain})\b|{'|'.join(word for word in _BINDING if word[0] >= chr(0x3000))}")
