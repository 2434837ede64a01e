"""One provider's account of one answer, read into one form: no token is counted twice.

Providers differ in one trap. Anthropic, Bedrock, pi and OpenCode give cached tokens beside ``input``; OpenAI, Codex,
Gemini, LangChain and llama.cpp give them as a part of it. Adding a part to its whole counts a cached conversation twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

LIMIT_TOKENS = 10**9
"""A larger number is damage, not a count."""


class Usage(NamedTuple):
    """The tokens of one answer, in four parts that never overlap: their sum is what was processed.

    ``fresh`` was read anew, ``cached`` came from the cache, ``created`` was written to it, ``output`` is the answer, its
    thoughts included. ``context`` is what the conversation holds after the answer: that of the last step where one
    answer took several (a compaction on the server is a step of its own), else the sum. ``fault`` says why the account
    contradicts itself, "" if it does not.
    """

    fresh: int
    cached: int
    created: int
    output: int
    context: int
    fault: str = ""

    @property
    def prompt(self) -> int:
        """The tokens that went in."""
        return self.fresh + self.cached + self.created

    @property
    def total(self) -> int:
        """The tokens that were processed: in and out."""
        return self.prompt + self.output

    def plus(self, other: Usage) -> Usage:
        """Both together; the context is that of ``other``, the later one."""
        return Usage(
            self.fresh + other.fresh,
            self.cached + other.cached,
            self.created + other.created,
            self.output + other.output,
            other.context,
            self.fault or other.fault,
        )


def read_usage(raw: Mapping[str, Any] | None) -> Usage | None:
    """The usage in the form of any provider that is known; None for nothing, an empty account, or no account.

    >>> usage = read_usage({"prompt_tokens": 184704, "prompt_tokens_details": {"cached_tokens": 183936}})
    >>> usage.fresh, usage.cached, usage.context
    (768, 183936, 184704)
    >>> read_usage({"input_tokens": 3, "cache_read_input_tokens": 900, "output_tokens": 5}).context
    908
    """
    if not raw:
        return None
    steps = raw.get("iterations")
    if isinstance(steps, list) and steps:
        return _of_steps([step for step in steps if isinstance(step, dict)]) or _of_one(raw)
    return _of_one(raw)


def _of_steps(steps: list[dict[str, Any]]) -> Usage | None:
    """The sum of what each step cost; the context is that of the last one that answered."""
    read = [(step.get("type"), usage) for step in steps if (usage := _of_one(step)) is not None]
    if not read:
        return None
    total = read[0][1]
    for _, usage in read[1:]:
        total = total.plus(usage)
    answers = [usage.context for kind, usage in read if kind != "compaction"]
    summary = read[-1][1].output  # a compaction alone: what follows begins with what it wrote
    return total._replace(context=answers[-1] if answers else summary)


def _of_one(raw: Mapping[str, Any]) -> Usage | None:
    usage = _beside(raw) or _within(raw) or _llama(raw)
    return usage if usage is not None and usage.total else None


_BESIDE = (
    ("input", "cacheRead", "cacheWrite", "output"),  # pi
    ("inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens", "outputTokens"),  # Bedrock
    ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"),  # Anthropic
)
"""Names of the four parts where cached tokens stand beside the input."""


def _beside(raw: Mapping[str, Any]) -> Usage | None:
    cache = raw.get("cache")
    if isinstance(cache, dict) and "input" in raw:  # OpenCode
        output = _number(raw, "output") + _number(raw, "reasoning")
        return _parts(_number(raw, "input"), _number(cache, "read"), _number(cache, "write"), output)
    for names in _BESIDE:
        if any(name in raw for name in names[1:3]):
            fresh, cached, created, output = (_number(raw, name) for name in names)
            return _parts(fresh, cached, created, output)
    return None


_WITHIN = (
    # the whole input, the details of it, the output
    ("prompt_tokens", "prompt_tokens_details", "completion_tokens"),  # OpenAI chat, llama.cpp, vLLM
    ("promptTokenCount", "", "candidatesTokenCount"),  # Gemini
    ("input_tokens", "input_tokens_details", "output_tokens"),  # OpenAI Responses
    ("input_tokens", "input_token_details", "output_tokens"),  # LangChain
    ("inputTokens", "inputTokenDetails", "outputTokens"),  # AI SDK
    ("promptTokens", "", "completionTokens"),
    ("input", "", "output"),
)
_CACHED = (
    "cached_tokens", "cache_read", "cacheReadTokens", "cached_input_tokens", "cachedInputTokens", "cachedContentTokenCount",
    "prompt_cache_hit_tokens", "cache_n",
)  # fmt: skip
_CREATED = ("cache_write_tokens", "cache_creation_tokens", "cache_creation", "cacheWriteTokens")


def _within(raw: Mapping[str, Any]) -> Usage | None:
    found = [names for names in _WITHIN if names[0] in raw]
    if not found:
        return None
    whole_name, details_name, output_name = next((one for one in found if one[1] in raw), found[0])
    details = raw.get(details_name)
    places = [details if isinstance(details, dict) else {}, raw]
    cached, created = _first(places, _CACHED), _first(places, _CREATED)
    whole = _number(raw, whole_name) + _number(raw, "toolUsePromptTokenCount")
    output = _number(raw, output_name) + _number(raw, "thoughtsTokenCount")
    if cached + created > whole:
        said = f"{cached + created:,} cached tokens in an input of {whole:,}"
        return Usage(whole, 0, 0, output, whole + output, said)
    return _parts(whole - cached - created, cached, created, output)


def _llama(raw: Mapping[str, Any]) -> Usage | None:
    """llama.cpp's timings: ``prompt_n`` was read, ``cache_n`` was not read again."""
    if "prompt_n" not in raw:
        return None
    return _parts(_number(raw, "prompt_n"), _number(raw, "cache_n"), 0, _number(raw, "predicted_n"))


def _parts(fresh: int, cached: int, created: int, output: int) -> Usage:
    return Usage(fresh, cached, created, output, fresh + cached + created + output)


def _first(places: list[Any], names: tuple[str, ...]) -> int:
    return next((_number(place, name) for place in places for name in names if _number(place, name)), 0)


def _number(raw: Mapping[str, Any], name: str) -> int:
    value = raw.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return int(value) if 0 <= value <= LIMIT_TOKENS else 0
