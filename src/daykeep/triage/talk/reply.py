"""Reading how an assistant's message ends: it asks, proposes, has done something, offers more help, or just tells."""

from __future__ import annotations

import re
from functools import lru_cache

from daykeep.triage.talk.chinese import has_han

ASKS, PROPOSES, DONE, MORE, TELLS, NOTHING = "asks", "proposes", "done", "more", "tells", "nothing"
"""It wants an answer; it puts something forward; it has done it; it asks whether there is anything else; none of these;
there is no message."""
TAIL_CHARS = 400
"""How much of the end is read: what a message wants stands there."""

_WORDS = re.compile(r"[a-z']+")
_SENTENCES = re.compile(r"(?<=[.!?。！？\n])\s*")
_MORE = re.compile(
    r"\b(?:any(?:thing|one)?|some(?:thing)?|what|how|other|another|further|need|require|like|want|is there|can i|may i|could i|"
    r"shall i|should i|do)\b[^.?!]{0,60}?\b(?:else|more|further|additional (?:help|assistance|requests?|services?|questions?|information)|additionally|next for you|other (?:help|assistance|things?|ways?|services?|"
    r"requests?|questions?|needs?|requirements?)|another (?:thing|way|request|service|help)|still (?:need|be)|assist(?:ance)?|help|"
    r"be of (?:any |more |further )?(?:help|assistance|service|use)|do (?:now |today )?for you|useful)\b"
    r"|\b(?:will|would) (?:that|this|it) be all\b|\bis (?:that|this|it) (?:all|everything)\b|\bthat(?:'s| is| will be|'ll be) (?:all|everything)\b[^.!]{0,30}\?"
    r"|\banything else\b|\bwhat else\b|\bany (?:questions|requests)\b",
)
_HELPS_WITH = re.compile(
    r"\b(?:help|assist)(?: you)? (?:me |us )?(?:with|to|by|in) (?!anything|something|another|other|more|else|that|this|it\b|you|today|any)|\bhow (?:many|much|long|often)\b|\bmore (?:details?|info|context|specific|than)\b|\bor (?:some|any) ?(?:thing )?(?:else|other)\b|\bprefer(?:red|ence)?\b",
)
_DEEDS = (
    "booked made reserved confirmed purchased scheduled placed completed done bought sent paid transferred added rented successful processed "
    "started begun complete streaming arranged secured canceled cancelled requested shared fixed merged deployed pushed committed updated created "
    "deleted removed installed saved written finished passing green resolved applied renamed moved implemented published uploaded restarted reverted "
    "migrated refactored configured enabled disabled submitted issued refunded"
)
_DEED = rf"(?:{_DEEDS.replace(' ', '|')}|set(?! (?:in|to|at|amid|against)\b)|released(?! in\b))"
_DONE = re.compile(
    rf"\b(?:has|have|had|is|are|was|were|been|got|it'?s|all|now|successfully|tests?|build|changes?|fix)\b(?: (?:been|now|already|successfully|all|just|being|officially|are|is|if))* {_DEED}\b"
    rf"|\bsuccess(?:ful|fully)?\b|\b(?:i|we)(?:'ve| have| just| also)?(?: (?:just|now|already|also|successfully|went ahead and))* {_DEED}\b"
    rf"|^\W*(?:ok(?:ay)?|great|sure|all)?\W*(?:(?:the |your )?[a-z]+ )?{_DEED}\b[.! ]"
    r"|\bplaying\b[^.?!]{0,60}\bnow\b|\b(?:could ?n[o']t|couldn't|unable to|not able to|was ?n[o']t possible|failed|unsuccessful)\b"
    r"|\bi(?:'ve| have) (?:just |now |already |also |successfully )?(?!(?:locat|recommend|suggest|check|notic|need|want|search|review|compar|consider|attach|list|prefer|identifi|select|discover|gather|obtain|pull|pick|look|uncover|spott|sourc|collect|shortlist|filter|match|narrow|receiv|learn|explor|examin|compil|prepar|propos|outlin|draft|fetch|retriev)ed\b)[a-z]{3,}ed\b"
    r"|(?:ing|tion|ment|update|upgrade)s? (?:is |are |has )?(?:finished|done|complete|completed)\b"
    r"|\b(?:now playing|playing now|is being played|is playing[.!]?$)\b|(?:^|[.!,] ?)(?:please |(?:i )?hope (?:that )?you(?:'ll| will)? )?enjoy (?:your|the|it|this|listening|watching)\b|(?:^|[.!] ?)(?:i )?hope you like (?:it|your)\b|(?<!may )(?<!might )(?<!would )\benjoy[.!]"
    r"|\bwent through\b|\bgood to go\b|\bstarts? playing\b|\bon (?:the|its|it's|their|your) way\b"
    r"|\b(?:have|hope you have) an? (?:\w+ )?(?:nice|good|great|wonderful|lovely|pleasant|fantastic|safe|fun|amazing|awesome|beautiful|excellent|happy|fine|blessed|terrific|enjoyable|splendid) (?:\w+ )?(?:time|trip|flight|stay|ride|meal|day|evening|visit|experience|night|weekend)\b"
    r"|\bwill (?:be (?:there|here|arriving|with you)\b|(?:arrive|reach you) (?:in|within|shortly|soon)\b)|\byou have a (?:table|reservation|room|booking|ticket)\b"
    r"|\byou(?:'re| are) (?:very |most )?welcome\b|\b(?:my|a|the) pleasure\b|\b(?:bye|goodbye|take care)\b|\bglad (?:i|to)\b",
)
_OTHER_SIGNS = (
    "success successful successfully playing enjoy hope went good starts way arrive arriving reach there here pleasure welcome bye "
    "goodbye care glad couldn't couldn couldnt unable able failed unsuccessful possible time trip flight stay ride meal day evening visit experience "
    "night weekend table reservation room booking ticket i've"
)
_DONE_SIGNS = frozenset(_DEEDS.split()) | {"set", "released"} | frozenset(_OTHER_SIGNS.split())
"""Words of which one at least stands in every message that `_DONE` finds, but for "I have …ed": a quick look before the long one."""
_CONFIRMS = re.compile(
    r"\b(?:confirming|confirm|verify|ensure)\b(?! (?:your|the) (?:reservation|booking) for is)|\bcheck (?:the following|that|if|these|this)\b|\bdouble[- ]check\b"
    r"|\bi(?:'ll| will| am going to|'m going to|'d|'d like to| would| plan to| propose| suggest| recommend)\b(?! be (?:here|happy|glad))"
    r"|\bwe will\b|\blet me know\b|\bjust to\b|\bto recap\b|\bso you\b|\byou (?:want|need|wish|would like|are looking)\b|\bshall we\b|\b(?:would|do) you (?:like|want|prefer|need)\b|\b(?:shall|should) i\b|\bwant me to\b|\byour (?:call|choice)\b"
    r"|\bwaiting for your\b|\btell me\b|\bplease (?:choose|pick|select|specify|provide|let)\b|\boption (?:\d|[ab])\b|\beither\b",
)
_STARTS_CONFIRMING = re.compile(
    r"\W*(?:please |kindly |okay,? |ok,? |just |let'?s |to |alright,? |so,? )*(?:confirm|confirming|verify|ensure|check|booking(?! (?:was|is|has|made|confirmed|number|id|complete))|reserving|playing(?![^.?!]{0,60}\bnow\b)|scheduling|sending|buying|(?:give|for)(?: the)? confirmation|be clear|you (?:still |also )?(?:want|need|wish|would like))\b",
)
_STARTS_ASKING = re.compile(
    r"\W*(?:so |and |ok |okay |sure |alright |yes |no |absolutely |or )*(?:what(?! (?:a|an|i)\b)|which|who|where|when|how(?! (?:nice|great|lovely))|do you|would you|are you|is (?:that|it|this)|shall|should (?:i|we)|can you|could you|does that)\b",
)
_PROPOSES = re.compile(
    r"\bthere(?:'s| is| are| was)\b|\bi(?:'ve| have)? (?:found|located|see|can|could|would|recommend|suggest|got|have)\b|\bwe have\b|\byou (?:may|might|could|should)\b"
    r"|\bif you (?:want|like|prefer)|\boptions?\b|\bmatch(?:ing|es)?\b|\brecommend|\bsuggest|\bpopular\b|\bin vogue\b|\bwell[- ](?:reviewed|known|rated)\b"
    r"|\bis (?:really |very |quite |a )?(?:great|nice|good|lovely|fun)\b|\bone (?:is|of|leaving|would be|option)\b|\b(?:discovered|came up with|come up with|managed to find|perhaps)\b|\bhas an? (?:\w+ )?(?:flight|bus|train|room|table)\b|\bfound\b|\binterest(?:ed|ing)|\bhas one\b|\bavailable\b|\b(?:showing|playing|performing) (?:at|in)\b"
    r"|\bis (?:an?|the|one of) [\w -]{0,30}(?:restaurant|hotel|movie|film|place|event|house|apartment|flat|car|attraction|museum|park|theat(?:er|re)|song|album|salon|stylist|dentist|"
    r"doctor|therapist|flight|bus|train|show|venue|one|spot|option|choice|drama|comedy)\b"
    r"|\bleav(?:es|ing)\b|\bdepart(?:s|ing)\b|\btak(?:es|ing) (?:off|place)\b|\b\d[- ]star",
)
_ZH_MORE = re.compile(
    r"还有(?:什么|其他|别的|其它)|还需要|还要(?:我)?(?:做|帮)?什么|(?:其他|别的|其它|更多)[^。？]{0,8}(?:帮|需要|问题|吩咐|事)|还能帮|随时(?:告诉|找|叫|联系)我|有(?:任何)?(?:需要|问题)[^。]{0,6}(?:随时|再|请)"
)
_ZH_ASKS = re.compile(
    r"[?？]|请(?:确认|选择|告诉|提供|指定|问)|要不要|是否|还是|哪(?:个|一|种|些)|(?:吗|呢)[。！]?\s*$|需要我"
)
_ZH_DONE = re.compile(
    r"已(?:经)?[^，。！？]{0,12}(?:好|完|成|了|修复|提交|更新|部署|删除|添加|创建|安装|发送|预订|取消|合并|重启|配置|通过|恢复|启动|上线|解决|处理|关闭|备份|构建|回滚|正常)|(?:完成|搞定|成功|修好|弄好|办好|改好|通过)了|成功|不客气|祝你|祝您"
)
_ZH_PROPOSES = re.compile(
    r"建议|推荐|可以(?:用|选|试|考虑|先)|方案|我(?:会|将|打算|准备|计划)|找到|有\s*\d*\s*(?:家|个|种|款|趟|班)|不如|最好|倾向"
)

_REFUSES = re.compile(
    r"\bi (?:can|am able to) only (?:help|assist|answer|handle|discuss|talk)|\bi only (?:handle|answer|help|deal|support)\b"
    r"|\bi(?:'m| am) (?:only|just) (?:able|here) to\b|\bi (?:can'?t|cannot|won'?t|am unable to|'m unable to|am not able to) (?:help|assist)(?: you)? with (?:that|this|it)\b"
    r"|\b(?:outside|beyond) (?:of )?(?:my (?:scope|area|field|expertise|role)|what i)|\bnot something i can (?:help|do)"
    r"|我只能(?:回答|处理|帮)|只能(?:回答|处理)[^。]{0,12}问题|无法帮您?(?:做|处理)这|超出了?我的(?:范围|能力|职责)"
)


def refuses(text: str) -> bool:
    """Whether an assistant's message says that what was asked is none of its business.

    >>> refuses("I only handle medical questions."), refuses("I only changed one line.")
    (True, False)
    """
    return _REFUSES.search(text.lower()) is not None


def read_reply(text: str) -> str:
    """How an assistant's message ends, one of the words above; the last ``TAIL_CHARS`` characters are read.

    >>> read_reply("It costs $40. Shall I book it?"), read_reply("Booked. Is there anything else?")
    ('asks', 'more')
    >>> read_reply("I've fixed the test and pushed it."), read_reply("已经部署完成了。还有什么需要吗？")
    ('done', 'more')
    """
    tail = text[-TAIL_CHARS:].strip().lower().replace("’", "'")
    if not tail:
        return NOTHING
    return _read(tail)


@lru_cache(maxsize=1 << 14)
def _read(tail: str) -> str:
    """The same message is read for the turn that follows it, and for how things stand after it."""
    return _read_chinese(tail) if has_han(tail) else _read_english(tail)


def _read_english(tail: str) -> str:
    sentences = [part for part in _SENTENCES.split(tail) if part.strip()]
    questions = [part for part in sentences if part.rstrip().endswith("?")]
    if any(not _offers_more(part) for part in questions):
        return ASKS
    if any(_STARTS_ASKING.match(part) and not _offers_more(part) for part in sentences):
        return ASKS
    if questions or (_offers_more(sentences[-1]) and not any(map(str.isdigit, sentences[-1]))):
        return MORE
    is_done = _is_done(tail)
    if _STARTS_CONFIRMING.match(tail) or (_CONFIRMS.search(tail) and not is_done):
        return ASKS
    if is_done:
        return DONE
    return PROPOSES if _PROPOSES.search(tail) else TELLS


def _is_done(tail: str) -> bool:
    """Whether something is said to be done; most messages have none of the words that this takes."""
    if _DONE_SIGNS.isdisjoint(_WORDS.findall(tail)) and "i have " not in tail:
        return False
    return _DONE.search(tail) is not None


def _offers_more(sentence: str) -> bool:
    return _MORE.search(sentence) is not None and not _HELPS_WITH.search(sentence)


def _read_chinese(tail: str) -> str:
    sentences = [part for part in _SENTENCES.split(tail) if part.strip()]
    asking = [part for part in sentences if _ZH_ASKS.search(part)]
    if any(not _ZH_MORE.search(part) for part in asking):
        return ASKS
    if asking or _ZH_MORE.search(sentences[-1]):
        return MORE
    if _ZH_DONE.search(tail):
        return DONE
    return PROPOSES if _ZH_PROPOSES.search(tail) else TELLS
