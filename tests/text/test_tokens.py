"""The token estimate: deterministic, additive, and near what published vocabularies count."""

from __future__ import annotations

import base64
import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.tokens import GENERAL, VOCABULARIES, count_tokens, estimate_tokens
from tests.text.hostile import seconds_for

# Counted once with the o200k vocabulary.
COUNTED = [
    ("Today I fixed the deployment script; the lock file was stale after the crash.", 16),
    ("今天修复了部署脚本，崩溃后锁文件已经过期，需要先检查再删除。", 24),
    ("def add(a: int, b: int) -> int:\n    return a + b\n", 19),
    ("- **Problem**: port 8080 was taken\n- **Fix**: stop nginx first\n", 21),
    ("Сегодня исправил скрипт развертывания, файл блокировки устарел.", 18),
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


ENCODED = "".join(base64.b64encode(hashlib.sha256(bytes([n])).digest()).decode() for n in range(40))
HEXADECIMAL = "\n".join(hashlib.sha256(bytes([n])).hexdigest() for n in range(30))


@pytest.mark.parametrize(("text", "tokens"), [(ENCODED, 1210), (HEXADECIMAL, 1122)])
def test_count_tokens_of_encoded_bytes_is_near_a_published_vocabulary(text, tokens):
    assert 0.8 * tokens <= count_tokens(text) <= 1.2 * tokens


JAPANESE = "スクリプトを修正しました。ロックファイルが古くなっていたので、削除する前に確認してください。" * 5
ARABIC = "أصلحت اليوم برنامج النشر وكان ملف القفل قديما بعد التعطل" * 5


@pytest.mark.parametrize(
    ("text", "name", "counted"),
    [
        (JAPANESE, "o200k_base", 145),
        (JAPANESE, "cl100k_base", 205),
        (ARABIC, "o200k_base", 85),
        (ARABIC, "cl100k_base", 195),
    ],
)
def test_estimate_tokens_with_the_weights_of_a_vocabulary_is_near_it(text, name, counted):
    assert estimate_tokens(text, VOCABULARIES[name]) == pytest.approx(counted, rel=0.25)


def test_weights_scaled_changes_ascii_and_other_characters_apart():
    weights = VOCABULARIES[GENERAL]
    english, chinese = "check the lock file before deleting it " * 50, "先检查锁文件" * 50
    longer = weights.scaled(1.3, 1.0)
    assert estimate_tokens(english, longer) == pytest.approx(1.3 * count_tokens(english), rel=0.02)
    assert estimate_tokens(chinese, longer) == count_tokens(chinese)
    assert estimate_tokens(chinese, weights.scaled(1.0, 2.0)) == pytest.approx(
        2 * count_tokens(chinese), rel=0.01
    )
