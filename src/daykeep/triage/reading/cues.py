"""What a sentence is by its words: a decision, a constraint, an error, something still open, an assent."""

from __future__ import annotations

import re

DECISION, CONSTRAINT, ERROR, ASK = "decision", "constraint", "error", "ask"

_DEED = (
    r"(?:use|go with|go for|pick|choose|take|stick|keep|switch|move|drop|replace|adopt|skip|avoid|disable|enable|stay|try|set|book|order"
    r"|reserve|cancel|change|rename|remove|delete|add|deploy|release|ship|merge|revert|roll|build|run|start|stop|put|make|write|store|save"
    r"|return|raise|lower|increase|reduce|bump|upgrade|downgrade|pin|split|leave|buy|pay|refund|send|schedule|push|commit|migrate|host)"
)
_EN_DECISION = re.compile(
    r"\b(?:decided?|decision|chose|chosen|choos(?:e|ing)|picked|settled on|agreed?|approved?|reject(?:ed)?|prefer(?:red|s)?|opt(?:ed)? for|go(?:ing)? with"
    r"|instead of|rather than|in favou?r of|over to|switch(?:ed)? to|rul(?:e|ed) out|(?:i|we)(?:'d| would) (?:like|rather|prefer)"
    r"|let'?s|i want|we want|i need|we need|make (?:it|that|this)|actually|confirmed?|sign(?:ed)? off|the plan is|final answer)\b"
    rf"|^(?:(?:please|ok(?:ay)?|yes|yeah|yep|sure|no|fine|great|then|so|and|but|just|also|perfect|good|right|alright)[,.!]?\s+){{0,3}}(?:do not |don'?t |never |always )?{_DEED}\b"
    r"|^(?:don'?t|do not|never|always|no more)\b",
    re.IGNORECASE,
)
_HAN_DECISION = re.compile(
    r"决定|选择|选用|选|改用|改成|改为|换成|换用|采用|就用|用.{1,20}吧|我们用|定为|定在|确定|确认|同意|批准|否决|拒绝|不考虑|放弃|优先|倾向|更喜欢|宁可|而不是"
    r"|不要|别用|不用|不采用|敲定|就这么|就按|按.{1,12}来|我要|我想|请把|请用|麻烦|取消|预订|订|说好|拍板"
)
_STRONG_EN = re.compile(
    r"\b(?:i|we|i'?ve|we'?ve)\b[^.;,]{0,24}\b(?:decided|chose|chosen|picked|settled on|opted for|switched to|ruled out)\b"
    r"|\b(?:i'?m|we'?re|i am|we are|i'?ll|we'?ll|i will|we will) (?:going|go) with\b|\b(?:it was|has been) decided\b",
    re.IGNORECASE,
)
_STRONG_HAN = re.compile(r"我们?[^，。；]{0,6}(?:决定|选择了|选用|敲定|改用|否决|放弃)")
"""What an agent says itself has decided; what it reports of decisions is no decision of its own."""
_EN_CONSTRAINT = re.compile(
    r"\b(?:must(?: not|n't)?|never|always|only|don'?t|do not|cannot|can'?t|may not|should(?:n't| not)|no more than|no less than|at most|at least|up to"
    r"|required?|requirement|mandatory|forbid(?:den)?|prohibited|not allowed|allowed|without|except|unless|until|before|by default|under no circumstances|make sure|ensure"
    r"|has to|have to|limit(?:ed)?|maximum|minimum|deadline|budget|policy|rule|strictly|no longer)\b",
    re.IGNORECASE,
)
_HAN_CONSTRAINT = re.compile(
    r"必须|不要|不能|不得|不许|不可|禁止|严禁|别|勿|只能|只用|只有|仅|务必|一定要|一律|永远|始终|至少|至多|最多|最少|不超过|以内|以下|以上|除非|除了|之前|截止|预算|上限|下限|限制|规定|要求|默认|不准|千万|绝不|不再"
)
_ERROR_WORDS = re.compile(
    r"\b(?:[A-Z]\w*(?:Error|Exception)|[Ee]rror|ERROR|[Ff]ail(?:ed|ure|s|ing)?|FAILED|[Ee]xception|[Tt]raceback|[Cc]rash(?:ed|es)?|[Tt]ime(?:d )?[- ]?outs?|denied|refused|unreachable"
    r"|not found|HTTP [45]\d\d|status [45]\d\d|exit (?:code|status) [1-9]\d*|E[A-Z]{4,}|[Ss]egfault|panic|OOM)\b|错误|失败|报错|异常|超时|崩溃|拒绝访问|找不到|挂了|宕机"
)
_EN_ASK = re.compile(
    r"\b(?:todo|remind(?:er)?|later|follow[- ]?up|still (?:need|have|open|waiting|pending|missing|to)|not yet|pending|next time|tbd|to be decided|open question|come back to|waiting (?:for|on)|remains? to|outstanding)\b",
    re.IGNORECASE,
)
_HAN_ASK = re.compile(
    r"待办|回头|稍后|记得|提醒|还没|尚未|之后再|以后再|下次|有空再|待定|等.{1,10}再|还需要|还要"
)
_ASSENT = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|ok(?:ay)?|sure|go ahead|go for it|sounds? (?:good|great|fine|perfect|right)|correct|right|approved?|lgtm|do it|please do|fine|perfect|great|agreed"
    r"|exactly|absolutely|definitely|of course|confirmed?|that(?:'s| is| will| would| works| sounds?)?(?: all)? (?:right|correct|fine|good|great|work|works|be (?:fine|great|good|perfect)|perfect)|works for me|i (?:agree|approve|confirm|like|love|accept)|👍|✅"
    r"|好|行|可以|没问题|对|是的?|嗯|同意|批准|确认|就这样|就这么|中|成|没错|ok)(?!\w*[?？])",
    re.IGNORECASE,
)
_ASSENT_WITHIN = re.compile(
    r"\b(?:go ahead|approved?|i (?:agree|approve|confirm|accept)|sounds good|do it|please do|that works|works for me|confirmed|i'?m (?:ok|fine|happy|good) with|signed? off|lgtm|ship it|let'?s do (?:it|that))\b|同意|批准|确认|没问题|可以的|就这么|通过|放行",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"^\W*(?:no|nope|nah|not|don'?t|never|stop|wait|hold|不|别|先别|没|算了|等)", re.IGNORECASE
)
_QUESTION = re.compile(
    r"[?？]\W*$|^(?:what|which|how|why|when|where|who|is|are|does|do you|did|can|could|would|will|should|shall)\b|吗|呢[?？。]?$|什么|怎么|是否|能不能|可不可以|要不要|多少",
    re.IGNORECASE,
)


def kinds_of(sentence: str, *, strong: bool = False) -> frozenset[str]:
    """What a sentence is: any of ``decision``, ``constraint``, ``error`` and ``ask``.

    ``strong`` counts only what says in so many words that something was decided, as for what an agent says.

    >>> sorted(kinds_of("Don't use AWS")), sorted(kinds_of("Thanks!")), sorted(kinds_of("必须先备份"))
    (['constraint', 'decision'], [], ['constraint'])
    """
    found = set()
    if strong:
        decides = _STRONG_EN.search(sentence) or _STRONG_HAN.search(sentence)
    else:
        decides = _EN_DECISION.search(sentence) or _HAN_DECISION.search(sentence)
    if decides and not is_question(sentence):
        found.add(DECISION)
    if _EN_CONSTRAINT.search(sentence) or _HAN_CONSTRAINT.search(sentence):
        found.add(CONSTRAINT)
    if is_error(sentence):
        found.add(ERROR)
    if _EN_ASK.search(sentence) or _HAN_ASK.search(sentence):
        found.add(ASK)
    return frozenset(found)


def is_error(sentence: str) -> bool:
    """Whether a sentence or line tells of an error."""
    return _ERROR_WORDS.search(sentence) is not None


def is_question(sentence: str) -> bool:
    """Whether a sentence asks.

    >>> is_question("Shall I deploy?"), is_question("要不要部署"), is_question("Deploy it.")
    (True, True, False)
    """
    return _QUESTION.search(sentence) is not None


def is_assent(text: str) -> bool:
    """Whether an answer says yes, at its beginning or in words of approval within.

    >>> is_assent("Yes, go ahead"), is_assent("好的，就这样"), is_assent("No, wait"), is_assent("what is it?")
    (True, True, False, False)
    """
    if is_question(text) and not _ASSENT.match(text):
        return False
    return not is_refusal(text) and (_ASSENT.match(text) or _ASSENT_WITHIN.search(text)) is not None


def is_refusal(text: str) -> bool:
    """Whether an answer begins with a no, a stop or a wait."""
    return _REFUSAL.match(text) is not None
