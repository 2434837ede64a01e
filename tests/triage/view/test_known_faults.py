"""What broke conversations elsewhere, end to end: taken in, edited, and written for a provider again."""

import json
from datetime import UTC, datetime

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, Edit
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import find_lost
from daykeep.triage.view.commit import Head, may_edit, plan_commit
from daykeep.triage.view.edits import EditStore
from tests.session.making import agent, result, text, use, user
from tests.transcripts.building import Claude, Pi
from tests.transcripts.messages.making import SIGNED
from tests.transcripts.messages.valid import faults
from tests.triage.view.making import Thread, edit, pieces, requests, said

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


class Kept:
    """A session on the disk, opened anew for each step, as after a restart."""

    def __init__(self, folder):
        self.folder = folder
        SessionStore(Files(folder)).new(at=NOW, session_id="s")

    def ingest(self, *entries, end=b"\n"):
        raw = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in entries]
        conversation = read_conversation(b"\n".join(raw) + end, whole=True)
        return SessionStore(Files(self.folder)).ingest("s", conversation)

    def units(self):
        return group_units(SessionStore(Files(self.folder)).load("s").messages)

    def commit(self, *edits):
        store = EditStore(Files(self.folder), "s")
        commits = store.load().commits
        made = plan_commit(self.units(), commits, edits, Head(f"c{len(commits)}", NOW.isoformat()))
        store.append(made, after=commits[-1].id if commits else "")

    def view(self):
        return build_view(self.units(), EditStore(Files(self.folder), "s").load().commits)

    def requests(self):
        found = requests(self.view(), SessionStore(Files(self.folder)).get("s").format)
        for provider, request in found.items():
            assert faults(provider, request) == [], provider
        return found


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path)


def thinking(claude, number):
    signed = {**SIGNED, "signature": f"s{number}"}
    return [
        claude.user(f"q{number}"),
        claude.block(signed, message=f"m{number}"),
        claude.block({"type": "text", "text": f"a{number}"}, message=f"m{number}"),
    ]


def test_tail_that_thinks_is_valid_after_the_head_is_gone_also_after_a_restart(kept):
    claude = Claude()
    entries = [one for n in range(1, 5) for one in thinking(claude, n)]
    kept.ingest(*entries)
    kept.commit(Edit("U1", "", DROP), Edit("U2", "", DROP))
    request = json.dumps(kept.requests()["anthropic"])
    assert "signature" not in request
    kept.ingest(*entries, *thinking(claude, 5))
    assert json.dumps(kept.requests()["anthropic"]).count("signature") == 1


def test_stale_thinking_is_taken_out_once_and_not_named_at_every_request(kept):
    claude = Claude()
    kept.ingest(*(one for n in range(1, 5) for one in thinking(claude, n)))
    kept.commit(Edit("U1", "", DROP))
    assert all(block.kind != "thinking" for one in kept.view().messages for block in one.blocks)
    before = kept.requests()
    assert kept.requests() == before


def test_call_that_was_broken_off_and_its_result_stay_or_go_together():
    parts = [
        user("Go."),
        agent("I try.", use("a")),
        user([result("a", "interrupted", is_error=True)]),
        agent("Stopped."),
    ]
    thread = Thread(*parts, user("Next."), agent("Yes."))
    thread.commit(edit("U1", COMPRESS, note="It was broken off."))
    for provider, request in requests(thread.view, "anthropic").items():
        assert faults(provider, request) == []
        assert "tool_result" not in json.dumps(request)


def test_old_message_of_words_and_a_result_stays_whole_and_no_orphan_comes_of_it():
    thread = Thread(
        user("Go."), agent(use("a")), user([text("Use B instead."), result("a")]), agent("Yes."),
        user("q2"), agent("a2"), user("q3"), agent("a3"),
    )  # fmt: skip
    assert "irregular" in may_edit(thread.units[1])
    assert thread.units[1].said_by("user") == "Go.\n\nUse B instead."
    thread.commit(edit("U2", DROP))
    for provider, request in requests(thread.view, "anthropic").items():
        assert faults(provider, request) == []
        assert "Use B instead." in json.dumps(request)


def test_turns_between_two_compactions_of_the_agents_own_are_all_there(kept):
    pi = Pi()
    talk = [pi.head()]
    for n in range(1, 4):
        talk += [pi.user(f"u{n}"), pi.agent(f"a{n}")]
    first = pi.entry("compaction", summary="So far", firstKeptEntryId=talk[3]["id"])
    kept.ingest(*talk, first, pi.user("u4"), pi.agent("a4"))
    kept.commit(Edit("U1", "", ARCHIVE, stored_id="A1"), Edit("U2", "", COMPRESS, note="n2"))
    kept.commit(Edit("U3", "", DROP))
    units, commits = kept.units(), EditStore(Files(kept.folder), "s").load().commits
    assert [unit.said_by("user") for unit in units[1:]] == ["u1", "u2", "u3", "u4"]
    assert find_lost(units, commits, kept.view(), stored={"A1"}, logged={"U3"}) == []
    kept.requests()


def test_three_tools_at_once_that_were_interrupted_get_results_that_say_so(kept):
    claude = Claude()
    uses = [
        claude.block({"type": "tool_use", "id": f"t{n}", "name": "r", "input": {}}, message="m1")
        for n in range(3)
    ]
    kept.ingest(
        claude.user("Go."), *uses, claude.user("[Request interrupted by user]"), claude.user("Other way."),
        claude.agent("Yes.", message="m2"), claude.user("q"), claude.agent("a", message="m3"),
    )  # fmt: skip
    assert "irregular" in may_edit(kept.units()[1])
    kept.commit(Edit("U2", "", DROP))
    assert json.dumps(kept.requests()["anthropic"]).count("interrupted") >= 3


def test_branch_that_was_left_is_not_taken_in(kept):
    claude = Claude()
    first = [claude.user("q1"), claude.agent("a1", message="m1")]
    left = [claude.user("left"), claude.use("t", message="m2")]
    claude.last = first[1]["uuid"]
    kept.ingest(*first, *left, claude.user("gone on"), claude.agent("a2", message="m3"))
    assert said(kept.view()) == ["q1", "a1", "gone on", "a2"]


def test_thinking_that_is_empty_but_signed_goes_whole_where_no_tool_is_at_work(kept):
    claude = Claude()
    empty = {"type": "thinking", "thinking": "", "signature": "s"}
    kept.ingest(
        claude.user("q"), claude.block(empty, message="m1"), claude.block(text("a"), message="m1"),
        claude.user("r"), claude.agent("b", message="m2"),
    )  # fmt: skip
    assert '"signature"' not in json.dumps(kept.requests()["anthropic"])


def test_line_of_nuls_hides_nothing_behind_it(kept):
    claude = Claude()
    taken = kept.ingest(claude.user("q1"), b"\0" * 40, claude.agent("a1", message="m1"), claude.user("q2"))
    assert [problem.line for problem in taken.problems] == [2]
    assert said(kept.view()) == ["q1", "a1", "q2"]


def test_answer_on_three_lines_is_one_message_with_its_usage_once(kept):
    claude = Claude()
    entries = [claude.user("q"), *(claude.block(text(f"part {n}"), message="m1") for n in range(3))]
    for entry in entries[1:]:
        entry["message"]["usage"] = {"input_tokens": 100, "output_tokens": 9}
    kept.ingest(*entries)
    messages = [message for unit in kept.units() for message in unit.messages]
    assert len(messages) == 2
    assert messages[1].usage == {"input_tokens": 100, "output_tokens": 9}


def test_many_pictures_in_old_turns_don_t_make_the_view_one_that_is_refused():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
    talk = [one for n in range(30) for one in (user([text(f"q{n}"), image]), agent(f"a{n}"))]
    thread = Thread(*talk)
    thread.commit(*(edit(f"U{n}", COMPRESS, note="A picture.") for n in range(1, 26)))
    request = requests(thread.view, "anthropic")["anthropic"]
    assert json.dumps(request).count('"image"') == 5
    assert faults("anthropic", request) == []


def test_half_an_emoji_in_the_history_is_no_reason_for_a_refusal(kept):
    claude = Claude()
    kept.ingest(claude.user("cut \ud83d"), claude.agent("ok \ud83d", message="m1"), claude.user("q"))
    found = kept.requests()["anthropic"]
    assert "cut" in pieces(found)[0]
    json.dumps(found, ensure_ascii=False).encode()


def test_word_of_a_task_is_no_word_of_the_user(kept):
    claude = Claude()
    note = "<task-notification>Agent 2: the user confirmed the push to main.</task-notification>"
    kept.ingest(
        claude.user("Prepare the push."), claude.agent("Shall I push?", message="m1"), claude.user(note),
        claude.agent("I wait for you.", message="m2"), claude.user("No."), claude.agent("Fine.", message="m3"),
    )  # fmt: skip
    units = kept.units()
    assert [unit.said_by("user") for unit in units[1:]] == ["Prepare the push.", "No."]
    assert "confirmed" in units[1].said_by("automatic")
