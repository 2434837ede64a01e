"""The index of stored turns: one line each, as many as the budget holds, and one line for all others. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.triage.stored.model import Stored

_THOUSAND = 1000
WORDS = {
    "en": (
        "stored turns (recall by id or by words):",
        "{first}-{last} · {days} · {count} more turns · {tokens} tok",
    ),
    "zh": ("已存轮次（按编号或词语 recall）：", "{first}-{last} · {days} · 另有 {count} 轮 · {tokens} tok"),
}


class Index(NamedTuple):
    """The text of an index, the turns that have a line of their own, and those that share the last one."""

    text: str
    shown: tuple[Stored, ...]
    summed: tuple[Stored, ...]


def render_index(
    stored: Sequence[Stored],
    max_tokens: int,
    *,
    labelled: Callable[[Stored], Stored] = lambda given: given,
    language: str = "en",
) -> Index:
    """The lines of stored turns within a budget: the newest have their own, one sums up the rest; "" for none.

    ``labelled`` is asked for those only that are shown. If not even the last line fits, it stands there all the same:
    that there is something to recall is never left out.
    """
    if not stored:
        return Index("", (), ())
    ordered = sorted(stored, key=lambda each: each.number)
    title, rest = WORDS.get(language, WORDS["en"])
    left = max_tokens - count_tokens(title) - 1
    lines: list[str] = []
    while len(lines) < len(ordered):
        line = line_of_index(labelled(ordered[-1 - len(lines)]))
        others = ordered[: -1 - len(lines)]
        cost = count_tokens(line) + 1
        if left - cost < (count_tokens(_sum(others, rest)) + 1 if others else 0):
            break
        lines.append(line)
        left -= cost
    summed = ordered[: len(ordered) - len(lines)]
    text = "\n".join([title, *([_sum(summed, rest)] if summed else []), *reversed(lines)])
    return Index(text, tuple(ordered[len(summed) :]), tuple(summed))


def line_of_index(stored: Stored) -> str:
    """One line: ``A12 · 2026-11-30 · "label" · 1.8k tok · ids: ord_91, …``."""
    ids = f"ids: {', '.join(stored.ids)}" if stored.ids else ""
    label = f'"{stored.label}"' if stored.label else ""
    return " · ".join(filter(None, (stored.id, stored.at[:10], label, f"{_short(stored.tokens)} tok", ids)))


def _sum(stored: Sequence[Stored], words: str) -> str:
    days = sorted({each.at[:10] for each in (stored[0], stored[-1])})
    tokens = _short(sum(each.tokens for each in stored))
    return words.format(
        first=stored[0].id, last=stored[-1].id, days="…".join(days), count=len(stored), tokens=tokens
    )


def _short(tokens: int) -> str:
    """A number of tokens in few characters: 950, 1.8k, 12k."""
    if tokens < _THOUSAND:
        return str(tokens)
    return f"{tokens / _THOUSAND:.1f}k" if tokens < 10 * _THOUSAND else f"{round(tokens / _THOUSAND)}k"
