"""What tells the type of a statement in English."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from daykeep.memory.notes.deciding.features.signs import ADDRESS, TOOLS, make_sign

if TYPE_CHECKING:
    import re

_ROLES = (
    r"engineer|developer|programmer|designer|scientist|analyst|manager|researcher|student|intern|founder|architect|teacher|writer"
    r"|admin|administrator|DBA|consultant|freelancer|contractor|tester|lead|director|CTO|beginner|newbie|maintainer|journalist|physicist|lawyer|doctor"
)
_START = r"(?:^|[.!?;:,—\n]\s*|\b(?:and|but|then|so|remember|remember that)\s+)(?:(?:just|only|simply|also|maybe|rather|first|instead|ok|okay)\s+)?"
_ORDERS = (
    r"use|run|write|ask|show|keep|make|prefer|avoid|stop|put|add|include|leave|explain|answer|respond|reply|format|test|commit|name|split"
    r"|give|tell|let|be|start|skip|stick|follow|treat|try|wait|read|only|do|wrap|return|limit|quote|cite|mark|rename|remove|update|check|verify|default"
    r"|double-check|confirm|focus|shorten|drop|link|list|set|store|save|say|raise|document|squash|rebase|pin|bump|group|sort|pass|handle|assume|translate|speak"
)


@cache
def english_signs() -> tuple[re.Pattern[str], ...]:
    """Wordings of each type, in the order of their weights; a text may show several."""
    return (*_user(), *_feedback(), *_project(), *_reference())


def _user() -> tuple[re.Pattern[str], ...]:
    me = r"(?:\bI|\b(?:the )?user)"
    return (
        make_sign(r"\bI(?:'m| am) (?:an?|the|new|from|based|on an?|in|\w+blind)\b|\b(?:the )?user is (?:an?|the|new|from)\b"),
        make_sign(rf"(?:\bI(?:'m| am)|\buser is|\bwork as|\bmy)\b[^.;!?\n]{{0,40}}\b(?:{_ROLES})s?\b"),
        make_sign(rf"{me} (?:really |much |usually |mostly |always |also )?(?:prefers?|likes?|loves?|hates?|dislikes?|enjoys?)\b"),
        make_sign(rf"{me} (?:usually |mostly |always |mainly |only |also |generally )?(?:uses?|works? (?:from|at|as|in|with|on)|lives?|speaks?|leads?|manages?|knows?|codes?|thinks? in|types?)\b"),
        make_sign(r"\bI(?:'ve| have)(?: been| never| only| got| no| a lot| \d+| worked| used| written| done)\b|\bI(?:'ve)? (?:taught|studied|grew up|learned)\b"),
        make_sign(r"\bmy (?:\w+ )?(?:background|pronouns|role|job|day job|timezone|time zone|name|editor|setup|native|first language|mother tongue|main language|machine|laptop|keyboard|shell|hours|team is|experience|specialty|degree)\b"),
        make_sign(rf"{_START}call me\b|\bmy name is\b"),
        make_sign(r"\b(?:isn't|is not) my (?:first|native)|\bI(?:'m| am) (?:colou?r.?blind|left-handed|deaf|blind|dyslexic|fluent|familiar|comfortable|bad at|good at|online|usually)\b"),
        make_sign(r"\bI (?:don't|do not|can't|cannot|barely|hardly) (?:know|read|understand|speak|like|use|code|see|hear)\b|\bI(?:'m| am) (?:learning|used to|more of|not (?:a|an|very|that|really))\b|\bI (?:come from|graduated|studied|majored|own|run|maintain)\b"),
        make_sign(r"\b(?:is|are) my \w+|\b(?:still|just) (?:learning|getting used)\b|\byou (?:don't need to|needn't|can skip|don't have to) (?:explain|the|tell)"),
        make_sign(r"^(?:well |btw |so |note: |fyi |fyi, )?I (?!want|need|expect|told|asked|said|think|would|will|don't|suggest|told|hope|guess|decided|noticed|saw)[a-z]+\b|^I've \w+(?:ed|n|t)\b"),
        make_sign(r"\b(?:I|me|my|mine)\b"),
        make_sign(r"\b(?:user|fan|person|owl|early bird) here\b|\b(?:night owl|early bird|morning person)\b|\bI was (?:an?|born|raised|trained)\b|\band I (?:do|handle|work|manage|am)\b|\bI understand\b|^(?:Vim|Emacs|VS Code|Neovim|Mac|Windows|Linux)\b"),
        make_sign(r"^(?:been|have been|am|was) \w+ing\b|\b(?:works?|easier|better|best|hard|fine) for me\b|\bscares? me\b|\bconfuses? me\b"),
        make_sign(r"\b(?:\w+ )?years?(?: of experience)?\b.{0,40}\bI\b|\bI\b.{0,40}\byears\b|\bnew to\b|\bfirst time\b|\bused to\b"),
    )  # fmt: skip


def _feedback() -> tuple[re.Pattern[str], ...]:
    return (
        make_sign(rf"{_START}(?:please )?(?:don't|do not|never|always(?!\W*$)|no more|stop|avoid)\b"),
        make_sign(rf"{_START}(?:please )?(?:{_ORDERS})\s+(?!(?:is|are|was)\b)"),
        make_sign(r"(?<!\bI )(?<!I have )(?<!I've )(?<!so you )(?<!you )\b(?:don't|do not|never|always|must(?:n't)?|should(?:n't)?|make sure|has to be|have to be)\b"),
        make_sign(r"^(?:good|great|nice|lovely|excellent|ok|okay|better)\b[,!. ]|\b(?:unnecessary|overkill|pointless|annoying|leave \w+(?: \w+)? alone)\b|\bfirst, (?:then|and)\b"),
        make_sign(r"\b(?:all|every|each|any|new)\b[^.;,\n]{1,40}\b(?:needs?|gets?|must|has to|have to|goes|should)\b"),
        make_sign(r"^(?:less|more|fewer|shorter|longer|smaller|simpler|plain)\b|^(?:only )?one \w+ (?:per|at a)\b|\byou were (?:right|wrong)\b|\bI (?:really )?(?:liked|appreciated?|enjoyed)(?: it)? (?:that|how|when|the way) you\b"),
        make_sign(r"\bI (?:really )?(?:prefer|like|want|love|'d like) (?:\w+ ){0,3}(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|commit messages?|explanations?|diffs?|PRs?)\b"),
        make_sign(r", not (?:the |an? )?\w+"),
        make_sign(r"\bmust(?: not)? \w+|\bshould (?:always|never|not)\b|\bplease\b"),
        make_sign(r"\b(?:next time|from now on|going forward|in (?:the )?future|keep (?:it|doing|that|this))\b"),
        make_sign(r"^(?:when(?:ever)?|if|before|after|once) (?:you|I|we|the|an?|there|some\w*|it|any\w*|in doubt|un\w+)\b[^,\n]{2,80}, (?!I\b|we\b|they\b|it\b|the\b|there\b|he\b|she\b)[a-z]+"),
        make_sign(r"^no (?!\w+ (?:is|are|was)\b)[a-z]+ ?\w*|\b(?:user|human|boss) (?:wants?|expects?|forbids?|asked (?:me )?(?:to|not)|insists|corrected|confirmed)\b"),
        make_sign(r"\byou (?:should|must|need to|always|never|keep|just|did|wrote|made|can(?! skip)|give|tend|forgot|write|split|have to)\b|\byour (?:answers?|repl\w+|responses?|code|comments?|explanations?|summar\w+|commits?|messages?)\b|\b(?:the way|how) you\b|\btold you\b"),
        make_sign(r"\b(?:perfect|exactly (?:how|what|like|right)|good call|right call|well done|nice work|that (?:was|is) (?:good|great|right|wrong)|works? well|was the right|spot on|love (?:how|that|this))\b"),
        make_sign(r"^(?:no|nope|yes|yeah|yep)\b[,.!]|\bnot like that\b|\bthat's (?:not|wrong)|\btoo (?:many|much|long|verbose|short|wordy)\b"),
        make_sign(r"\bI(?:'d| would)? (?:rather|want (?!to (?:learn|become))|expect|need you)\b|\bwhen I (?:ask|say|request)\b"),
        make_sign(r"\b(?:instead of|rather than|not the|before (?:you|editing|deleting|guessing|committing)|unless I|even if|every time|whenever)\b"),
        make_sign(r"^\W*remember(?: that)? I (?:like|prefer|want|hate)\b"),
        make_sign(r"\b(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies|izing)|commit messages?|code comments?|bullet points|emojis?|diffs?|copy)\b"),
    )  # fmt: skip


def _project() -> tuple[re.Pattern[str], ...]:
    return (
        make_sign(r"\b(?:we|they)(?:'re| are) \w+ing\b|\b(?:we|they|team|everyone) (?:decided|agreed|plan|planned|chose|want to|moved|switched|dropped|shipped|launched)\b|\bwe(?:'ll| will)\b"),
        make_sign(r"\b(?:deadline|due|milestone|sprint|roadmap|release|beta|launch|go(?:es)? live|ships?|feature freeze|freez\w+|cutover|rollout|kick-?off|quarter|demo)\b"),
        make_sign(r"\b(?:blocked|waiting (?:for|on)|waits? for|in progress|(?:is|are|was|has been) (?:done|finished|paused|postponed|delayed|late|approved|cancelled|on hold)|slipped|moved to|pushed to|still to do|still open|to do:|half done|on hold|wip)\b|\bTODO\b"),
        make_sign(r"\b(?:today|tomorrow|yesterday|tonight|monday|tuesday|wednesday|thursday|friday|(?:next|this|last) (?:week|month|quarter|year|sprint)|end of (?:the )?(?:month|week|quarter|year)|in \w+ (?:days|weeks|months)|by (?:june|july|march|april|january|february|august|september|october|november|december)|(?:january|february|march|april|june|july|august|september|october|november|december) \d+|20\d\d-\d\d-\d\d|until (?!I\b)\w+)\b"),
        make_sign(r"(?<![.!?] )(?<!^)\b[A-Z][a-z]+ (?:is|are|was) (?:\w+ing|on)\b|^[A-Z][a-z]+ is (?:\w+ing|on)\b", exact=True),
        make_sign(r"\b(?:migrat\w+|rewrit(?:e|ing)|rewrite|redesign|ripping out|replac(?:e|ing)|dropping|deprecat\w+|support until|working on|paused|rework)\b"),
        make_sign(r"\b(?:customers?|clients?|legal|compliance|marketing|budget|vendor|stakeholders?|sales|audit|contract|bank|ops)\b"),
        make_sign(r"\b(?:completed|deployed|merged|shipped|resolved|rolled out|kicked off|is live|signed off|priority|mvp|phase \d|pilot|assigned|responsible for|suspended)\b"),
        make_sign(r"(?:^|[.;] )[A-Z][a-z]+ (?:owns|handles|leads|takes over|is taking|will|joins|left|leaves|has until|needs)\b", exact=True),
        make_sign(r"\b(?:the reason (?:we|for)|driven by|is because)\b"),
    )  # fmt: skip


def _reference() -> tuple[re.Pattern[str], ...]:
    kept = r"tracked|kept|collected|stored|documented|managed|logged|announced|filed|hosted|posted|listed"
    return (
        make_sign(ADDRESS),
        make_sign(TOOLS),
        make_sign(r"(?<![\w&])#[a-z][\w-]{2,}"),
        make_sign(rf"\b(?:is|are|get|gets) (?:{kept})\b|\blives? (?:in|at|on|under)\b|\b(?:are|is) (?:at|under)\b|\bcan be found\b"),
        make_sign(r"\b(?:on|in|at|under|into) (?:the |our |an? )?(?:\w+ ){0,2}(?:NAS|bucket|share|drive|intranet|portal|spreadsheet|sheet|knowledge base|calendar|mailing list)\b"),
        make_sign(r"\b(?:docs?|documents?|specs?|runbooks?|mockups?|guidelines?|designs?|credentials|meeting minutes|recordings|spreadsheet|slides|RFCs?|mailing list|portal|status page|link)\b"),
        make_sign(r"\b(?:dashboards?|runbook|playbook|wiki|board|channel|shared drive|tracker|knowledge base|style guide|guidelines?|documentation|postmortem)\b"),
        make_sign(r"\b(?:look at|check|see|refer to|ask in)\b.{1,60}\b(?:if you|for|when)\b|\bfor (?:more )?context\b"),
    )  # fmt: skip
