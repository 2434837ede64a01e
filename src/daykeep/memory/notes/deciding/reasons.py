"""A statement taken apart: the rule, why it holds, when and how it applies."""

from __future__ import annotations

import re
from functools import cache

from daykeep.memory.notes.note import Statement

LIMIT_CHARS = 4_000
"""Longer texts are documents with a form of their own; they stay whole."""
_SHORT = 2
_EDGES = " \t\n,，;；:：。—–-"


def split_reason(text: str) -> Statement:
    """The rule of a statement, its reason ("because ...", ``因为…``, ``否则…``) and when it applies ("when ...", ``每次…``).

    Labels (``**Why:**``, ``How to apply:``, ``原因：``) are taken as they are. The reason leaves the rule; the words for when
    it applies stay in the rule too, as it says something else without them. What has no reason is given back whole.

    >>> split_reason("Use pnpm because the lock file is pnpm's")
    Statement(rule='Use pnpm', why="the lock file is pnpm's", apply='')
    """
    if len(text) > LIMIT_CHARS:
        return Statement(text)
    labelled = _labelled(text)
    if labelled is not None:
        return labelled
    rule, why = _split(text)
    return Statement(rule, why, _applies(rule))


def _labelled(text: str) -> Statement | None:
    """The parts that stand behind labels; None where there are none."""
    places = [*_label().finditer(text)]
    if not places or not text[: places[0].start()].strip():
        return None
    parts = {"why": "", "apply": ""}
    ends = [match.start() for match in places[1:]] + [len(text)]
    for match, end in zip(places, ends, strict=True):
        name = "why" if match["why"] else "apply"
        parts[name] = " ".join(filter(None, (parts[name], text[match.end() : end].strip())))
    return Statement(text[: places[0].start()].strip(), **parts)


@cache
def _label() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|(?<=[\n.;。；，,—])|(?<=\s))[ ]*(?:[-*][ ]+)?(?:\*\*)?(?:(?P<why>Why|Reason|原因|理由|为什么)|(?P<apply>How to apply|When to apply|Applies|如何应用|怎么用|应用场景|适用场景|如何使用))"
        r"(?:[:：]\*\*|\*\*[:：]|[:：])[ ]*",
        re.IGNORECASE,
    )


def _split(text: str) -> tuple[str, str]:
    seen = re.sub(
        r"`[^`\n]*`|「[^」\n]*」|\"[^\"\n]*\"|“[^”\n]*”", lambda found: "\x00" * len(found[0]), text
    )
    for pattern in _first_patterns():  # the reason stands first: "Because X, do Y"
        match = pattern.match(seen)
        if match is not None:
            return text[match.start("rule") : match.end("rule")].strip(), text[
                match.start("why") : match.end("why")
            ].strip(_EDGES)
    best = min(
        (match for pattern in _patterns() if (match := pattern.search(seen)) and match.start() >= _SHORT),
        key=lambda match: match.start(),
        default=None,
    )
    if best is None:
        return text, ""
    rule = text[: best.start()].rstrip(_EDGES)
    why = text[best.start("why") :].strip().strip(_EDGES).rstrip(".")
    if not why or not rule:
        return text, ""
    return rule, why


@cache
def _first_patterns() -> tuple[re.Pattern[str], ...]:
    orders = "don't|do not|never|always|please|use|keep|avoid|stop|make|show|ask|write|run|we (?:can't|cannot|must|should)|it must|you (?:must|should)"
    return (
        re.compile(r"because (?P<why>[^,\n]{3,200}), (?P<rule>[^\n]{3,})$", re.IGNORECASE),
        re.compile(r"since (?!then\b|\d|last\b|yesterday|the start)(?P<why>[^,\n]{3,200}), (?P<rule>[^\n]{3,})$", re.IGNORECASE),
        re.compile(r"the reason (?:that |why )?(?P<rule>.{3,120}?) is (?:that |because )?(?P<why>[^\n]{3,})$", re.IGNORECASE),
        re.compile(rf"(?P<why>[^\n]{{3,200}}), so (?P<rule>(?:{orders})\b[^\n]{{3,}})$", re.IGNORECASE),
        re.compile(r"(?:因为|由于)(?P<why>[^，\n]{2,100})[，,](?:所以)?(?P<rule>[^\n]{2,})$"),
        re.compile(r"(?P<why>[^\n]{2,100})[，,](?:所以|因此)(?P<rule>[^\n]{2,})$"),
    )  # fmt: skip


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The words between a rule and its reason; the group ``why`` is where the reason begins."""
    then = r"(?:we|it|they|I|our|the|mocks?|last|that|this|he|she|someone|you|there|prod\w*|CI)\b"
    return (
        re.compile(r"[\s,;—–-]+(?:because|cause|cuz)(?: of)? (?P<why>(?=\s*\S))", re.IGNORECASE),
        re.compile(rf"\s*[,;—–]\s*(?:since|as|given that|seeing that) (?P<why>{then})", re.IGNORECASE),
        re.compile(r"\s+since (?P<why>(?:(?:it|we|they)(?:'s|'re)?|(?:the|our|that|this) \w+) (?!(?:last|first|start|beginning|release|launch)\b)\w+)", re.IGNORECASE),
        re.compile(r"[\s,]+(?:due to|owing to|on account of) (?P<why>(?=\s*\S))", re.IGNORECASE),
        re.compile(r"[\s,]+(?P<why>so that\b)", re.IGNORECASE),
        re.compile(r"\s*[,;—–-]\s*(?P<why>(?:otherwise|or else)\b)", re.IGNORECASE),
        re.compile(r"\s*[;,.]\s*(?:the )?reason(?: is| being)?[: ]\s*(?P<why>(?=\s*\S))", re.IGNORECASE),
        re.compile(rf"(?:\s+(?:—|–|--|-)\s+|—+)(?P<why>{then})", re.IGNORECASE),
        re.compile(r",\s*(?P<why>(?:we (?:got|were) (?:burned|bitten|hit)|last (?:time|week|month|quarter|year|sprint) |it broke |that broke )\s*\S)", re.IGNORECASE),
        re.compile(r"[\s，,。；;]*(?:原因是|因为|由于|是因为|毕竟)[：:，,]?(?P<why>(?=\s*\S))"),
        re.compile(r"\s*[，,；;。]\s*(?P<why>(?:否则|不然|要不然|要不)(?=\s*\S))"),
        re.compile(r"\s*[，,；;]\s*(?P<why>(?:以免|免得|以便|这样)(?=\s*\S))"),
        re.compile(r"\s*——\s*(?P<why>(?=\s*\S))"),
    )  # fmt: skip


def _applies(rule: str) -> str:
    for pattern in _whens():
        match = pattern.search(rule)
        if match is not None:
            return match["when"].strip(_EDGES)
    return ""


@cache
def _whens() -> tuple[re.Pattern[str], ...]:
    """The words that say when a rule applies, with the whole clause."""
    lead = r"when(?:ever)?|every time|each time|before|after|while|for"
    inner = r"when(?:ever)? (?:you|I|we|it|the|a|there|\w+ing)|every time|each time|before (?:you|\w+ing|every|each|any)|after (?:you|\w+ing|every|each)|while \w+ing|unless|if (?:you|I|we|it|the|there|a)"
    return (
        re.compile(rf"^(?P<when>(?:{lead}|if|in|from now on|next time) [^,，\n]{{2,80}})[,，]\s*\S", re.IGNORECASE),
        re.compile(rf"(?<=\S) (?P<when>(?:{inner})\b[^,;.\n]{{0,80}})", re.IGNORECASE),
        re.compile(r"(?P<when>(?:每次|每当|凡是|只要|以后遇到|遇到)[^，。；\n]{1,30}?)(?:[，,。]|都|就|要|必须|一定|$)"),
        re.compile(r"(?P<when>在[^，。；\n]{1,24}(?:时候?|之前|之后|前|后))"),
        re.compile(r"^(?P<when>[^，。；\n]{1,20}(?:的时候|之前|之后|时(?!间|区|候)))"),
    )  # fmt: skip
