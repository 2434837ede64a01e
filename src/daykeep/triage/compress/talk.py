"""Talk made short: the sentences that decide word for word, then the phrases that name something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.triage.ledger.statements import cut_sentences
from daykeep.triage.phrases.find import find_phrases
from daykeep.triage.phrases.seen import Seen, written

if TYPE_CHECKING:
    from collections.abc import Collection


def compress_talk(text: str, limit_chars: int, wanted: Collection[str] = ()) -> str:
    """What a text says in at most ``limit_chars``: its decisions and rules word for word, and names, numbers and dates.

    >>> compress_talk("Well, I think we talked long enough. Never deploy on Fridays. Ask Anna Berg by 5 pm, please.", 80)
    'talked; Never deploy on Fridays. Anna Berg by 5 pm'
    """
    seen = Seen()
    rows: list[tuple[int, str, str]] = []
    for sentence in cut_sentences(text):
        is_wanted = sentence.is_statement or any(value in sentence.text for value in wanted)
        phrases = find_phrases(sentence.text)
        if is_wanted:
            rows.append((0, sentence.text, " "))
        for phrase in phrases:
            tokens = seen.news(phrase.tokens)
            if tokens:
                seen.add(tokens)
                if not is_wanted:
                    denial = "not " if phrase.is_denied else ""
                    rows.append((1 + phrase.is_plain, f"{denial}{written(tokens)}", "; "))
    return _fill(rows, limit_chars)


def _fill(rows: list[tuple[int, str, str]], limit_chars: int) -> str:
    """What fits, the first rank first, in the order of the text within what was chosen."""
    chosen: set[int] = set()
    left = limit_chars
    for place in sorted(range(len(rows)), key=lambda place: rows[place][0]):
        cost = len(rows[place][1]) + len(rows[place][2])
        if cost <= left:
            chosen.add(place)
            left -= cost
    parts: list[str] = []
    for place in sorted(chosen):
        parts += [rows[place][1], rows[place][2]]
    return "".join(parts).strip("; ")
