"""What a claim is about and under what it holds: "back up before a restart" is no word about what to do during a backup.

A frame is found by the word that joins its two parts (before, during, if, from ... to, first ... then; in several
languages), not by grammar: claims that say so in other ways have none, and nothing is concluded from that.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

SEQUENCE, DURING, IF, WAY = "sequence", "during", "if", "way"
"""One thing after another; one while another goes on; one if another is so; from one to another."""


class Frame(NamedTuple):
    """The two parts of a claim, as text.

    ``main`` is what is done or said, ``under`` what it is joined to; of a sequence or way ``forth`` tells that ``main``
    comes first.
    """

    kind: str
    main: str
    under: str
    forth: bool = False


_BEFORE = (
    r"before|ahead\ of|prior\ to|bevor|vor|antes\ de(?:\ que)?|antes\ do|перед|прежде\ чем|avant(?:\ de|\ que)?|"
    r"prima\ (?:di|che)|voordat|voor\ elke|przed|zanim"
)
_AFTER = (
    r"after|once|nachdem|nach|sobald|después\ de(?:\ que)?|tras|после(?:\ того\ как)?|après(?:\ que)?|dopo(?:\ che)?|"
    r"depois\ de(?:\ que)?|nadat|dopiero\ po"
)
_DURING = r"during|while|in\ the\ middle\ of|während|durante|mientras|во\ время|пока|pendant|durante|tijdens|terwijl|podczas"
_IF = r"if|when|whenever|in\ case|wenn|falls|si|cuando|если|когда|quand|lorsque|quando|wanneer|jeśli|gdy"
_FIRST = (
    r"(?:first|erst|zuerst|primero|сначала|сперва|d'abord|prima|eerst|najpierw)\b(?P<one>.+?)(?:,\s*|\s+)"
    r"(?:and\ |und\ |y\ |и\ |et\ |e\ |en\ )?(?:then|dann|danach|luego|después|потом|затем|puis|ensuite|poi|dan|potem)\b(?P<two>.+)"
)
_THEN = r"(?P<one>[^,]+),\s*(?:and\ |und\ )?then\b(?P<two>.+)"
_NO_POINT = r"(?<![目当先以之提号日点周天年月\d])"
"""What stands before a Chinese "before" or "after" that belongs to a word or a date."""
_HAN = (
    (r"(?P<under>[^,，。;；]+?)(?:过程中|期间|的时候|进行时)[,，]?(?P<main>.+)", DURING, False),
    (
        rf"(?P<under>[^,，。;；]+?)(?:之前|以前|{_NO_POINT}前(?![端台面缀提一几半]))[,，]?(?P<main>.+)",
        SEQUENCE,
        True,
    ),
    (
        rf"(?P<under>[^,，。;；]+?)(?:之后|以后|{_NO_POINT}后(?![端台面缀来一几半续]))[,，]?(?P<main>.+)",
        SEQUENCE,
        False,
    ),
    (r"先(?P<main>[^,，。]+?)[,，]?(?:再|然后)(?P<under>.+)", SEQUENCE, True),
    (r"(?:如果|若|要是|一旦)(?P<under>[^,，。]+)[,，](?:就)?(?P<main>.+)", IF, False),
    (
        r"(?P<under>[^,，。;；]+)(?<![小同实及按随延临定计超那这何])时(?![间区候长机刻差段常])[,，]?(?P<main>.+)",
        IF,
        False,
    ),
    (r"(?P<under>[^,，。;；]+?)(?:会)?(?:导致|造成|引起)(?P<main>.+)", IF, False),
    (r"(?:从|由)(?P<main>.+?)(?:[^\W\d_]{0,2})(?:到|往|向|至)(?P<under>.+)", WAY, True),
    (r"(?P<main>.+?)中は(?P<under>.+)", DURING, False),
)
_PATHS = (
    r"\b(?:in|on)?to\ (?P<under>[^,;.]+?)\ from\ (?P<main>.+)",
    r"\bfrom\ (?P<main>[^,;.]+?)\ (?:in|on)?to\ (?P<under>.+)",
    r"\bvo[nm]\ (?P<main>[^,;.]+?)\ (?:auf|ins?|nach|zu[mr]?|an)\ (?P<under>.+)",
    r"\b(?:del?|desde)\ (?P<main>[^,;.]+?)\ (?:al?|hasta|hacia)\ (?P<under>.+)",
    r"\b(?:du|de\ la|depuis)\ (?P<main>[^,;.]+?)\ (?:vers|au|à\ la)\ (?P<under>.+)",
    r"\bda(?:l|lla|i|lle)?\ (?P<main>[^,;.]+?)\ (?:al|alla|sul|sulla|nel|nella)\ (?P<under>.+)",
    r"\b(?:do|da)\ (?P<main>[^,;.]+?)\ para\ (?P<under>.+)",
    r"\b(?:с|из)\ (?P<main>[^,;.]+?)\ (?:на|в|во)\ (?P<under>.+)",
)
_STATEMENT = r"(?:\A|(?<=[;.!?]))(?P<main>[^\w;.!?]*\w[^;.!?]*)"
"""From where a statement begins, with a word in it: one way to match, so that a long text is read in linear time."""
_SOURCE = r"(?P<under>.+?\ \w+)\ from\ (?P<main>(?:the|a|an)\ .+)"


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    """Pattern, kind and whether what is called main comes first; tried in this order."""
    found = [
        (_FIRST, SEQUENCE, True),
        (_THEN, SEQUENCE, True),
        *((path, WAY, True) for path in _PATHS),
    ]
    for words, kind, forth in (
        (_BEFORE, SEQUENCE, True),
        (_AFTER, SEQUENCE, False),
        (_DURING, DURING, False),
        (_IF, IF, False),
    ):
        found.append(
            (rf"^\W*(?:only\ |erst\ |nur\ )?(?:{words})\b(?P<under>[^,，]+),(?P<main>.+)", kind, forth)
        )
        found.append((rf"{_STATEMENT}\b(?:{words})\b(?P<under>.+)", kind, forth))
    found.append((_SOURCE, WAY, False))
    flags = re.IGNORECASE | re.VERBOSE | re.DOTALL
    return (*((re.compile(pattern, flags), kind, forth) for pattern, kind, forth in found),)


@cache
def _han_patterns() -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    return tuple((re.compile(pattern), kind, forth) for pattern, kind, forth in _HAN)


_JOINT = re.compile(
    rf"\b(?:{_BEFORE}|{_AFTER}|{_DURING}|{_IF}|from|vo[nm]|del?|desde|du|da(?:l|lla)?|do|с|из|then|dann|danach|luego|потом|затем|puis|ensuite|poi|dan|potem)\b",
    re.IGNORECASE | re.VERBOSE,
)
_HAN_JOINT = re.compile("[从由时前后先中]|期间|如果|若|导致|造成|引起|因为")
_MOST_CHARS = 400
"""Longer texts say several things."""


@lru_cache(maxsize=1_024)
def find_frame(text: str) -> Frame | None:
    """The frame of a text of one statement; None for one without such a word, or a long one.

    >>> find_frame("Back up the database before a restart")
    Frame(kind='sequence', main='Back up the database ', under=' a restart', forth=True)
    """
    if len(text) > _MOST_CHARS or "\n" in text.strip():
        return None
    wide = _HAN_JOINT.search(text)
    patterns = _han_patterns() if wide else _patterns() if _JOINT.search(text) else ()
    for pattern, kind, forth in patterns:
        match = pattern.search(text)
        if match is None:
            continue
        parts = match.groupdict()
        main, under = parts.get("main") or parts.get("one"), parts.get("under") or parts.get("two")
        if main and under and main.strip() and under.strip():
            return Frame(kind, main, under, forth)
    return None


_DENIALS = re.compile(
    r"""\b(?:
    nicht|nie|niemals|kein\w{0,2}|verboten|untersagt|unzulässig
    |no|nunca|jamás|tampoco|prohibid[oa]s?
    |ne|n'|pas|jamais|interdite?s?
    |non|mai|vietat[oaie]
    |não|nunca|proibid[oa]s?
    |niet|nooit|geen|
    не|нельзя|никогда|нет|запрещен\w{0,3}|запрещён\w{0,3}
    |nigdy|zabronion\w{1,2}|nie\ wolno
    )\b|ません|ない|禁止|않|금지|못|말\ """,
    re.IGNORECASE | re.VERBOSE,
)
_TURNED = re.compile(
    r"""\b(?:
    vergiss|vergessen|olvid\w+|забу\w+|забыва\w+|oubli\w+|dimentic\w+|esque\w+|vergeet|vergeten|zapomn\w+
    |ohne|außer|bevor|vor|bis|solange|hasta|antes|sin|salvo|без|кроме|пока|до|только|sans|sauf|avant|seulement|senza|prima|finché
    |sem|até|zonder|voordat|tot|alleen|bez|dopóki|nur|erst|solo|sólo
    )\b|しか|まで|前""",
    re.IGNORECASE | re.VERBOSE,
)


_ENGLISH = re.compile(
    r"\b(?:the|and|are|with|there|instead|since|for|use|not|has|have|of|be|at|by|\w+n't)\b", re.IGNORECASE
)
_HAN_SIGNS, _KANA = re.compile("[\u4e00-\u9fff]"), re.compile("[\u3040-\u30ff]")


def denies_plainly(text: str) -> bool | None:
    """Whether a text in one of several languages denies or forbids something; None where more would have to be understood."""
    if _TURNED.search(text) or _ENGLISH.search(text) or (_HAN_SIGNS.search(text) and not _KANA.search(text)):
        return None
    return _DENIALS.search(text) is not None
