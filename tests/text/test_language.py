"""Chinese or English."""

from __future__ import annotations

import pytest

from daykeep.text.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", "en"),
        ("Fixed the timeout.", "en"),
        ("今天修好了超时问题", "zh"),
        ("今天用 kubectl rollout restart 修好了 nginx 的超时问题", "zh"),
        ("# 2026-03-10\n\n## 14:30 部署\n- **问题**：端口 8080 被占用\n- **修复**：停掉 nginx", "zh"),
        ("今日はバグを直した", "en"),
        ("오늘 버그를 고쳤다", "en"),
        ("The word 你好 means hello in Chinese, and that is all there is to say", "en"),
        ("Сегодня исправил", "en"),
        ("2026-03-10 14:30 🚀", "en"),
    ],
)
def test_language_of_text_in_many_languages(text, language):
    assert language_of(text) == language


def test_language_of_long_text_is_decided_by_its_start():
    assert language_of("今天" * 10_000 + "english " * 1_000_000) == "zh"
