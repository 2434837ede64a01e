"""What a statement is made of: who it speaks of, how it is said, and what it names; the same traits for every question.

A trait is a general property (an order, a deadline, a role of a person, a place outside of the project), written for English
and Chinese at once. What a trait tells of a type is not said here: it is learned (``weights.json``).
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.memory.notes.deciding.features.signs import ADDRESS, TOOLS
from daykeep.memory.notes.deciding.features.vocabulary import (
    CODE_NAME,
    CODE_THING,
    LIFE,
    OUTSIDERS,
    PATH,
    PLACES,
    ROLES,
    STACK,
    WEEKDAYS,
)
from daykeep.text.dates.names import MONTH_WORDS


class Trait(NamedTuple):
    """A property of a statement, with the wording that shows it; the group ``said``, if there is one, is what is quoted."""

    name: str
    pattern: re.Pattern[str]


_LEAD = r"(?:^|[.!?;:,，。；：—\n]\s*|\s-\s+|\b(?:and|but|then|so|please|kindly|just|also|oh|hey|btw|fyi|honestly|note)\s+)"
_OPEN = r"^\W*(?:(?:so|hey|oh|btw|fyi|honestly|actually|well|yeah|ugh|nope|and|also|just so you know|其实|另外|对了)[,，\s]+)*"
_ME = r"(?:我(?!们)|本人|该?用户(?!的?团队|所在)|这个用户)"
_NAME = r"(?:[小老阿][\u4e00-\u9fff](?![时候板])|[\u4e00-\u9fff]工(?![作程具])|[张王李赵刘陈杨黄周吴徐孙胡朱高林何郭马罗][\u4e00-\u9fff]{1,2}(?=[在将会负接请的（、是要正下昨]))"
_STEM = (
    r"use|run|write|ask|show|keep|make|prefer|avoid|stop|put|add|include|leave|explain|answer|respond|reply|format|test|commit|name|split|squash"
    r"|give|tell|let|be|start|skip|stick|follow|treat|try|wait|read|only|do|wrap|return|limit|quote|cite|mark|rename|remove|update|check|verify|default"
    r"|confirm|focus|shorten|drop|link|list|set|store|save|say|raise|document|rebase|pin|bump|group|sort|pass|handle|assume|translate|speak|ensure|provide"
    r"|refrain|mention|begin|end|estimate|push|prefix|indent|cover|log|mock|propose|suggest|review|regenerate|repeat|state|report|work|call|get|go with|draft|attach|quit|call out|comment|reproduce|spell|stay|cut|compare|count|describe|define|deploy|dedupe|discuss|double-check|escape|expand|favou?r|fetch|find|fix|flag|give up|guess|hide|highlight|ignore|include|inline|insert|invent|isolate|justify|lead with|lint|lock|look up|lower|merge|minimi[sz]e|move|notify|number|offer|open|order|phrase|pick|place|plan|present|prioriti[sz]e|profile|prove|publish|question|reach for|rebuild|refer|reject|release|remember|replace|require|reset|resolve|restart|restate|reuse|revert|round|scan|search|send|separate|share|shorten|show|sign|simplify|sketch|sort|speak|spend|stage|strip|structure|style|summari[sz]e|switch|tag|take|think|throw|tidy|time|touch|trim|trust|turn|type|undo|upgrade|validate|warn|watch|wrap up|check in|round"
)


def _subjects() -> tuple[tuple[str, str], ...]:
    return (
        ("opens with I", rf"{_OPEN}(?:I\b(?!/O)|I'(?:m|ve|d|ll)\b|{_ME})"),
        ("I", r"(?-i:\bI\b)(?!/O)|\bI'(?:m|ve|d|ll)\b|\b(?:me|mine)\b|我(?!们)|本人"),
        ("my", r"\bmy\b|我的(?!天)"),
        ("the user", r"\b(?:the )?user(?:'s)?\b(?= [a-z])|^(?:该|此)?用户"),
        ("opens with the user", rf"{_OPEN}(?:the )?user(?:'s)?\b|^(?:该|此)?用户"),
        ("we", r"\b(?:we|us|our|ours|the team|team's|management|the company|the board|the department)\b|我们|咱们|咱|团队|公司|本项目"),
        ("opens with we", rf"{_OPEN}(?:we|our|the team|the company|the board)\b|{_OPEN}(?:我们|咱们|团队|公司|本项目)"),
        ("you", r"\byou(?:r|rs|'re|'ve)?\b|你|您|助手|\bthe assistant\b"),
        ("outsiders", rf"\b(?:{OUTSIDERS})\b|客户|甲方|乙方|老板|领导|供应商|厂商|法务|合规|总部|投资方|外包|业务方|合作方|对方|银行|监管|集团"),
        ("a person does", rf"(?-i:(?<![a-z] )(?<![\"“])\b[A-Z][a-z]{{2,}} (?:is|was|will|has|to|owns|handles|leads|covers|joins|leaves|needs|merged|takes|on leave|intends|keeps|does)\b)|{_NAME}"),
        ("works for us", r"\b(?:in charge|responsible|takes? over|taking over|hand(?:s|ed)? over|covers? for|owner of|owner:|is on (?:it|leave)|on leave|on holiday|parental leave|assigned)\b|负责|接手|代班|顶着|交给|牵头|对接人|跟进|离职|请假|休假|产假|育婴假|暂代|换人"),
        ("role", rf"\b(?:{ROLES})s?\b|工程师|程序员|开发者|开发(?=$|[，。；])|设计师|产品经理|产品(?=[，。；]|$)|架构师|学生|实习生|研究员|分析师|运维(?=[，。；]|$)|老师|经理|组长|总监|新手|小白|菜鸟|爱好者|顾问|自由职业|PM\b|站长|创始人|测试(?:人员|员)|律师|会计师?|财务|医生|护士|教师|编辑|作家|记者|翻译|博士|研[一二三究]生?|研究生|码农|程序猿|站长|博主|店主|老板娘|策划|文科生|理科生|运营|公务员|销售|客服|退休|自媒体|画师|摄影师|音乐人|农民|厨师|教练|飞行员|技术员|前端|后端|全栈|一枚"),
        ("is a role", rf"(?:\b(?:am|is|was|as|I'm|work as|here:|job is|role is|myself as)\b[^.;!?\n]{{0,30}}\b(?:{ROLES})\b|(?:我|用户|本人|职务|身份|职业)[^，。；]{{0,6}}(?:是|为|做|搞|：)[^，。；]{{0,14}}(?:工程师|员|师|前端|后端|开发|开发者|产品|运维|测试|算法|生|者|经理|的(?=[，。]|$)))"),
        ("seat of a role", r"^(?:backend|frontend|front-end|back-end|full-?stack|mobile|data|embedded|devops|sre|ml|qa|security|senior|junior|sole|solo|lead|ex-)\b|^(?:前端|后端|全栈|移动端|数据|算法|测试|运维|嵌入式|独立开发)(?:$|[，。、]|开发|工程)"),
    )  # fmt: skip


def _person() -> tuple[tuple[str, str], ...]:
    return (
        ("years of work", r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|many|several|a few|a couple of) ?\+? ?(?:years|yrs|yoe|decades)\b|\bmost of my life\b|\ball my career\b|\bwhole career\b|[一二两三四五六七八九十几多\d]+\s?年(?!\d|底|末|初|度|前|后|内|制|级)"),
        ("is able", r"\b(?:fluent|comfortable|familiar|experienced|proficient|skilled|solid on|strong (?:on|in|linux|background)|good (?:at|with)|expert|well versed|self-taught|strengths?|knows?|specialis\w+|at home in|inside out|better than|is better|comfort zone|confident|native|strongest|can (?:read|follow)|lost in|clueless|not my thing|hard of|allergic|basic)\b|精通|擅长|熟悉|拿手|很熟|[A-Za-z+#]\s?我?熟|专长|会说|自学|熟练|没问题|没障碍|没有障碍|溜|主力语言|能读|看得懂|强项|方向是|半辈子|压力"),
        ("is not able", r"\b(?:new to|weak(?:ness)?|rusty|no (?:experience|background|formal|idea|web|clue)|never (?:used|touched|written|worked|tried|done|seen|learned)|beginner|newbie|unfamiliar|little (?:exposure|experience|knowledge)|elementary knowledge|hard to follow|struggl\w+|barely|learning|just started|first time)\b|不(?:太|怎么|大)?(?:熟|懂|会|行|了解|擅长)|没(?:怎么)?(?:碰|用|写|学|接触|做)过|没有(?:任何)?(?:了解|经验|接触)|了解(?:有限|不多)|略懂|陌生|不便|弱|门外|入门|唔識|唔识|抄|看不明白|听不懂|半懂|半吊子|一窍不通|几乎没有|零基础|刚(?:转行|接触|入门|入职|毕业|开始)|吃力|头疼|才开始|新手|小白|只会|门外汉|一点"),
        ("past of a person", r"\b(?:background|degree|phd|by training|trained|graduated|studied|majored|joined from|career|day job|formal training|used to (?:be|work)|introduced)\b|毕业|专业|出身|科班|转行|本科|硕士|博士|念的|学的是|之前一直|从事|背景|履历|起家|改行|本职|半辈子|老本行|曾在|之前[^，。]{0,4}(?:做|玩|在)|原来是|原本|转过来|本来学|主修|兼着|入行|混了|科出身|从小|学历|论文"),
        ("likes", r"\b(?:prefers?|preferred|favou?rite|likes?|loves?|loving|enjoys?|hates?|dislikes?|tends? to|accustomed|fond of|reach for|personal taste|comfortable with|addicted|into|appreciates?)\b|喜欢|偏好|偏爱|习惯|倾向|爱用|爱看|讨厌|不爱|不喜欢|爱(?=[A-Za-z\u4e00-\u9fff])(?!护)|prefer|慣用|更愿意|宁愿|更信任|受不了|看不惯|不接受|反感|嫌(?!犯)"),
        ("I like", rf"(?:(?-i:\bI)|\buser)(?:'m| am| is)? (?:really |also |much |usually |mostly |normally |always )?(?:prefers?|likes?|loves?|enjoys?|hates?|dislikes?|tends?|accustomed|reach)\b|{_ME}[^，。；]{{0,6}}(?:喜欢|偏好|偏爱|习惯|倾向|爱|prefer|讨厌|常用)"),
        ("habit", r"\b(?:usually|normally|generally|mostly|mainly|often|mornings?|evenings?|nights?|weekends?|after \d+ ?(?:am|pm)|in the (?:morning|afternoon|evening)s?)\b|平时|平常|一般|通常|日常|经常|常用|主要|每天|晚上|早上|上午|下午|夜里|周末|下班|常年|作息"),
        ("life", rf"\b(?:{LIFE})\b|时区|母语|方言|粤语|普通话|英语|英文不|视力|色[盲弱]|左手|右手|受伤|近视|听力|住在|老家|在家办公|远程|在[^，。；]{{1,6}}(?:工作|上班|上学|读书|办公)|孩子|电脑|笔记本|键盘|显示器|显卡|设备|编辑器|快捷键|字体|主题|语音输入|常用设备|眼睛|弱视|字号|老婆|老公|女儿|儿子|孩子|家里|家人|通勤|坐标|单休|双休|腱鞘炎|手术|过敏|失眠|耳朵|夜猫子|消息(?=居多)|叫我|手机|平板|显存|显卡|两块|ThinkPad|家庭服务器|休假|管理员权限|在读|方言|听力|素食|信佛|香港|台北|杭州|北京|上海|广州|深圳|成都|新加坡|GPU|MacBook|vim mode"),
        ("uses", rf"(?:(?-i:\bI)|\buser|^)(?: (?:mostly|mainly|usually|only|also|always))?\s?(?:uses?|runs?|works?|reads?|speaks?|types?|codes?|teach(?:es)?|lives?|holds?|thinks?) (?!the \w+ (?:before|first|again))|{_ME}[^，。；]{{0,6}}(?:用的?是?|使用|写|做|搞|带|住|读|说|念|看)"),
        ("opens with a third person verb", r"^(?:uses|works|reads|writes|speaks|lives|likes|prefers|knows|has|is|was|teaches|runs|thinks|codes|comes|types|studies)\b"),
        ("self", r"\b(?:myself|I am the|I'm the only|for me|makes me|my own)\b|我自己|我一个人|就我|只有我|我这人|我这个人|自己"),
        ("feels", r"\b(?:user|I) (?:finds?|feels?|gets?|thinks? (?:best|in)|wants? to learn|(?:is|am|'m) (?:a|an|the)\b)|看着|觉得难|分不清|难以区分|看得懂|看不懂|感兴趣"),
    )  # fmt: skip


def _orders() -> tuple[tuple[str, str], ...]:
    return (
        ("order", rf"{_OPEN}(?:please |kindly |always |do |next time |from now on,? )?(?:{_STEM})\b(?! (?:is|are|was|were|has|will)\b)(?![:/.]\S)"),
        ("order inside", rf"{_LEAD}(?:{_STEM})\b(?! (?:is|are|was|were|has|will|of|for)\b)"),
        ("forbids", r"\b(?:don't|do not|never|avoid|refrain|stop \w+ing|no more|under no circumstances|not to|must not|shall not|may not|should not|shouldn't|mustn't|cannot be|forbid\w*|prohibited|banned|without asking|hands off|can you not)\b|不要|(?<![特分各级辨识类性区告差个错])别(?![的人处名称墅组家])|不得|不许|不准|禁止|严禁|切勿|请勿|勿|不能|不可|不该|避免|少(?:用|写|加|说)|杜绝|不用每|不应"),
        ("opens with a ban", rf"{_OPEN}(?:please |kindly |\w+: )?(?:don't|do not|never|no|not|avoid|stop|refrain|zero)\b|^(?:请|以后|代码里|千万|用户\S{{0,3}}：)*(?:不要|别|不得|禁止|严禁|勿|请勿|不许|少|不能)"),
        ("no a thing", rf"{_OPEN}no (?!\w+ (?:yet|is|are|was)\b)[\w-]+|,\s*(?:never|not|no) [\w-]+|，(?:不要|别|不用|不是)\S+"),
        ("obliges", r"\b(?:must|shall|should|has to|have to|needs? to|ought|is to|are to|be sure|make sure|ensure|required|mandatory|important that|every time|before (?:you|I|editing|adding|merging|pushing|deleting|changing|telling|anything)|I'd rather|would rather|I would appreciate|wants? (?:to be|me|you|commit|answers|every|all))\b|必须|应当?(?![用付对])|须(?!知)|务必|一律|一定|得先|要先|都要|统一(?!登记)|尽量|最好|记得|希望(?!\S{0,4}完成)|要求|千万|强调|需先|要(?=写|用|跑|小步|讲|给|简|精|保|带|附|有|覆|备)|就好|就行|即可"),
        ("asks", r"\b(?:please|kindly|could you|can you|would you)\b|请(?!假|教|求)|麻烦|拜托|能不能"),
        ("for ever", r"\b(?:always|every|each|any|all|whenever|from now on|from here on|going forward|in (?:the )?future|next time|every time|when(?:ever)? (?:you|something|I ask)|before|after each|once you)\b|每次|以后|今后|往后|下次|凡是|所有|一律|总是|任何|时候|从现在|之前|前(?:先|必须|要)|提交前|改之前"),
        ("praise", r"\b(?:perfect|great|excellent|good|nice|well done|worked well|correct|was right|right call|lovely|helpful|spot on|approved?|confirmed|went well|keep (?:going|it|doing)|continue|same (?:level|structure|way)|likewise|do more|like that|bundling)\b|很好|不错|挺好|太好|正确|认可|确认|肯定|可以继续|继续(?:保持|使用|这|用|沿用)|沿用|照此|保持|清晰|就是要|接着这么|是对的|做得好|没错|满意|都这样|这样很|好评|keep going|特别管用|管用|实用|舒服|照做|后续保持|称赞|喜欢你|照这个|之后都|思路对|就按|nice touch|spot on|praised|liked how|do that again|same again|again please"),
        ("blame", r"\b(?:too (?:much|many|long|short|wordy|verbose|informal|formal|big)|annoy\w*|drives me|objected|corrected|corrects|complained about (?:my|the assistant)|was wrong|removed them|made up|guess\w*|unnecessary|overkill|bit us|without review|you keep|told you|not happen again|nuts|wastes? (?:my )?time|habit of|too clever|badly|declined|reacted|disapprov\w*|unhappy|rejected)\b|太(?:长|啰嗦|多|大|细|随意|慢了|笼统)|啰嗦|老是|不满|纠正|指出|反对|说了多少|瞎|擅自|千万别|出过问题|出事|不对|重复|反感|批评|绕了|动不动|听着别扭|太复杂|嫌|又(?:把|忘)|未经沟通"),
        ("teaches you", r"\b(?:user|customer|boss|human) (?:wants?|asked|asks|said|says|confirmed|corrected|objected|approved|expects?|insists?|reminded|requested|told|was annoyed|complained|rejected)\b|用户(?:要求|指出|确认|纠正|希望|强调|认可|不满|明确|反对|提醒|批评|说不|指示|让)"),
        ("work of an answer", r"\b(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies|i[sz]e|i[sz]ing)|explanations?|bullet|emojis?|tone|detail|pleasantries|hedging|theory|prose|jargon|cliches?|clich[eé]s|metric units|spelling|dialect|axis labels?|tables?|examples?|lists?|metaphors?|analog\w+|sentences?|wording|format|style|apologi\w+|paragraphs?|questions?)\b|回[复答]|总结|解释|说明|语气|表格|例子|方案|结论|[一二三两四五几]句话|举例|格式|道歉|术语|废话|标题|图表|图(?=比|形)|行号|页码|数字|动画|原文|比较表|翻(?=译|$)|命令|选项|单位|小数|语言|简体|繁体|模板来|表达|措辞|口吻|段落|篇幅|日期格式|清单|配色|类比|精简|简短|简洁|中文(?!资料|文档)|网络用语|来源"),
        ("work on code", r"\b(?:commit messages?|commits?|comments?|docstrings?|tests?|lint\w*|diffs?|PRs?|pull requests?|type hints?|names?|naming|names|mocks?|imports?|refactor\w*|rewrite|one-line|helpers?|abbreviations?|force push|main|dependenc\w+|deps|changelog|readme|snake_case|camelCase|branch)\b|提交信息|注释|变量|命名|缩进|测试|单测|用例|格式化|依赖|重构|代码风格|回滚|密钥|配置文件|变量名|函数名|快照|rebase|文件|commit message"),
        ("this, not that", r"\b(?:instead of|rather than|over (?:spaces|tabs)|,? not (?:the |a )?[\w-]+$|, never|first, \w+ (?:after|second|later)|before \w+ing|first\b)|而不是|，不用|代替|改用|换成|先[^，。；]{1,14}(?:再|后)|别用|宁可|优先|能[^，。]{1,12}就(?:别|不)|，不要|只做一"),
        ("remember that I like", r"^\W*(?:please )?remember(?: that)? I (?:like|prefer|want|hate|love)\b|^(?:请|帮我)?记(?:住|得|一下)[，,：:]?我(?:更|比较|最)?(?:喜欢|偏好|习惯|希望|要)"),
        ("goes with a rule", r"^(?:rule|convention|policy|agreed|feedback|naming|reviews?|style)\b.{0,20}:|^(?:规则|约定|规范|注意|纪律|原则)[:：]|\b(?:wants?|likes?) (?:commit|answers|replies|tests|to be asked|me to|you to)\b"),
    )  # fmt: skip


def _project() -> tuple[tuple[str, str], ...]:
    return (
        ("date", rf"\b(?:(?:{MONTH_WORDS})\.? \d{{1,2}}\b|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTH_WORDS})\b|the \d{{1,2}}(?:st|nd|rd|th)|20\d\d-\d\d(?:-\d\d)?|\d{{1,2}}/\d{{1,2}}(?!/\d{{3}}))|\d{{1,2}}\s?月\s?\d{{1,2}}\s?[日号]?|\d{{1,2}}\s?[号日](?![楼线码志])|[一二三四五六七八九十]+月(?!份?的?时)|五一|十一|国庆|春节|元旦|暑假|\d{{1,2}}月"),
        ("day or term", rf"\b(?:{WEEKDAYS}|(?:{MONTH_WORDS})(?= \d|[,.;]|$| and| release)|today|tomorrow|yesterday|tonight|(?:next|this|last) (?:week|month|quarter|year|sprint|summer|winter|spring|autumn|release)|Q[1-4]|mid-\w+|summer|autumn|spring|winter|quarter|sprint|end of \w+)\b|今天|明天|后天|昨天|[下上本这]个?(?:周|月|星期|季度?|sprint|礼拜|版本|阶段)|(?:周|星期|礼拜)[一二三四五六日天]|月底|月末|年底|年末|月中|中旬|[上下]旬|明年|今年|去年|九月|[一二三四]季度"),
        ("until", r"\b(?:by|until|till|before|due|deadline|expires?|ETA|target|from|since|after which|as of|starting|ends?)\b(?= .{0,25}(?:\d|day|month|quarter|week|year|january|february|march|april|may|june|july|august|september|october|november|december|release|launch|renewal|audit|move))|截止|期限|到期|前(?:要|得|完成|发|出|上|不|必须)|之前(?:不|完成|提供|搬)|为止|之前|预计|计划于"),
        ("state", r"\b(?:blocked|blocker|waiting|pending|in progress|done|finished|half done|\d+ ?% done|complete(?:d)?|not started|still open|open:|left|slipped|postponed?|delayed|paused|suspended|on hold|extended|down until|broken since|stuck|ready|wip|status|ships?|shipped|stays?|finish|cannot start|overdue|parked|bumped|off until|no word|not confirmed|has not confirmed|rejected|signed|vetoed|lost|scrapped|out of stock|late|early|ahead|behind|under way|closes?|moves? to|last day|opens? on|ends? on|runs out|reapply|hired|onboards?|replaces?|extended|renovated|fixed,|removes)\b|完成|做完|写完|做好|弄完|进行中|进行到|已接|待接|待定|还没|尚未|未(?:完成|开始|续签)|没(?:过|做|给|开通|空)|卡[在住]|阻塞|暂停|暂缓|推迟|延期|延到|延后|等(?:待|ops|域名|对方|审批|总部)|一半|还差|先不|不做|砍|顺延|搁置|打回|没批|没谈妥|没签核|没签|没人|被拒|停了|放放|改到|改期|挪到|搬(?=办公室|$|到|机房)|拆(?=$)|砍了|砍半|跳槽|收购|涨价|外包(?:给)?|卡审核|没办|谈妥|收房|装修|选型|替代|到账|突破|刚破|赶在|送审|投稿|不同意|要变|开店|没start|delay|block"),
        ("event", r"\b(?:launch\w*|release|go(?:es)? live|beta|pilot|milestone|freez\w+|cut|cutover|rollout|roll out|roadmap|goal|OKR|demo|audit|outage|incident|postmortem|trade fair|renewal|renewed|funding|sprint|phase|prototype|kick-?off|trial|lease|inventory|shipping|translation|exhibition|manuscript|deadline|grant|office move|conference|seed round|startup|hardware|premieres?|school|deal|flight|hotel|interview|campaign|landing page|app review|black friday|christmas|easter|holidays|vote|decision|action|risk|outcome|next milestone|migration|launches)\b|上线|下线|发版|发布(?!于)|内测|公测|验收|评审|里程碑|结项|立项|迭代|灰度|审计|续约|续签|演示|联调|提测|压测|备案|冻结|启动|阶段|双十一|国庆|农历年|年前|年后|春招|秋招|演练|机房|审核|招聘|展览|直播|众筹|办公室|合伙|融资|投稿|二期|一期|三期|新版|私域|采购|备案号|退货率|国标|新规|项目代号|release|freeze|roll ?out|OKR"),
        ("decides", r"\b(?:decided|decision|agreed|approved|promised|plans?|planned|intends?|chose|going to|not going with|ended up|moving|moving off|move to|dropping|drop(?:ped)? (?:python|support)|replac\w+|hire|want to|sunset|redoing|retain|switch\w*|expects?|obliged|is being|are being|will be|to be)\b|决定|打算|计划|准备|改用现成|放弃|不再支持|目标|重点|为将|换[^，。]{1,8}是因为|改为|全部走|drop"),
        ("work goes on", r"\b(?:we're|we are|team is|is (?:migrat|rewrit|mov|replac|work|tak|test|build)\w*|being (?:rewritten|replaced|migrated)|rewrite|migrat\w+|redesign|upgrade|rework|refactor (?:of|is)|\w+ the \w+ team)\b|正在|在做|迁移|搬到|改版|重写|拆分|升级|接入|优化|替换|迁到"),
        ("why it is so", r"\b(?:because|since|due to|owing to|reason|for (?:legal|lack|compliance)|caused by|so that|on account of|at the \w+'s request|complained)\b|因为|由于|因(?=[\u4e00-\u9fff])(?!此|特|素)|原因|理由是|缘故|所以|为了"),
        ("money or law", r"\b(?:contract|budget|costs?|price|paying|capped|legal|law|lawyers?|licen[cs]e|regulat\w+|compliance|tax|consent|certificates?|subscription|sales|invoices?)\b|合同|预算|成本|太贵|法规|法律|合规|等保|证书|税|审批|费用|资金|经费|营收|留存"),
        ("measured goal", r"\b(?:p9\d|under \d+|\d+ ?ms|\d+ ?%|\$\d|\d+ (?:users|customers|paying))|\d+\s?(?:毫秒|秒|%|％|万|家)|一秒以内|[三五]家"),
        ("part: state", r"^[\w /-]{2,30}: .*(?:done|left|open|owner|in progress|by|not started)|^[\u4e00-\u9fffA-Za-z ]{1,12}[:：][^:：]*(?:已|待|完成|\d|（)"),
        ("part of the product", r"\b(?:importer|exporter|API|UI|login|payments?|billing|checkout|search|mobile app|client|pipeline|staging|production|cluster|sandbox|iOS|Android|feature|v\d)\b|模块|功能|登录|支付|付款|导出|推送|接口|权限|搜索|服务器|数据库|硬件|老系统|测试环境|海外版|版本|上云"),
    )  # fmt: skip


def _places() -> tuple[tuple[str, str], ...]:
    kept = r"tracked|kept|collected|stored|documented|managed|logged|announced|filed|hosted|posted|listed|recorded|registered|maintained|published|consulted|reached|found|seen|given|available"
    return (
        ("address", rf"{ADDRESS}|\b[\w.+-]{1,64}@[\w-]{1,63}\.\w+|\b(?:s3|gs|ssh|ftp|smb)://\S+|\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}/[\w./#?=*-]+|\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,6}\.(?:tw|edu|gov|ai|co|app|me|uk|de|jp|hk|local)\b"),
        ("tool", rf"{TOOLS}|\b(?:{PLACES})\b|飞书|语雀|蓝湖|钉钉|企业?微信群|企微|石墨|腾讯文档|墨刀|禅道|阿里云的|百度网盘|即时设计|云文档|试算表|共享表格|云盘|云端硬盘|雲端硬碟"),
        ("channel", r"(?<![\w&])#[a-z][\w-]{2,}|频道|群里|[值运售]\S{0,3}群|群「|群「|飞书的\S+群"),
        ("standard", r"\b(?:RFC|ISO|GB/T|IEEE|PEP|ECMA|WCAG)[ -]?\d+|《[^》]+》|arxiv|\bdoi\b|\bdata sheet\b|\bmanual\b|chapter \d|标准为|规范参考"),
        ("is kept", rf"\b(?:is|are|get|gets|be|can be|may be) (?:\w+ )?(?:{kept})\b|\blives? (?:in|at|on|under|over)\b|\bgo(?:es)? to\b|\b(?:is|are|it's all|they're all) (?:at|under|over at|on|in) (?:the |our |https?|a )|\bin a\b"),
        ("is in, zh", r"(?:都?(?:放|存|记|登记|存放|保存|托管|发|堆|收|挂|写|记录|统一登记)?(?:在|于))\s?[^，。；\s][^，。；]{0,24}(?:里|中|上|内|群|空间|项目|文档|系统|盘|栏目|文件夹|资料夹|表|库|保管|夹|里面|”|」|[A-Za-z])\s?$|都?(?:会)?进\s?[A-Z]|位于|存放|存在|托管|登记(?:于|在)|喺\s?[A-Z]|(?:在|走|看|用的?是?|去|到|来自|挂在|配在|录在|以)\s?(?:[A-Z][A-Za-z. ]+|[\u4e00-\u9fff]{2,8}(?:后台|目录|公告|平台|广场|网|站|超话|库|系统))\s?(?:上|里|的[^，。]{1,8})?(?:为准)?$|(?:在|找)[^，。在]{1,6}(?:那儿|那里|手里|手上|保管|签字|要)$|为准$|来自"),
        ("look there", r"\b(?:see|look (?:at|it|up|in)|check|refer|consult|ask (?:in|for|Helen|the)|contact|reference|questions? (?:about|go)|if you (?:want|need)|where I check|writeup|there's a|find|details?)\b|见(?![面过])|详见|参[阅见考]|[去看查翻上]\s?(?:[A-Z]|语雀|阿里|公司|内网|wiki|共享)|可在|可以在|都?可?[看查]到|查看|查询|搜|联系|找[^，。]{1,8}(?:要|拿|问)|问\s?[A-Z]|有问题|[找问][\u4e00-\u9fff]{1,4}$"),
        ("names a place", r"\b(?:wiki|board|dashboards?|channel|vault|bucket|folder|space|page|sheet|spreadsheet|intranet|portal|shared drive|drive|tracker|project key|pipeline \"|chart|schedule|link|inbox|rota|label|index|playlist)\b|地址|网址|链接|连结|仪表[板盘]|看板|大盘|大屏|面板|文件夹|资料夹|目录“|共享目录|知识库|共享盘|内网|空间|网盘|保险库|栏目|系统为|镜像仓库|索引|dashboard|job 名"),
        ("kind of text", r"\b(?:docs?|documentation|documents?|specs?|runbooks?|mockups?|guidelines?|guide|design files|designs?|drawings?|credentials|passwords|secrets|minutes|recordings?|slides|handbook|template|glossary|notes|logs|metrics|tickets?|bugs?|defects?|issues?|incidents?|figures|datasets|accounts|roadmap|feature requests|support requests|policies|history|alerts?|notifications|recipes?|photos?|contracts?|playbooks?|test plans?|creds|staging creds|logs\?|boards?|fonts?|codes?|citations?|catalogue|FAQ|course material|archives?|texts|builds|standups|escalations|rooms|opening hours|list|number|style|graphs|benchmarks|protocols|research notes|usage policy|questions|data)\b|文档|手册|设计稿|原型|资料|日志|规范|字典|需求|报警|告警|监控|会议纪要|纪要|记录|原件|报表|值班表|模板|素材|论文|授权书|图纸|名单|台账|数据(?=看|集|来)|课程|回放|字体|发票|笔记|排班|制度|题库|代码在|译名|报价单|录影|录像|法规|规章|预算表|甘特图|选题|变更单|情报|参考图|房源|接口用的|密码|账号|缺陷|(?<![A-Za-z])bug(?![A-Za-z])|工单|架构图|客户反馈|反馈|追踪|任务单|客诉|流程|通知|标准|周报|Swagger|wiki|metrics|runbook"),
        ("thing: place", r"^[\w /-]{2,30}(?::|\s->|\s=>)\s*(?:https?:|#|[A-Z@])|^[^，。：:]{1,10}[:：]\s?(?:[A-Z]|语雀|http|钉钉|[a-z]+[./])"),
        ("title", r"[\"“「『][^\"”」』]{2,40}[\"”」』]|\b(?:called|named)\b|名为|标题为|叫(?![我做])|project \w+|项目\s?[A-Z]|编号"),
    )  # fmt: skip


def _derivable() -> tuple[tuple[str, str], ...]:
    return (
        ("path", PATH),
        ("code name", CODE_NAME),
        ("hash", r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"),
        ("code thing", rf"\b(?:{CODE_THING})s?\b|函数|方法|类(?=[A-Z ，])|组件|路由|模型(?!训)|控制器|中间件|架构|三层|目录结构|入口文件|工具函数|表结构|元件|单例|常量|枚举|字段|源码|schema"),
        ("code says", r"\b(?:calls?|returns?|extends?|implements?|implemented as|inherits?|imports?|subclass\w*|throws|overrides|wraps|delegates|loaded from|loads|reads|declares|defined|defines|lists|consists of|contains|has targets|uses an? \w+ architecture|is the (?:class|module)|as a dependency|handled by|rendered by|renders?|spawns?|exports?|is invoked|invoked|belongs_to|has_many|subclass of|is an? (?:\w+ )?(?:app|subclass|monorepo)|done with \w+ in|takes an? \w+ prop|written in|composed of|use \w+ for)\b|调用|会调|调了|继承|返回(?!值)|实现了|依赖了|引用了|封装|定义在|定义：|采用|分为|包括|里用的是|用的(?:是)?\s?[A-Z]|引入了|会写入|由\s?[A-Z]\w+\s?渲染|连接从|有\s?\d+\s?个子模块|存放|call 了|接收"),
        ("files are", r"\b(?:is|are|lives?|sits?|located|stored|kept|go|goes|under|there(?:'s| is| are)|one \w+ each|directory layout|next to the)\b.{0,40}\b(?:folder|directory|root|src|sources|repo|files?|Dockerfiles?|Makefile|lib|app/|dir)\b|(?:放在|位于|在|写在|都在)[^，。]{0,18}(?:目录|文件夹|下面|下$|里$|资料夹)|根目录|有个\s?Makefile|入口文件\s?[a-z]|Makefile has"),
        ("folder or file", r"\b(?:folders?|director(?:y|ies)|root|repo|repository|codebase|file|files|Makefile|Dockerfiles?|README|sources|monorepo)\b|目录|文件夹|资料夹|仓库|根目录|代码库|工作区|repo\b"),
        ("git", r"\b(?:commit(?:s|ted)?|merged|merge|pull request|branch|git|revert|author of|uncommitted|unstaged|untracked|unpushed|blame|stash|rebase)\b|提交(?!前|信息|之前|测试报)|分支|未提交|合并了|commit"),
        ("did change", r"\b(?:added|renamed|removed|moved|edited|touched|introduced|landed|merged|was made by|reverted|changed|fixed|last commit|latest commit|commit before|pushed|touched the|rewrote|typo fix|previous change|last touched)\b|(?:加|改|写|删|提交|修|加入|引入|fix)(?:的|了)|中加入|是[^，。]{1,8}(?:改|写|加|提交|fix)|(?:上个|上一个|上次|最近一?次|最后一?次|刚才?)(?:的)?\s?(?:提交|commit|改动)|昨天提交|昨天[^，。]{1,8}改了|上一版|上?周[一二三四五]改过|最近一次合并"),
        ("this moment", r"\b(?:right now|at the moment|currently|just now|at present|presently|atm|as of now|at this moment|now|just ran|as we speak|a minute ago|this morning|is detached|are open|is open|page open|halfway|dirty tree|still running|this very|this minute|halfway)\b|现在|目前|当前|正在|刚才|刚刚|刚跑|刚拉|这会儿|开着|停在|此刻|还没 ?add|还没出|正跑|跑完(?!测试再)|正(?=跑|在)"),
        ("a run", r"\b(?:tests? (?:are|is|failing|running)|terminals? open|HEAD|dirty|spawn|\d+ tests failing|failing|green|build|dev server|compil\w+|linter|running|debugging|port \d+|working directory|open right|uncommitted|npm install|waiting for the (?:compilation|build|tests))\b|测试(?:正在|还)|正在(?:运行|跑|调试|编译|构建)|调试|在跑|构建|编译|报错了|当前目录|未提交|没提交|通过$|CI 正|重启服务|终端|没有冲突|跑在|本地服务|当前用户"),
        ("stack", rf"\b(?:{STACK})(?!\w)"),
        ("opens with code", rf"^(?:the |all (?:the )?|all of the )?(?:(?:\w+ )?(?:{CODE_THING}|config|tests|errors|utils|routes|handlers|fix|entry point)s?\b|{CODE_NAME}|{PATH})|^(?:入口|模型定义|工具函数|函数|路由|组件|元件|配置|缓存|数据库表|设定档|系统采用|项目目录|设置)"),
        ("trouble", r"\b(?:root cause|symptoms?|workaround|lesson|the fix is|gotcha)\b|(?-i:\b(?!The |All |Our |This |An )[A-Z]\w+ API (?:returns?|answers?|rejects?|gives?))\b|^(?:fix|cause):|症状|根因|教训|踩坑|解决办法|规避|原因[:：]"),
        ("elsewhere", r"(?<![\w.])(?:~/\S|/(?:var|etc|mnt|srv|opt|usr)/\S)|\bNAS\b|\bshared drive\b|内网|共享盘"),
        ("a person is at it", r"\b(?:(?:right now|currently|at the moment),? )(?-i:[A-Z][a-z]+) is \w+ing\b|^(?-i:[A-Z][a-z]+) is (?:currently )?\w+ing\b(?! (?:locally|on port))|^[小老阿][\u4e00-\u9fff](?:正在|在)"),
        ("made of", r"\b(?:has|have|with|consists? of|contains?|includes?|is split into|is organi[sz]ed|there are|is made of)\b[^.;]{0,30}\b(?:fields?|columns?|tables?|methods?|parameters?|arguments?|layers?|modules?|packages?|subfolders?|files?|tests?|endpoints?|routes?|props?|services?|classes|functions|workers?|stages?|steps?|targets?|submodules?)\b|(?:有|包括|包含|分为|分成|一共|共有|由)[^，。；]{0,16}(?:字段|列|张?表|方法|参数|层|模块|包|文件夹|子目录|文件|测试|接口|路由|服务|类|函数|组件|子模块|步|阶段)"),
        ("is built with", r"\b(?:project|repo|repository|app|application|codebase|code|frontend|front end|backend|back end|api|server|site|website|service|cli|build|tests?|state|styles?|styling|logging|auth|caching|routing|bundling|orm|database|deployment|ci)\b\W*(?:\w+ )?(?:uses?|is using|is written in|is built (?:with|on|in)|runs on|is based on|depends on|is (?:done|managed|handled) (?:with|by|in)|goes through|relies on)\b|(?:项目|仓库|前端|后端|代码|应用|服务|接口|样式|状态管理|日志(?:模块)?|缓存|构建|测试|数据库|网站)(?:里|中|层)?(?:都|是|主要)*(?:用的?是?|使用的?是?|采用了?|基于|依赖|写的)\s?(?![^，。]{0,3}(?:来自|聚合))"),
        ("someone changed", r"(?-i:^(?:It was )?[A-Z][a-z]+|\bwas|\bwere|\bgot|\bthe \w+) (?:just |recently |already |first |last )?(?:added|renamed|removed|moved|edited|introduced|merged|reverted|changed|refactored|fixed|rewrote|updated|bumped|deleted|split|extracted|wrote|created|committed|pushed|touched)\b(?! (?:because|from the (?:plan|scope)|to (?:july|tuesday|next)))|[\u4e00-\u9fffA-Za-z]{1,5}(?:上?个?(?:周|月)|昨天|前天|刚|最近|上次|今早)[^，。；]{0,6}(?:重构|修|改|删|加|提交|合并|引入|升级|拆)(?:了|过|掉了)|是\s?[^，。；]{1,6}(?:写|改|加|提交|引入|删|重构|修)的"),
        ("test results", r"\b(?:tests?|suite|build|ci|lint(?:er)?|pipeline|checks?|type ?check|coverage|compilation)\b.{0,20}\b(?:pass(?:es|ed|ing)?|green|red|failing|failed|succeeded|finished|ok|clean|running|at \d+)\b|\b\d+ (?:of \d+ )?(?:tests?|errors|warnings)\b|(?:测试|构建|编译|用例|CI|流水线)[^，。；]{0,8}(?:通过|失败了|绿|红|报错|跑完|没过|挂了|成功)|[，]?全部通过|全绿"),
        ("amid", r"\b(?:in the middle of|halfway through|about to|busy|currently|just (?:now|started|ran|finished|pulled|pushed|switched)|have \S+ (?:\S+ )?open|working (?:tree|directory)|checked out|stashed|rebasing|merging|cherry-picking|bisecting|stepping through|debugging|compiling|installing)\b|正在|正把|刚(?:刚|才)?(?:切|拉|跑|装|开|合|启动|改完|提交)|开着|切到|停在|卡在\s?rebase|打开了?(?:着)?\s?[\w.]+\.\w+"),
        ("at home", r"(?<![\w~/.])/(?:home|root|Users|tmp|var|opt)/\S+"),
        ("is the way it is", r"\b(?:is|are|has|have|live|sit|use|uses)\b(?! (?:to|not|being|going|responsible|waiting|blocked|new|a \w+ (?:engineer|manager))\b)"),
    )  # fmt: skip


@cache
def load_traits() -> tuple[Trait, ...]:
    """All traits, in the order of their weights."""
    tables = (_subjects(), _person(), _orders(), _project(), _places(), _derivable())
    return tuple(
        Trait(name, re.compile(pattern, re.IGNORECASE)) for table in tables for name, pattern in table
    )
