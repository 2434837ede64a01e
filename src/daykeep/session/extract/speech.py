"""A person's own words in a conversation, sentence by sentence: without code, quotes, pasted text and what programs put in.

What is not sure to be the person's own is left out. Everything is linear in the length of the text.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from daykeep.guard.inert import own_words
from daykeep.session.extract.model import Saying
from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import AGENT, PERSON, TEXT
from daykeep.text.language import count_han
from daykeep.transcripts.entries.asides import is_runtime_prompt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.session.units.model import Unit

LIMIT_CHARS = 20_000
"""Of a longer message only the beginning is read: what comes then was pasted."""
LONGEST_SENTENCE_CHARS = 600
SHORT_END_CHARS = 240
"""The last paragraph behind pasted text is the person's again if it is no longer than this."""
MARK = "…"
"""Stands in ``seen`` for what is quoted."""
_LONG_WORDS, _LONG_HAN = 4, 8
"""Quotations from so many words or Chinese characters on are somebody's sentence; shorter ones are names."""


def own_sayings(units: Sequence[Unit]) -> Iterator[Saying]:
    """The sentences that the persons of these units wrote themselves, in order."""
    before_it = ""
    for unit in units:
        for part in unit.parts:
            if part.kind != TEXT or is_recalled(part):
                continue
            if part.actor == AGENT:
                before_it = part.text
            elif part.actor == PERSON:
                asked = last_question(before_it) if before_it else ""
                sentences = split_sentences(own_text(part.text))
                for place, (before, text) in enumerate(pairwise(["", *sentences])):
                    yield Saying(
                        text,
                        blank_quotes(text),
                        unit.id,
                        part.message,
                        asked if place == 0 else "",
                        place,
                        len(sentences),
                        before,
                    )
                before_it = ""


def last_question(text: str) -> str:
    """The question with which a text ends, else ""; a few closing words may follow it.

    >>> last_question("The tests pass. Shall I always run them?")
    'Shall I always run them?'
    """
    sentences = split_sentences(text[-2_000:])[-2:]
    return next((one for one in reversed(sentences) if one.rstrip("”\"'）)*_ ").endswith(("?", "？"))), "")


def own_text(text: str) -> str:
    r"""What a message says in its sender's own words, without what programs wrote and what a line announces as pasted.

    >>> own_text("Fix this:\n```\nnever\n```\nthanks")
    'Fix this:\n\nthanks'
    """
    text = text[:LIMIT_CHARS]
    if is_runtime_prompt(text):
        return ""
    lines = [line for line in own_words(text).split("\n") if not _is_machine_line(line)]
    return "\n".join(_without_pasted(lines)).strip()


def _is_machine_line(line: str) -> bool:
    """Whether a line is code, a log's, a diff's or a trace's rather than a sentence."""
    bare = line.strip()
    if not bare:
        return False
    if _machine_pattern().match(line):
        return True
    signs = sum(bare.count(sign) for sign in "{}[]<>=;|\\$@^~")
    return len(bare) >= 12 and signs * 8 > len(bare)


@cache
def _machine_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?: {4,}|\t)(?![-*•\d])\S"
        r"|\s*(?:[$#%❯➜] \S|>>> |\.\.\. |at [\w.$<>]+[( ]|File \"|Traceback|Caused by:|\+\+\+ |--- |@@ |diff --git|[+-](?! |\d)\S"
        r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE|FATAL)\b[\]: ]|[\w./-]+:\d+(?::\d+)?[: ]"
        r"|(?:def|class|import|from|const|let|var|function|public|private|return|SELECT|INSERT|UPDATE|DELETE) [\w*({\"'.]+ ?[\w(=:{*]*.{0,80}[;:{)]$)"
    )


def _without_pasted(lines: Sequence[str]) -> Iterator[str]:
    """Without the text that a line announces ("here is the mail:", ``原文如下：``); its short last paragraph counts again."""
    for place, line in enumerate(lines):
        task = _task_pattern().match(line)
        if task is not None:
            yield line[: task.end("lead")]
            yield from _last_paragraph(lines[place + 1 :])
            return
        if _intro_pattern().search(line) and not _own_list_pattern().search(line):
            yield line
            yield from _last_paragraph(lines[place + 1 :])
            return
        yield line


def _last_paragraph(lines: Sequence[str]) -> Sequence[str]:
    """The last paragraph of the lines, if one stands before it and it is short; else nothing."""
    rows = [*lines]
    while rows and not rows[-1].strip():
        rows.pop()
    gap = next((place for place in range(len(rows) - 1, -1, -1) if not rows[place].strip()), -1)
    tail = rows[gap + 1 :]
    has_more = any(row.strip() for row in rows[: max(gap, 0)])
    return tail if has_more and sum(map(len, tail)) <= SHORT_END_CHARS else ()


@cache
def _task_pattern() -> re.Pattern[str]:
    """Tasks about a text that stands behind their colon: nothing of it is meant by the person."""
    verbs = (
        "translate|proofread|summari[sz]e|rewrite|rephrase|paraphrase|reword|shorten|improve|polish|correct|edit|check|review|classify|fix the (?:grammar|wording|typos?)|parse|save|put|paste|write|add|append|insert|print|echo|set|type"
        "|here (?:is|are|comes|'s)|what (?:does|is|do)|explain|how (?:would|do) (?:you|I) say|reply to|answer"
    )
    zh = "纪要写|写一下|记录一下|会议记录|翻译|翻成|翻一下|译成|译一下|润色|总结|改写|校对|缩写|扩写|解释|概括|回复|改一下|检查|分类|写成|写入|加上|加一句|插入|这句话|这段话|怎么说|什么意思"
    return re.compile(
        rf"(?P<lead>\s*(?:\W*(?:please|pls|can you|could you|now|ok|okay|then|and|also|hey|hi)[, ]+){{0,4}}(?:{verbs})\b[^:：\n]{{0,80}}[:：]|[^:：\n]{{0,20}}(?:{zh})[^:：\n]{{0,24}}[:：])",
        re.IGNORECASE,
    )


@cache
def _intro_pattern() -> re.Pattern[str]:
    return re.compile(
        r"^\W*(?:my |the |meeting |draft |chapter )?(?:notes|draft|original|source|input|context|before|after|text|quote|example|data|minutes|transcript|chapter|poem|letter|agenda|feedback|comments?|reviews?) ?\w{0,10}[:：]\s*$"
        r"|(?:\b(?:here(?:'s| is| are| comes)|this is (?:the|what|from|a)|(?:the )?following|below|pasted?|pasting|copied|quote|says?|said|wrote|writes|reads?|got|getting|sent|error|errors?|log|logs|output|e?-?mail|message"
        r"|text|ticket|issue|thread|transcript|comment|spec|page|doc(?:ument)?|article|stack ?trace|response|prompt|template|guideline from)\b[^.!?\n]{0,60}"
        r"|(?:如下|下面|以下|这是|内容|原文|邮件|日志|报错|输出|消息|全文|文章|网页|文档|材料|粘贴|贴|转发|他说|她说|写道|说的?是|回复)[^。！？\n]{0,20})[:：]\s*$",
        re.IGNORECASE,
    )


@cache
def _own_list_pattern() -> re.Pattern[str]:
    """Words with which a person begins a list of their own rules."""
    return re.compile(
        r"\b(?:rules?|preferences?|guidelines?(?! from)|conventions?|remember|keep in mind|note(?!s\b)|notes for you|how I work|please|things I|about me|so you know|from now on|always)\b|规则|约定|要求|注意|记住|记得|习惯|偏好|以后|几点",
        re.IGNORECASE,
    )


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, bullets taken off; ends of lines end one too. Too long ones are left out."""
    found = []
    for line in text.split("\n"):
        for piece in _end_pattern().split(_bullet_pattern().sub("", line)):
            sentence = piece.strip()
            if sentence and len(sentence) <= LONGEST_SENTENCE_CHARS:
                found.append(sentence)
    return found


@cache
def _end_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?<=[!?])(?<![\w.]\.)\s+|(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bca\.)(?<=\.)\s+|[,;，；]\s*(?=(?:and |also )?(?:by the way|btw)\b[, ])|[，,；](?=(?:另外|对了|顺便说一?[下句])[，,：:])|(?<=[。！？!?])(?=[^\s。！？!?”’」』\")）])|(?<=[。！？][”’」』）])"
    )


@cache
def _bullet_pattern() -> re.Pattern[str]:
    return re.compile(r"^\s*(?:(?:[-*+•]|\d{1,2}[.)、])\s+)?")


def blank_quotes(text: str) -> str:
    """The text with each passage in quotation marks blanked, if it is more than a name.

    >>> blank_quotes('He wrote "never use tabs in here again" in "main"')
    'He wrote "…" in "main"'
    """
    return _quote_pattern().sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    inside = match["inside"] if match["inside"] is not None else match[0][1:-1]
    han = count_han(inside)
    if len(inside.split()) < _LONG_WORDS and han < _LONG_HAN:
        return match[0]
    return f"{match[0][0]}{MARK}{match[0][-1]}"


@cache
def _quote_pattern() -> re.Pattern[str]:
    return re.compile(
        r"\"(?P<inside>[^\"\n]{2,400})\"|“[^”\n]{2,400}”|「[^」\n]{2,400}」|『[^』\n]{2,400}』|`[^`\n]{2,400}`"
    )
