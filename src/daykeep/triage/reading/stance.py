"""What a text takes, refuses and puts in order: the polarity of its words, and its ordered pairs."""

from __future__ import annotations

import re
from typing import NamedTuple

from daykeep.triage.reading.spans import MONEY_KIND, NUMBER, TIME, scan
from daykeep.triage.reading.tokens import Token, content_of, pairs_of, read_tokens, stem


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


_NEGATORS = _stems(
    "not no never without nor neither avoid forbid ban exclude reject decline refuse cannot can't don't doesn't didn't won't isn't aren't wasn't"
    " weren't shouldn't mustn't couldn't wouldn't haven't hasn't prohibit disallow nothing none nobody"
)
_CONTRASTS = {
    (stem(one), stem(other))
    for one, other in (
        ("instead", "of"),
        ("rather", "than"),
        ("opposed", "to"),
        ("allergic", "to"),
        ("allergy", "to"),
        ("ruled", "out"),
        ("other", "than"),
    )
}
_OVER_CUES = _stems("choose pick prefer favor favour select take use adopt go settle decide win won")
_CARRIERS = _stems(
    "the a an any to be use want wish need like have do allow may will would should can must longer more much yet take get go add include invite choose pick"
    " select adopt put try consider accept in on with for of by as their his her my your our its ask agree approve prefer request require confirm say whether"
    " how tell insist demand order it that word words term phrase"
)
"""Words between a negation and what it denies."""
_PASSIVES = _stems("decline reject forbid ban exclude prohibit disallow ruled avoid")
_AFTER = _stems("decline reject forbid ban exclude prohibit disallow")
_SOFT = _stems(
    "keep stay remain hold untouched unchanged still only instead rather except exclude avoid forbid ban rule reject decline refuse without"
    " fail wait off lower less fewer miss deny unable block prevent remove drop cancel delete outside out off wrong down than earliest latest away limited better worse"
)
"""Words that say in their own way that something is not done or not so."""
_INNER = frozenset({"->", "→", "⇒"})
COMPARED = _stems("longer more")
_OPENING = frozenset({"never", "not", "no", "cannot"})
_STATES = re.compile(
    r"wants?|needs?|prefers?|has|have|is|are|was|were|will|must|can|should|may|chose|took", re.IGNORECASE
)
_SHORT_ASIDE = re.compile(r"[(（]([^()（）\s]+)[)）]")
_BREAKS = _stems("but while whereas because since")
_JOINS = frozenset({"or", "nor"})
_BOUNDS = _stems("before until unless after when if while because since")
_HAN_NEGATOR = re.compile(
    "不需要|不允许|不能再|不要再|不再用|不再|不要用|不采用|不使用|不考虑|不包括|不想要|不用叫|不要(?!求)|不用|不能|不得|不许|不可|不准|不想|不会|不是|而不是|不含|不选|不上|不叫|不必|别用|别再|别|勿|没有|没|禁止|严禁|禁用|放弃|拒绝|排除|避免|无需|无法|未|不"
)
_IDIOMS = re.compile(
    r"\b(?:no (?:more|less|later|longer|fewer|earlier) than|not (?:more|less|later|longer) than|nothing else|no other \w+|not only|no problem|no worries|why not|if not|not sure|not just|no doubt)\b|\b(?:dr|mr|mrs|ms|prof)\.\s",
    re.IGNORECASE,
)
_STOPPING = re.compile(r"\bstop(?:s|ped)? (?=\w+ing\b)", re.IGNORECASE)
_LEFT_ALONE = re.compile(
    r"(\S+) (?:was|were|is|are|been|gets?) left (?:alone|untouched|as is)\b", re.IGNORECASE
)
_ALONE = re.compile(r"\b(?:leav(?:e|es|ing)|left) (\S+(?: \S+){0,3}?) (?:alone|untouched)\b", re.IGNORECASE)
_NO_NEGATION = re.compile(
    "不过|不错|不超过|不少|不同(?!意)|不断|不仅|不但|没问题|别的|别人|区别|特别|分别|类别|要不要|能不能|是不是|好不好|不好意思|未来|对不起|不客气"
)
_HAN_CARRIER = re.compile(
    "^(?:同意|批准|要求|选择|希望|允许|确认|需要|只|再|用|使用|选用|采用|选|要|上|叫|把|被|让|给|往|在|对|用到|做|有|含|包括|推荐|考虑|去|放|改|动|是)+"
)
_HAN_UNTIL = re.compile("(?:没有?|不|未)(?=[^，。；]{1,8}(?:就|之前[^，。；]{0,4}[不别勿禁]))")
"""The first "not" of "not before that is not done": the second one counts."""
_HAN_CONTRASTS = ("而不是", "不用", "不要用", "不选", "不叫", "不采用")
"""Denials that take one thing instead of another: what stands before them is said."""
_HAN_ALLERGY = re.compile("对(.{1,8}?)过敏")
_HAN_ENDED = re.compile("并|而且|且|后|了")
"""What goes on behind a refusal is not what is refused."""
_HAN_SOFT = re.compile(
    "保持|保留|仍|还是|只|除了|除非|先.{0,6}[再后]|仅|才|等|暂缓|限于|禁|拒|避免|排除|放弃|失败|停|取消|不|没|别|勿|未|而非|改为|换成|换为|替换|代替|取代"
)
_REACH = 3
_NEAR = 4
"""Two denials turn each other round only if they stand so near."""
_AUXILIARIES = _stems("do be have will would can could should must may might")
_REPLACE = stem("replace")
_BEHIND = _stems("ruled not")
_WITH_OTHERS = _stems("without nor neither nothing none")
"""Words that go with another negation and don't turn it round."""


STAYS = _stems("keep stay remain hold untouched unchanged") | {"保持", "保留"}
"""Those that say that something is left as it is."""
KEEPING = (
    STAYS
    | _stems("still instead rather lower less fewer")
    | {"仍", "还是", "改为", "换成", "换为", "替换", "代替", "取代"}
)
"""Those that say no to nothing by themselves."""
OUTS = _stems("off out down wrong forbid reject decline exclude")
"""Those that a "not" beside them turns into a yes."""


SCOPING = _stems("only except out than limited latest earliest") | {"只", "仅", "除了", "除非", "才", "限于"}
"""Those that say how far something goes; what is done is said all the same."""
CHANGES = _stems("change touch alter move modify rename")
REMOVALS = _stems("drop remove cancel exclude delete") | {"取消", "排除", "放弃"}
"""Those that say that something is taken away."""


class Clause(NamedTuple):
    """One clause: its words that say something, those that are denied, how often it denies, and its words for a no.

    ``scope`` are the words that a negation may reach: all but those that are said in front of it. ``takes`` tells that one
    thing is taken without or instead of another; else something is not done. ``is_bounded``: only before or until something.
    """

    words: frozenset[str]
    denied: frozenset[str] = frozenset()
    turns: int = 0
    cues: frozenset[str] = frozenset()
    scope: frozenset[str] = frozenset()
    takes: bool = False
    is_bounded: bool = False


class Stance(NamedTuple):
    """How a text stands to its words.

    ``denied`` are the stems that a negation denies or another thing is taken instead of, ``said`` those that no negation
    reaches, ``scoped`` those behind one in its clause. ``negations`` are the clauses with a negation, ``soft`` those that say a no
    in other words, ``plain`` all others.
    """

    said: frozenset[str]
    denied: frozenset[str]
    scoped: frozenset[str]
    negations: tuple[Clause, ...]
    soft: tuple[Clause, ...]
    plain: tuple[Clause, ...]


def read_stance(text: str) -> Stance:
    """The stance of a text, English and Chinese; linear.

    >>> stance = read_stance("Use Postgres instead of MySQL, and don't push to main")
    >>> sorted(stance.denied), "postgr" in stance.denied
    (['mysql', 'push'], False)
    """
    said: set[str] = set()
    denied: set[str] = set()
    scoped: set[str] = set()
    negations: list[Clause] = []
    soft: list[Clause] = []
    plain: list[Clause] = []
    for tokens in _clauses(read_tokens(_canonical(_no_idioms(text)))):
        if _is_hypothetical(tokens[0]):
            continue
        words = frozenset(content_of(tokens))
        marked, before, count, takes = _denied_in(tokens)
        cues = _soft_cues(tokens)
        clause = Clause(
            words,
            frozenset(marked),
            count,
            cues,
            words - (before - marked) if count else frozenset(),
            takes,
            is_bounded=any(one.stem in _BOUNDS for one in tokens),
        )
        (negations if count else soft if cues else plain).append(clause)
        denied |= marked
        said |= (before if count else words) - marked
        scoped |= words - before - marked if count else set()
    return Stance(
        frozenset(said), frozenset(denied), frozenset(scoped), tuple(negations), tuple(soft), tuple(plain)
    )


def _no_idioms(text: str) -> str:
    """The text without the words that hold a sign of negation but deny nothing."""
    text = _SHORT_ASIDE.sub(r" \1 ", text)
    text = _LEFT_ALONE.sub(r"not \1", _ALONE.sub(r"not \1", _STOPPING.sub("never ", _IDIOMS.sub(" ", text))))
    text = text if text.isascii() else _HAN_UNTIL.sub("某", text)
    return text if text.isascii() else _NO_NEGATION.sub(lambda found: "某" * len(found.group()), text)


def _canonical(text: str) -> str:
    """The text with times and measures in their normal form: 8 am and 8:00 are one word."""
    pieces: list[str] = []
    done = 0
    for span in scan(text):
        if span.kind == TIME or (span.kind in {NUMBER, MONEY_KIND} and not span.form[-1].isdigit()):
            pieces += [text[done : span.start], " ", span.form, " "]
            done = span.end
    return "".join((*pieces, text[done:])) if pieces else text


def _clauses(tokens: list[Token]) -> list[list[Token]]:
    """The clauses: cut at signs, at "but" and "because", and where another statement begins after "and"."""
    clauses: list[list[Token]] = [[]]
    for place, token in enumerate(tokens):
        if token.is_sign and token.stem in _INNER:
            continue
        is_new_denial = token.stem in {"and", "or"} and _denies(tokens, place + 1)
        if token.is_sign or token.stem in _BREAKS or is_new_denial:
            clauses.append([])
        else:
            clauses[-1].append(token)
    return [clause for clause in clauses if clause]


def _is_hypothetical(token: Token) -> bool:
    """Whether a clause says what would happen otherwise: it says and denies nothing."""
    return token.stem == "otherwis" or (
        token.is_han and token.stem.startswith(("否则", "不然", "以免", "免得"))
    )


def _denies(tokens: list[Token], place: int) -> bool:
    """Whether a word begins another statement: "and never", "or don't", "and does not", "and wants"."""
    words = [one.stem for one in tokens[place : place + 2]]
    if not words:
        return False
    is_denial = words[0] in _OPENING or words[0].endswith("n't")
    later = len(words) > 1 and words[0] in _AUXILIARIES and words[1] in _OPENING
    return is_denial or later or _STATES.fullmatch(tokens[place].text) is not None


def _soft_cues(clause: list[Token]) -> frozenset[str]:
    """The words of a clause that say a no in their own way."""
    found: set[str] = set()
    for one in clause:
        if one.is_han:
            found.update(_HAN_SOFT.findall(one.stem))
        elif one.stem in _SOFT:
            found.add(one.stem)
    return frozenset(found)


def _denied_in(clause: list[Token]) -> tuple[set[str], set[str], int, bool]:
    """What the negations of a clause deny, what is said in front of the first, how many there are, whether it takes one thing for another."""
    found: set[str] = set()
    before: set[str] | None = None
    count, is_choice, last = 0, False, 0
    for place, token in enumerate(clause):
        if token.is_han:
            marked, start, times = _denied_han(token.stem, clause[place + 1 :])
            takes = token.stem.startswith(_HAN_CONTRASTS, start)
            contrasts = True
            front = content_of(
                [*clause[:place], token._replace(stem=token.stem[: start if takes else 0] or " ")]
            )
        else:
            length = _negator_at(clause, place)
            times = int(length > 0 and not (count and (token.stem in _WITH_OTHERS or place - last > _NEAR)))
            marked = _denied_by(clause, place, length) if length else set()
            front = content_of(clause[:place])
            takes = contrasts = _contrasts(clause, place)
        if times and before is None:
            before, is_choice = set(front) if contrasts else set(), takes
        found |= marked
        count += times
        last = place if times else last
    return found, before or set(), count, is_choice


def _contrasts(clause: list[Token], place: int) -> bool:
    """Whether a negation takes one thing instead of another, so that what stands before it is said: no verb is denied."""
    word = clause[place].stem
    if word.endswith("n't") or word in {"cannot", "never"}:
        return False
    return not (word == "not" and place and clause[place - 1].stem in _AUXILIARIES)


def _denied_by(clause: list[Token], place: int, length: int) -> set[str]:
    """What one negation denies: what follows, or its subject where that is what is ruled out, rejected or replaced."""
    if _is_passive(clause, place):
        return _denied_before(clause, place)
    marked = _denied_after(clause, place + length)
    if clause[place].stem in _AFTER or (place and clause[place].stem in _BEHIND and not marked):
        marked |= _denied_before(clause, place)
    return marked


def _is_replaced(clause: list[Token], place: int) -> bool:
    """Whether it is said by what something is replaced."""
    return any(one.stem in {"by", "with"} for one in clause[place + 1 : place + 5])


def _is_passive(clause: list[Token], place: int) -> bool:
    """Whether something is said to be ruled out, rejected, or replaced by something else: then it stands in front."""
    word = clause[place].stem
    following = clause[place + 1].stem if place + 1 < len(clause) else ""
    if word == _REPLACE and following in {"by", "with"}:
        return True
    return word in _PASSIVES and place > 0 and clause[place - 1].stem in {"be", "get"}


def _negator_at(clause: list[Token], place: int) -> int:
    """How many tokens from here are a negation, 0 if none."""
    word = clause[place].stem
    following = clause[place + 1].stem if place + 1 < len(clause) else ""
    if (word, following) in _CONTRASTS:
        return 2
    if word in _NEGATORS or word.endswith("n't") or (word == _REPLACE and _is_replaced(clause, place)):
        return 1
    if word == "than" and any(one.stem == "rather" for one in clause[: max(0, place - 1)]):
        return 1
    if word == "to" and _prefers(clause, place):
        return 1
    if word == "over" and any(one.stem in _OVER_CUES for one in clause[:place]):
        return 1 if following and not following[0].isdigit() else 0
    return 0


def _prefers(clause: list[Token], place: int) -> bool:
    """Whether "to" is that of "prefers one to the other": something preferred stands before it, a figure behind it."""
    before = [one.stem for one in clause[:place]]
    behind = [one.text for one in clause[place + 1 : place + 3]]
    return "prefer" in before[:-1] and any(
        text[0].isupper() or any(sign.isdigit() for sign in text) for text in behind
    )


def _denied_after(clause: list[Token], start: int) -> set[str]:
    """The first words that say something after a negation, and what "and" and "or" add to them."""
    found: set[str] = set()
    skipped = 0
    bound: set[str] | frozenset[str] = set()
    place = start
    while place < len(clause):
        token = clause[place]
        if token.is_han:
            return found or set(pairs_of(_HAN_CARRIER.sub("", token.stem) or token.stem)[:2])
        if token.stem in _BOUNDS or token.stem == "and":
            break
        if token.stem in _JOINS and found:
            skipped = 0
            place += 1
            found |= _first_content(clause[place : place + 2])
            break
        if not found and token.stem in _CARRIERS and skipped < _REACH + 1:
            skipped += 1
            bound = {token.stem} & COMPARED
        elif content_of([token]):
            found.add(token.stem)
            return found | _joined(clause, place + 1)
        elif found:
            break
        place += 1
    return found or set(bound)


def _joined(clause: list[Token], place: int) -> set[str]:
    if place + 1 < len(clause) and clause[place].stem in _JOINS:
        return _first_content(clause[place + 1 : place + 3])
    return set()


def _first_content(tokens: list[Token]) -> set[str]:
    return set(content_of(tokens)[:1])


def _denied_before(clause: list[Token], end: int) -> set[str]:
    """The subject of "X is ruled out", "X was rejected"."""
    return set(content_of([one for one in clause[:end] if not one.is_han])[-2:])


def _denied_han(text: str, after: list[Token]) -> tuple[set[str], int, int]:
    """What the negations in a run of Chinese deny, where the first one begins, and how many there are."""
    found: set[str] = set()
    matches = list(_HAN_NEGATOR.finditer(text))
    allergy = _HAN_ALLERGY.search(text)
    if allergy is not None:
        found |= set(pairs_of(allergy.group(1)))
    for match in matches:
        rest = text[match.end() :]
        if _HAN_ENDED.match(rest):
            continue
        rest = _HAN_CARRIER.sub("", rest) or (rest if not after or after[0].is_han else "")
        if rest:
            found |= {pair for pair in pairs_of(rest[:4])[:2] if "某" not in pair}
        elif after and not after[0].is_han:
            found |= _first_content(after[:1])
    first = min((one.start() for one in (*matches, *([allergy] if allergy else []))), default=0)
    return found, first, len(matches) + (allergy is not None)
