"""What a question asks for: settings, what happened, or knowledge; a time, a number, a place; one answer or several."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["settings", "history", "knowledge", "other"]
Expected = Literal["time", "length", "number", "name", ""]

_HISTORY = re.compile(
    r"\b(?:before|last time|previous(?:ly)?|earlier|yesterday|ago|last (?:week|month|year|night|session)|history|"
    r"when did|did (?:we|i|you)|have (?:we|i|you)|were we|remember when|back then|at that time|"
    r"letztes mal|früher|vorher|gestern|damals|la dernière fois|avant|hier|auparavant|la última vez|antes|ayer|"
    r"l'ultima volta|prima|ieri|última vez|ontem)\b"
    r"|之前|以前|上次|上回|昨天|前天|上周|上个月|去年|曾经|当时|那次|聊过|说过|讨论过|什么时候"
    r"|前回|以前|昨日|先週|この前|지난번|이전에|어제|в прошлый раз|раньше|вчера|прошл",
    re.IGNORECASE,
)
_SETTINGS = re.compile(
    r"\b(?:setting|settings|config(?:uration|ured)?|configure|option|options|preference|preferences|default|port|"
    r"hostname|host|endpoint|path to|api key|environment variable|env var|version of|shortcut|alias|time ?zone|"
    r"credential|credentials|einstellung(?:en)?|konfiguration|réglages?|paramètres?|configuración|ajustes|"
    r"impostazioni|configurazione|configurações)\b"
    r"|设置|配置|设定|参数|偏好|默认|端口|环境变量|快捷键|时区|設定|構成|설정|환경 변수|настройк|конфигурац|параметр",
    re.IGNORECASE,
)
_KNOWLEDGE = re.compile(
    r"^\s*(?:what (?:is|are|does)|how (?:do|does|to|can|should)|why (?:do|does|is|are)|explain|describe|define|which|"
    r"was ist|was sind|wie|warum|qu'est-ce|comment|pourquoi|qué es|cómo|por qué|che cos|come|perché|o que é|como)\b"
    r"|什么是|是什么|怎么|怎样|如何|为什么|介绍|解释|原理|とは|どうやって|なぜ|무엇|어떻게|왜|что такое|как|почему",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"^\s*(?:since |until |by )?when\b|\b(?:what|which) (?:year|month|date|day|week|time)\b|^\s*(?:wann|quand|cuándo|quando)\b"
    r"|什么时候|何时|哪[一]?[年天月日]|几[点号月]|いつ|언제|когда",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    r"\bhow long\b|\bwie lange\b|combien de temps|cuánto tiempo|多久|多长时间|どのくらい|как долго",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\bhow (?:many|much|often|old|far|big|large)\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[oa]s?\b|\bquant[ie]\b|多少|几[个次只人条]|いくつ|何[個回人]|몇|сколько",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"^\s*(?:who|whom|whose|where)\b|\b(?:what|which) (?:city|country|countries|states?|places?|company|person|people)\b"
    r"|^\s*(?:wer|wo|wohin|qui|où|quién|dónde|chi|dove|quem|onde)\b|谁|哪里|哪儿|哪位|誰|どこ|누구|어디|кто|где|куда",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\bhow many\b|\bboth\b|\ball\b|\bin what ways\b|哪些|都有|所有|分别|几[个次]", re.IGNORECASE
)
_PLURAL = re.compile(
    r"^\s*(?:what|which)(?:\s+(?:are|were|kinds?|types?|sorts?|of|some|the|other|different|[a-z+-]+))*?\s+([a-z]+s)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(r"^\s*(?:what|where|who)\s+(?:has|have|does|do)\b", re.IGNORECASE)
_NO_PLURALS = frozenset(("does", "is", "was", "has", "this", "its", "yes"))


def kind_of(text: str) -> Kind:
    """Which places to look at first: words for settings win, then those for the past, then those for explanations.

    >>> kind_of("which port does the proxy use?"), kind_of("上次我们聊了什么"), kind_of("How do I rotate logs?")
    ('settings', 'history', 'knowledge')
    """
    if _SETTINGS.search(text):
        return "settings"
    if _HISTORY.search(text):
        return "history"
    return "knowledge" if _KNOWLEDGE.search(text) else "other"


def what_is_expected(text: str) -> Expected:
    """The kind of answer that the question words ask for; ``""`` when they don't tell.

    >>> what_is_expected("When did it break?"), what_is_expected("多少钱"), what_is_expected("What broke?")
    ('time', 'number', '')
    """
    if _LENGTH.search(text):
        return "length"
    if _TIME.search(text):
        return "time"
    if _NUMBER.search(text):
        return "number"
    return "name" if _NAME.search(text) else ""


def several_wanted(text: str) -> bool:
    """Whether the answer is likely a list, so that several passages are needed for it.

    >>> several_wanted("What books has Anna read?"), several_wanted("When did Anna move?")
    (True, False)
    """
    if _COUNTED.search(text) or _OPEN.search(text):
        return True
    plural = _PLURAL.search(text)
    return bool(plural and plural[1].lower() not in _NO_PLURALS and not plural[1].lower().endswith("ss"))
