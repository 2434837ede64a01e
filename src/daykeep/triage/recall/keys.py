"""What a question about a stored turn asks for: words that mean its key, and the look of the value. Pure.

A value is asked for by its key ("departure date", "how many people", 出发日期), while the turn says "on the 3rd for two". So
a key's word also stands for its like, and a passage that holds a value of the look that is asked for counts for more.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.search.terms import query_terms, terms


class Kind(NamedTuple):
    """One kind of value: the words that ask for it (the same words are alike), and what it looks like."""

    words: str
    look: str


_MONTHS = r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
KINDS: dict[str, Kind] = {
    "day": Kind(
        "date day when weekday departure arrival check checkin checkout in out deadline due start end year month 日期 年份 哪天 几号 星期 什么时候 何时 出发",
        rf"\d{{4}}-\d\d|\b(?:19|20)\d\d\b|\b(?:{_MONTHS})[a-z]*\b|\b\d{{1,2}}(?:st|nd|rd|th)\b|\b\d{{1,2}}/\d{{1,2}}\b|"
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tomorrow|tonight|next|weekend)\b|[月日号周]|星期|明天|今天|后天",
    ),
    "time": Kind(
        "time when hour clock start begin leave depart arrive open close showtime appointment 时间 几点 何时 什么时候",
        rf"\b(?:\d{{1,2}}(?::\d\d| ?[ap]\.?m)|(?:{_NUMBERS}) ?(?:[ap]\.?m\b|o['\"]?clock|in the)|\d{{1,2}} o['\"]?clock)|"
        r"\b(?:morning|noon|afternoon|evening|night|o'clock|half past|quarter)\b|\d{1,2}[点时]|上午|下午|晚上|中午",
    ),
    "duration": Kind(
        "duration length long stay days nights weeks hours minutes 多久 多长 时长 几天 几晚",
        rf"\b(?:\d+|{_NUMBERS}|a|an|couple of|few)[ -](?:day|night|week|month|hour|minute|min|hr|year)s?\b|[\d一二两三四五六七八九十]\s?(?:天|晚|周|个月|小时|分钟|年)",
    ),
    "money": Kind(
        "price cost fare amount total fee rent balance charge expensive paid pay rate budget salary 价格 多少钱 费用 金额 余额 预算 票价",
        r"[$€£¥]\s?\d|\b\d[\d,.]*\s?(?:dollars?|usd|eur|euros?|pounds?|bucks|cents?)\b|\d\s?[元块]|\d[\d,]*\.\d\d\b",
    ),
    "count": Kind(
        "number count many seats people party guests passengers adults tickets rooms beds baths bedrooms bathrooms travelers size quantity "
        "days nights rating stars 多少 几个 人数 数量 几人 几张 评分",
        rf"\b\d+\b|\b(?:{_NUMBERS}|single|couple|both|me|myself|us)\b|[一二两三四五六七八九十]\S?[个人位张间天晚次]",
    ),
    "phone": Kind("phone telephone number call contact mobile 电话 手机 号码 联系", r"\+?\d[\d\s().-]{6,}\d"),
    "address": Kind(
        "address street located location where place directions 地址 哪里 位置 在哪",
        r"\b\d+[A-Za-z]?\s[A-Z]\w+|\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|way|suite|highway)\b|[路街道号巷]",
    ),
    "place": Kind(
        "city town location area where destination origin place from to venue airport station hotel country region 城市 地点 目的地 哪里 出发地 机场 车站",
        r"\b(?:in|at|to|from|near|around)\s[A-Z]\w+|[市省县区镇站]",
    ),
    "name": Kind(
        "name called title who restaurant hotel movie song track artist album event doctor dentist stylist salon director actor author owner "
        "contact recipient receiver account property attraction theater airline 名字 名称 叫什么 谁 哪个 哪家 餐厅 酒店",
        r"(?<=[a-z,] )[A-Z][a-z]+|[A-Z][a-z]+\s[A-Z]|[\"“「《]",
    ),
    "id": Kind(
        "id identifier code number order ticket reservation confirmation booking reference sku user account tracking flight 编号 订单 单号 代码 航班",
        r"\b(?=\w*\d)(?=\w*[A-Za-z])[\w-]{3,}\b|#\d+",
    ),
    "address_web": Kind("url link website email mail address endpoint 网址 链接 邮箱 邮件", r"://|\bwww\.|\w@\w"),
    "path": Kind("path file folder directory filename 文件 路径 目录", r"[\w.-]+/[\w./-]+|\b\w+\.(?:py|js|ts|md|json|ya?ml|toml|sh|txt|log|csv)\b"),
    "error": Kind("error failure exception why failed crash traceback bug 错误 报错 失败 异常 为什么", r"(?i)error|exception|fail|traceback|错误|失败|异常"),
    "command": Kind("command run ran shell script install 命令 运行 执行", r"(?m)^\s*\$ |\b(?:npm|pip|git|docker|python|cargo|make|curl|uv)\s"),
    "version": Kind("version release upgrade 版本", r"\bv?\d+\.\d+(?:\.\d+)?\b"),
    "choice": Kind(
        "decision decided choose chosen option agreed approved type kind category genre cuisine class style preference 决定 选择 选了 同意 类型 种类",
        r"(?i)\b(?:use|go with|choose|chose|decided|prefer|instead|yes|no|ok|agreed|let's|i want|i'd like|looking for)\b|就用|决定|选|同意|想要",
    ),
}  # fmt: skip
"""Kinds of values, in general words of everyday and technical conversations."""

COMMON = frozenset(("name", "place", "count", "address"))
"""Kinds whose look is so common that it finds nothing by itself."""


class Asked(NamedTuple):
    """What is asked for: the question's own terms, terms that are like them, and the kinds of value that answer it.

    Only the kinds that most of its words ask for: "phone number" asks for no other number.
    """

    terms: tuple[str, ...]
    like: frozenset[str]
    kinds: frozenset[str]


def read_question(question: str) -> Asked:
    """What a question, some words or the name of a key ask for.

    >>> asked = read_question("departure_date")
    >>> asked.terms, sorted(asked.kinds)
    (('departure_date', 'departur', 'date'), ['day'])
    """
    own = tuple(query_terms(question))
    cues = set(own) | set(terms(question))
    named = {kind: len(cues & words) for kind, words in _words().items()}
    most = max(named.values())
    kinds = frozenset(kind for kind, count in named.items() if count and count == most)
    like = frozenset(term for kind in kinds for term in _words()[kind])
    return Asked(own, like - set(own), kinds)


def looks_of(text: str, kinds: frozenset[str]) -> int:
    """How many of the kinds of value a text seems to hold."""
    return sum(bool(_look(kind).search(text)) for kind in kinds)


def words_of_kinds() -> tuple[frozenset[str], ...]:
    """The terms that ask for each kind of value."""
    return tuple(_words().values())


@cache
def _words() -> dict[str, frozenset[str]]:
    return {kind: frozenset(terms(given.words)) for kind, given in KINDS.items()}


def find_looks(text: str, kinds: frozenset[str]) -> set[str]:
    """The values of these kinds that a text seems to hold, in small letters."""
    return {
        found.group().casefold() for kind in kinds for found in _look(kind).finditer(text) if found.group()
    }


@cache
def _look(kind: str) -> re.Pattern[str]:
    return re.compile(KINDS[kind].look)
