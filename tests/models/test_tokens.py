"""Counters of tokens: exact where the extra is there, estimated and said so everywhere else."""

from __future__ import annotations

import re
import sys

import pytest

from daykeep.errors import ConfigError
from daykeep.models import tokens
from daykeep.models.tokens import NO_EXTRA, choose_counting, encoding_of, find_counter
from daykeep.text.tokens import count_tokens

MIXED = (
    "def add(a: int) -> int:\n    return a + 1\n\n先检查锁文件，再删除。\n"
    "Сегодня исправил скрипт.\nスクリプトを修正しました。\n잠금 파일을 확인하세요.\nأصلحت اليوم\n🚀 done ✅\n"
    '{"id": "a8098c1a-f86e", "items": [1, 2, 30000]}\nSGVsbG8sIHdvcmxkIQ==\n'
)


@pytest.fixture
def without_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    tokens._exact_counter.cache_clear()
    yield
    tokens._exact_counter.cache_clear()


def exact(name):
    pytest.importorskip("bpe_openai")
    return find_counter(name)


@pytest.mark.parametrize(
    ("name", "text", "counted"),
    [
        ("o200k_base", "", 0),
        ("o200k_base", "Today I fixed the deployment script; the lock file was stale after the crash.", 16),
        ("o200k_base", "今天修复了部署脚本，崩溃后锁文件已经过期，需要先检查再删除。", 24),
        ("cl100k_base", "tiktoken is great!", 6),
    ],
)
def test_exact_counter_gives_the_published_count(name, text, counted):
    assert exact(name)(text) == counted


@pytest.mark.parametrize("name", tokens.EXACT)
def test_exact_counter_of_over_200_000_tokens_equals_the_sum_of_pieces_cut_at_safe_places(name):
    count = exact(name)
    import bpe_openai

    public = bpe_openai.get_encoding(name)
    whole = MIXED * 2_400
    pieces = re.split(r"(?<=\n)(?=def )", whole)  # a line's end before a letter: no token spans it
    apart = sum(len(public.encode_ordinary("".join(pieces[i : i + 200]))) for i in range(0, len(pieces), 200))
    assert apart > 200_000
    assert count(whole) == apart


@pytest.mark.parametrize("name", tokens.EXACT)
def test_exact_counter_equals_the_public_encoder_on_a_mixed_text(name):
    count = exact(name)
    import bpe_openai

    assert count(MIXED) == len(bpe_openai.get_encoding(name).encode_ordinary(MIXED))


def test_exact_counter_takes_a_lone_surrogate_and_a_run_without_a_boundary():
    count = exact("o200k_base")
    assert count("\ud83d") == count("\ufffd")
    assert count("a" * 1_000_000) == 125_000


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o-mini", "o200k_base"),
        ("gpt-4.1", "o200k_base"),
        ("gpt-5.6", "o200k_base"),
        ("openai/gpt-5-codex", "o200k_base"),
        ("ft:gpt-4o:team::id", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-turbo-2024-04-09", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("gpt-6", ""),
        ("claude-opus-5", ""),
        ("olmo-2", ""),
        ("", ""),
    ],
)
def test_encoding_of_names_the_vocabulary_of_openai_models_alone(model, encoding):
    assert encoding_of(model) == encoding


def test_choose_counting_auto_is_exact_for_an_openai_model_where_the_extra_is():
    exact("o200k_base")
    counting = choose_counting("auto", "gpt-5", factor=1.5)
    assert (counting.name, counting.error, counting.is_exact, counting.note) == ("o200k_base", 0, True, "")
    assert counting.count("hello world") == 2  # a margin is for estimates alone


def test_choose_counting_without_the_extra_estimates_and_says_how_to_get_it(without_extra):
    counting = choose_counting("auto", "gpt-5")
    assert (counting.name, counting.is_exact, counting.note) == ("estimate", False, NO_EXTRA)
    assert "daykeep[tokens]" in counting.note
    assert choose_counting("auto", "claude-opus-5").note == ""  # the extra would not help there


def test_choose_counting_of_an_exact_vocabulary_without_the_extra_is_a_config_error(without_extra):
    with pytest.raises(ConfigError) as caught:
        choose_counting("o200k_base", "gpt-5")
    assert caught.value.hint == NO_EXTRA


def test_find_counter_of_an_unknown_name_is_a_config_error():
    with pytest.raises(ConfigError, match="p50k"):
        find_counter("p50k")


def test_find_counter_estimate_is_the_general_estimate():
    assert find_counter("estimate")(MIXED) == count_tokens(MIXED)


def test_choose_counting_setting_estimate_never_counts_exactly():
    assert choose_counting("estimate", "gpt-5").name == "estimate"


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("claude-3-5-sonnet-20241022", "estimated for Claude"),
        ("claude-sonnet-4-20250514", "estimated for Claude"),
        ("us.anthropic.claude-opus-4-6-v1:0", "estimated for Claude"),
        ("claude-opus-4-7", "estimated for Claude's newer tokenizer"),
        ("anthropic/claude-opus-4.8", "estimated for Claude's newer tokenizer"),
        ("claude-sonnet-5", "estimated for Claude's newer tokenizer"),
        ("claude-fable-5", "estimated for Claude's newer tokenizer"),
        ("deepseek-chat", "estimated for deepseek"),
        ("deepseek-r1-distill-llama-70b", "estimated for llama"),
        ("qwen3-coder", "estimated for qwen"),
        ("gemini-3-pro", "estimated for gemma"),
        ("gpt-6", "estimated for o200k_base"),
        ("somebody-else", "estimated for an unknown vocabulary"),
    ],
)
def test_choose_counting_estimates_with_the_weights_of_the_models_maker(model, said):
    counting = choose_counting("auto", model)
    assert (counting.name, counting.said) == ("estimate", said)


def test_choose_counting_claims_no_error_where_nothing_was_measured():
    assert choose_counting("auto", "claude-opus-5").error is None
    assert choose_counting("auto", "somebody-else").error is None
    assert choose_counting("auto", "gpt-6").error is None
    assert choose_counting("auto", "claude-opus-4-5").error == pytest.approx(0.1)


def test_choose_counting_newer_claude_costs_more_in_latin_script_alone():
    old, new = choose_counting("auto", "claude-opus-4-6"), choose_counting("auto", "claude-opus-4-7")
    english, chinese = "check the lock file before it is deleted " * 40, "先检查锁文件" * 40
    assert new.count(english) == pytest.approx(1.3 * old.count(english), rel=0.02)
    assert new.count(chinese) == old.count(chinese)


def test_choose_counting_factor_widens_an_estimate_and_is_said():
    plain, wider = choose_counting("auto", "qwen3"), choose_counting("auto", "qwen3", factor=1.2)
    assert wider.count(MIXED * 30) == pytest.approx(1.2 * plain.count(MIXED * 30), rel=0.02)
    assert wider.said == "estimated for qwen, times 1.2"
