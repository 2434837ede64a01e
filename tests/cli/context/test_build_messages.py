"""``daykeep context build`` with a conversation: in each provider's form, and what of it is cached."""

from __future__ import annotations

import io
import json
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from daykeep.config import user_cache_folder
from daykeep.context.build.section import BOUNDARY
from daykeep.context.cache.record import load_record
from daykeep.files.store import Files
from daykeep.memory.decisions import record_trust
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from tests.cli.building import BASE, SAID, messages, sections, static
from tests.cli.searching import NOW, make
from tests.workspace.making import write


def test_conversation_is_read_from_standard_input(desk, build, code, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(SAID).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert "It has 1.5 bar." in build("--messages", "-", *NOW, where=code).out


def test_anthropic_body_has_system_and_messages_with_breakpoints(desk, build, code):
    words = (
        "--static",
        static(desk),
        "--messages",
        messages(desk),
        "--to",
        "anthropic",
        "--model",
        "claude-sonnet-4-5",
    )
    body = json.loads(build(*words, *NOW, where=code).out)
    assert list(body) == ["system", "messages"]
    assert body["system"][0]["text"] == BASE.strip("\n")
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    first = body["messages"][0]["content"]
    assert first[0]["text"].startswith("# Instructions")
    assert first[1]["text"] == "Look at the boiler."
    assert body["messages"][1:3] == SAID[1:3]
    assert body["messages"][4]["content"][0]["cache_control"] == {"type": "ephemeral"}
    assert json.dumps(body).count("cache_control") == 4


@pytest.mark.parametrize("to", ["anthropic", "openai"])
@pytest.mark.parametrize("last", [1, 3, 4, 5])
def test_what_is_built_needs_no_repair(desk, build, code, to, last):
    root = make(desk)
    words = (
        "--workspace",
        str(root),
        "--query",
        "boiler pressure",
        "--static",
        static(desk),
        "--to",
        to,
        *NOW,
    )
    out = build(*words, "--messages", messages(desk, SAID[:last]), where=code).out
    conversation = read_conversation(out.encode())
    assert conversation.format == to
    again = normalise(conversation, provider=to)
    assert again.repairs == ()


def test_openai_messages_have_the_static_part_first_and_no_breakpoint(desk, build, code):
    words = ("--static", static(desk), "--messages", messages(desk), "--to", "openai", *NOW)
    out = build(*words, where=code).out
    value = json.loads(out)
    assert "cache_control" not in out
    assert value[0]["role"] == "system"
    assert value[0]["content"].startswith(BASE.strip("\n"))
    assert [message["role"] for message in value[1:]] == [
        "user",
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
    ]


def test_text_holds_the_conversation_with_results_as_data(desk, build, code):
    out = build("--messages", messages(desk), *NOW, where=code).out
    assert "<said user " in out
    assert "<data tool " in out[: out.index("1.5 bar")]


def test_repairs_of_the_conversation_are_told(desk, build, code):
    broken = SAID[:2] + SAID[3:]
    answer = build("--messages", messages(desk, broken), "--json", "--to", "anthropic", *NOW, where=code)
    assert answer.json["repairs"]
    told = build("--messages", messages(desk, broken), "--to", "anthropic", *NOW, where=code)
    assert "message 2 " in told.err


def test_fifth_given_breakpoint_is_dropped_and_told(desk, build, code):
    mark = {"cache_control": {"type": "ephemeral"}}
    said = [{"role": "user", "content": [{"type": "text", "text": f"part {n}", **mark} for n in range(5)]}]
    answer = build("--messages", messages(desk, said), "--to", "anthropic", *NOW, where=code)
    assert answer.out.count("cache_control") == 4
    assert "5 were given, 4 are allowed" in answer.err


def test_file_that_is_no_conversation_is_refused(desk, build, code):
    path = desk.folder / "notes.txt"
    path.write_text("just words\n")
    assert "not as messages" in build("--messages", str(path), where=code, code=5).err


def test_explanation_lists_sections_plan_and_what_is_missing(desk, build, code):
    words = ("--static", static(desk), "--explain", "--model", "claude-opus-4-6", *NOW)
    out = build(*words, where=code).out
    assert out.splitlines()[0].split() == [
        "#",
        "section",
        "part",
        "stays",
        "place",
        "tokens",
        "sha256",
        "from",
    ]
    assert "static:base" in out
    assert "packet: there is no workspace here" in out
    assert "memo key " in out
    assert "below 4,096 nothing is cached" in out


def test_explanation_names_what_changed_since_the_last_build(desk, build, code):
    words = ("--static", static(desk), "--to", "anthropic", *NOW)
    build(*words, where=code)
    assert "unchanged since last build (2026-03-16T09:00:00" in build(*words, "--explain", where=code).out
    (code / "CLAUDE.md").write_text("Use spaces.\n")
    out = build(*words, "--explain", where=code).out
    assert f"): instructions:{code / 'CLAUDE.md'}" in out
    assert "on the cache is lost" in out


def test_only_a_build_is_remembered_not_its_explanation(desk, build, code):
    cache = Path(user_cache_folder({"HOME": str(desk.folder / "home")}, sys.platform))
    build("--explain", *NOW, where=code)
    assert load_record(cache, str(code), "text").last is None
    build(*NOW, where=code)
    first = load_record(cache, str(code), "text").last
    assert [part.key for part in first.parts][-3:] == [
        "instructions", f"instructions:{code / 'CLAUDE.md'}", f"instructions:{code / 'docs' / 'style.md'}",
    ]  # fmt: skip


def test_cache_that_can_not_be_written_costs_a_note_alone(desk, build, code):
    cache = Path(user_cache_folder({"HOME": str(desk.folder / "home")}, sys.platform))
    cache.parent.mkdir(parents=True)
    cache.write_text("in the way")
    answer = build(*NOW, where=code)
    assert BOUNDARY in answer.out
    assert "The build is not remembered" in answer.err


def long_conversation(desk, rounds):
    said = [message for n in range(rounds) for message in (
        {"role": "user", "content": f"Question {n}?"}, {"role": "assistant", "content": f"Answer {n}."},
    )]  # fmt: skip
    return messages(desk, said)


RULE = "---\nname: mock\ndescription: Never mock the database\ntype: feedback\nstatus: {}\n---\n\nNever mock it.\n"


def approve(root, name):
    files = Files(root)
    data = files.find_bytes(name)
    now = datetime(2026, 3, 10, tzinfo=UTC)
    record_trust(files, {name: sha256(data).hexdigest()}, now=now, by="ada", how="review", proof="terminal")


def test_what_a_person_approved_is_said_again_in_a_long_conversation(desk, build, code):
    root = make(desk)
    write(root, {"memory/notes/mock.md": RULE.format("reviewed")})
    approve(root, "memory/notes/mock.md")
    words = ("--workspace", str(root), "--to", "anthropic", *NOW)
    body = json.loads(build(*words, "--messages", long_conversation(desk, 12), where=code).out)
    assert "- Never mock the database" in body["messages"][-1]["content"][-1]["text"]
    body = json.loads(build(*words, "--messages", long_conversation(desk, 2), where=code).out)
    assert body["messages"][-1]["role"] == "assistant"


@pytest.mark.parametrize("status", ["unreviewed", "reviewed"])
def test_what_nobody_approved_is_never_said_again(desk, build, code, status):
    root = make(desk)
    write(root, {"memory/notes/mock.md": RULE.format(status)})
    words = ("--workspace", str(root), "--messages", long_conversation(desk, 12), "--json", *NOW)
    assert "in_force" not in sections(build(*words, where=code))


def test_what_was_said_just_now_is_not_repeated_at_the_end(desk, build, code):
    root = make(desk)
    said = [
        {"role": "user", "content": "Filled it to 1.5 bar. The boiler lost pressure. Called the plumber."}
    ]
    words = ("--workspace", str(root), "--query", "boiler pressure", "--json", *NOW)
    known = sections(build(*words, where=code))["memories"]
    assert any(source.startswith("memory/2026-03-10.md") for source in known["sources"])
    answer = build(*words, "--messages", messages(desk, said), where=code)
    sources = sections(answer).get("memories", {"sources": []})["sources"]
    assert not any(source.startswith("memory/2026-03-10.md") for source in sources)
