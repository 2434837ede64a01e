"""The price book: what a token costs when it is read from a cache, written to it, or answered; base input is 1.

A provider's cache holds a prefix. Whoever changes an early message pays for writing everything behind it again.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

FIVE_MINUTES, HALF_HOUR, HOUR = 300, 1_800, 3_600


class Prices(NamedTuple):
    """What one provider asks, as multiples of its price for a fresh input token.

    ``read`` is for a token that comes from the cache, ``write`` for one that is processed anew and cached, ``output`` for
    one that is answered. After ``ttl_seconds`` without a call the cache is gone. A prefix below ``least_tokens`` is not cached.
    """

    name: str
    read: float
    write: float
    ttl_seconds: int
    output: float = 5.0
    least_tokens: int = 1_024


ANTHROPIC = Prices("anthropic", 0.10, 1.25, FIVE_MINUTES)
ANTHROPIC_HOUR = Prices("anthropic-1h", 0.10, 2.00, HOUR)
OPENAI = Prices("openai", 0.10, 1.00, FIVE_MINUTES, 8.0)
OPENAI_WRITES = Prices("openai-5.6", 0.10, 1.25, HALF_HOUR, 8.0)
DEEPSEEK = Prices("deepseek", 0.10, 1.00, HOUR, 4.0, 64)
GEMINI = Prices("gemini", 0.25, 1.00, FIVE_MINUTES, 8.0, 2_048)
NO_DISCOUNT = Prices("none", 1.0, 1.0, 0, 4.0, 0)

BOOK: Mapping[str, Prices] = MappingProxyType(
    {
        one.name: one
        for one in (ANTHROPIC, ANTHROPIC_HOUR, OPENAI, OPENAI_WRITES, DEEPSEEK, GEMINI, NO_DISCOUNT)
    }
)
"""By name, as the setting ``triage.prices`` names them. Prices of November 2026, as their makers publish them.

`OPENAI` is for models before GPT-5.6, which ask nothing for writing; later ones do. Sources: the makers' pages on prompt
caching and on prices. DeepSeek's and Gemini's shares differ by model; the table has the dearer ones.
"""

_BY_WORD = (
    (("claude", "anthropic", "opus", "sonnet", "haiku", "fable"), ANTHROPIC),
    (("deepseek",), DEEPSEEK),
    (("gemini",), GEMINI),
    (("gpt-5.6", "gpt-5.7", "gpt-5.8", "gpt-5.9", "gpt-6"), OPENAI_WRITES),
    (("gpt", "openai", "codex", "o1", "o3", "o4"), OPENAI),
)


def find_prices(name: str, model: str = "") -> Prices:
    """The prices with this name; for ``auto`` those of the model by its name, `NO_DISCOUNT` for one that is not known.

    >>> find_prices("auto", "us.anthropic.claude-opus-5").name, find_prices("auto", "qwen3-coder").name
    ('anthropic', 'none')

    Raises KeyError for a name that the book does not have.
    """
    if name != "auto":
        return BOOK[name]
    said = model.lower()
    return next((prices for words, prices in _BY_WORD if any(word in said for word in words)), NO_DISCOUNT)
