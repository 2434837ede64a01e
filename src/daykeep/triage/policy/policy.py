"""The policy of a conversation's triage, read from a Markdown file that a person may change."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConfigError
from daykeep.triage.policy.numbers import read_numbers
from daykeep.triage.policy.parts import read_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.triage.policy.parts import Case

PROBABILITY, CONFIDENCE = "probability", "confidence"
"""What the gates look at: the probability of the best choice, or System One's (K * p - 1) / (K - 1)."""
KEEP_UNITS, ABORT = "keep_units", "abort"
"""What happens if notes can't be written: only their units stay, or nothing is changed at all."""
DEFAULT_SOURCE = "the policy that ships with daykeep"
_FILES = {"en": "policy.md", "zh": "policy.zh.md"}


class Policy(NamedTuple):
    """What each action means, and from when on a suggestion counts.

    ``criteria`` has the words for each action, handed to whoever decides as they stand. ``gates`` is the least probability (or
    confidence, by ``gate_on``) for an action, 0 to 1; ``drop_margin`` how far drop must be ahead of the next choice. The newest
    ``keep_units`` units and the newest ``keep_tokens`` tokens are never touched, nor the first with ``protect_first``.
    ``low_watermark`` is the share of the budget down to which a check works. At most ``max_drop_share`` of the tokens that are
    looked at may be dropped in one check by anybody but the rules. A unit of whose characters at least ``mask_share`` are results of
    tools has these hidden rather than being changed otherwise. ``max_batches`` bounds how often a decider is asked in a check.
    ``sha`` stands for the whole text.
    """

    criteria: Mapping[str, str]
    gates: Mapping[str, float]
    gate_on: str
    drop_margin: float
    keep_units: int
    keep_tokens: int
    protect_first: bool
    low_watermark: float
    max_drop_share: float
    mask_share: float
    max_batches: int
    on_writer_failure: str
    cases: tuple[Case, ...]
    sha: str
    source: str


class PolicyProblem(NamedTuple):
    """What is wrong with a policy, and on which line of its file (from 1)."""

    line: int
    message: str


@cache
def default_policy(language: str = "en") -> Policy:
    """The policy that ships with daykeep, in English or (``zh``) Chinese; the numbers are the same."""
    path = Path(__file__).with_name(_FILES["zh" if language == "zh" else "en"])
    return read_policy(path.read_text(encoding="utf-8"), DEFAULT_SOURCE)


def read_policy(text: str, source: str) -> Policy:
    """The policy that a text holds. Raises ConfigError naming ``source`` and the line of each thing that is wrong."""
    policy, problems = parse_policy(text, source)
    if problems:
        told = "; ".join(f"{source}:{problem.line}: {problem.message}" for problem in problems)
        raise ConfigError(f"the triage policy can't be used: {told}")
    return policy


def parse_policy(text: str, source: str) -> tuple[Policy, tuple[PolicyProblem, ...]]:
    """The policy that a text holds, and what is wrong with it, in the order of its lines.

    A number that isn't given is that of the policy that ships; an action that has no words is a problem.
    """
    lines = text.splitlines()
    numbers, wrong = read_numbers(lines)
    parts, missing = read_parts(lines)
    problems = [PolicyProblem(line, message) for line, message in sorted({*wrong, *missing})]
    gates = {
        "keep": numbers["gate_keep"], "compress": numbers["gate_compress"],
        "archive": numbers["gate_archive"], "drop": numbers["gate_drop"],
    }  # fmt: skip
    words = {str(name): str(value) for name, value in numbers.items() if isinstance(value, str)}
    policy = Policy(
        criteria=parts.criteria,
        gates={name: float(value) for name, value in gates.items()},
        gate_on=words["gate_on"],
        drop_margin=float(numbers["drop_margin"]),
        keep_units=int(numbers["keep_units"]),
        keep_tokens=int(numbers["keep_tokens"]),
        protect_first=bool(numbers["protect_first"]),
        low_watermark=float(numbers["low_watermark"]),
        max_drop_share=float(numbers["max_drop_share"]),
        mask_share=float(numbers["mask_share"]),
        max_batches=int(numbers["max_batches"]),
        on_writer_failure=words["on_writer_failure"],
        cases=parts.cases,
        sha=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16],
        source=source,
    )
    return policy, tuple(problems)
