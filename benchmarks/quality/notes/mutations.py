"""Notes that were right and have been made wrong in one place: what a check of notes has to find.

Each mutation takes a note that is valid and changes it in one of the ways in which writers of summaries go wrong. All
is deterministic: the same note gives the same mutants.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.reading.cues import is_assent
from daykeep.triage.reading.spans import COUNT, DATE, MONEY_KIND, NAME, NUMBER, TIME, Span, scan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from daykeep.triage.checks import Source

DIGIT, ID_SWAP, DATE_SHIFT, NEGATION, PAIR_SWAP, APPROVAL, UNIT, DROPPED = (
    "digit change", "id swap", "date shift", "negation flip", "pair swap", "invented approval", "unit change", "dropped must",
)  # fmt: skip
KINDS = (DIGIT, ID_SWAP, DATE_SHIFT, NEGATION, PAIR_SWAP, APPROVAL, UNIT, DROPPED)
_FIGURES = frozenset({NUMBER, MONEY_KIND, COUNT, DATE, TIME})
_MOST_OF_A_KIND = 4
"""So many mutants of one kind are made of one note."""


class Mutant(NamedTuple):
    """A note that has been made wrong, and how."""

    kind: str
    text: str


def mutate(note: str, source: Source) -> list[Mutant]:
    """Every mutant of a note, up to four of each kind; none that says the same as the note."""
    makers: dict[str, Callable[[str, Source], Iterator[str]]] = {
        DIGIT: _change_digits, ID_SWAP: _swap_ids, DATE_SHIFT: _shift_dates, NEGATION: _flip_negation,
        PAIR_SWAP: _swap_pairs, APPROVAL: _invent_approval, UNIT: _change_units, DROPPED: _drop_must,
    }  # fmt: skip
    found: list[Mutant] = []
    for kind, make in makers.items():
        texts = [text for text in dict.fromkeys(make(note, source)) if text != note]
        found += [Mutant(kind, text) for text in texts[:_MOST_OF_A_KIND]]
    return found


def _change_digits(note: str, _: Source) -> Iterator[str]:
    """One digit of each value with digits becomes another one."""
    for number, span in enumerate(scan(note)):
        places = [span.start + at for at, sign in enumerate(span.text) if sign.isascii() and sign.isdigit()]
        if places:
            place = places[number % len(places)]
            digit = (int(note[place]) + 1 + number % 8) % 10 or 4
            changed = f"{note[:place]}{digit}{note[place + 1 :]}"
            if scan(changed) and {one.form for one in scan(changed)} != {one.form for one in scan(note)}:
                yield changed


def _swap_ids(note: str, source: Source) -> Iterator[str]:
    """Two identifiers change places, or one becomes another one of the unit that the note doesn't name.

    In a line of details, which only lists, a value that need not be named may be any value of the unit.
    """
    listed = max(note.rfind("\nDetails:"), note.rfind("\n细节：")) + 1 or len(note)
    spans = [one for one in scan(note) if one.kind not in _FIGURES and one.kind != NAME]
    for first, second in pairwise(spans):
        if (
            first.kind == second.kind
            and second.end <= listed
            and not _is_list(note[first.end : second.start])
        ):
            yield _exchange(note, first, second)
    named = {one.form for one in scan(note)}
    must = {one.form for one in source.details.must}
    for span in spans:
        if span.start >= listed and span.form not in must:
            continue
        other = next(
            (one for one in source.whole.spans if one.kind == span.kind and one.form not in named), None
        )
        if other and other.form not in span.form and span.form not in other.form:
            yield f"{note[: span.start]}{other.text}{note[span.end :]}"


def _is_list(between: str) -> bool:
    """Whether what stands between two things only lists them: then their order says nothing."""
    return re.fullmatch(r"\s*(?:,|;|and|or|&|和|、|与|及|，)?\s*(?:and|or)?\s*", between) is not None


def _exchange(note: str, first: Span, second: Span) -> str:
    return (
        f"{note[: first.start]}{second.text}{note[first.end : second.start]}{first.text}{note[second.end :]}"
    )


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HAN_DAYS = "一二三四五六日"
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def _shift_dates(note: str, _: Source) -> Iterator[str]:
    """Each date moves by a day or a month, each weekday to the next, each time by an hour."""
    for span in scan(note):
        if span.kind in {DATE, TIME}:
            shifted = _shifted(span)
            if shifted and shifted != span.text:
                yield f"{note[: span.start]}{shifted}{note[span.end :]}"


def _shifted(span: Span) -> str:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", span.text):
        return (date.fromisoformat(span.text) + timedelta(days=1)).isoformat()
    for names in (_DAYS, _MONTHS):
        found = re.search("|".join(names), span.text, re.IGNORECASE)
        if found:
            place = [name.casefold() for name in names].index(found.group().casefold())
            return span.text[: found.start()] + names[(place + 1) % len(names)] + span.text[found.end() :]
    found = re.search(f"(?<=[周期拜])[{_HAN_DAYS}]", span.text)
    if found:
        day = _HAN_DAYS[(_HAN_DAYS.index(found.group()) + 1) % 7]
        return span.text[: found.start()] + day + span.text[found.end() :]
    digits = re.search(r"\d+", span.text)
    if digits:
        return f"{span.text[: digits.start()]}{int(digits.group()) % 11 + 1}{span.text[digits.end() :]}"
    return {"tomorrow": "today", "today": "tomorrow", "明天": "后天", "今天": "明天"}.get(
        span.text.casefold(), ""
    )


_FLIPS = (
    (r"\bdoes not want\b|\bdoesn't want\b", "wants"), (r"\bdo not |\bdon't |\bdoes not |\bdoesn't |\bdid not |\bdidn't ", ""),
    (r"\b(is|are|was|were|must|may|can|should|has|have|be|will) (?:not|never|no longer) ", r"\1 "), (r"\b(is|are|was|were)(?:n't) ", r"\1 "),
    (r"\bcan't |\bcannot ", "can "), (r"\bnever ", "always "), (r"\bwithout\b", "with"), (r"\bnot to\b", "to"), (r", not (?=\w)", ", also "),
    (r"\bno (?=\w)", ""), (r"\bforb(?:ids|ade)\b", "allowed"), (r"\brejected\b", "chose"), (r"(?:不要再|不再|不要|不用|不能|不许|禁止|不)(?!超|过|同|错|少)", ""),
    (r"没有|没(?!有)", "有"), (r"\b(is|are|was|were) (?=\w+(?:ed|en|ne|nt|ld|id|pt)\b)", r"\1 not "), (r"(?<!As )\b(chose|picked|prefers|wants|agreed|approved|asked|set|merged|moved|changed|raised|lowered|booked|upgraded|deleted|renamed)\b(?= \w)", r"did not \1"),
    (r"\b(is|are|was|were|stays|runs|uses)\b", r"\1 not"), (r"(选择|采用|同意|批准|要求|允许|保留|使用|升级|通知|改到|改为|合并)", r"不\1"),
)  # fmt: skip


def _flip_negation(note: str, _: Source) -> Iterator[str]:
    """The first negation is taken out; if there is none, one is put in."""
    for pattern, instead in _FLIPS:
        changed, count = re.subn(pattern, instead, note, count=1, flags=re.IGNORECASE)
        if count and changed != note:
            yield changed
            return


_THING = r"[\w#$%.:/+@-]*[\w%]"
_VALUE = r"(?:#?\w*\d[\w-]*|[A-Z]\w+|gofmt|commit)"
_SWAPS = (
    re.compile(
        rf"\b(?:chose|picked|prefers?|preferred|selected|took) (?P<a>{_THING})(?P<m>(?: \([\w-]+\))? (?:over|to) (?:the )?)(?P<b>{_THING})"
    ),
    re.compile(rf"(?P<a>{_THING})(?P<m> (?:instead of|rather than|and not|but not) )(?P<b>{_THING})"),
    re.compile(rf"(?P<a>{_THING})(?P<m>, (?:not|never) )(?P<b>{_THING})"),
    re.compile(rf"from (?P<a>{_THING}(?: \d+)?)(?P<m> to )(?P<b>{_THING})"),
    re.compile(rf"to (?P<a>{_THING})(?P<m> from )(?P<b>{_THING})"),
    re.compile(
        rf"(?P<a>{_VALUE})(?P<m> (?:(?:is |was )?merged |is |goes |comes )?(?:before|and then|after) (?:the )?|(?: first)?, then )(?P<b>{_VALUE})"
    ),
    re.compile(
        r"[从由] ?(?P<a>[^ ，。从由改移降]+?)(?P<m> ?(?:改到|改为|改成|移到|降到|降为) ?)(?P<b>[^ ，。（]+)"
    ),
    re.compile(
        r"先(?:合并 )?(?P<a>[^，。、 ]+)(?P<m>[，、 ]?(?:再|后)(?:合并 )?)(?P<b>[^，。、（ ]+)", re.ASCII
    ),
    re.compile(r"(?P<a>[\w.#-]+)(?P<m> ?(?:而不是|，不用|，不叫|，不要|、不用) ?)(?P<b>[\w.#-]+)", re.ASCII),
)


def _swap_pairs(note: str, _: Source) -> Iterator[str]:
    """What stands on both sides of "over", "from ... to", "before" changes places."""
    for pattern in _SWAPS:
        found = pattern.search(note)
        if (
            found
            and found["a"].casefold() != found["b"].casefold()
            and found["a"] not in {"runs", "run", "it", "done"}
        ):
            yield note[: found.start("a")] + found["b"] + found["m"] + found["a"] + note[found.end("b") :]


def _invent_approval(note: str, source: Source) -> Iterator[str]:
    """The person is said to have approved what they didn't: something that only the agent spoke of, or all of it."""
    known = source.person.flat
    if re.search("[一-鿿]", note):
        other = next(
            (one.text for one in source.agent.spans if one.form not in known and one.kind == NAME), ""
        )
        texts = [f"{note}用户批准了{other or '全部改动'}。", f"{note}用户已确认结果。"]
    else:
        names = (one.text for one in source.agent.spans if one.form not in known and one.kind not in _FIGURES)
        other = next(names, "rollout to every customer")
        texts = [f"{note} The user approved {other}.", f"{note} This was confirmed by the user."]
    if any(is_assent(answer) for answer, _ in source.answers):
        texts = texts[:1]
    yield from texts


_UNITS = (
    ("seconds", "minutes"), ("minutes", "hours"), ("hours", "days"), ("days", "weeks"), ("weeks", "months"), ("months", "years"),
    ("second", "minute"), ("minute", "hour"), ("hour", "day"), ("day", "week"), ("ms", "s"), ("MB", "GB"), ("GB", "TB"), ("KB", "MB"), ("kB", "MB"),
    ("dollars", "euros"), ("euros", "dollars"), ("$", "€"), ("€", "$"), ("percent", "dollars"), ("%", " GB"), ("px", "pt"), ("km", "miles"), ("miles", "km"),
    ("分钟", "小时"), ("小时", "天"), ("秒", "分钟"), ("毫秒", "秒"), ("天", "周"), ("周", "个月"), ("元", "美元"), ("欧元", "美元"), ("s", "h"), ("h", "s"),
)  # fmt: skip


def _change_units(note: str, _: Source) -> Iterator[str]:
    """The unit of each number that has one becomes another one."""
    for span in scan(note):
        if span.kind not in {NUMBER, MONEY_KIND, COUNT}:
            continue
        for old, new in _UNITS:
            at = span.text.find(old)
            rest = span.text[:at] + span.text[at + len(old) :]
            if at >= 0 and re.fullmatch(r"[-+]?[\d.,]+[ -]?", rest):
                yield f"{note[: span.start]}{span.text.replace(old, new)}{note[span.end :]}"
                break


def _drop_must(note: str, source: Source) -> Iterator[str]:
    """A value that must be named is taken out."""
    must = {one.form for one in source.details.must if not one.is_sentence}
    spans = scan(note)
    for span in spans:
        if span.form in must and sum(one.form == span.form for one in spans) == 1:
            yield " ".join(f"{note[: span.start]}{note[span.end :]}".split())
