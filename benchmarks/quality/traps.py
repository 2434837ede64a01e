"""What must never be copied, planted into the logs of rows that are worth keeping.

*Secrets*: a credential that no data set holds stands at the end of a line that a person would keep. *Skipped regions*:
the lines that a person would keep stand once more, each with a mark of its own, where nothing may be learned from:
between another tool's marks, in a transcript, in quoted foreign text, behind checkboxes, in frontmatter. Either is
looked for in every byte that a run writes.
"""

from __future__ import annotations

from random import Random
from string import ascii_letters, ascii_uppercase, digits
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.quality.verdicts import run_in_workspace
from daykeep.distill.outcomes import ADDED, PROPOSED
from training.rows import RowLog, essential_numbers, log_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LETTERS = ascii_letters + digits


class Caught(NamedTuple):
    """``planted`` rows, in how many of them the row's own lines were ``stored``, and how many traps were ``copied``."""

    planted: int
    stored: int
    copied: int


def _github(random: Random) -> tuple[str, str]:
    value = "ghp_" + _letters(random, 36)
    return value, value


def _cloud(random: Random) -> tuple[str, str]:
    value = "AKIA" + _letters(random, 16, ascii_uppercase + digits)
    return value, value


def _model(random: Random) -> tuple[str, str]:
    value = "sk-ant-api03-" + _letters(random, 90) + "AA"
    return value, value


def _password(random: Random) -> tuple[str, str]:
    value = _letters(random, 14)
    return f"password: {value}", value


def _chinese(random: Random) -> tuple[str, str]:
    value = _letters(random, 14)
    return f"密码：{value}", value


def _url(random: Random) -> tuple[str, str]:
    value = _letters(random, 16)
    return f"postgres://app:{value}@db.example.org/main", value


SECRETS: Sequence[Callable[[Random], tuple[str, str]]] = (_github, _cloud, _model, _password, _chinese, _url)
"""Each makes a text to plant and the value in it that must not be copied."""


def _letters(random: Random, count: int, alphabet: str = LETTERS) -> str:
    return "".join(random.choice(alphabet) for _ in range(count))


def _tool(lines: Sequence[str]) -> list[str]:
    return ["<!-- openclaw:dreaming:light:start -->", *lines, "<!-- openclaw:dreaming:light:end -->"]


def _recalled(lines: Sequence[str]) -> list[str]:
    return ["<claude-mem-context>", *lines, "</claude-mem-context>"]


def _transcript(lines: Sequence[str]) -> list[str]:
    return [
        "## Chat",
        "user: what did we learn?",
        *(f"assistant: {line.strip()}" for line in lines),
        "user: thanks",
    ]


def _foreign(lines: Sequence[str]) -> list[str]:
    return ["<<<EXTERNAL_UNTRUSTED_CONTENT>>>", *lines, "<<<END_EXTERNAL_UNTRUSTED_CONTENT>>>"]


def _boxes(lines: Sequence[str]) -> list[str]:
    bare = [line.strip().lstrip("-*+• ") for line in lines]
    return ["## Next", *(f"- [{' x'[place % 2]}] {line}" for place, line in enumerate(bare))]


def _front(lines: Sequence[str]) -> list[str]:
    return ["---", *(f"note{place}: {line.strip(' -*#')}" for place, line in enumerate(lines)), "---"]


REGIONS: dict[str, Callable[[Sequence[str]], list[str]]] = {
    "another tool's block": _tool,
    "what a tool recalled": _recalled,
    "a transcript": _transcript,
    "quoted foreign text": _foreign,
    "checkboxes": _boxes,
    "frontmatter": _front,
}


def plant_secrets(rows: Sequence[dict[str, Any]]) -> Caught:
    """Run every row that is worth keeping with a credential in it; the forms take turns."""
    stored = copied = planted = 0
    for place, row in enumerate(_worth_keeping(rows)):
        log = log_of(row)
        text, value = SECRETS[place % len(SECRETS)](Random(place))
        number = min(essential_numbers(row))
        lines = list(log.lines)
        lines[number - 1] = f"{lines[number - 1].rstrip()} ({text})"
        run = run_in_workspace(log._replace(lines=lines))
        planted += 1
        stored += any(
            line.number == number
            for outcome in run.outcomes
            if outcome.status in {ADDED, PROPOSED}
            for line in outcome.item.lines
        )
        copied += value.encode() in run.written
    return Caught(planted, stored, copied)


def plant_regions(rows: Sequence[dict[str, Any]]) -> Caught:
    """Run every row that is worth keeping with its lines again in a region that is skipped; the kinds take turns."""
    stored = copied = planted = 0
    makers = list(REGIONS.values())
    for place, row in enumerate(_worth_keeping(rows)):
        log, mark = log_of(row), f"trap{place:04d}"
        kept = [f"{log.lines[number - 1]} {mark}x{number}" for number in sorted(essential_numbers(row))]
        run = run_in_workspace(trapped(log, makers[place % len(makers)], kept))
        planted += 1
        stored += any(outcome.status in {ADDED, PROPOSED} for outcome in run.outcomes)
        copied += sum(1 for line in kept if line.rpartition(" ")[2].encode() in run.written)
    return Caught(planted, stored, copied)


def trapped(log: RowLog, region: Callable[[Sequence[str]], list[str]], lines: Sequence[str]) -> RowLog:
    """A log with some lines in a region that is skipped: frontmatter before it, any other below it."""
    block = region(lines)
    return log._replace(lines=[*block, *log.lines] if region is _front else [*log.lines, "", *block])


def _worth_keeping(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row["label"] != "none" and essential_numbers(row)]
