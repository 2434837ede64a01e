"""Sections that say by their heading alone what they are, as `daykeep log --kind` writes them."""

from __future__ import annotations

from daykeep.distill.extract.titles import clean_title
from daykeep.memory.items import DECISION, FACT, LESSON, PREFERENCE

_KINDS = {
    LESSON: "lesson lessons lesson-learned lessons-learned 教训 经验教训 lektion lección lição leçon урок pelajaran 教訓 교훈",
    DECISION: "decision decisions 决定 决策 entscheidung decisión decisão décision решение keputusan 決定 결정",
    PREFERENCE: "preference preferences user-preference user-preferences 偏好 用户偏好 präferenz préférence preferencia "
    "preferência предпочтение preferensi 好み 선호",
    FACT: "fact facts 事实 fakt hecho fato fait факт fakta 事実 사실",
}
_KIND_OF = {word.replace("-", " "): kind for kind, words in _KINDS.items() for word in words.split()}


def filed_kind(title: str) -> str:
    """The kind that a heading names when it says nothing else but a time; empty for any other.

    Somebody filed what stands below as that, by hand or with `daykeep log --kind`.

    >>> filed_kind("09:49 Decision"), filed_kind("14:30 教训"), filed_kind("Decision: database")
    ('decision', 'lesson', '')
    """
    return _KIND_OF.get(clean_title(title).casefold().strip(" :："), "")
