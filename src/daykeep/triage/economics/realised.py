"""What a change was expected to do to the cache, held against what the provider then said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.transcripts.usage.usage import Usage


class Prediction(NamedTuple):
    """What the next call should read from the cache and write to it, in tokens."""

    cached: int
    created: int


class Realised(NamedTuple):
    """One prediction and what came: ``error`` is how far the cached tokens were off, as a share of the whole prompt."""

    predicted: Prediction
    cached: int
    created: int
    error: float


def predict(*, prefix: int, rewritten: int, new: int = 0, cold: bool = False) -> Prediction:
    """What the next call does: ``prefix`` stands before the first change, ``rewritten`` behind it, ``new`` is asked now.

    Providers that ask nothing for writing give no number of it; then only ``cached`` can be held against them.
    """
    return Prediction(0, prefix + rewritten + new) if cold else Prediction(prefix, rewritten + new)


def compare(predicted: Prediction, usage: Usage) -> Realised:
    """The prediction beside what the provider counted for that call."""
    created = usage.created or usage.fresh
    whole = max(1, usage.prompt, predicted.cached + predicted.created)
    return Realised(predicted, usage.cached, created, abs(predicted.cached - usage.cached) / whole)


def mean_error(realised: Iterable[Realised]) -> float | None:
    """The mean error over all that came; None where nothing has."""
    errors = [one.error for one in realised]
    return sum(errors) / len(errors) if errors else None
