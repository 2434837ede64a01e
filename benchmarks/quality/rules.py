"""Plain keyword rules, as somebody would write them in an afternoon: what the scorer is compared with.

Three readings of the same two rules. *Lessons*: a section whose heading holds a keyword is taken whole, without its
to-dos. *Pairs*: a section with a labelled problem and a labelled fix gives the lines with the labels. ``strict`` knows
three Chinese keywords and one pair of labels, ``generous`` adds their synonyms and English, ``in 12 languages`` adds
ten more languages, headings of causes, and one level of headings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.items import LESSON, PROBLEM_FIX

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_HEADING = re.compile(r"(#{1,6})\s+(.*)$")
_TODO = re.compile(r"\s*[-*+]\s+\[[ xX]\]")
_LABEL = re.compile(r"[^\w*]*\*\*\s*([^*:：]{1,40}?)[\s\d#]*(?:[:：]\s*\*\*|\*\*\s*[:：])")
_CODE = ("```", "~~~")

CHINESE = ("技术收获", "教训", "经验总结")
MORE_CHINESE = ("经验", "收获", "心得", "踩坑", "学到")
ENGLISH = ("lesson", "learned", "learnt", "learning", "takeaway", "gotcha")
OTHERS = (
    "lecciones", "lección", "aprendizaje", "aprendido",
    "lições", "lição", "aprendizado", "aprendemos",
    "leçon", "enseignement", "appris",
    "lektion", "gelernt", "gelerntes",
    "lezion", "imparato",
    "урок", "вывод", "выводы",
    "学び", "教訓", "学んだ",
    "교훈", "배운",
    "pelajaran", "pembelajaran",
    "bài học", "kinh nghiệm",
    "לקח", "למדנו",
)  # fmt: skip
CAUSES = (
    "root cause", "根因", "根本原因", "原因分析", "causa raíz", "causa raiz", "cause racine", "ursache", "причина",
    "根本原因", "penyebab", "nguyên nhân", "סיבת",
)  # fmt: skip

PROBLEMS = {
    "strict": ("问题",),
    "generous": ("问题", "症状", "现象", "problem", "issue", "symptom", "bug"),
    "in 12 languages": (
        "问题", "症状", "现象", "problem", "issue", "symptom", "bug", "error", "error message", "problema", "síntoma",
        "sintoma", "problema detectado", "problème", "fehler", "проблема", "симптом", "問題", "症状", "문제", "masalah",
        "vấn đề", "בעיה",
    ),
}  # fmt: skip
FIXES = {
    "strict": ("修复",),
    "generous": ("修复", "解决", "解决方案", "解决方法", "修复方案", "fix", "solution", "resolution", "workaround"),
    "in 12 languages": (
        "修复", "解决", "解决方案", "解决方法", "修复方案", "fix", "solution", "resolution", "workaround", "fixed",
        "solución", "solución encontrada", "solução", "correção", "correctif", "lösung", "behebung", "soluzione",
        "решение", "исправление", "解決", "対策", "修正", "해결", "solusi", "perbaikan", "giải pháp", "פתרון", "תיקון",
    ),
}  # fmt: skip


class Rule(NamedTuple):
    """One reading of the rules: its name, the keywords of headings, the labels of pairs, and the levels it looks at."""

    name: str
    keywords: Sequence[str]
    causes: Sequence[str]
    problems: Sequence[str]
    fixes: Sequence[str]
    levels: Collection[int]
    pair_levels: Collection[int]


STRICT = Rule("strict", CHINESE, (), PROBLEMS["strict"], FIXES["strict"], (2, 3), (3,))
GENEROUS = Rule(
    "generous",
    (*CHINESE, *MORE_CHINESE, *ENGLISH),
    (),
    PROBLEMS["generous"],
    FIXES["generous"],
    (2, 3),
    (3,),
)
TWELVE = Rule(
    "in 12 languages",
    (*CHINESE, *MORE_CHINESE, *ENGLISH, *OTHERS),
    CAUSES,
    PROBLEMS["in 12 languages"],
    FIXES["in 12 languages"],
    (2, 3, 4),
    (2, 3, 4),
)
RULES = (STRICT, GENEROUS, TWELVE)


class _Section(NamedTuple):
    level: int
    title: str
    first: int
    own_last: int
    last: int


def find_by_rule(lines: Sequence[str], rule: Rule) -> dict[int, str]:
    """The lines that a rule takes from a log: number -> kind (``lesson`` or ``problem_fix``).

    >>> find_by_rule(["## 教训", "- one", "- [ ] to do", "### x", "**问题**: a", "b", "**修复**: c"], STRICT)
    {2: 'lesson', 4: 'lesson', 5: 'lesson', 6: 'lesson', 7: 'lesson'}
    >>> find_by_rule(["### x", "- **问题**: a", "b", "- **修复**: c"], STRICT)
    {2: 'problem_fix', 4: 'problem_fix'}
    """
    taken: dict[int, str] = {}
    for section in _cut(lines):
        if section.level in rule.levels:
            kind = _announced(section.title.casefold(), rule)
            if kind:
                for number in _whole(lines, section):
                    taken.setdefault(number, kind)
        if section.level in rule.pair_levels:
            for number in _pair(lines, section, rule):
                taken.setdefault(number, PROBLEM_FIX)
    return dict(sorted(taken.items()))


def _announced(title: str, rule: Rule) -> str:
    if any(word in title for word in rule.keywords):
        return LESSON
    return PROBLEM_FIX if any(word in title for word in rule.causes) else ""


def _cut(lines: Sequence[str]) -> list[_Section]:
    heads: list[tuple[int, int, str]] = []
    fence = ""
    for number, line in enumerate(lines, start=1):
        mark = line.lstrip()[:3]
        if mark in _CODE and fence in {"", mark}:
            fence = "" if fence else mark
        found = None if fence else _HEADING.match(line)
        if found:
            heads.append((number, len(found[1]), found[2]))
    sections = []
    for place, (number, level, title) in enumerate(heads):
        own = heads[place + 1][0] - 1 if place + 1 < len(heads) else len(lines)
        whole = next((head[0] - 1 for head in heads[place + 1 :] if head[1] <= level), len(lines))
        sections.append(_Section(level, title, number + 1, own, whole))
    return sections


def _whole(lines: Sequence[str], section: _Section) -> list[int]:
    span = range(section.first, section.last + 1)
    return [number for number in span if lines[number - 1].strip() and not _TODO.match(lines[number - 1])]


def _pair(lines: Sequence[str], section: _Section, rule: Rule) -> list[int]:
    problems: list[int] = []
    fixes: list[int] = []
    for number in range(section.first, section.own_last + 1):
        label = _LABEL.match(lines[number - 1])
        name = label[1].strip().casefold() if label else ""
        if name in rule.problems:
            problems.append(number)
        elif name in rule.fixes:
            fixes.append(number)
    return sorted([*problems, *fixes]) if problems and fixes else []
