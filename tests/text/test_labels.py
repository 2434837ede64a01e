"""Labels by their form, in any language."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.labels import Label, find_label
from tests.text.hostile import seconds_for


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        ("- **问题**: 端口被占用", "问题", "端口被占用"),
        ("**Fix 2:** raised the limit", "Fix 2", "raised the limit"),
        ("**解决**：改路径", "解决", "改路径"),
        ("**解决：**改路径", "解决", "改路径"),
        ("✅ **Fix:** done", "Fix", "done"),
        ("**✅ Fix:** done", "Fix", "done"),
        ("教训：先看日志", "教训", "先看日志"),
        ("根因:重复提交", "根因", "重复提交"),
        ("Lesson: look first", "Lesson", "look first"),
        ("Root cause: stale lock", "Root cause", "stale lock"),
        ("- Problem 1: x", "Problem 1", "x"),
        ("1. **Problema detectado:** y", "Problema detectado", "y"),
        ("1、**原因**：y", "原因", "y"),
        ("* __Причина__: сеть", "Причина", "сеть"),
        ("*Lesson:* italics", "Lesson", "italics"),
        ("***Lösung:*** both", "Lösung", "both"),
        ("**Lesson: never do it**", "Lesson", "never do it"),
        ("**教训：不要猜** 先查", "教训", "不要猜 先查"),
        ("**Fix** — restarted", "Fix", "restarted"),
        ("**Fix** - restarted", "Fix", "restarted"),
        ("【教训】不要猜", "教训", "不要猜"),
        ("> **Lesson:** quoted", "Lesson", "quoted"),
        ("**Root Cause (why):** x", "Root Cause (why)", "x"),
        ("**修复方案**:", "修复方案", ""),
        ("- **Fix:**", "Fix", ""),
        ("学び：確認する", "学び", "確認する"),
        ("לקח: לבדוק קודם", "לקח", "לבדוק קודם"),
    ],
)
def test_find_label_labelled_line_gives_name_and_rest(line, name, rest):
    label = find_label(line)
    assert label is not None
    assert (label.name, label.rest) == (name, rest)


@pytest.mark.parametrize(
    "line",
    ["", "plain text", "see https://example.org/x", "14:30 deployed", "C:\\Users\\x", "**Important** stuff", "**bold**",
     "Note that all of these work: x", "- [link](a:b)", "12: twelve", "**2026-03-10: x**", "## Fix: heading", "`key`: value",
     "a.b.c: x", "- [ ] task", "key:value", "**" + "x" * 80 + ":** y", "：空", ": x", "****:"],
)  # fmt: skip
def test_find_label_line_without_label_gives_none(line):
    assert find_label(line) is None


def test_find_label_keeps_indent_bullet_and_checkbox():
    assert find_label("    - [x] **Fix:** y") == Label("Fix", "y", 4, "- [x]")
    assert find_label("\t1. Fix: y") == Label("Fix", "y", 4, "1.")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_find_label_any_line_never_raises_and_names_have_letters(line):
    label = find_label(line)
    assert label is None or any(character.isalpha() for character in label.name)


@pytest.mark.parametrize(
    "line", ["- " * 5_000_000, "*" * 10_000_000, "**a: " * 2_000_000, "：" * 10_000_000, "> " * 5_000_000]
)
def test_find_label_line_of_10_mb_ends_in_time(line):
    assert seconds_for(find_label, line) < 1.0
