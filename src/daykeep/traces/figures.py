"""What traces come to: how often, how long, how large, how well. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.traces.event import (
    CHECK,
    COMPRESSION,
    DECAY,
    NAMES,
    PROMOTION,
    RECALL,
    REFRESH,
    RETRIEVAL,
    USAGE,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.traces.event import Event

_HIGH = 0.95


class Timing(NamedTuple):
    """How often something was done and how long it took, in milliseconds: in the middle, and at the 95th of 100."""

    times: int
    median_ms: float
    high_ms: float


class Size(NamedTuple):
    """The context's size on one day, in tokens: its largest and its last reading."""

    day: str
    largest: int
    last: int


class Figures(NamedTuple):
    """What the traces of some time come to; a share is None where there was nothing to share."""

    timings: dict[str, Timing]
    sizes: tuple[Size, ...]
    hit_rate: float | None
    decayed: int
    refreshed: int
    recalls: int
    recall_hit_rate: float | None
    saved_tokens: int
    cache_predicted: int
    cache_realised: int
    registered: int
    proposed: int
    applied: int

    @property
    def cache_error(self) -> float | None:
        """How far the predicted cache reads were off, as a share of the realised ones."""
        if not self.cache_predicted or not self.cache_realised:
            return None
        return abs(self.cache_predicted - self.cache_realised) / self.cache_realised


def figures_of(events: Sequence[Event]) -> Figures:
    """The figures of events; the same events give the same figures, whatever their order within a moment."""
    by_name = {name: [event for event in events if event.name == name] for name in NAMES}
    retrievals, recalls = by_name[RETRIEVAL], by_name[RECALL]
    compared = [event for event in by_name[USAGE] if event.number("cache_predicted")]
    return Figures(
        timings={name: _timing(each) for name, each in by_name.items() if each},
        sizes=_sizes((*by_name[CHECK], *by_name[USAGE])),
        hit_rate=_share(event.number("hits") > 0 for event in retrievals),
        decayed=_sum(by_name[DECAY], "decayed"),
        refreshed=_sum(by_name[REFRESH], "records"),
        recalls=len(recalls),
        recall_hit_rate=_share(event.number("turns") > 0 for event in recalls),
        saved_tokens=sum(
            max(0, int(event.number("tokens_before") - event.number("tokens_after")))
            for event in by_name[COMPRESSION]
        ),
        cache_predicted=_sum(compared, "cache_predicted"),
        cache_realised=_sum(compared, "cache_read"),
        registered=len(by_name["registration"]),
        proposed=_sum(by_name[PROMOTION], "proposed"),
        applied=_sum(by_name[PROMOTION], "applied"),
    )


def data_of(figures: Figures) -> dict[str, Any]:
    """The figures as JSON values."""
    return {
        "events": [
            {"name": name, "count": timing.times, "median_ms": timing.median_ms, "p95_ms": timing.high_ms}
            for name, timing in figures.timings.items()
        ],
        "context": [
            {"day": size.day, "largest_tokens": size.largest, "last_tokens": size.last}
            for size in figures.sizes
        ],
        "retrieval_hit_rate": _rounded(figures.hit_rate),
        "decay_events": figures.decayed,
        "refreshed": figures.refreshed,
        "recalls": figures.recalls,
        "recall_hit_rate": _rounded(figures.recall_hit_rate),
        "saved_tokens": figures.saved_tokens,
        "cache": {
            "predicted_tokens": figures.cache_predicted,
            "realised_tokens": figures.cache_realised,
            "error": _rounded(figures.cache_error),
        },
        "registered": figures.registered,
        "promotions": {"proposed": figures.proposed, "applied": figures.applied},
    }


def render_figures(figures: Figures) -> list[str]:
    """The figures as lines for people; none where there are no events."""
    if not figures.timings:
        return []
    lines = ["Sessions and look-ups"]
    lines += [
        f"  {name:<13}{timing.times:>6,} times, half within {timing.median_ms:,g} ms, 95 % within {timing.high_ms:,g} ms"
        for name, timing in figures.timings.items()
    ]
    if figures.sizes:
        last = figures.sizes[-1]
        largest = max(size.largest for size in figures.sizes)
        lines.append(f"  context: {last.last:,} tokens on {last.day}, at most {largest:,}")
    if figures.hit_rate is not None:
        lines.append(f"  look-ups that found something: {figures.hit_rate:.0%}")
    if figures.recalls:
        lines.append(
            f"  stored turns asked for: {figures.recalls} times, found {figures.recall_hit_rate or 0:.0%}"
        )
    if figures.saved_tokens:
        lines.append(f"  tokens taken out of views: {figures.saved_tokens:,}")
    if figures.cache_error is not None:
        lines.append(
            f"  cache reads: {figures.cache_realised:,} tokens, predicted {figures.cache_predicted:,} "
            f"(off by {figures.cache_error:.0%})"
        )
    if figures.decayed or figures.refreshed:
        lines.append(f"  faded: {figures.decayed}, said again: {figures.refreshed}")
    if figures.registered or figures.proposed or figures.applied:
        lines.append(
            f"  registered: {figures.registered}, proposed to memory: {figures.proposed}, learned: {figures.applied}"
        )
    return lines


def _timing(events: Sequence[Event]) -> Timing:
    taken = sorted(event.duration_ms for event in events)
    high = taken[min(len(taken) - 1, int(len(taken) * _HIGH))]
    return Timing(len(taken), round(taken[len(taken) // 2], 1), round(high, 1))


def _sizes(events: Iterable[Event]) -> tuple[Size, ...]:
    days: dict[str, list[Event]] = {}
    for event in sorted(events, key=lambda each: each.at):
        if event.number("context_tokens"):
            days.setdefault(event.at[:10], []).append(event)
    return tuple(
        Size(
            day,
            int(max(one.number("context_tokens") for one in each)),
            int(each[-1].number("context_tokens")),
        )
        for day, each in sorted(days.items())
    )


def _share(answers: Iterable[bool]) -> float | None:
    every = list(answers)
    return sum(every) / len(every) if every else None


def _sum(events: Iterable[Event], key: str) -> int:
    return sum(int(event.number(key)) for event in events)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
