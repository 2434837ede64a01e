"""What a sentence in a conversation shows beside what any statement shows: asking, ordering for now, ordering for good.

A cue is written for English and Chinese at once. What each tells is learned (``weights.json``).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.language import count_han

if TYPE_CHECKING:
    from daykeep.session.extract.model import Saying

_DEEDS = (
    "add|fix|run|show|write|rename|make|change|update|check|look|read|open|commit|push|deploy|revert|undo|try|explain|tell|give|create|delete|remove|move|translate|draft|summari[sz]e|find|set up"
    "|install|continue|go ahead|go on|do|let's|let me|put|build|test|refactor|implement|generate|start|stop|restart|merge|rebase|print|list|search|grep|compare|review|send|bump|upgrade|convert|split"
    "|extract|sort|debug|investigate|draw|plot|replace|roll|wait|ship|use|pick|take|keep|clean|finish|help|prepare|format|pull|fetch|download|skip|drop|mark|double|leave"
)
_LEAD = r"^\W*(?:(?:ok|okay|alright|right|good|great|nice|perfect|thanks|cool|now|then|so|and|also|but|yes|yeah|yep|no|nope|well|hey|hi|please|pls|just|next|first|finally|btw|actually|hmm|sure|wait|fine|done|oh)[,.! ]+)*"
_ZH_LEAD = r"^\W*(?:(?:好的?|行|可以|嗯|那|然后|接着|现在|再|先|另外|对|不|谢谢|麻烦|请|你|就|顺便|哦|ok)[，,。！ ]*)*"
STANDING = (
    r"\b(?:always|never|ever(?! (?:heard|seen|used|tried|wonder))|from now on|in (?:the )?future|going forward|from here on|every (?:time|single)|each time|by default|in general|generally|whenever|any ?time|at all times|as a rule|every (?:commit|change|release|pr|file|answer|reply|test|function|new)|once and for all|for good|permanently|next time|everywhere|everything you|anything you|all (?:the )?(?:our|my|your)|across (?:the|all)|throughout|whole (?:codebase|repo|project|team|company)|in (?:this|our) (?:codebase|repo|project|company|team|house)|(?:the|a|our|my|house) (?:rule|convention|policy|standard|principle)s?|around here|is the rule)\b"
    r"|以后|每次|每回|一律|永远|总是|始终|今后|往后|凡是|不管|默认|从现在起|从今天起|从今往后|下次|一向|任何时候|只要|都要|都用|都别|都不|所有|任何|全部都|统一|规矩|规定|我们(?:组|公司|团队|这边|这里)|都一样|都是"
)


@cache
def _cues() -> tuple[tuple[str, re.Pattern[str]], ...]:
    table = (
        ("ends as a question", r"[?？]\W*$|(?:吗|呢|么|没有|不|吧)[。!！\s]*$"),
        ("opens as a question", rf"{_LEAD}(?:what|why|how|where|when|who|which|is|are|was|were|does|did|has|have|should|shall|will|would|could|can|may|am|any|isn't|aren't|don't (?:you|we)|doesn't|can't (?:we|you)|won't)\b|{_ZH_LEAD}(?:什么|怎么|为什么|为啥|哪|谁|多少|几|是不是|有没有|能不能|可不可以|要不要|会不会|是否|难道)|(?:怎么|什么|为什么|哪里|哪个|多少)[^，。]{{0,12}}$"),
        ("asks you to", r"\b(?:can|could|would|will) you\b|\bI(?:'d| would) (?:like|need) (?:you|a|an|to see)\b|\bI (?:need|want) (?:a|an|to see|the)\b|\bhelp me\b|帮我|帮忙|麻烦你|能不能|可以帮|给我(?!们)|你能|请你"),
        ("opens with a deed", rf"{_LEAD}(?:{_DEEDS})\b|{_ZH_LEAD}(?:帮|把|给|看|跑|改|写|加|删|查|读|找|建|做|试|继续|提交|部署|回滚|翻译|解释|画|列|用|换|修|测|发|开|运行|检查|生成|合并|重[写跑启]|整理|总结|装|下载|打开|调|推|拉)"),
        ("a thing of now", r"\b(?:this|that|these|those|the) (?:one|time|file|function|test|button|page|bug|error|method|line|class|script|table|column|query|commit|branch|pr|change|case|field|paragraph|sentence|plan|migration|report|endpoint|image|chart)\b|\bit\b|\b(?:that|this|these|them|those)\b|这[个次里段行句张条篇份]|那[个次里段行句张条]|刚才|它"),
        ("for now", r"\b(?:for now|right now|just (?:this|for)|this time|today|tonight|at the moment|for the moment|once|temporarily|in this (?:pr|case|branch|file|session|chat)|until I|before I|while I|first)\b|这次|这回|暂时|先|目前|现在|今天|本次|临时|这一次|一会儿"),
        ("standing", STANDING),
        ("forbids", r"\b(?:don't|do not|dont|never|stop|no more|not allowed|must not|mustn't|avoid|quit|shouldn't|can't have|refrain|under no circumstances)\b|不要|别(?![的人处])|不许|不准|禁止|不能|不可以|勿|不得|少"),
        ("obliges", r"\b(?:must|has to|have to|need(?:s)? to|should|only|required?|mandatory|make sure|be sure|always|strictly|at (?:least|most)|no (?:more|less) than|insist)\b|必须|务必|一定|应该|只(?:能|用|要|准)|不得|至少|最多|统一|都要|记得|要求"),
        ("what if", r"\b(?:what if|if (?:we|I|you) (?:used?|were|wanted|had|did|would|ever|could|go|went|switch\w*|chose|took)|suppose|supposing|imagine|hypothetically|assum(?:e|ing)|would (?:it|we|that|you)|could (?:we|also|even)|in theory|let's say|say we|might we)\b|如果|假如|假设|要是|万一|倘若|设想|理论上|比如说|的话"),
        ("others say", r"\b(?:he|she|they|someone|somebody|everyone|people|my (?:boss|manager|colleague|friend|wife|husband|mate|teammate|brother|sister|lead|coworker|co-worker|team lead|cto)|(?-i:[A-Z][a-z]+)|some|the (?:article|blog|book|docs?|page|author|vendor|guide|post|internet|consultant|reviewer|intern|customer|client)) (?:always |also |even |once |usually |keeps? )?(?:says?|said|thinks?|thought|likes?|wants?|prefers?|told|tells|telling|saying|claims?|claimed|believes?|suggest(?:s|ed)?|recommends?|recommended|insists?|insisted|argues?|swears?|loves?|hates?|wrote|writes|asked|mentioned|proposed|reckons)\b|\baccording to\b|\bI (?:heard|read)\b|(?:他|她|他们|有人|同事|老板|领导|老大|朋友|大家|别人|网上|文章|作者|文档|教程|书|博客|客户|[小老阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{1,2}(?:总|哥|姐))(?:都|也|总|还|里|上|一直|老)*(?:说|觉得|认为|喜欢|建议|主张|想|推荐|以为|声称|坚持|提到)|听说|据说|看到有人"),
        ("not sure", r"\b(?:maybe|perhaps|might|possibly|not sure|no idea|I (?:think|guess|wonder|suppose|doubt)|probably|kind of|what do you think|thoughts|seems?|wonder(?:ing)?|considering|thinking (?:about|of)|tempted|toying|leaning)\b|可能|也许|好像|大概|估计|或许|不确定|在想|你觉得|考虑|犹豫|不知道|说不定|应该是|似乎|感觉"),
        ("thanks", r"\b(?:thanks|thank you|thx|cheers|great|nice|perfect|awesome|cool|good|excellent|works|lgtm|wow|lovely|brilliant|sweet|neat)\b|谢谢|多谢|辛苦|不错|很好|可以了|太好了|完美|厉害|棒|赞"),
        ("mocks", r"\b(?:oh (?:great|wonderful|nice|sure|fantastic|yeah|joy|look)|just (?:great|what I needed|wonderful|love|perfect|fantastic)|so (?:nice|helpful|clever)|sure, (?:because|let's)|yeah,? right|as if|how (?:nice|lovely|clever|original)|love (?:it )?when|brilliant idea|what could (?:possibly )?go wrong|who needs|because who|kidding|joking|lol|haha|/s|:\)|;\)|sarcasm|obviously|genius|of course, because)\b|呵呵|真棒啊|可真|真行|真会|太棒了呢|服了|笑死|哈哈|开玩笑|逗你|谁还需要|多好啊|厉害了|真是“|是吧|好极了|真有你的"),
        ("used to be", r"\b(?:used to|back then|in my (?:last|old|previous)|at my (?:last|old|previous)|years ago|once upon|originally|formerly|in the past|no longer|not anymore|when I was|years back)\b|以前|曾经|之前|当年|原来|过去|那时候|上一家|前公司|老东家"),
        ("I am", r"\bI(?:'m| am)\b|\bI(?:'ve| have) (?:been|never|only|worked|done|got)\b|\bI (?:work|live|speak|come|study|teach|run|own|manage|lead|maintain|know|don't (?:know|speak|have|use|understand|read)|can't (?:see|read|hear)|use|only|mostly|usually|always|never|prefer|like|hate|love|tend)\b|\bmy (?:name|job|background|role|team|machine|laptop|editor|native|main|timezone|time zone|daughter|son|wife|husband|day job|english|setup|keyboard|phone|eyes|company|manager)\b|\bcall me\b|我(?:是|叫|在|做|不会|不懂|只会|用|一般|平时|习惯|喜欢|讨厌|负责|对|没|刚|的(?:电脑|名字|时区|母语|工作|岗位|职业|英语|团队|编辑器|手机))|叫我"),
        ("we decided", r"\bwe(?:'ve| have)? (?:already |just |all |finally )?(?:decided|agreed|settled|chose|picked|switched|moved|dropped|voted|committed|standardi[sz]ed|are (?:moving|switching|dropping|going|migrating)|'re (?:moving|switching|dropping|going|migrating)|will|don't|do not|never|always|use|only|have to|must|need to|ship|release|freeze)\b|\b(?:the )?decision (?:is|was)\b|\bit's (?:decided|settled|final|official)\b|我们(?:已经|都|已|最后|最终|就|全)?(?:决定|定了|定下|商量|选了|改用|换成|不用|统一|要|打算|计划|放弃|约定|规定|内部|团队)|决定了?|定下来|敲定|拍板"),
        ("a date", r"\b(?:deadline|due|by (?:the )?(?:end|monday|tuesday|wednesday|thursday|friday|next|mid|june|july|march|april|may|january|february|august|september|october|november|december|q[1-4]|eod|eow)|until|next (?:week|month|quarter|year|sprint)|on (?:monday|tuesday|wednesday|thursday|friday)|\d{4}-\d\d-\d\d|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}|launch|go(?:es)? live|release)\b|截止|之前(?:必须|要|得)|月底|月中|年底|下周|下个?月|[0-9一二三四五六七八九十]+月[0-9一二三四五六七八九十]*[日号底初中]?|周[一二三四五六日]|上线|发版|交付"),
        ("corrects you", r"\b(?:you (?:keep|always|forgot|again|still|should(?:n't)?|did it again|were supposed)|I (?:told|said|asked|mentioned)|again|how many times|as I said|not like that|wrong|too (?:long|formal|short|many|much|verbose|wordy|big|chatty)|that's not how|instead of|rather than)\b|又|我说过|说了多少|跟你说过|不对|太(?:长|短|啰嗦|正式|多|复杂|官方)|不是这样|而不是|再次|还是"),
        ("for you to know", r"\b(?:fyi|btw|by the way|for (?:your|the) (?:info|record|information)|just so you know|keep in mind|remember|note that|note:|heads[- ]up|for context|worth knowing|in case you|don't forget|you should know|bear in mind|one (?:more )?thing|background|context:)\b|顺便|记住|记一下|记得|告诉你|说明一下|提醒|注意|补充|背景|说一下|你要知道|备注"),
        ("praises how", r"\b(?:exactly (?:how|what|like|the)|keep (?:doing|it|that|this|up)|more of|the way (?:you|I)|I (?:really )?(?:like|love|appreciate)(?:d)? (?:that|how|when|the way)|this is how|that's how|good call|stay with|stick (?:with|to))\b|继续保持|就这样|照这|这样(?:很|挺|就)|这种[^，。]{0,10}(?:好|喜欢|保持)|保持|就按|就喜欢"),
        ("where it is", r"\b(?:is|are|lives?|kept|tracked|documented|stored|found|filed|posted|reported|logged|goes?|go|written|managed) (?:in|on|at|under|by)\b|\bhttps?://|#[a-z][\w-]{2,}|\b(?:dashboard|wiki|runbook|channel|board|tracker|drive|calendar|spreadsheet|vault|folder|mailing list|handbook|notion|confluence|jira|linear|slack|figma|zendesk|sentry)\b|在[^，。]{1,20}(?:里|上|群|中|看|查|找|那)|地址|链接|群里|飞书|钉钉|语雀|企微|知识库|文档|看板|面板|网盘|wiki|在哪"),
        ("a reason", r"\b(?:because|since|so that|as (?:it|we|they|the)|otherwise|or else|that's why|the reason|due to|in case|because of|after what happened|last time|got burned|we were)\b|因为|由于|否则|不然|免得|以免|毕竟|所以|原因|上次|不好|没人|怕|出过"),
        ("I order for taste", r"\bI(?:'d| would)? (?:rather|prefer|like|want|hate|love|expect|insist|can't stand|dislike)\b|\bplease\b|\bprefer(?:s|ably|ence)?\b|我(?:更|比较|最|很|不)?(?:喜欢|希望|想要|讨厌|受不了|偏好|习惯|宁可|要求)|请|尽量|最好"),
        ("counts", r"\d|一百|两[次个天]|三[次个天]"),
        ("names code", r"`|\b[\w-]+\.(?:py|ts|tsx|js|go|rs|md|json|css|html|toml|ya?ml|sh|sql)\b|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b\w+_\w+\b|/[\w-]+/[\w./-]+"),
        ("quotes", r"[\"“「『]\s*…|`…`"),
        ("one of them", r"\b(?:option|variant|version|the (?:first|second|third|last|other|former|latter)|number|choice) ?(?:\d|[abc]\b|one)?|选?第[一二三123]|方案[一二三ABCabc]|前者|后者"),
    )  # fmt: skip
    return tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in table)


@cache
def _standing_pattern() -> re.Pattern[str]:
    return re.compile(STANDING, re.IGNORECASE)


def is_standing(text: str) -> bool:
    """Whether a text speaks of more than this once: "always", "from now on", ``以后``, ``每次``."""
    return _standing_pattern().search(text) is not None


@cache
def _question_patterns() -> tuple[re.Pattern[str], ...]:
    lead = r"^\W*(?:(?:ok|okay|alright|and|but|so|also|hey|hm+|well|wait|oh|yes|no|right|cool|thanks|btw|then)[,.! ]+)*"
    verbs = r"is|are|was|were|do|does|did|has|have|should|shall|will|would|could|can|may|might|isn't|aren't|doesn't|don't|didn't|can't|won't|couldn't|wouldn't|shouldn't|haven't|hasn't"
    return (
        re.compile(r"[?？][\s)）\"”’'」.!！:)]*$"),
        re.compile(
            rf"{lead}(?:(?:what|which|whose|who|where|when|how)(?:'s|'re| (?:the (?:hell|heck|fuck)|exactly|else|many|much|long|often|about|come|\w+))? (?:{verbs})\b|(?:what|where|who|how|when)(?:'s|s|'re) (?!important|matters)|why\b|how come\b|wtf (?:is|does|did)|(?:what|how) (?:about|if|to)\b"
            rf"|(?:{verbs})(?:n't)? (?:it|that|this|there|these|those|the|we|I|he|she|they|any|all|our|my|your|you|u)\b)",
            re.IGNORECASE,
        ),
        re.compile(r"(?:吗|呢|么|是不是|对不对|有没有|能不能|行不行|好不好)[。.!！~～\s]*$|^\W*(?:为什么|为啥|怎么|什么时候|哪个|哪里|谁|难道|是不是|有没有|要不要|能不能)"),
    )  # fmt: skip


@cache
def _wish_pattern() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:can|could|would|will) (?:you|u|we)\b.{0,30}\b(?:stop|always|never|not|quit|please|from now on|start|only|keep)\b|\b(?:why|how many times)\b.{0,40}\b(?:told|said)\b"
        r"|(?:能不能|可不可以|能否|可以)(?:别|不要|以后|每次|都|少|一直|总|先)",
        re.IGNORECASE,
    )


def is_question(text: str) -> bool:
    """Whether a sentence only asks; a wish in a question's form ("can you stop doing that?") is none.

    >>> is_question("is it always like that"), is_question("could you please stop guessing?")
    (True, False)
    """
    if _wish_pattern().search(text) and (is_standing(text) or _forbids_pattern().search(text)):
        return False
    return any(pattern.search(text) for pattern in _question_patterns())


@cache
def _forbids_pattern() -> re.Pattern[str]:
    return re.compile(r"\b(?:stop|quit|never|not|no more|don't|only)\b|别|不要|少", re.IGNORECASE)


@cache
def _others_pattern() -> re.Pattern[str]:
    """Somebody else's opinion, told and not taken over: "my boss says we should ...", ``老大说以后都要``."""
    who = (
        r"he|she|they|someone|somebody|everyone|everybody|people|some (?:people|guy|\w+)|my (?:\w+ )?(?:boss|manager|colleague|friend|wife|husband|mate|teammate|brother|sister|dad|mum|mom|lead|coworker|co-worker|cto|ceo|roommate|girlfriend|boyfriend|neighbou?r)"
        r"|(?-i:[A-Z][a-z]+)(?: from \w+)?|(?:the|this|that|an?|one|some) (?:\w+ ){0,2}(?:guy|article|blog(?: post)?|book|docs?|page|author|vendor|guide|post|internet|consultant|reviewer|intern|forum|readme|tutorial|talk|video|podcast|guru|dev|person|tweet|thread)(?: (?:from|on|in|at) (?:the )?\w+)?"
    )
    deeds = r"says?|said|thinks?|thought|claims?|claimed|believes?|suggest(?:s|ed)?|recommends?|recommended|argues?|swears?|reckons?|writes|wrote|keeps? (?:saying|telling)|told (?:me|us)|tells (?:me|us)|mentioned|prefers?|likes?|loves?|hates?|insists?"
    zh_who = r"他们?|她们?|有人|同事|老板|领导|老大|朋友|大家|别人|网上|文章|作者|文档|教程|书上?|博客|主管|前辈|室友|老师|专家|群友|隔壁|[小老阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{1,2}(?:总|哥|姐|工)"
    return re.compile(
        rf"^\W*(?:(?:and|but|so|also|well|lol|haha|btw|yeah|ok|I (?:think|guess|believe|heard)|apparently|funny,?|anyway)[, ]+)*(?:{who}) (?:always |also |even |once |usually |just |really |lately |still )*(?:{deeds})\b|\baccording to (?:him|her|them|my|the|some)\b|\bI (?:heard|read)(?: somewhere)? that\b"
        rf"|^\W*(?:(?:我们?|咱们?|昨天|今天|上次|刚才|那个|隔壁|以前)的?)*[^，。]{{0,8}}?(?:{zh_who})[^，。]{{0,4}}?(?:说|觉得|认为|建议|主张|推荐|以为|声称|提到|喜欢)|^\W*(?:听说|据说|看到有人)",
        re.IGNORECASE,
    )


@cache
def _pretence_pattern() -> re.Pattern[str]:
    return re.compile(
        r"^\W*(?:(?:ok|and|but|so|now|well|hm+|yeah|no)[, ]+)*(?:(?:let'?s|let us|let me) (?:pretend|say|imagine|assume|suppose)|suppose|supposing|imagine|pretend|assuming|hypothetically|what if|remember (?:when|how)|do you remember|(?:if|had) (?:I|we|you) (?:were|had|used|wanted|could|would|did|always|never)\b|once upon|at my (?:last|old|previous|former)|in my (?:last|old|previous|former))"
        r"|^\W*(?:那|要是|就是|我说|比如|比方)?[，,]?(?:假如|假设|假装|如果(?:我们|说|当初|有)|要是|万一|设想|倘若|想象一下|比方说|还记得)",
        re.IGNORECASE,
    )


def is_supposed(text: str) -> bool:
    """Whether a sentence only supposes, plays or recalls something."""
    return _pretence_pattern().search(text) is not None


def is_hearsay(text: str) -> bool:
    """Whether a sentence tells what somebody else says, thinks or likes."""
    return _others_pattern().search(text) is not None


@cache
def _explicit_pattern() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:from (?:now|here) on|going forward|in (?:the )?future,|as a (?:general )?(?:rule|principle)|once and for all|every time you|whenever you)\b|以后(?:都|一律|就|请|不要|别|统一|每次|凡是|要|用|所有|给|回)|今后|从现在起|从今往后|从今天起",
        re.IGNORECASE,
    )


def is_explicit(text: str) -> bool:
    """Whether a sentence says in so many words that it holds from now on."""
    return _explicit_pattern().search(text) is not None


@cache
def _passing_pattern() -> re.Pattern[str]:
    return re.compile(
        r"[:：]\W*$|^\W*(?:(?:no|ok|oh)[, ]+)?(?:wait|hold on|hang on|one sec)\b|^\W*(?:等等|等一下|稍等)|^\W*(?:(?:ok|hm+|hey|and|but|so)[, ]+)*(?:I'?m|I am|we're|we are) (?:getting|seeing|having|looking at|trying|testing|running|waiting|stuck|confused|done|back|happy|reading)\b|^\W*(?:remind me (?!every|each)|(?:book|order|buy|call|mail|reply|print|find me|show me)\b)"
        r"|^\W*in (?:this|that|the (?:first|second|third|last|next|other)) \w+,? (?:replace|use|put|leave|change|add|remove|write|delete)\b|(?:帮我|帮忙|麻烦你?)(?!记)[^，。]{0,12}(?:一下|看|查|改|写|做|整理|找|画|跑|订|发)",
        re.IGNORECASE,
    )


def is_passing(text: str) -> bool:
    """Whether a sentence announces something, stops the assistant, or asks it for a favour now."""
    return _passing_pattern().search(text) is not None and not is_standing(text)


def says_much(saying: Saying) -> bool:
    """Whether a sentence can be a statement: four words or five Chinese characters, or fewer that forbid or order for good."""
    if len(saying.seen.split()) >= _WORDS or count_han(saying.seen) >= _HAN:
        return True
    few = len(saying.seen.split()) > 1 or count_han(saying.seen) > 0
    return few and not {"x:standing", "x:forbids", "x:I am"}.isdisjoint(read_cues(saying))


_WORDS, _HAN = 4, 5


@cache
def _order_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"{_LEAD}(?:{_DEEDS})\b|{_ZH_LEAD}(?:帮|把|给我|看一?下|跑|改|写|加|删|查|做)", re.IGNORECASE
    )


def is_order(text: str) -> bool:
    """Whether a sentence begins with something to do."""
    return _order_pattern().search(text) is not None


_SIZES = ((3, "tiny"), (7, "short"), (14, "middle"), (30, "long"))


def read_cues(saying: Saying) -> dict[str, str]:
    """The cues of a sentence, each with the words that show it; where it stands is one as well."""
    found = {}
    for name, pattern in _cues():
        match = pattern.search(saying.seen)
        if match is not None:
            found[f"x:{name}"] = match[0]
    if saying.asked:
        found["x:answers"] = saying.asked
        if is_standing(saying.asked):
            found["x:answers for good"] = saying.asked
    if saying.place == 0:
        found["x:first"] = saying.text
    if saying.total == 1:
        found["x:alone"] = saying.text
    size = len(saying.seen.split()) + count_han(saying.seen) * 0.6
    found[f"x:{next((name for limit, name in _SIZES if size < limit), 'very long')}"] = saying.text
    for one, other in _PAIRS:
        if f"x:{one}" in found and f"x:{other}" in found:
            found[f"x:{one} + {other}"] = found[f"x:{one}"]
    if "x:standing" not in found and "x:opens with a deed" in found:
        found["x:deed, once"] = found["x:opens with a deed"]
    return found


_PAIRS = (
    ("standing", "forbids"),
    ("standing", "ends as a question"),
    ("standing", "what if"),
    ("standing", "others say"),
    ("standing", "obliges"),
    ("standing", "thanks"),
    ("forbids", "a reason"),
    ("forbids", "a thing of now"),
    ("forbids", "for now"),
    ("opens with a deed", "standing"),
    ("opens with a deed", "a thing of now"),
    ("I am", "used to be"),
    ("I am", "not sure"),
    ("we decided", "not sure"),
    ("we decided", "a reason"),
    ("obliges", "a date"),
    ("asks you to", "standing"),
    ("I order for taste", "a thing of now"),
    ("ends as a question", "where it is"),
    ("ends as a question", "forbids"),
)
"""Cues that tell something else together than each by itself."""
