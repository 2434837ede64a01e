"""``daykeep context check``: the answer in words and as JSON; nothing is changed."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace

import pytest

FOUND = ("would_compact", "action", "code", "over")


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    for name in ("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "DISABLE_COMPACT", "DISABLE_AUTO_COMPACT", "CLAUDE_CONFIG_DIR"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)


def transcript(*answers, model="claude-sonnet-4-5"):
    """A conversation of Claude Code: a question, then answers of (id, cached, output), each on two lines."""
    entries, parent = [], None
    for place, one in enumerate(("?", *answers)):
        for half in range(1 if one == "?" else 2):
            uuid = f"u{place}-{half}"
            entry = {
                "uuid": uuid, "parentUuid": parent, "sessionId": "s", "cwd": "/gone", "isSidechain": False,
                "timestamp": f"2026-03-10T08:{place:02}:{half:02}Z", "version": "2.1.240",
            }  # fmt: skip
            if one == "?":
                entry |= {
                    "type": "user",
                    "message": {"role": "user", "content": "Fix the build, please. " * 40},
                }
            else:
                ident, cached, output = one
                usage = {"input_tokens": 4, "cache_read_input_tokens": cached, "output_tokens": output}
                text = [{"type": "text", "text": f"Part {half}"}]
                entry |= {
                    "type": "assistant", "requestId": f"r{place}",
                    "message": {"id": ident, "type": "message", "role": "assistant", "model": model, "content": text, "usage": usage},
                }  # fmt: skip
            entries.append(entry)
            parent = uuid
    return "\n".join(json.dumps(entry) for entry in entries) + "\n"


def test_check_says_would_compact_by_how_much_and_on_what_it_rests(desk):
    (desk.folder / "s.jsonl").write_text(transcript(("m1", 80_000, 20), ("m2", 88_000, 20)))
    done = desk.run("context", "check", "s.jsonl", "--threshold", "80000")
    assert done.code == 0
    assert done.out.startswith("Compacting can't help: 88,0")
    assert "the usage of message 3 (line 4): 88,024 tokens" in done.out
    assert done.out.endswith("Nothing was changed.\n")


def test_check_json_has_the_whole_plan(desk):
    (desk.folder / "s.jsonl").write_text(transcript(("m1", 80_000, 20), ("m2", 88_000, 20)))
    answer = desk.run("context", "check", "s.jsonl", "--json").json
    assert [answer[name] for name in FOUND] == [False, "nothing", "below", 88_024 - 200_000]
    assert answer["reading"]["cached"] == 88_000
    assert answer["line"] == {
        "tokens": 200_000, "threshold": 200_000, "origin": "the default", "window": 200_000,
    }  # fmt: skip
    assert answer["model"] == "claude-sonnet-4-5"
    assert [cause["code"] for cause in answer["causes"]] == ["below"]


def test_check_counts_the_lines_of_one_answer_once(desk):
    (desk.folder / "s.jsonl").write_text(transcript(("m1", 50_000, 20)))
    assert desk.run("context", "check", "s.jsonl", "--json").json["tokens"]["total"] == 50_024


def test_check_of_a_number_needs_no_file(desk):
    done = desk.run("context", "check", "--tokens", "205300")
    assert done.out.splitlines()[0] == "Would compact: 205,300 tokens, 5,300 above the line of 200,000."
    assert "PreCompact (auto): can block it" in done.out
    assert desk.run("context", "check", "--tokens", "100").code == 0


def test_check_of_nothing_is_a_usage_error(desk):
    done = desk.run("context", "check")
    assert done.code == 2
    assert "--tokens" in done.err


def test_check_of_a_file_that_is_no_conversation_is_a_document_error(desk):
    (desk.folder / "notes.md").write_text("# Notes\n")
    assert desk.run("context", "check", "notes.md").code == 5
    assert desk.run("context", "check", "gone.jsonl").code == 5


def test_check_reads_standard_input(desk, monkeypatch):
    given = json.dumps({"messages": [{"role": "user", "content": "Hello"}], "tools": [{"name": "bash"}]})
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(given.encode())))
    answer = desk.run("context", "check", "-", "--json").json
    assert answer["tokens"]["source"] == "counted"
    assert answer["tokens"]["total"] > 5
    assert "no_usage" in [cause["code"] for cause in answer["causes"]]


def test_check_says_what_keeps_claude_code_from_compacting(desk, monkeypatch):
    monkeypatch.setenv("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "500k")
    (desk.folder / "s.jsonl").write_text(transcript(("m1", 50_000, 20)))
    done = desk.run("context", "check", "s.jsonl")
    assert "100,000 (the environment of Claude Code)" in done.out
    assert "'500k' is read as 500" in done.out


def test_check_takes_thresholds_and_windows_by_model_from_the_settings(desk):
    settings = desk.folder / "home" / ".config" / "daykeep" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(
        '[context.compaction]\nthreshold = 150000\nmodels = { "gpt-5" = 90000 }\nwindows = { "mine" = 32000 }\n'
    )
    line = desk.run("context", "check", "--tokens", "1", "--json").json["line"]
    assert (line["threshold"], line["origin"]) == (150_000, "context.compaction.threshold")
    line = desk.run("context", "check", "--tokens", "1", "--model", "gpt-5", "--json").json["line"]
    assert (line["threshold"], line["origin"]) == (90_000, 'context.compaction.models."gpt-5"')
    line = desk.run("context", "check", "--tokens", "1", "--model", "mine-2", "--json").json["line"]
    assert (line["tokens"], line["window"]) == (32_000, 32_000)


def test_check_changes_no_file(desk):
    (desk.folder / "s.jsonl").write_text(transcript(("m1", 250_000, 20)))
    before = {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()}
    desk.run("context", "check", "s.jsonl")
    assert {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()} == before
