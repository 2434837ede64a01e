"""Counters of tokens: exact for OpenAI's vocabularies with the extra ``tokens``, a measured estimate for every other.

Nothing is asked over a network. The exact counts come from the package ``bpe-openai``, which carries ``o200k_base`` and
``cl100k_base``. Its Python layer refuses texts over 200,000 tokens; its engine's own ``count`` has no such limit and
gives the same number, so that is what is called.
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConfigError
from daykeep.text.tokens import ERROR, GENERAL, VOCABULARIES, estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    Counter = Callable[[str], int]

AUTO, ESTIMATE = "auto", "estimate"
O200K, CL100K = "o200k_base", "cl100k_base"
EXACT = (O200K, CL100K)
NO_EXTRA = 'exact counts of OpenAI models need the extra: pip install "daykeep[tokens]"'

_O200K_NAMES = re.compile(r"(gpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|chatgpt-4o|codex-mini|o[134])(?![\w.])|gpt-5\.")
_CL100K_NAMES = re.compile(r"(gpt-4|gpt-3\.5|gpt-35|text-embedding-(3|ada-002))(?![\w.])")
_MAKERS = (
    ("claude", "claude"),
    ("gemini", "gemma"),
    ("gemma", "gemma"),
    ("llama", "llama"),
    ("qwen", "qwen"),
    ("qwq", "qwen"),
    ("deepseek", "deepseek"),
    ("gpt", O200K),
    ("o1", O200K),
    ("o3", O200K),
    ("o4", O200K),
)
"""What a model's name, or a part of it, begins with, and whose weights estimate its tokens; the first that fits."""

CLAUDE_FACTOR = 1.09
"""Tokens that a Claude model of the fourth generation counts for one of its maker's first public vocabulary.

Measured on 170 tool results of a recorded conversation, whose usage says what they cost: mean error 2 % after it.
"""
CLAUDE_NEW_FACTOR = 1.3
"""The newer tokenizer's growth, as its maker's page on token counting gives it; reported for Latin script and code alone."""
_CLAUDE_VERSION = re.compile(r"(?<![\d])(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)")
_CLAUDE_NEW = {"opus": (4, 7), "sonnet": (5, 0), "haiku": (5, 0), "fable": (0, 0), "mythos": (0, 0)}


class Counting(NamedTuple):
    """How the tokens of one model are counted.

    ``name`` is ``estimate`` or the exact vocabulary. ``error`` is the mean error of one text that was measured, 0 for
    an exact count, None where nothing could be measured. ``said`` tells the method in words; ``note`` what a person
    could do for a better count, "" if nothing.
    """

    count: Counter
    name: str
    error: float | None
    said: str
    note: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are those of the model's own vocabulary."""
        return self.error == 0


def find_counter(name: str) -> Counter:
    """The counter called ``estimate``, ``o200k_base`` or ``cl100k_base``.

    Raises:
        ConfigError: there is no such counter, or its extra is not installed.
    """
    if name == ESTIMATE:
        return partial(estimate_tokens, weights=VOCABULARIES[GENERAL])
    if name not in EXACT:
        raise ConfigError(
            f'no counter of tokens is called "{name}"', hint=f"one of {ESTIMATE}, {', '.join(EXACT)}"
        )
    counter = _exact_counter(name)
    if counter is None:
        raise ConfigError(f"{name} can't be counted here", hint=NO_EXTRA)
    return counter


def choose_counting(setting: str, model: str = "", *, factor: float = 1.0) -> Counting:
    """How to count for ``model`` under the setting ``context.tokens``; ``factor`` widens estimates, never exact counts.

    ``auto`` counts exactly where the name is one of OpenAI's and the extra is there, and estimates otherwise.

    Raises:
        ConfigError: the setting names an exact vocabulary whose extra is not installed.
    """
    if setting in EXACT:
        return Counting(find_counter(setting), setting, 0, f"counted with {setting}")
    vocabulary = encoding_of(model) if setting == AUTO else ""
    counter = _exact_counter(vocabulary) if vocabulary else None
    if counter is not None:
        return Counting(counter, vocabulary, 0, f"counted with {vocabulary}, the vocabulary of {model}")
    return _estimate(model, factor)._replace(note=NO_EXTRA if vocabulary else "")


def encoding_of(model: str) -> str:
    """The vocabulary of an OpenAI model; "" for a model of anybody else, or one that is not known.

    >>> encoding_of("openai/gpt-5.1-codex"), encoding_of("gpt-4-turbo"), encoding_of("claude-opus-5")
    ('o200k_base', 'cl100k_base', '')
    """
    bare = _bare(model)
    if _O200K_NAMES.match(bare):
        return O200K
    return CL100K if _CL100K_NAMES.match(bare) else ""


def _estimate(model: str, factor: float) -> Counting:
    bare = _bare(model)
    row = encoding_of(model) or next((row for start, row in _MAKERS if start in _starts(bare)), GENERAL)
    weights, said = VOCABULARIES[row], f"estimated for {row}"
    error = None if row == GENERAL or (row in EXACT and not encoding_of(model)) else ERROR
    if row == GENERAL:
        said = "estimated for an unknown vocabulary"
    if row == "claude":
        grown = CLAUDE_NEW_FACTOR if _is_new_claude(bare) else 1.0
        weights = weights.scaled(CLAUDE_FACTOR * grown, CLAUDE_FACTOR)
        error = None if grown > 1 else ERROR
        said = "estimated for Claude's newer tokenizer" if grown > 1 else "estimated for Claude"
    if factor != 1:
        weights = weights.scaled(factor, factor)
        said += f", times {factor:g}"
    return Counting(partial(estimate_tokens, weights=weights), ESTIMATE, error, said)


def _bare(model: str) -> str:
    """A model's name without its provider: ``openai/gpt-4o`` and ``ft:gpt-4o:team`` are both ``gpt-4o…``."""
    name = model.strip().lower().rsplit("/", 1)[-1]
    return re.sub(
        r"^(?:ft:|(?:us|eu|apac|global)\.)?(?:(?:anthropic|openai|meta|deepseek|qwen)\.)?", "", name
    )


def _starts(bare: str) -> tuple[str, ...]:
    return tuple(start for start, _ in _MAKERS if bare.startswith(start) or f"-{start}" in bare)


def _is_new_claude(bare: str) -> bool:
    found = _CLAUDE_VERSION.search(bare)
    version = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    return any(family in bare and version >= since for family, since in _CLAUDE_NEW.items())


@lru_cache(maxsize=len(EXACT))
def _exact_counter(name: str) -> Counter | None:
    with (
        warnings.catch_warnings()
    ):  # the package reads its own data in a way that Python 3.11 and 3.12 warn about
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            from bpe_openai import _bindings  # noqa: PLC0415 - half a second; the engine without the limit
        except ImportError:
            return None
        engine = _bindings.tokenizer_for_encoding(name)

    def count(text: str) -> int:
        try:
            return int(engine.count(text))
        except UnicodeEncodeError:  # a lone surrogate counts as the character that stands for damage
            whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            return int(engine.count(whole))

    return count
