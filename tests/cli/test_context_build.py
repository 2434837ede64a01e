"""``daykeep context build``: one context from many places, with and without a workspace, in three forms."""

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
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.messages.normalise import normalise
from daykeep.transcripts.messages.read import read_conversation
from tests.cli.searching import NOW, make
from tests.git.playground import Playground
from tests.workspace.making import write

BASE = "".join(f"Rule {number}: be careful with item {number} and say so.\n" for number in range(120))
SAID = [
    {"role": "user", "content": "Look at the boiler."},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "boiler.md"}},
        ],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "1.5 bar"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "It has 1.5 bar."}]},
    {"role": "user", "content": "And now?"},
]


@pytest.fixture
def build(desk, monkeypatch):
    """Runs the command and gives what it writes to stdout, byte for byte."""

    def run(*words, where=None, code=0):
        out = io.BytesIO()
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out, encoding="utf-8", newline=""))
        answer = desk.run("context", "build", *words, where=where)
        sys.stdout.flush()
        assert answer.code == code, answer.err
        return answer._replace(out=out.getvalue().decode())

    return run


@pytest.fixture
def code(desk):
    """A code repository with an instruction file, beside a workspace."""
    root = desk.folder / "code"
    playground = Playground(root, desk.folder / "home").start()
    playground.write("CLAUDE.md", "Use tabs. See @docs/style.md\n")
    playground.write("docs/style.md", "Lines have 100 characters.\n")
    return root


def static(desk, name="base.md", text=BASE):
    path = desk.folder / name
    path.write_text(text)
    return str(path)


def messages(desk, value=SAID, name="said.json"):
    path = desk.folder / name
    path.write_text(json.dumps(value))
    return str(path)


def sections(answer):
    return {section["key"]: section for section in answer.json["sections"]}


def test_text_has_static_part_boundary_and_dynamic_part_in_order(desk, build, code):
    workspace = make(desk)
    out = build("--workspace", str(workspace), "--static", static(desk), *NOW, where=code).out
    places = [out.index(text) for text in (
        "Rule 0:", BOUNDARY, "# Environment", "# Git", "# Instructions", "Use tabs.", "# Start packet", "You are Harbor.",
    )]  # fmt: skip
    assert places == sorted(places)
    assert "- Today: 2026-03-16 (Monday)" in out
    assert "Lines have 100 characters." in out


def test_p7_same_input_gives_the_same_bytes(desk, build, code):
    words = ("--workspace", str(make(desk)), "--static", static(desk), "--query", "boiler pressure", *NOW)
    assert build(*words, where=code).out == build(*words, where=code).out


def test_changed_file_leaves_the_static_bytes_alone(desk, build, code):
    words = ("--static", static(desk), *NOW)
    before = build(*words, where=code).out
    (code / "CLAUDE.md").write_text("Use spaces.\n")
    after = build(*words, where=code).out
    assert before != after
    assert before.partition(BOUNDARY)[0] == after.partition(BOUNDARY)[0]


def test_without_a_workspace_there_is_no_packet_and_that_is_said(desk, build, code):
    answer = build("--json", *NOW, where=code)
    assert "packet" not in sections(answer)
    reasons = {left["key"]: left["reason"] for left in answer.json["left_out"]}
    assert "there is no workspace here" in reasons["packet"]
    assert "There is no workspace here" in answer.json["notes"][0]


def test_workspace_around_the_working_folder_is_found(desk, build):
    root = make(desk)
    (root / "deep").mkdir()
    assert "packet" in sections(build("--cwd", str(root / "deep"), "--json", *NOW))


def test_what_is_known_about_the_question_closes_the_context(desk, build, code):
    root = make(desk)
    out = build(
        "--workspace", str(root), "--query", "ferry Texel", "--session-id", "s-7", *NOW, where=code
    ).out
    tail = out[out.index("## Found for this question") :]
    assert "Booked the ferry to Texel" in tail
    assert out.index("telescope in the attic") < out.index("## Found for this question")


def test_p5_unreviewed_note_and_web_text_are_labelled_data(desk, build, code):
    root = make(desk)
    note = "---\nname: valve\ntype: project\nstatus: unreviewed\n---\nThe spare valve is ordered at Ajax.\n"
    write(root, {"memory/notes/valve.md": note})
    words = ("--workspace", str(root), "--session", "main", *NOW)
    tail = build(*words, "--query", "spare valve Ajax", where=code).out.partition("## Found for")[2]
    assert "<data unreviewed " in tail[: tail.index("ordered at Ajax")]
    tail = build(*words, "--query", "orchid catalogue", where=code).out.partition("## Found for")[2]
    assert "<data web " in tail[: tail.index("orchid catalogue")]


def test_notes_of_the_user_are_found_without_a_workspace(desk, build, code):
    note = "---\nname: tea\ndescription: tea\ntype: user\n---\n\nThe user drinks oolong in the afternoon.\n"
    write(desk.folder / "home" / ".claude" / "memory", {"tea.md": note})
    assert "drinks oolong" in build("--query", "which oolong", *NOW, where=code).out


def test_group_session_holds_nothing_private(desk, build, code):
    root = make(desk)
    words = (
        "--workspace",
        str(root),
        "--session",
        "group",
        "--query",
        "proxy port",
        "--session-id",
        "s-7",
        *NOW,
    )
    answer = build(*words, "--json", where=code)
    assert "8443" not in answer.json["output"]
    assert "telescope" not in answer.json["output"]
    reasons = {left["key"]: left["reason"] for left in answer.json["left_out"]}
    assert reasons["memories"] == reasons["session_memory"] == "private, never in a group session"


def test_group_session_reads_no_memory_by_any_profile(desk, build, code):
    root = make(desk)
    answer = build("--session", "group", "--profile", "workspace", "--json", *NOW, where=root)
    assert "8443" not in answer.json["output"]
    answer = build("--profile", "workspace", "--json", *NOW, where=root)
    assert "8443" in answer.json["output"]


def test_group_session_reads_no_memory_of_another_agent(desk, build, code):
    slug = "".join(sign if sign.isalnum() else "-" for sign in str(code.resolve()))
    memory = desk.folder / "home" / ".claude" / "projects" / slug / "memory"
    write(memory, {"MEMORY.md": "# Memory Index\n\n- The proxy listens on 8443\n"})
    assert "8443" in build("--json", *NOW, where=code).json["output"]
    answer = build("--session", "group", "--json", *NOW, where=code)
    assert "8443" not in answer.json["output"]
    assert any(left["reason"] == "private, never in a group session" for left in answer.json["left_out"])


def test_conversation_is_read_from_standard_input(desk, build, code, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(SAID).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert "It has 1.5 bar." in build("--messages", "-", *NOW, where=code).out


@pytest.mark.parametrize("name", ["../../../secret", "a/../../../secret", "/etc/passwd"])
def test_session_id_never_leads_out_of_the_workspace(desk, build, code, name):
    root = make(desk)
    (desk.folder / "secret.md").write_text("SECRET")
    answer = build("--workspace", str(root), "--session-id", name, "--json", *NOW, where=code)
    assert "SECRET" not in answer.json["output"]
    assert "session_memory" in {left["key"] for left in answer.json["left_out"]}


def test_p9_budget_bounds_all_sections_and_names_every_cut(desk, build, code):
    root = make(desk)
    (code / "CLAUDE.md").write_text(BASE * 3)
    words = ("--workspace", str(root), "--query", "boiler", "--budget", "2500", *NOW)
    answer = build(*words, "--json", where=code)
    assert answer.json["tokens"] <= 2500
    cut = [cut["what"] for section in answer.json["sections"] for cut in section["cut"]]
    assert any(what.startswith(str(code / "CLAUDE.md")) for what in cut)


def test_budget_smaller_than_the_static_part_is_refused(desk, build, code):
    answer = build("--static", static(desk), "--budget", "100", where=code, code=2)
    assert "what is never cut takes" in answer.err


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
    assert "is no conversation" in build("--messages", str(path), where=code, code=2).err


def test_time_in_the_static_part_is_warned_about_with_its_line(desk, build, code):
    path = static(desk, text="Be brief.\nIt is 2026-04-06 09:30.\n")
    answer = build("--static", path, *NOW, where=code)
    assert f'{path}:2: a time of day ("2026-04-06 09:30")' in answer.err


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
    assert f"): instructions:{code / 'CLAUDE.md'}" in out or "): git" in out
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


def test_servers_notes_scratchpad_and_tools_are_sections(desk, build, code):
    notes = static(desk, "mcp.md", "Call search first.\n")
    words = ("--mcp", notes, "--scratchpad", "/pad", "--tools", "Read,Bash", "--tools", "Grep")
    answer = build(*words, "--json", *NOW, where=code)
    assert {f"mcp:{notes}", "scratchpad", "guidance", "cleared", "language"} <= set(sections(answer))
    assert "Read, Bash, Grep" in answer.json["output"]


def test_snapshot_can_be_left_out(build, code):
    assert "# Git" not in build("--no-git", *NOW, where=code).out


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


def test_languages_follow_the_user(desk, build, code, monkeypatch):
    assert "Answer in English" in build(*NOW, where=code).out
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    assert "# 环境" in build(*NOW, where=code).out


@pytest.mark.parametrize("name", ["nowhere.md", "."])
def test_static_file_that_is_none_is_refused(build, code, name):
    assert build("--static", name, where=code, code=2).out == ""


def test_tokens_are_those_of_the_sections(desk, build, code):
    answer = build("--static", static(desk), "--json", *NOW, where=code)
    assert answer.json["tokens"] == sum(section["tokens"] for section in answer.json["sections"])
    assert abs(answer.json["tokens"] - count_tokens(answer.json["output"])) < 40
