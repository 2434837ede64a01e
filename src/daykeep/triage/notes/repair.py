"""The ladder of repairs: a draft that is not good enough is completed, written again, replaced, or given up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.inert import inert_line, inert_value
from daykeep.text.language import language_of
from daykeep.triage.checks.check import Verdict, check_rewrite
from daykeep.triage.notes.extractive import MAX_DETAILS, SENTENCE_CHARS, VALUE_CHARS, extract_checked

if TYPE_CHECKING:
    from daykeep.triage.checks.source import Source

FAULTS = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError, MemoryError)
"""What a check that breaks raises: then the turn is kept."""
AS_WRITTEN, COMPLETED, REWRITTEN, EXTRACTED = (
    "as written",
    "details added",
    "written again",
    "made of its own sentences",
)


class Repaired(NamedTuple):
    """A note that passed, how it came about, and its verdict; ``note`` is "" if it didn't, then ``verdict`` is that of the last try."""

    note: str
    how: str
    verdict: Verdict | None


def try_draft(source: Source, draft: str, repairs: int = 0) -> Repaired:
    """The draft if it passes the check, else with a line of the details that it lacks if it passes then; each step counts as a repair."""
    text = " ".join(draft.split("\n")).strip() if "\n" in draft.strip() else draft.strip()
    verdict = check_rewrite(source, text)._replace(repairs=repairs)
    if verdict.ok:
        return Repaired(text, REWRITTEN if repairs else AS_WRITTEN, verdict)
    if verdict.missing and len(verdict.failed) == len(verdict.missing):
        completed = with_details(source, text, verdict)
        if completed:
            again = check_rewrite(source, completed)._replace(repairs=repairs + 1)
            if again.ok:
                return Repaired(completed, COMPLETED, again)
    return Repaired("", "", verdict)


def with_details(
    source: Source,
    text: str,
    verdict: Verdict,
    *,
    most: int = MAX_DETAILS,
    sentence_chars: int = SENTENCE_CHARS,
) -> str:
    """The draft and a line of the details that it lacks; "" if there are more than ``most`` or one may not be written."""
    sentences = {one.text for one in source.details.must if one.is_sentence}
    lines = [
        f'"{inert_line(one, sentence_chars).replace(chr(34), chr(39))}"'
        if one in sentences
        else inert_value(one, VALUE_CHARS)
        for one in verdict.missing
    ]
    if len(lines) > most or not all(line.strip('"') for line in lines):
        return ""
    label = "细节：" if language_of(text) == "zh" else "Details: "
    return f"{text}\n{label}{'; '.join(lines)}"


def extract(source: Source, repairs: int) -> Repaired:
    """The note that needs no writer, as one more repair."""
    note, verdict = extract_checked(source)
    if verdict is None:
        return Repaired("", "", None)
    return Repaired(note, EXTRACTED, verdict._replace(repairs=repairs))
