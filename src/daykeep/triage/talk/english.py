"""The small talk of English: phrases that are taken out, and the few words that may be left beside them.

Verbs that can be an instruction (do, go, use, try, keep, stop, take), numbers, "more", "next", "please" and every word that
names a thing are in none of the lists: a message that holds one is not small talk.
"""

from __future__ import annotations

import re

_APOSTROPHES = str.maketrans({"’": None, "'": None, "‘": None, "`": None})
_NOT_WORDS = re.compile(r"[^\w?]+")

_HEDGE = r"(?:really |just |only |pretty much |about |basically |actually |probably |certainly |honestly |now |then |absolutely )*"
_WANTED = r"(?:needed|need|needs|wanted|want|wanting|require|required|asked for|wished for|wish|was looking for|had in mind|was after|wanted to know|need to know|needed to know|can think of)"
_FOR = r"(?: (?:for|at|as of|right|from|to)(?: right)? ?(?:now|the moment|today|the time being|this moment|moment|this time|me|you|know|ask|then))*"
_I = r"(?:i|we)(?: (?:think|guess|believe|suppose|really|just|only|actually))*"
_THING = r"(?:that|this|it|those|these|which)(?:s|ll|d| will| is| was| would| should| are| were| may| might| has| ought to| must)?(?: be| been| have been)?"
_MORE = r"(?:anything|any|something|thing|things|nothing|help|assistance|more|further|else|other|additional|services?|info|information)"
_CLOSINGS = (
    (
        rf"\b(?:{_I} |i )?{_THING} {_HEDGE}(?:all|everything|enough|it|the end)(?: folks)?"
        rf"(?: (?:of )?(?:the )?(?:help|information|info|assistance|stuff|things))?(?: (?:that |what )?{_I} {_HEDGE}{_WANTED}"
        rf"(?: (?:to know|to do|help with|done|from you|you for))?)?{_FOR}(?!\w)"
    ),
    rf"\b(?:{_THING}|all|everything) {_HEDGE}(?:all |what |all that |everything |all of what |exactly what |the only thing )?{_I} {_HEDGE}(?:needed|wanted|wanting|required|asked for|was looking for|was after|wanted to know|needed to know)(?: (?:to know|to do|from you|help with))?{_FOR}(?!\w)",
    rf"\b(?:all|everything) (?:that )?{_I} {_HEDGE}{_WANTED}(?: to know)?{_FOR}(?!\w)",
    rf"\b(?:i|we)(?: am|m| are|re| think im| think were| guess im| guess were| believe im| think i am) (?:all |totally |completely |really |now )*(?:good|done|set|fine|ok|okay|finished|through|satisfied|covered)(?: (?:to go|here|then|with everything))?{_FOR}(?!\w)",
    rf"\b(?:all|were all|everything(?: is|s)?) (?:good|done|set)(?: here)?{_FOR}(?!\w)",
    rf"\b(?:no|nope|nothing|not|dont|do not|wont|will not|no longer|never|neither|cant think of|cannot think of)(?: really| actually)?(?: (?:i|we)(?: can think of| do not| dont| will not| wont)?)?(?: (?:be )?(?:need|needing|needed|want|require|requiring|have|think of))?(?: (?:any|your|of|at|all|some))*(?: {_MORE})+(?: (?:that )?{_I} {_WANTED}| i can think of| is needed| needed| required| from you| please)?{_FOR}(?!\w)",
    rf"\b(?:i|we) (?:do not|dont|wont|will not|no longer) (?:need|require|want) (?:you|your help|any help)(?: any ?more)?{_FOR}(?!\w)",
    r"\b(?:nothing|none)(?: at all| really| now| today| yet| right now| at the moment| comes to mind)*(?!\w)",
    r"\bnot (?:right now|at the moment|at this time|at this moment|for now|today|just yet|yet|now|at all|that i can think of|that i know of|really)(?: no)?(?: (?:maybe|perhaps) later)?(?!\w)",
    r"\b(?:i )?will do(?!\w)|\bi (?:dont|do not) think so(?!\w)|\b(?:maybe|perhaps) later(?!\w)|\bno i (?:dont|do not)(?!\w)",
    r"\byou(?:ve| have)? (?:got|covered|answered|done|did|took care of|taken care of|handled) (?:it |that )?(?:all|everything|it covered|everything covered|all my questions|all of my questions)(?: (?:i|we) (?:need|needed|wanted|asked))?(?!\w)",
    r"\bwere (?:all )?(?:done|good|set|ok|okay|fine|finished)(?: here)?(?: for now| now)?(?!\w)|\byou can (?:go|leave)(?: now)?(?!\w)|\b(?:ill|i will) be (?:going|leaving)(?: now)?(?!\w)",
)
_PARTINGS = (
    r"\b(?:(?:good ?)?bye|bye bye|good ?night|cya|farewell|cheerio|ciao|adios)(?: (?:now|for now|then))?(?!\w)",
    r"\b(?:see|talk to|speak to|catch|ttyl|chat with) ?(?:you|ya|u)? ?(?:all )?(?:later|soon|tomorrow|around|next time|again)(?!\w)",
    r"\b(?:you )?(?:have|and have|hope you have|enjoy) (?:yourself )?(?:a|an|your|the|the rest of your)? ?(?:(?:very|really|great|good|nice|wonderful|lovely|pleasant|fantastic|blessed|amazing|super|awesome|beautiful|excellent|fun|safe|restful|rest of your) ?)*(?:day|one|night|evening|weekend|time|afternoon|week|morning|rest)(?: (?:ahead|too|as well|yourself))*(?!\w)",
    r"\btake (?:good )?care(?: of yourself)?(?: (?:too|now|then))?(?!\w)|\b(?:and |to )?you too(?!\w)|\bsame to you(?!\w)|\b(?:good|best of) luck(?!\w)|\bbest (?:regards|wishes)(?!\w)|\bwith that good\w*(?!\w)",
)
_KIND = r"(?:great|good|nice|kind|sweet|wonderful|amazing|awesome|excellent|fantastic|lovely|perfect|brilliant|terrific|super|fabulous|cool|helpful|useful|quick|fast|prompt|efficient|incredible|superb)"
_GIFT = r"(?:help|helper|helping|assistant|assistance|assist|service|job|work|lifesaver|life saver|star|gem|doll|angel|legend|friend|rock|best|support|bot|team|hero|wizard|genius)"
_PRAISE = (
    rf"\byou(?: a|)(?:re| are| were|ve been| have been|ve done|ve| have| did| do| made)(?: (?:all|always|such|so|very|really|most|extremely|super|too|quite|just|incredibly|truly|highly|an|a|the|my|been|done|of|being|absolutely|simply|more|than|big|huge|real|true|immense))*(?: {_KIND}| {_GIFT}| well| a lot| much)+(?: (?:to|for|of) (?:me|us|today|help|you)| today| me| as always| again| of| help)*(?!\w)",
    rf"\b(?:{_KIND}|well|hard|big) (?:{_GIFT}|done)(?: (?:today|everyone|all|team|there|guys))?(?!\w)",
    rf"\b(?:{_THING} )?(?:very |so |really |most |extremely |super |quite |a (?:big|great|huge) )*(?:kind of you|sweet of you|helpful|thoughtful|kind|help)(?!\w)",
    r"\byou rock(?!\w)|\b(?:good|nice|great) one(?!\w)|\byou (?:really |just |totally )?saved (?:me|us|my day|the day)(?: (?:today|again|a lot of time|some time|so much time))?(?!\w)|\byoure the best(?!\w)|\byou did help(?: me)?(?: (?:a lot|so much|out))*(?!\w)|\byou(?:ve| have) helped(?: (?:me|us|a lot|so much|out|very much))*(?!\w)|\b(?:you are|youre) (?:very |most )?welcome(?!\w)|\bno (?:problem|worries)(?!\w)|\bmy pleasure(?!\w)",
    r"\byou (?:ve |have )?(?:really )?made (?:it|this|that) (?:so |very |really )?easy(?: for me)?(?!\w)",
)
_ADVERBS = r"(?:i |we |really |also |just |truly |greatly |deeply |so |very |sincerely |certainly |definitely |ill |id |would |most |do )*"
_THANKED = r"(?:thanks|thank (?:you|u|ya)|thankyou|thank|thx|thnx|tnx|ty|tysm|cheers|many thanks|appreciate(?:d)?|i ?(?:am|m) (?:so |very |really )*(?:grateful|thankful|obliged)|much obliged|gratitude|kudos)"
_OBJECT = (
    r"(?:you|it|that|this|the|all|your|youre|so|very|much|a|lot|lots|alot|ton|bunch|million|heaps|again|anyway|anyways|any ?way|though|tho|kindly|everything|"
    r"help|helping|helped|helpful|me|us|out|assistance|assisting|assist|service|services|support|info|information|effort|efforts|time|patience|kindness|quick|"
    r"prompt|fast|great|good|kind|wonderful|excellent|immense|hard|work|job|doing|did|letting|know|taking|of|care|provided|to|with|today|now|for|"
    r"being|making|finding|checking|answering|answer|reply|response|and|in|advance|trying|have|ve|given|been|as|always|truly|update|heads|up|"
    r"explanation|clarification|turnaround|fix|explaining|clarifying|quickly|bro|man|mate|buddy|dude|guys|everyone|team|dear|sir|maam|there|once|really)"
)
_THANKS = (
    rf"\b{_ADVERBS}{_THANKED}(?: {_OBJECT})*(?!\w)",
    r"\ball your help(?!\w)",
)
_GREETINGS = (
    r"^(?:hi|hello|hey|hiya|howdy|greetings|yo|good (?:morning|afternoon|evening|day))(?: (?:there|again|everyone|all|guys|team|daykeep|claude|assistant|bot|friend|buddy|mate))*(?!\w)",
    r"\bgood (?:morning|afternoon|evening|day)(?!\w)|\b(?:how are you|how r u|hows it going|how is it going|whats up|how do you do|how have you been|how are things)(?: (?:doing|today|there|going|this morning))*\??(?!\w)",
    r"\b(?:nice|good|pleased|great) to (?:meet|see) (?:you|ya)(?: too)?(?!\w)|\bim (?:fine|good|great|doing (?:well|fine|good|great))(?!\w)|\b(?:hope|trust) (?:you are|youre) (?:doing )?well(?!\w)",
)

_OPENERS = re.compile(
    r"^(?:(?:oh|ok|okay|great|thanks|thank you|and|so|well|cool|nice|good|alright|hmm|also|perfect|awesome|sure|yes|no) )*"
    r"(?:what|who|whose|where|which|when|why|how|is|are|was|do|does|did|can|could|would|will|any|has|have you|may i|should)\b"
)
_SOCIAL_QUESTION = re.compile(r"\bhow (?:are|r|is|have|do) (?:you|u|it|things)\b|\bhows it\b|\bwhats up\b")

YES = frozenset(
    [
        "yes",
        "yeah",
        "yep",
        "yup",
        "ya",
        "yea",
        "sure",
        "absolutely",
        "definitely",
        "certainly",
        "correct",
        "agreed",
        "right",
    ]
)
NO = frozenset(["no", "nope", "nah"])
_PLEASED = (
    "great good nice perfect perfectly awesome excellent cool wonderful fantastic amazing super brilliant lovely sweet terrific "
    "fine fabulous splendid neat superb outstanding sounds sound ok okay okey alright k kk well beautiful delighted happy glad pleased "
    "right interesting noted fair understood satisfied fun wow looks look phew whew yay"
)
PLEASED = frozenset(_PLEASED.split())
_FILLERS = (
    "a an the of to for in at with on as is are am was were be been will would ll ve i im ill id ive me my we us our you your youre u it its "
    "this these that thats there here all both and so but then than just now today tonight moment time being currently still very much really truly "
    "quite pretty too also oh ah aha um uh hmm hm yay lol haha hehe ha actually anyway anyways though tho already again dear sir maam man mate buddy "
    "bro dude friend folks guys everyone hear know see understand hope think believe guess say got it gotcha alot lot lots everything once "
    "thing information info help news certainly indeed totally completely absolutely course had has have believe later mr ms lots either "
    "hes shes they them can because my goodness gosh wonderful fast was that quick"
)
SMALL = YES | NO | PLEASED | frozenset(_FILLERS.split()) | {"not"}
"""Words that may stand beside small talk and carry nothing."""


def _one(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


_CLOSING, _PARTING, _PRAISED, _THANKING, _GREETING = map(
    _one, (_CLOSINGS, _PARTINGS, _PRAISE, _THANKS, _GREETINGS)
)
KNOWN = SMALL | frozenset(
    re.findall(
        r"[a-z0-9]+",
        " ".join([*_CLOSINGS, *_PARTINGS, *_PRAISE, *_THANKS, *_GREETINGS])
        .replace("\\b", " ")
        .replace("\\w", " "),
    )
)
"""Every word that can be part of small talk: a message with another one is none."""
_ENDINGS = ("s", "ed", "d", "ve", "ll", "re", "m", "bye")


def may_be_small(words: str) -> bool:
    """Whether a plain message has no word that small talk never has; quick, for most messages have one."""
    for word in words.replace("?", " ").split():
        if word not in KNOWN and not (word.endswith(_ENDINGS) and _is_form_of_known(word)):
            return False
    return True


def _is_form_of_known(word: str) -> bool:
    return any(word.endswith(end) and word.removesuffix(end) in KNOWN for end in _ENDINGS)


def plain(text: str) -> str:
    """Lower case, without apostrophes and signs but question marks, one blank between words.

    >>> plain("That’s all -- bye!")
    'thats all bye'
    """
    return _NOT_WORDS.sub(" ", text.lower().translate(_APOSTROPHES)).strip()


def asks(words: str) -> bool:
    """Whether a plain message is a question that isn't "how are you"."""
    if _SOCIAL_QUESTION.search(words):
        words = _GREETING.sub(" ", words).strip()
    return "?" in words or bool(_OPENERS.match(words))


def take_closings(words: str) -> tuple[bool, str]:
    """Whether nothing more is needed, and the words without saying so."""
    return _take(_CLOSING, words)


def take_partings(words: str) -> tuple[bool, str]:
    """Whether leave is taken, and the words without that."""
    return _take(_PARTING, words)


def take_praise(words: str) -> tuple[bool, str]:
    """Whether the other one is praised, and the words without that."""
    return _take(_PRAISED, words)


def take_thanks(words: str) -> tuple[bool, str]:
    """Whether it thanks, and the words without that."""
    return _take(_THANKING, words)


def take_greetings(words: str) -> tuple[bool, str]:
    """Whether it greets, and the words without that."""
    return _take(_GREETING, words)


def _take(pattern: re.Pattern[str], words: str) -> tuple[bool, str]:
    rest, count = pattern.subn(" ", words)
    return bool(count), rest if not count else " ".join(rest.split())
