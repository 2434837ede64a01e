"""``daykeep context build``: one context from many places, with and without a workspace, in three forms."""

from __future__ import annotations

import pytest

from daykeep.context.build.section import BOUNDARY
from daykeep.text.tokens import count_tokens
from tests.cli.building import BASE, sections, static
from tests.cli.searching import NOW, make
from tests.workspace.making import write


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
    told = build(*words, where=code).err
    cuts = [(section["key"], cut) for section in answer.json["sections"] for cut in section["cut"]]
    assert all(f"Not in this context: {key}: {cut['what']}, {cut['reason']}" in told for key, cut in cuts)


def test_budget_smaller_than_the_static_part_is_refused(desk, build, code):
    answer = build("--static", static(desk), "--budget", "100", where=code, code=2)
    assert "what is never cut takes" in answer.err


def test_time_in_the_static_part_is_warned_about_with_its_line(desk, build, code):
    path = static(desk, text="Be brief.\nIt is 2026-04-06 09:30.\n")
    answer = build("--static", path, *NOW, where=code)
    assert f'{path}:2: a time of day ("2026-04-06 09:30")' in answer.err


def test_servers_notes_scratchpad_and_tools_are_sections(desk, build, code):
    notes = static(desk, "mcp.md", "Call search first.\n")
    words = ("--mcp", notes, "--scratchpad", "/pad", "--tools", "Read,Bash", "--tools", "Grep")
    answer = build(*words, "--json", *NOW, where=code)
    assert {f"mcp:{notes}", "scratchpad", "guidance", "cleared", "language"} <= set(sections(answer))
    assert "Read, Bash, Grep" in answer.json["output"]


def test_snapshot_can_be_left_out(build, code):
    assert "# Git" not in build("--no-git", *NOW, where=code).out


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
