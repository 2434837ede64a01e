"""Block quotes (``> ...``) that hold somebody else's message or page, told from quotes of the log's own making.

A quote is foreign if one of its lines says where it is from: a line of a mail's head, "On ... wrote:", the line of a
forwarded message, or the address of a page; or if such a line of attribution stands right before it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from daykeep.text.blocks import CODE, FRONTMATTER
from daykeep.text.fences import Fence

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT_CHARS = 600
"""Only so much of a line is searched for a sign."""
_STARTS = frozenset("> \t-*+0123456789")


def find_quotes(lines: Sequence[str], mask: bytearray) -> list[Fence]:
    """Find the foreign block quotes as ``untrusted`` fences, outside of code and frontmatter; linear in the size.

    ``mask`` is that of :mod:`daykeep.text.blocks`. A quote is a run of lines that begin with ``>``, in a list item too; one
    that follows a foreign quote after nothing but empty lines is foreign as well.
    """
    fences: list[Fence] = []
    first = last = -2
    is_foreign = False
    for index, line in enumerate(lines):
        if ">" not in line or line[0] not in _STARTS or mask[index] in {FRONTMATTER, CODE}:
            continue
        match = _quote_pattern().match(line)
        if match is None:
            continue
        if index != last + 1:
            if is_foreign:
                fences.append(Fence("untrusted", first + 1, last + 1, "quoted message"))
            runs_on = is_foreign and not any(between.strip() for between in lines[last + 1 : index])
            first = index
            is_foreign = runs_on or _is_attributed(lines, index)
        last = index
        is_foreign = is_foreign or _is_sign(line[match.end() :])
    if is_foreign:
        fences.append(Fence("untrusted", first + 1, last + 1, "quoted message"))
    return fences


def _is_attributed(lines: Sequence[str], index: int) -> bool:
    """Whether a mail's "On ... wrote:" stands right before a quote, or with one empty line between."""
    before = next(
        (lines[place] for place in (index - 1, index - 2) if place >= 0 and lines[place].strip()), ""
    )
    return _attribution_pattern().match(before[:LIMIT_CHARS].strip()) is not None


def _is_sign(text: str) -> bool:
    bare = text[:LIMIT_CHARS].strip(" \t*_>")
    if ":" not in bare and "：" not in bare and "--" not in bare and "写道" not in bare:
        return False
    return _sign_pattern().match(bare) is not None


@cache
def _quote_pattern() -> re.Pattern[str]:
    return re.compile(r"[ \t]{0,40}(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]{1,8}){0,4}>")


@cache
def _attribution_pattern() -> re.Pattern[str]:
    """An attribution as mail programs write it, with a day or an address; "the user wrote:" is none."""
    return re.compile(
        r"(?:(?:On|Am|El|Le|Il|Em)\b(?=[^:]{0,200}\d).{1,400}"
        r"\b(?:wrote|schrieb(?:\b.{0,120})?|escribió|a écrit|ha scritto|escreveu)"
        r"|(?=.{0,300}[\d@]).{1,400}(?:写道|寫道))[ ]?[:：]$",
        re.IGNORECASE,
    )


@cache
def _sign_pattern() -> re.Pattern[str]:
    head = (
        "from|von|de|da|subject|betreff|asunto|objet|oggetto|assunto|sent|gesendet|enviado|envoyé|reply-to|message-id"
        "|发件人|寄件者|寄件人|發件人|主题|主題|主旨|发送时间|收件人"
    )
    wrote = r".{1,400}(?:\b(?:wrote|schrieb(?:\b.{0,120})?|escribió|a écrit|ha scritto|escreveu)|写道|寫道)[ ]?[:：]$"
    forwarded = (
        r"(?:begin )?-{0,20}[ ]?(?:forwarded message|original message|weitergeleitete nachricht"
        r"|ursprüngliche nachricht|mensaje (?:reenviado|original)|message (?:transféré|d'origine)"
        r"|转发(?:的)?(?:邮件|消息|信息)|原始邮件|轉寄郵件)[ ]?(?:-{2,20}|[:：])"
    )
    label = r"(?:source|quelle|fuente|url|link|via|来源|來源|出处|原文|链接)[ *_]{0,4}[:：].{0,400}https?://"
    page = r"(?:[-–—•][ ]?)?(?:<?https?://\S{1,500}|\[[^\]]{1,200}\]\(https?://[^\s)]{1,400}\))[.,]?$"
    return re.compile(
        rf"(?:{head})[ *_]{{0,4}}[:：][ *_]{{0,4}}\S|{wrote}|{forwarded}|{label}|{page}", re.IGNORECASE
    )
