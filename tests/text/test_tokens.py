"""The token estimate: deterministic, additive, and near what published vocabularies count."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.tokens import count_tokens
from tests.text.hostile import seconds_for

# Counted once with the o200k vocabulary.
COUNTED = [
    ("Today I fixed the deployment script; the lock file was stale after the crash.", 16),
    ("今天修复了部署脚本，崩溃后锁文件已经过期，需要先检查再删除。", 21),
    ("def add(a: int, b: int) -> int:\n    return a + b\n", 20),
    ("- **Problem**: port 8080 was taken\n- **Fix**: stop nginx first\n", 18),
    ("Сегодня исправил скрипт развертывания, файл блокировки устарел.", 17),
]


@pytest.mark.parametrize(("text", "tokens"), COUNTED)
def test_count_tokens_is_near_a_published_vocabulary(text, tokens):
    assert 0.7 * tokens <= count_tokens(text) <= 1.6 * tokens


def test_count_tokens_nothing_costs_nothing_and_anything_costs_one():
    assert count_tokens("") == 0
    assert count_tokens(" ") == 1
    assert count_tokens("a") == 1


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_count_tokens_joined_texts_cost_what_they_cost_apart(a, b):
    assert count_tokens(a) <= count_tokens(a + b) <= count_tokens(a) + count_tokens(b)
    assert count_tokens(a + "\n" + b) >= count_tokens(a) + count_tokens(b) - 1


def test_count_tokens_lone_surrogates_are_counted():
    assert count_tokens("\ud83d") > 0


@pytest.mark.parametrize("text", ["x" * 20_000_000, "中" * 5_000_000, "a " * 5_000_000, "🚀" * 2_000_000])
def test_count_tokens_20_mb_end_in_time(text):
    assert seconds_for(count_tokens, text) < 2.0
