"""What memory knows about a prompt that nobody asked it about: little, sure, and within a budget.

A search answers a question; a prompt is seldom one. Its words are first reduced to those that memory uses at all, and a passage
is given only if it holds enough of them: what does not belong there costs an agent more than a passage that it has to look for.
"""

from __future__ import annotations

import re
from hashlib import sha256
from math import log
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import now_ns
from daykeep.context.enhance import enhance
from daykeep.context.safe import NOTES, safe_line
from daykeep.operations.enhance import passage_of
from daykeep.operations.pairs import with_their_pairs
from daykeep.search.answer import Asking
from daykeep.search.answer.passages.hit import worth_reading
from daykeep.search.answer.passages.origins import UNKNOWN
from daykeep.search.documents import Filter
from daykeep.search.terms import query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from daykeep.app import Workspace
    from daykeep.search.answer import Hit, Searcher

MOST_PASSAGES = 4
LOOKED_AT = 12
BEGINNING_CHARS, END_CHARS = 500, 300
"""Of a long prompt so much is read: what it is about stands at its beginning, what is wanted at its end."""
LONGEST_CHARS = 100_000
MOST_TERMS = 24
COMMON, FEW = 0.2, 10
"""A word that stands in a larger part of all passages, and in more than a few, tells nothing about one of them."""
ENOUGH, SHARE = 1.2, 0.5
"""What the words that a passage holds must be worth, where a word that one passage alone has is worth 1, and which part of the
worth of all words of the prompt. With less, prompts about something else bring up memories (benchmarks/prompting.py)."""
MUCH, SMALL_SHARE = 2.2, 0.2
"""The same for a long prompt, of which no passage can hold a large part."""
UNKNOWN_WORTH = 0.8
"""What a word is worth that memory does not use: mostly one of those with which anybody asks for something."""
RARE, NAME_SHARE = 3, 0.25
"""A name that at most so many passages have is enough, if it is so much of the prompt."""
LEVELS = frozenset({"memory", "daily", "note", "session", "archive"})
"""Where is looked: the core files are in the start packet, and they are not about anything."""
KEY_DIGITS = 12
WARM_SECONDS = 0.1
"""An index that knows no word of a prompt may be one that is not made yet: so long it is brought on."""
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z]\w+|\b\w*(?:\d|(?<=\w)[_./-](?=\w))[\w./-]*")
_INTRO = {
    "en": "From the memory of the workspace {root}, as it was written there; it may be out of date. Places are files in it.",
    "zh": "以下内容来自工作区 {root} 的记忆，按原文给出，可能已经过时。位置为其中的文件。",
}


class Known(NamedTuple):
    """What is known about a prompt: the text for the agent ("" for nothing), the keys of its passages, and what limits it."""

    text: str = ""
    keys: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


NOTHING = Known()


class Before(NamedTuple):
    """What the agent has: the keys of passages that it was given, the lines of files in its start packet, its session's name."""

    keys: Collection[str] = ()
    shown: Sequence[tuple[str, int, int]] = ()
    session_id: str = ""

    def has(self, hit: Hit) -> bool:
        """Whether the agent was given this very passage, or has it in its start packet."""
        inside = any(
            name == hit.path and first <= hit.lines[0] and hit.lines[1] <= last
            for name, first, last in self.shown
        )
        return inside or key_of(hit.text) in self.keys


def read_prompt(prompt: str) -> str:
    r"""What a prompt says in the person's own words, shortened; what is pasted is left out.

    >>> read_prompt("Which port has nginx?\n```\nport 80\n```")
    'Which port has nginx?'
    """
    bare = prompt.strip()
    if len(bare) > BEGINNING_CHARS + END_CHARS or any(sign in bare for sign in "<>`~|\n"):
        from daykeep.guard.inert import own_words  # noqa: PLC0415 - most prompts are a line that a person typed

        bare = own_words(bare[:LONGEST_CHARS])
    if len(bare) > BEGINNING_CHARS + END_CHARS:
        bare = f"{bare[:BEGINNING_CHARS].rpartition(' ')[0]} {bare[-END_CHARS:].partition(' ')[2]}"
    return " ".join(bare.split())


def find_for_prompt(
    workspace: Workspace, prompt: str, *, before: Before, budget_tokens: int, least: float
) -> Known:
    """What memory knows about a prompt, as data with its origins; nothing where that is not sure.

    It answers from what the index holds, which is brought up to date for a moment only; what stands in no file any more is left
    out. A passage that the agent was given is not given again, nor one that gives orders and comes from outside.
    """
    asked = read_prompt(prompt)
    wanted = list(dict.fromkeys(query_terms(asked)))[:MOST_TERMS] if asked else []
    if not wanted or budget_tokens <= 0:
        return NOTHING
    began = now_ns()
    with workspace.hasty_searcher() as searcher:
        hits, stale = _find(workspace, searcher, asked, wanted)
    own = f"memory/sessions/{before.session_id}.md"
    fresh = [
        hit
        for hit in with_their_pairs(workspace.files, worth_reading(hits, least=least))
        if hit.path != own and hit.origin != UNKNOWN and not before.has(hit) and not _gives_orders(hit)
    ]
    known = _put_together(workspace, fresh[:MOST_PASSAGES], budget_tokens)
    workspace.trace("retrieval", began, kind="prompt", hits=len(known.keys))
    return known._replace(problems=stale) if known.text else known


def _find(
    workspace: Workspace, searcher: Searcher, asked: str, wanted: list[str]
) -> tuple[list[Hit], tuple[str, ...]]:
    """The hits that hold enough of what is asked, and what limits them."""
    frequencies, passages = searcher.frequencies(wanted)
    weights = _Weights(wanted, frequencies, passages, _named(asked))
    if not weights.telling:
        searcher.warm_up(WARM_SECONDS)
        return [], ()
    question = _reduced(asked, weights.telling) if len(weights.telling) < len(wanted) else asked
    answer = searcher.answer(question, Asking(workspace.day, Filter(levels=LEVELS), LOOKED_AT))
    return [hit for hit in answer.hits if weights.are_met_by(hit)], answer.notes[:1]


class _Weights:
    """What the words of a prompt are worth in this memory: the rarer, the more."""

    def __init__(
        self, wanted: list[str], frequencies: Mapping[str, int], passages: int, named: set[str]
    ) -> None:
        often = {term: frequencies.get(term, 0) for term in wanted}
        most = max(FEW, COMMON * passages)
        whole = log(max(passages, 3))
        worth = {
            term: log(max(passages, 3) / count) / whole if count else UNKNOWN_WORTH
            for term, count in often.items()
        }
        self.total = sum(worth.values())
        self.telling = {term for term, count in often.items() if 0 < count <= most}
        self._rare = {term for term in self.telling & named if often[term] <= RARE}
        self._worth = worth

    def are_met_by(self, hit: Hit) -> bool:
        """Whether a passage holds enough of the prompt's words."""
        held = self.telling & {*terms(hit.text), *terms(" ".join(hit.heading)), *terms(hit.title)}
        worth = sum(self._worth[term] for term in held)
        share = worth / self.total if self.total else 0.0
        if not held.isdisjoint(self._rare) and share >= NAME_SHARE:
            return True
        return (worth >= ENOUGH and share >= SHARE) or (worth >= MUCH and share >= SMALL_SHARE)


def _reduced(asked: str, telling: set[str]) -> str:
    """The words of a prompt that memory uses, in their order."""
    return " ".join(
        word for word in asked.split() if not telling.isdisjoint(query_terms(word) or terms(word))
    )


def _named(asked: str) -> set[str]:
    """The terms of words that are names: a capital within a sentence, a digit, a sign within a word."""
    return {term for name in _NAME.findall(asked) for term in query_terms(name)}


def _gives_orders(hit: Hit) -> bool:
    """Whether a passage comes from outside and looks as if it wanted something of its reader."""
    if not hit.origin or hit.origin == "unreviewed":
        return False
    from daykeep.guard.injection import find_signs  # noqa: PLC0415 - hardly any passage comes from outside

    return bool(find_signs(hit.text))


def _put_together(workspace: Workspace, hits: Sequence[Hit], budget_tokens: int) -> Known:
    """The text with the passages that fit, best first."""
    passages = {passage_of(hit): key_of(hit.text) for hit in hits}
    done = enhance("", tuple(passages), budget_tokens=budget_tokens, language=workspace.language)
    if not done.used:
        return NOTHING
    intro = _INTRO.get(workspace.language, _INTRO["en"])
    root = safe_line(str(workspace.root), NOTES)
    return Known(f"{intro.format(root=root)}\n\n{done.text}", tuple(passages[one] for one in done.used))


def key_of(text: str) -> str:
    """What a passage is known by, however it is broken into lines.

    >>> key_of("a  b") == key_of("a b")
    True
    """
    return sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:KEY_DIGITS]
