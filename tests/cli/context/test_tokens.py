"""``daykeep context tokens``: counts of texts, the method and its error."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import pytest

from daykeep.models import tokens as counters
from daykeep.text.tokens import count_tokens

TEXT = "Check the lock file before you deploy.\n先检查锁文件。\n"


@pytest.fixture
def texts(desk):
    (desk.folder / "a.md").write_text(TEXT, encoding="utf-8")
    (desk.folder / "b.md").write_text("", encoding="utf-8")
    return desk


def test_tokens_of_files_have_a_line_each_a_total_and_the_method(texts):
    lines = texts.run("context", "tokens", "a.md", "b.md").out.splitlines()
    number = str(count_tokens(TEXT))
    assert [line.split() for line in lines[:3]] == [[number, "a.md"], ["0", "b.md"], [number, "total"]]
    assert lines[3] == "estimated for an unknown vocabulary: nothing was measured for it"


def test_tokens_json_names_method_and_error(texts):
    answer = texts.run("context", "tokens", "a.md", "--model", "qwen3", "--json").json
    assert answer["files"][0] == {
        "path": "a.md", "tokens": answer["total"], "chars": len(TEXT), "bytes": len(TEXT.encode()),
    }  # fmt: skip
    assert answer["method"] == {
        "name": "estimate",
        "said": "estimated for qwen",
        "exact": False,
        "error": 0.1,
    }


def test_tokens_of_standard_input(texts, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TEXT.encode())))
    assert texts.run("context", "tokens", "--json").json["files"][0]["path"] == "-"


def test_tokens_of_an_openai_model_are_exact_with_the_extra(texts):
    pytest.importorskip("bpe_openai")
    answer = texts.run("context", "tokens", "a.md", "--model", "gpt-5", "--json").json
    assert (answer["total"], answer["method"]["exact"], answer["method"]["error"]) == (
        counters.find_counter("o200k_base")(TEXT), True, 0,
    )  # fmt: skip
    assert "notes" not in answer


def test_tokens_without_the_extra_say_once_how_to_install_it(texts, monkeypatch):
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    counters._exact_counter.cache_clear()
    done = texts.run("context", "tokens", "a.md", "b.md", "--model", "gpt-5")
    counters._exact_counter.cache_clear()
    assert done.code == 0
    assert done.err.count("daykeep[tokens]") == 1


def test_tokens_of_a_file_that_is_missing_are_told_and_the_others_counted(texts):
    done = texts.run("context", "tokens", "a.md", "gone.md")
    assert done.code == 10
    assert "gone.md" in done.err
    assert texts.run("context", "tokens", "gone.md").code == 5


def test_tokens_setting_and_margin_count(texts):
    settings = texts.folder / "home" / ".config" / "daykeep" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[context]\ntokens = "estimate"\ntokens_factor = 1.5\n')
    answer = texts.run("context", "tokens", "a.md", "--model", "gpt-5", "--json").json
    assert answer["method"]["said"] == "estimated for o200k_base, times 1.5"
