"""Wordings by which a sentence is a goal, a decision, a constraint, a finding, progress or something still to be done."""

from __future__ import annotations

import re
from functools import cache

_LEAD = r"^\W*(?:(?:ok|okay|alright|right|so|and|but|yes|yeah|no|then|now|well|also|good|great|fine|hey|hi|please|pls|actually|sure|perfect|thanks)\b[,.! ]+)*"
_ZH_LEAD = r"^\W*(?:(?:好的?|行|可以|嗯|那么?|对|不|谢谢|请|就)[，,。！ ]*)*"


@cache
def goal_pattern() -> re.Pattern[str]:
    """Sentences that say what the work is about."""
    return re.compile(
        r"\b(?:the|our|my) (?:\w+ )?(?:goal|aim|objective|task|plan|mission)(?: for today| here| now)?(?: is|'s|:)|\b(?:we're|we are|I'm|I am) (?:\w+ly )?(?:building|writing|making|developing|designing|working on|migrating|planning|preparing|creating|porting|rewriting)\b"
        r"|\b(?:I|we) (?:want|need|would like|'d like|have|plan|intend) to (?:build|write|make|create|develop|migrate|port|set up|launch|publish|plan|prepare|organi[sz]e|learn|replace|rewrite|move|redesign|find out)\b|\bhelp (?:me|us) (?:to )?(?:build|write|create|plan|prepare|migrate|set up|find|understand)\b"
        r"|目标是|目的是|任务是|我(?:们)?(?:在|正在|要|想|打算|准备|需要)(?:做|写|开发|搭建|迁移|设计|准备|筹备|重构|建|弄|搞)|帮我(?:们)?(?:做|写|开发|搭建|设计|策划|准备|规划|迁移)一?",
        re.IGNORECASE,
    )


@cache
def decision_pattern() -> re.Pattern[str]:
    """Sentences in which the person chooses."""
    return re.compile(
        rf"{_LEAD}(?:let's|let us|lets) (?:use|go|do|keep|drop|stick|take|stay|start with|switch|leave|make it|not|skip|move|try)\b|\b(?:we|I)(?:'ll| will| shall) (?:use|go with|take|keep|stay|stick|drop|do)\b|\b(?:I|we)(?:'ve| have)? (?:decided|chose|chosen|picked|agreed|settled)\b"
        rf"|{_LEAD}(?:use|go with|go for|take|pick|choose|stick with|stick to|stay with|switch to|keep)\b|{_LEAD}(?:don't|do not|never|no,? don't) (?:use|go with|take|add|introduce|switch)\b|\b\w+ it is\b|\binstead of\b|\brather than\b|\b(?:the )?(?:decision|choice)(?: is|:)|\bfinal(?:ly decided)?\b[.!]*$"
        r"|\b(?:approved|go ahead with|option [\w\d]+\b)"
        rf"|{_ZH_LEAD}(?:就用|用|选|采用|改用|换成|不用|别用|不要用|按|就按|走|保留|放弃)(?!户|的时候|过|来)|决定|定了|敲定|就(?:这么|这样)(?:定|办|做)|而不是|方案[一二三ABCabc\d]|批准|同意",
        re.IGNORECASE,
    )


@cache
def constraint_pattern() -> re.Pattern[str]:
    """Sentences that say what must be or must not be."""
    return re.compile(
        r"\b(?:must(?:n't)?|has to|have to|needs? to be|not allowed|may not|at most|at least|no more than|no later than|under \d|within \d|only|never|always|don't (?:touch|change|break|delete|edit|use|add|remove|modify|commit|deploy|mention|send)|do not|without (?:breaking|changing|touching)|keep (?:it|the|them|this) \w+|deadline|budget|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|the end))\b"
        r"|必须|务必|不能|不要|不许|不得|禁止|别(?:动|改|删|碰|用|加|提交|发)|至少|最多|不超过|以内|只能|只用|之前(?:要|得|必须|完成)|截止|预算",
        re.IGNORECASE,
    )


@cache
def finding_pattern() -> re.Pattern[str]:
    """Sentences of the assistant that say what was found out."""
    return re.compile(
        r"\b(?:root cause|the (?:\w+ )?(?:cause|reason|problem|issue|bug|culprit|error|failure|bottleneck)(?: \w+){0,3} (?:is|was|lies|comes)|caused by|because of|fails? (?:because|when|since)|failed because|turns out|it turned out|I found|found (?:that|the|out)|this (?:means|happens|shows)|due to|takes \d|was introduced|is missing|are missing|does not exist|doesn't exist|is not (?:set|installed|supported|used|called)|results? show)"
        r"|根因|根本原因|原因(?:是|在于)|问题(?:是|在于|出在)|导致|是因为|由于|发现|查明|结果(?:显示|表明)|缺少|没有(?:设置|安装|配置|调用)|瓶颈",
        re.IGNORECASE,
    )


@cache
def progress_pattern() -> re.Pattern[str]:
    """Sentences of the assistant that say what is done."""
    return re.compile(
        r"^\W*(?:(?:ok|okay|great|good|all)[,.! ]+)?(?:done\b|finished\b|completed\b|fixed\b|added\b|created\b|implemented\b|removed\b|renamed\b|updated\b|changed\b|deployed\b|committed\b|merged\b|moved\b|replaced\b|installed\b|wrote\b|written\b|sent\b|pushed\b|refactored\b|migrated\b|reverted\b|split\b|cut\b|booked\b|ordered\b|drafted\b|shipped\b|released\b|set up\b|configured\b|deleted\b)"
        r"|\bI(?:'ve| have)? (?:\w+ly |now |just |also )?(?:added|fixed|created|implemented|removed|renamed|updated|changed|deployed|committed|merged|moved|replaced|installed|written|wrote|sent|pushed|refactored|migrated|reverted|finished|completed|split|drafted|set up|configured|deleted|built|tested|verified|(?!need|want|tri|notic|look|expect|assum|ask|start|encounter|fail)\w{3,}ed)\b"
        r"|\b(?:is|are|has been|have been|was|were) (?:now )?(?:done|fixed|finished|deployed|merged|in place|live|implemented|updated|added|ready|complete|migrated|green|written)\b|\b(?:all )?(?:tests|checks|\d+ tests) (?:now )?(?:pass|passed|are green)\b|\b\d+ passed\b"
        r"|(?:已经?|都已?|全部)(?:完成|修复|修好|添加|加上|创建|实现|删除|改|部署|提交|合并|迁移|替换|更新|写|发|上线|通过|处理|整理|拆|换|配置|安装)|(?:完成|修好|搞定|改好|写好|做好|跑通|通过)了",
        re.IGNORECASE,
    )


@cache
def failure_pattern() -> re.Pattern[str]:
    """Sentences of the assistant that say that something asked for is not done."""
    return re.compile(
        r"\b(?:I )?(?:can't|cannot|couldn't|could not|wasn't able|was not able|am not able|unable to|didn't manage|failed to)\b|\b(?:still|not yet) (?:fails?|failing|open|missing|broken|done|working)\b|\bis (?:blocked|not done|still missing)\b|\bremains? (?:open|to be done)\b|\bwaiting for\b"
        r"|无法|没能|未能|失败了|还没(?:有)?(?:完成|做|修|写|改|好|接|处理)|尚未|还不行|做不到|等待|被卡住|卡住了",
        re.IGNORECASE,
    )


@cache
def later_pattern() -> re.Pattern[str]:
    """Sentences of the person that leave something for later."""
    return re.compile(
        r"\b(?:remind me|don't forget|do not forget|remember to|later (?:we|you|I)|we(?:'ll| will)? (?:still )?(?:need|have) to .{0,60}\b(?:later|afterwards|after that|tomorrow|next week|at some point|eventually)|to ?do:|todo\b|for later|(?:still|also) (?:need|have) to|next (?:up|step)|once (?:that|this)(?:'s| is) done|after (?:that|this),? (?:we|you|please)|at some point|not now, but|tomorrow (?:we|you|I))\b"
        r"|待会|等会|回头|之后(?:还|再|要|得)|还(?:要|得|需要|差)|别忘了|不要忘记|记得(?:去|要|把|给|在)|提醒我|以后再|晚点再|明天(?:再|要|得|我们)|下一步|待办",
        re.IGNORECASE,
    )


@cache
def settled_pattern() -> re.Pattern[str]:
    """Words with which the person drops what was still open."""
    return re.compile(
        r"\b(?:never ?mind|forget (?:it|that|about)|no longer needed|not needed any ?more|cancel(?:led)? (?:that|it)|skip (?:that|it)|already (?:did|done)|I did (?:it|that))\b|算了|不用了|不需要了|取消吧|已经(?:做|弄|处理)(?:了|过|好)",
        re.IGNORECASE,
    )


@cache
def chatter_pattern() -> re.Pattern[str]:
    """Questions that only keep the talk going: an answer to one decides nothing."""
    return re.compile(
        r"\b(?:anything else|something else|what else|how can I help|can I help|how may I|what (?:would you like|are we|can I|shall we) (?:to )?(?:do|work|help)?|what's next|shall we (?:begin|start|continue)|ready\?|okay\?$|does (?:that|this) help|make sense|is that (?:clear|all)|how are you)\b|还有(?:什么|别的|其他)|需要(?:什么|其他)帮助|可以帮(?:您|你)|明白吗|清楚吗|还需要",
        re.IGNORECASE,
    )


@cache
def idle_pattern() -> re.Pattern[str]:
    """Whole messages that greet, thank or close."""
    return re.compile(
        r"\W*(?:(?:hi|hey|hello|yo|good (?:morning|evening|afternoon)|thanks?|thank you|thx|cheers|great|nice|cool|perfect|ok(?:ay)?|bye|see you|lol|haha|that's all|no|yes|k|got it|awesome|very much|so much|a lot|there|again|everyone|在吗|你好|您好|谢谢|多谢|好的?|嗯|行|可以了?|再见|辛苦了?|哈哈|没别的了|没有了|收到)[\s,.!?，。！？~～]*)+",
        re.IGNORECASE,
    )


@cache
def replaced_pattern() -> re.Pattern[str]:
    """What a decision takes the place of; the group ``old`` is what is given up."""
    return re.compile(
        r"\b(?:instead of|rather than|in place of|replaces?|not|no longer|away from|drop(?:ping)?) (?P<old>[\w.+#-]+(?: [\w.+#-]+)?)|(?:不用|放弃|替换|取代|而不是|不再用|不要)(?P<zh>[\w.+#-]+|[\u4e00-\u9fff]{2,6})",
        re.IGNORECASE,
    )


@cache
def attributing_pattern() -> re.Pattern[str]:
    """Sentences of the assistant about what the person wants, or about the goal: only the person's own words tell that."""
    return re.compile(
        r"\b(?:user|customer|client|you) (?:has |have |had )?(?:said|wants?|wanted|asked|approved?|confirmed|prefers?|agreed|decided|told|allows?|allowed|requires?|insists?)\b|\b(?:goals?|objectives?|instructions?|rules?|polic(?:y|ies)|permissions?)\b"
        r"|(?:用户|您|你)(?:已经?|都|也)?(?:说|要求|希望|批准|同意|确认|偏好|决定|授权|允许)|目标|指令|规则|授权|权限",
        re.IGNORECASE,
    )
