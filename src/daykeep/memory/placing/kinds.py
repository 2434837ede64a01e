"""Which headings of a MEMORY.md are the home of a kind: lessons, problems and fixes, decisions, preferences, facts.

Headings are told by their words in some twenty languages. A heading with other words beside those ("Docker problems")
is about a topic; that is for :mod:`daykeep.memory.placing.topics`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from daykeep.memory.placing.dates import find_day
from daykeep.text.unicode import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.text.sections import Section

_WORDS = {
    "lesson": """lesson learned learnt learning takeaway insight wisdom lektion lehren erkenntnis gelernt leçon
        apprentissage appris enseignement lección leccion aprendizaje aprendido aprendida lição lições lições
        aprendizado aprendizagem lezion apprendiment imparato lessen geleerd inzicht урок вывод опыт висновк lekcj
        lekcje wniosk לקח לקחים תובנות pelajaran pembelajaran ders dersler öğrenilen 교훈 배운 دروس lärdom bài học""",
    "problem_fix": """problem fix fixes fixed troubleshoot issue gotcha bug bugs solution workaround pitfall lösung
        fehler behebung problème dépannage correctif problema solución arreglo solução correção soluzion probleem
        oplossing проблем исправлен ошибк неполадк помилк rozwiązan błęd בעיות תקלות פתרונות masalah solusi perbaikan
        sorun çözüm hata 문제 해결 مشاكل حلول lỗi khắc phục""",
    "decision": """decision decided adr entscheidung beschluss beschlüsse décision decisión decisiones decisão
        decisões decisao beslissing besluit решени рішенн decyzj החלטה החלטות keputusan karar kararlar 결정 قرارات
        beslut quyết định""",
    "preference": """preference prefers likes dislikes präferenz vorlieb gewohnheit wünsche préférence preferencia
        preferência preferenz voorkeur предпочтени вподобанн preferencj העדפות preferensi tercih 선호 취향 تفضيلات
        önskemål sở thích""",
    "fact": """fact facts environment setup infrastructure reference config configuration knowledge background info
        information fakten umgebung referenz wissen hintergrund faits environnement référence connaissance hechos
        entorno referencia datos conocimiento fatos ambiente referência fatti riferiment feiten omgeving факт
        окружени справк факти fakty środowisk עובדות סביבה fakta lingkungan gerçek 사실 환경 حقائق miljö môi trường""",
}
_SIGNS = {
    "lesson": "教训 教訓 收获 收穫 经验 經驗 踩坑 心得 洞察 学び 知見 気づき",
    "problem_fix": "问题 問題 修复 修復 排查 故障 解决 解決 トラブル 対処 不具合 避坑",
    "decision": "决策 決策 决定 決定 决议 判断",
    "preference": "偏好 喜好 习惯 習慣 好み",
    "fact": "事实 事實 事実 环境 環境 参考 參考 资料 資料 信息 資訊 情報 知识 知識 背景",
}
_FILLER_WORDS = """the a an of and or for from to in on at my our your key important main general core notes note list so
    far user users about technical tech known common recent project engineering long term current other misc various
    und der die das wichtige wichtigste et les des du de la le el los las y e i и с в o os as von zu per важные важное
    основные meine mes mis meus"""
_FILLERS = frozenset(_FILLER_WORDS.split())
_CJK_FILLERS = re.compile(
    "[与和及的、·]|重要|核心|技术|用户|项目|记录|关键|常见|清单|长期|总结|日志|技術|ユーザー|重點|の|と"
)
_WHOLE = {"lesson": ("技术", "技術")}
"""Signs that mean the kind only where they are the whole heading."""

_PREFIX_CHARS = 5
_PREFIX_CHARS_ELSEWHERE = 4
"""Words of this length stand for their inflections too; those that are not written in Latin letters are shorter."""

_STEMS = {kind: tuple(fold(text).split()) for kind, text in _WORDS.items()}
_EXACT = {
    kind: frozenset(stem + ending for stem in stems for ending in ("", "s")) for kind, stems in _STEMS.items()
}
_PREFIXES = {
    kind: tuple(
        stem for stem in stems if len(stem) >= (_PREFIX_CHARS if stem.isascii() else _PREFIX_CHARS_ELSEWHERE)
    )
    for kind, stems in _STEMS.items()
}
_CJK = re.compile("[\\u3040-\\u30ff\\u3400-\\u9fff]+")
_LETTERS = re.compile(r"[^\W\d_]+")

KINDS = tuple(_WORDS)


@lru_cache(maxsize=4096)
def kind_share(title: str, kind: str) -> float:
    """The share (0 to 1) of a heading's words that name a kind; words like "important" don't count.

    >>> kind_share("Lessons learned", "lesson"), kind_share("Docker problems", "problem_fix")
    (1.0, 0.5)
    >>> kind_share("🛠 问题与修复", "problem_fix")
    1.0
    """
    text = fold(title)
    if text.strip() in _WHOLE.get(kind, ()):
        return 1.0
    cjk = _CJK_FILLERS.sub("", "".join(_CJK.findall(text)))
    named = sum(len(sign) for sign in _SIGNS[kind].split() if sign in cjk)
    words = [word for word in _LETTERS.findall(_CJK.sub(" ", text)) if word not in _FILLERS]
    matched = sum(1 for word in words if _names(word, kind))
    total = len(words) + len(cjk) / 2
    return min(1.0, (matched + named / 2) / total) if total else 0.0


def is_kind(title: str) -> bool:
    """Whether a heading is the home of some kind rather than of a topic."""
    return any(kind_share(title, kind) > 0.5 for kind in KINDS)


def starts_with_kind(title: str, kind: str) -> bool:
    """Whether the first word of a heading names the kind: "Lessons from the migration"."""
    words = [word for word in _LETTERS.findall(fold(title)) if word not in _FILLERS]
    return bool(words) and (_names(words[0], kind) or words[0].startswith(tuple(_SIGNS[kind].split())))


def find_kind_home(sections: Sequence[Section], kind: str) -> Section | None:
    """The section that is the home of a kind, or None; level 2 goes before others, dated sections are none.

    Headings that are hardly about anything else go before those that only begin with the kind's name.
    """
    open_ones = [section for section in sections if section.line and find_day(section.title) is None]
    first = open_ones[0] if open_ones else None
    whole = [section for section in open_ones if kind_share(section.title, kind) > 0.5]
    begun = [section for section in open_ones if starts_with_kind(section.title, kind)]
    for candidates in (whole, begun):
        for level in (2, 1, 3):
            for section in candidates:
                if section.level == level and not (level == 1 and section is first):
                    return section
    return None


def _names(word: str, kind: str) -> bool:
    return word in _EXACT[kind] or word.startswith(_PREFIXES[kind])
