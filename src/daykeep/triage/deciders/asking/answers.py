"""Which answers can be believed: every question answered, known choices only, numbers that are probabilities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from daykeep.triage.deciders.asking.request import CODEWORD_ID
from daykeep.triage.model import CHOICES, KEEP, Distribution

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.triage.deciders.asking.request import Reply, Request

SUM_TOLERANCE = 0.02
"""How far the probabilities of one answer may be from 1 together; what System One's own programs allow."""
CODEWORD_GATE = 0.8
"""The code word's probability below which the end of the text was not read."""
READ_SHARE = 0.6
"""A model that read less than this share of the estimated tokens has not read the whole text."""
TRUNCATED = "decider_truncated"


def find_truncation(request: Request, reply: Reply) -> str:
    """Why the reply can't be about the whole text; "" if it can."""
    answer = reply.answers.get(CODEWORD_ID)
    found = _number(answer.get(request.codeword.word)) if answer else None
    if found is None or not found >= CODEWORD_GATE:
        shown = "no answer" if found is None else f"{found:.2f}"
        return f"the code word at the end was not read ({shown}, {CODEWORD_GATE} is needed)"
    if reply.input_tokens is not None and reply.input_tokens < READ_SHARE * request.tokens:
        return f"{reply.input_tokens} of about {request.tokens} tokens were read"
    return ""


def read_answers(request: Request, reply: Reply, *, uncalibrated: bool) -> list[Distribution]:
    """A distribution for each unit of the request; one whose answer can't be used says why and keeps its unit."""
    found: list[Distribution] = []
    for unit_id in request.unit_ids:
        answer = reply.answers.get(unit_id)
        fault = find_fault(answer)
        if answer is None or fault:
            found.append(kept(unit_id, fault))
            continue
        total = sum(float(str(value)) for value in answer.values())
        shares = {name: float(str(answer.get(name, 0.0))) / total for name in CHOICES}
        confidence = _number(reply.confidences.get(unit_id))
        found.append(Distribution(unit_id, shares, confidence, uncalibrated=uncalibrated))
    return found


def find_fault(answer: Mapping[str, object] | None) -> str:
    """What is wrong with one answer; "" if nothing is.

    >>> find_fault({"keep": 0.5, "drop": 0.2})
    'its probabilities add up to 0.700'
    """
    if answer is None:
        return "no answer"
    unknown = sorted(set(answer) - set(CHOICES))
    if unknown:
        return f"an unknown choice: {unknown[0][:40]!r}"
    numbers = [_number(value) for value in answer.values()]
    if not all(number is not None and 0.0 <= number <= 1.0 for number in numbers):
        return "a probability that is no number from 0 to 1"
    total = sum(number for number in numbers if number is not None)
    return "" if abs(total - 1.0) <= SUM_TOLERANCE else f"its probabilities add up to {total:.3f}"


def kept(unit_id: str, fault: str) -> Distribution:
    """The distribution of a unit about which nothing usable is known: it stays, and says why."""
    return Distribution(unit_id, {name: float(name == KEEP) for name in CHOICES}, fault=fault)


def _number(value: object) -> float | None:
    """A finite number; None for anything else, True and False too."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
