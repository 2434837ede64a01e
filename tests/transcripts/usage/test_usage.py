"""Usage of every provider in one form: a cached token is counted once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.transcripts.usage.usage import Usage, read_usage

ANTHROPIC = {
    "input_tokens": 12,
    "cache_read_input_tokens": 100_000,
    "cache_creation_input_tokens": 2_000,
    "output_tokens": 500,
    "cache_creation": {"ephemeral_5m_input_tokens": 2_000, "ephemeral_1h_input_tokens": 0},
    "service_tier": "standard",
}


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        (ANTHROPIC, (12, 100_000, 2_000, 500)),
        ({"input_tokens": 40, "output_tokens": 2}, (40, 0, 0, 2)),
        (
            {"prompt_tokens": 184_704, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 183_936}},
            (768, 183_936, 0, 10),
        ),
        (
            {
                "prompt_tokens": 1_000,
                "completion_tokens": 10,
                "prompt_tokens_details": {"cached_tokens": 600, "cache_write_tokens": 300},
            },
            (100, 600, 300, 10),
        ),
        (
            {"input_tokens": 900, "output_tokens": 9, "input_tokens_details": {"cached_tokens": 800}},
            (100, 800, 0, 9),
        ),
        (
            {"input_tokens": 900, "cached_input_tokens": 800, "output_tokens": 9, "reasoning_output_tokens": 5},
            (100, 800, 0, 9),
        ),
        (
            {
                "promptTokenCount": 500,
                "cachedContentTokenCount": 400,
                "candidatesTokenCount": 20,
                "thoughtsTokenCount": 30,
                "toolUsePromptTokenCount": 7,
            },
            (107, 400, 0, 50),
        ),
        ({"prompt_n": 30, "cache_n": 70, "predicted_n": 5}, (30, 70, 0, 5)),
        ({"prompt_tokens": 100, "completion_tokens": 5, "cache_n": 70}, (30, 70, 0, 5)),
        (
            {"inputTokens": 3, "outputTokens": 4, "cacheReadInputTokens": 500, "cacheWriteInputTokens": 60},
            (3, 500, 60, 4),
        ),
        ({"inputTokens": 300, "outputTokens": 4, "cachedInputTokens": 200}, (100, 200, 0, 4)),
        ({"input": 2, "output": 7, "cacheRead": 50, "cacheWrite": 9, "totalTokens": 68}, (2, 50, 9, 7)),
        ({"input": 2, "output": 7, "reasoning": 3, "cache": {"read": 50, "write": 9}}, (2, 50, 9, 10)),
        (
            {
                "input_tokens": 700,
                "output_tokens": 4,
                "input_token_details": {"cache_read": 600, "cache_creation": 50},
            },
            (50, 600, 50, 4),
        ),
    ],
    ids=[
        "anthropic", "plain", "openai-cached-within", "openai-cache-writes", "responses", "codex", "gemini", "llama-timings",
        "llama-usage-with-cache-n", "bedrock", "ai-sdk", "pi", "opencode", "langchain",
    ],
)  # fmt: skip
def test_read_usage_splits_each_providers_account_into_parts_that_do_not_overlap(raw, parts):
    usage = read_usage(raw)
    assert usage is not None
    assert usage[:4] == parts
    assert usage.context == usage.total == sum(parts)
    assert usage.fault == ""


def test_read_usage_openai_counts_cached_input_once():
    usage = read_usage({"prompt_tokens": 184_704, "prompt_tokens_details": {"cached_tokens": 183_936}})
    assert usage.prompt == 184_704


def test_read_usage_anthropic_counts_cached_input_beside_the_fresh():
    assert read_usage(ANTHROPIC).prompt == 102_012


def test_read_usage_sums_iterations_and_takes_the_context_of_the_last_answer():
    raw = {
        "input_tokens": 23_000,
        "output_tokens": 1_000,
        "iterations": [
            {"type": "compaction", "input_tokens": 180_000, "output_tokens": 3_500},
            {"type": "message", "input_tokens": 23_000, "output_tokens": 1_000},
        ],
    }
    assert read_usage(raw) == Usage(203_000, 0, 0, 4_500, 24_000)


def test_read_usage_of_a_compaction_alone_holds_what_it_wrote():
    raw = {
        "input_tokens": 0,
        "iterations": [{"type": "compaction", "input_tokens": 180_000, "output_tokens": 3_500}],
    }
    assert read_usage(raw).context == 3_500


def test_read_usage_more_cached_than_the_whole_input_is_a_fault():
    usage = read_usage(
        {"input_tokens": 3, "output_tokens": 5, "input_token_details": {"cache_read": 150_000}}
    )
    assert "150,000 cached tokens in an input of 3" in usage.fault


@pytest.mark.parametrize(
    "raw",
    [
        None,
        {},
        {"service_tier": "standard"},
        {"input_tokens": 0, "output_tokens": 0},
        {"input_tokens": True},
        {"iterations": []},
    ],
)
def test_read_usage_of_no_account_is_none(raw):
    assert read_usage(raw) is None


@pytest.mark.parametrize("damage", [-5, "12", None, 10**12, True, float("inf")])
def test_read_usage_takes_no_damaged_number_for_a_count(damage):
    assert read_usage({"input_tokens": damage, "output_tokens": 7}) == Usage(0, 0, 0, 7, 7)


@given(st.dictionaries(st.sampled_from([*ANTHROPIC, "prompt_tokens", "iterations", "cache", "input", "prompt_n"]), st.recursive(st.none() | st.integers() | st.floats() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(ANTHROPIC)), inner, max_size=3), max_leaves=6)))  # fmt: skip
def test_read_usage_takes_any_json_without_an_error(raw):
    usage = read_usage(raw)
    assert usage is None or min(usage[:5]) >= 0
