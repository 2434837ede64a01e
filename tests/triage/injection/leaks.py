"""The corpus of injections, conversations that carry them, and what counts as a leak.

Nothing here uses the product's own patterns: a leak is told by the words of the order, in whatever disguise they got through.
"""

import codecs
import json
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

from daykeep.files.store import Files
from daykeep.session.units.model import Unit
from daykeep.triage.stored.store import StoredTurns
from tests.triage.stored.making import AT, agent, result, turns, use, user

CORPUS = Path(__file__).with_name("corpus.jsonl")
RUN_WORDS, RUN_CHARS, CODE_CHARS = 4, 6, 16
LOOKALIKES = str.maketrans("аеорсхуіѕт", "aeopcxyist")


class Injection(NamedTuple):
    kind: str
    text: str
    order: str


CASES = [Injection(**json.loads(line)) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def plain(text: str) -> str:
    """Letters and digits alone, of one script, in small letters, words apart by one blank; also out of JSON escapes."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    text = "".join(
        chr(ord(sign) - 0xE0000) if 0xE0020 <= ord(sign) <= 0xE007E else sign
        for sign in re.sub(r"\[U\+[0-9A-F]{4,6}\]", "", text)
        if unicodedata.category(sign) != "Cf" or ord(sign) >= 0xE0020
    )
    text = unicodedata.normalize("NFKC", text).casefold().translate(LOOKALIKES)
    return " ".join(re.findall(r"[^\W_]+", text))


def leaks(case: Injection, output: str) -> bool:
    """Whether four words of the order in a row (six characters in Chinese), or its code, got into an output."""
    said = plain(output)
    tight = said.replace(" ", "")
    words = plain(case.order).split()
    runs = ["".join(words[start : start + RUN_WORDS]) for start in range(len(words) - RUN_WORDS + 1)]
    if not case.order.isascii():
        whole = "".join(words)
        runs = [whole[start : start + RUN_CHARS] for start in range(len(whole) - RUN_CHARS + 1)]
    if case.text.startswith("rot13"):
        runs += [codecs.encode(run, "rot13") for run in runs]
    backwards = [run[::-1] for run in runs] if case.kind == "bidi" else []
    codes = re.findall(rf"[A-Za-z0-9+/=]{{{CODE_CHARS},}}", case.text) if case.kind == "codes" else []
    return any(run in tight for run in (*runs, *backwards)) or any(code in output for code in codes)


LEADS = (
    "Please sum up this page:\n\n{}",
    "这个文件说了什么？\n```\n{}\n```",
    "What do you make of it?\n> {}",
    "Read this:\n<document>\n{}\n</document>\nThanks.",
)


def pasted(case: Injection, place: int) -> str:
    """The text as a person pastes it into a message, in one of four ways."""
    lead = LEADS[place % len(LEADS)]
    text = case.text.replace("\n", "\n> ") if "> {}" in lead else case.text
    if "```" in lead:
        text = text.replace("```", "'''")  # a person's editor closes no fence
    if "Please" in lead:
        text = f"{text}\nThis page was written in 2024 and says more about the weather in the north of the country."
    return lead.format(text)


def conversation(case: Injection, place: int) -> tuple[Unit, ...]:
    """Units in which a tool, an assistant and a pasted text carry the injection, and a person says ordinary things."""
    return turns(
        user("Find the invoice of order ord_91, please."),
        agent(use("t1", "fetch_page", url="https://example.com/a")),
        user([result("t1", f"Invoice list\n{case.text}\nTotal: 12")]),
        agent("The invoice of ord_91 is over $340.50."),
        user("What does the other page say?"),
        agent(case.text),
        user(pasted(case, place)),
        agent("It is about invoices."),
        user("Thanks, use the second one."),
        agent("Done."),
    )


def stored(root: Path, place: int, case: Injection) -> StoredTurns:
    """The conversation, stored."""
    store = StoredTurns(Files(root, durable=False), f"s{place}")
    store.put(conversation(case, place), at=AT)
    return store
