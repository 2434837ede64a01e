"""Whether what a note says the person approved, decided or refused was said by the person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.triage.reading.cues import is_assent, is_question, is_refusal
from daykeep.triage.reading.sentences import cut_sentences
from daykeep.triage.reading.stance import read_stance
from daykeep.triage.reading.tokens import are_kin, content_of, read_tokens, stem

if TYPE_CHECKING:
    from daykeep.triage.checks.source import Source

_SUPPORTED = 0.6
"""At least this share of what was approved has to stand in the answer or in what it answers."""
_TOUCHED = 0.2
"""The same for what is done "with the user's approval": the rest of the sentence may tell what came of it."""
_PERSON = r"(?:\buser\b|\bcustomer\b|\bowner\b|\bclient\b|\bhuman\b|\bthey\b|用户|客户|主人)"
_APPROVES = re.compile(
    rf"{_PERSON}[^.;:,。；，：]{{0,40}}?(?:\b(?:approv|confirm(?!ation)|agree|accept|consent|authori[sz]|ok'?d|okay'?d|green-?lit)\w*|\bsign(?:s|ed)? off|\bgave (?:the |their |a )?(?:go-ahead|permission|ok|okay|green light|consent|approval)|批准|同意|确认|认可|授权|接受|点头|放行)"
    rf"|\b(?:approved|confirmed|accepted|authori[sz]ed|signed off|agreed)(?: \w+){{0,2}} by (?:the )?(?:user|customer|owner|client)",
    re.IGNORECASE,
)
_DISAPPROVES = re.compile(
    rf"{_PERSON}[^.;:,。；，：]{{0,20}}?(?:\b(?:not|never|no longer)\b|n't)[^.;:,。；，：]{{0,12}}?\b(?:approv|confirm(?!ation)|agree|accept|consent|authori[sz])|(?:用户|客户).{{0,4}}(?:不|没有?|未)(?:批准|同意|确认|认可|授权|接受)",
    re.IGNORECASE,
)
_WITH_APPROVAL = re.compile(
    r"\b(?:the )?(?:user|customer|owner|client)'?s (?:approval|consent|confirmation|permission|go-ahead|ok|yes|agreement|sign-off)|[经得获]到?(?:用户|客户).{0,4}(?:批准|同意|确认|授权|许可)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:until|before|unless|without|once|if|pending|awaiting|wait(?:s|ing)? for|needs?|requires?)\b[^.;]{0,16}$|(?:等|如果|除非|需要|没有|未经)[^，。；]{0,6}$",
    re.IGNORECASE,
)
_NOT_YET = re.compile("[^，。；]{0,4}(?:之前|以前|前|才)")
_UNNAMED = re.compile(
    r"\b(?:was|were|is|been|got|has been) (?:approved|authori[sz]ed|signed off)\b|\bapproval (?:was|has been|is) (?:given|granted)\b|\bapproved\b|已(?:获|被|经)?(?:批准|同意|授权)|获批",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    rf"{_PERSON}[^.;:,。；，：]{{0,30}}?(?:\b(?:decided|decides|chose|chooses|picked|picks|selected|settled on|opted|insist\w*|demand\w*|order(?:ed|s)|requires?|required|instructed|want(?:s|ed)|prefer\w*)\b|决定|选择|选定|要求|坚持|指定|规定|希望|想要|偏好)",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    rf"{_PERSON}[^.;:,。；，：]{{0,30}}?(?:\b(?:reject|declin|refus|forb[ai]d|veto|rul(?:ed|es) out|prohibit|banned|bans|denie[sd])\w*|拒绝|否决|禁止|不同意|反对|不允许)",
    re.IGNORECASE,
)


def find_unsupported(source: Source, note: str) -> list[str]:
    """The sentences of a note that put words into the person's mouth; empty if there are none.

    An approval needs an answer of the person that says yes, and what was approved has to stand in it or in what it
    answers. A decision needs a statement (no question) of theirs about it, a refusal a denial.
    """
    return [one.text for one in cut_sentences(note) if not _is_supported(source, one.text)]


def _is_supported(source: Source, text: str) -> bool:
    if _DISAPPROVES.search(text):
        return _is_refused(source)
    approval = _WITH_APPROVAL.search(text) or _APPROVES.search(text)
    if approval is not None:
        if _is_awaited(text, approval):
            return True
        return _is_approved(source, text, least=_TOUCHED if _WITH_APPROVAL.search(text) else _SUPPORTED)
    if _UNNAMED.search(text):
        return _is_approved(source, text) or _UNNAMED.search(source.whole.text) is not None
    if _REFUSES.search(text):
        return _is_refused(source)
    return _DECIDES.search(text) is None or _is_stated(source, text)


def _is_awaited(text: str, approval: re.Match[str]) -> bool:
    """Whether an approval is only waited for: "until the user approves", 用户同意之前."""
    return (
        _CONDITION.search(text[: approval.start()]) is not None
        or _NOT_YET.match(text[approval.end() :]) is not None
    )


def _content(text: str) -> set[str]:
    return set(content_of(read_tokens(_HAN_DEEDS.sub(" ", text)))) - _DEEDS


_DEEDS = frozenset(
    stem(word)
    for word in [
        "approve",
        "confirm",
        "agree",
        "accept",
        "consent",
        "sign",
        "go-ahead",
        "authorize",
        "permission",
        "confirmation",
        "give",
        "plan",
    ]
)
_HAN_DEEDS = re.compile("用户|客户|主人|批准|同意|确认|认可|授权|接受|已经|已|[经获]得?")


def _is_approved(source: Source, claim: str, least: float = _SUPPORTED) -> bool:
    wanted = _content(claim)
    for answer, before in source.answers:
        if is_assent(answer):
            known = source.person.words | set(content_of(read_tokens(before)))
            if not wanted or sum(_in(word, known) for word in wanted) >= least * len(wanted):
                return True
    return False


def _in(word: str, known: set[str] | frozenset[str]) -> bool:
    return word in known or any(are_kin(word, one) for one in known)


def _is_refused(source: Source) -> bool:
    if any(is_refusal(answer) for answer, _ in source.answers):
        return True
    return bool(source.person.stance.negations) or bool(read_stance(source.asked_before).negations)


def _is_stated(source: Source, claim: str) -> bool:
    wanted = _content(claim)
    said: set[str] = set()
    for answer, before in source.answers:
        if is_assent(answer):
            said |= _content(before)
        if not is_question(answer) or len(answer) > len("can you do that?"):
            said |= _content(answer)
    return not wanted or any(_in(word, said) for word in wanted)
