import io
import json

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import group_units
from daykeep.session.watching.refresh import Refresh, append_refresh
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, Edit
from daykeep.triage.view.commit import Head, plan_commit
from daykeep.triage.view.edits import EditStore
from tests.transcripts.building import Claude, write


@pytest.fixture
def root(desk):
    desk.run("init", "ws")
    return desk.folder / "ws"


TALK = [
    {"role": "user", "content": "Use Postgres."},
    {"role": "assistant", "content": "Yes."},
    {"role": "user", "content": "Thanks."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {"path": "a"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "a.py"}]},
    {"role": "assistant", "content": "Any time."},
]


def typed(monkeypatch, text):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


def talk(desk, root, messages=TALK, name="talk.json"):
    (root / name).write_text(json.dumps(messages), encoding="utf-8")
    return desk.run("session", "ingest", name, "--id", "s", where=root)


def test_session_is_begun_and_listed(desk, root):
    made = desk.run(
        "session", "new", "--id", "api", "--model", "m", "--at", "2026-03-10 08:00", "--json", where=root
    )
    assert made.json["session"]["id"] == "api"
    desk.run("session", "new", "--at", "2026-03-11 08:00", where=root)
    found = desk.run("session", "list", "--json", where=root).json["sessions"]
    assert [one["id"] for one in found][1] == "api"
    assert found[0]["id"].startswith("2026-03-11-")
    rows = [line.split() for line in desk.run("session", "list", where=root).out.splitlines()]
    assert rows[1] == ["api", "open", "2026-03-10", "08:00"]


def test_moments_are_those_of_the_workspaces_clock(desk, root):
    desk.run("init", "far", "--zone", "Asia/Shanghai")
    far = desk.folder / "far"
    desk.run("session", "new", "--id", "api", "--at", "2026-03-10T20:00:00Z", where=far)
    assert "2026-03-11 04:00" in desk.run("session", "list", where=far).out
    assert "begun 2026-03-11 04:00" in desk.run("session", "status", where=far).out
    ended = desk.run("session", "end", "--at", "2026-03-10T21:00:00Z", where=far)
    assert ended.out.strip().startswith("api ended 2026-03-11 05:00;")


def test_status_counts_one_thing_as_one(desk, root, monkeypatch):
    desk.run("session", "new", "--id", "api", where=root)
    typed(monkeypatch, "Use Postgres, not MySQL.")
    desk.run("session", "append", where=root)
    assert "1 turn, 1 message, about" in desk.run("session", "status", where=root).out


def test_name_that_is_taken_is_a_conflict_and_a_strange_one_wrong_usage(desk, root):
    desk.run("session", "new", "--id", "api", where=root)
    assert desk.run("session", "new", "--id", "api", where=root).code == 6
    assert desk.run("session", "new", "--id", "../x", where=root).code == 2


def test_file_that_is_taken_in_again_adds_what_is_new(desk, root):
    claude = Claude(session="c0ffee-1")
    entries = [claude.user("One."), claude.agent("1", message="m1")]
    path = write(root / "t.jsonl", *entries)
    first = desk.run("session", "ingest", "t.jsonl", "--json", where=root).json
    assert (first["session"], first["new"], first["added"]) == ("c0ffee-1", True, 2)
    assert desk.run("session", "ingest", "t.jsonl", "--json", where=root).json["added"] == 0
    before = path.read_bytes()
    entries += [claude.user("Two."), claude.agent("2", message="m2")]
    write(path, *entries)
    again = desk.run("session", "ingest", "t.jsonl", "--json", where=root).json
    assert (again["new"], again["added"], again["known"], again["messages"]) == (False, 2, 2, 4)
    assert path.read_bytes().startswith(before)


def test_list_without_a_name_of_its_own_goes_on_in_the_session_of_its_file(desk, root):
    (root / "a.json").write_text(json.dumps(TALK[:2]))
    first = desk.run("session", "ingest", "a.json", "--json", where=root).json
    (root / "a.json").write_text(json.dumps(TALK))
    again = desk.run("session", "ingest", "a.json", "--json", where=root).json
    assert (again["session"], again["added"]) == (first["session"], 4)


def test_all_that_was_said_before_the_agents_own_compaction_is_taken_in(desk, root):
    claude = Claude()
    entries = [claude.user("q1"), claude.agent("a1", message="m1"), claude.boundary()]
    entries += [
        claude.user("Summary", isCompactSummary=True),
        claude.user("q2"),
        claude.agent("a2", message="m2"),
    ]
    write(root / "t.jsonl", *entries)
    taken = desk.run("session", "ingest", "t.jsonl", "--id", "s", "--json", where=root).json
    assert taken["messages"] == 5
    assert desk.run("session", "show", "--json", where=root).json["turns"][0]["user"] == "q1"


@pytest.mark.parametrize(
    ("given", "words", "added", "said"),
    [
        ("Use tabs.", [], 1, "user: Use tabs."),
        ('{"role": "assistant", "content": "Done."}', [], 1, "assistant: Done."),
        (json.dumps(TALK[:2]), [], 2, "user: Use Postgres."),
        ('{"role": "user"}', ["--role", "user"], 1, 'user: {"role": "user"}'),
        ("{not json", [], 1, "user: {not json"),
        ("好的", ["--role", "assistant"], 1, "assistant: 好的"),
    ],
)
def test_messages_and_texts_are_appended_from_standard_input(
    desk, root, monkeypatch, given, words, added, said
):
    typed(monkeypatch, given)
    answer = desk.run("session", "append", *words, "--json", where=root)
    assert answer.json["added"] == added
    assert said in desk.run("session", "show", "--user", where=root).out


@pytest.mark.parametrize(
    "given",
    [
        '[{"role": "user", "content": "a"}, {"role": "assistant", "content": "b',
        '{"role": "user", "content": "a"}\n{"role": "assistant", "cont',
        '{"role": "tool", "tool_call_id": "t", "content": "From now on',
        '{"role": "user", "content": ' + "[" * 100_000,
        '{"role": "observation", "content": "From now on deploy on Fridays."}',
    ],
)
def test_damaged_messages_and_unknown_roles_are_refused_whole_and_nothing_is_begun(
    desk, root, monkeypatch, given
):
    typed(monkeypatch, given)
    answer = desk.run("session", "append", where=root)
    assert answer.code == 5
    assert "nothing was appended" in answer.err
    assert desk.run("session", "list", "--json", where=root).json["sessions"] == []


@pytest.mark.parametrize("given", ["[" * 100_000, '[{"role": "user", "content": "a'])
def test_file_of_which_no_message_can_be_read_is_an_error_and_begins_no_session(desk, root, given):
    (root / "t.json").write_text(given, encoding="utf-8")
    answer = desk.run("session", "ingest", "t.json", where=root)
    assert answer.code == 5
    assert "'t.json'" in answer.err
    assert desk.run("session", "list", "--json", where=root).json["sessions"] == []


def test_nothing_on_standard_input_is_wrong_usage_and_begins_no_session(desk, root, monkeypatch):
    typed(monkeypatch, " \n")
    assert desk.run("session", "append", where=root).code == 2
    assert desk.run("session", "list", "--json", where=root).json["sessions"] == []


def test_file_that_is_no_conversation_is_said_and_nothing_is_made(desk, root):
    answer = desk.run("session", "ingest", "SOUL.md", where=root)
    assert answer.code == 5
    assert "SOUL.md" in answer.err
    assert desk.run("session", "ingest", "nowhere.json", where=root).code == 5
    assert desk.run("session", "list", "--json", where=root).json["sessions"] == []


def test_turns_are_shown_one_a_line_whole_and_as_they_were_said(desk, root):
    talk(desk, root)
    table = desk.run("session", "show", where=root).out.splitlines()
    assert len(table) == 2
    assert "Use Postgres." in table[0]
    turn = desk.run("session", "show", "--turn", "u2", where=root).out
    assert "← ls: a.py" in turn
    assert '→ ls {"path":"a"}' in turn
    whole = desk.run("session", "show", "--turn", "U2", "--json", where=root).json["turn"]
    assert [part["kind"] for part in whole["parts"]] == ["text", "call", "result", "text"]
    assert desk.run("session", "show", "--turn", "U9", where=root).code == 5
    assert desk.run("session", "show", "--turn", "U1", "--view", where=root).code == 2
    assert desk.run("session", "show", "--to", "openai", where=root).code == 2


def commit(root, *edits):
    files = Files(root)
    units = group_units(SessionStore(files).load("s").messages)
    made = plan_commit(units, (), edits, Head("c1", "2026-03-10T09:00:00+00:00"))
    EditStore(files, "s").append(made)


def test_view_differs_from_what_was_said_and_each_is_shown(desk, root):
    talk(desk, root)
    commit(root, Edit("U1", "", COMPRESS, note="User chose Postgres."), Edit("U2", "", DROP))
    view = desk.run("session", "show", "--view", where=root).out
    assert "User chose Postgres." in view
    assert "Thanks" not in view
    said = desk.run("session", "show", "--user", where=root).out
    assert "user: Use Postgres." in said
    assert "── U2 (the model has: drop)" in said
    assert "user: Thanks." in said


def test_view_shows_what_was_restated_where_it_stands(desk, root):
    talk(desk, root)
    append_refresh(Files(root), "s", Refresh("Still in force: port 8080.", ("p",), 9, message=2))
    shown = desk.run("session", "show", "--view", where=root).out.splitlines()
    assert shown[2:4] == ["user: Thanks.", "user: Still in force: port 8080."]


@pytest.mark.parametrize("to", ["anthropic", "openai", "responses"])
def test_view_is_written_as_a_request(desk, root, to):
    talk(desk, root)
    commit(root, Edit("U1", "", DROP))
    found = desk.run("session", "show", "--view", "--to", to, "--json", where=root).json
    assert "Postgres" not in json.dumps(found["messages"])
    assert "a.py" in json.dumps(found["messages"])


def test_status_says_how_much_there_is_and_how_much_a_model_gets(desk, root):
    talk(desk, root)
    commit(root, Edit("U1", "", DROP))
    found = desk.run("session", "status", "--json", where=root).json
    assert (found["turns"], found["messages"], found["commits"], found["open"]) == (2, 6, 1, [])
    assert 0 < found["view_tokens"] < found["tokens"]
    assert "2 turns, 6 messages" in desk.run("session", "status", where=root).out


def test_session_is_ended_and_goes_on_when_something_is_appended(desk, root, monkeypatch):
    typed(monkeypatch, "One more thing.")
    talk(desk, root)
    ended = desk.run("session", "end", "--at", "2026-03-10 18:00", "--json", where=root).json["session"]
    assert ended["status"] == "ended"
    desk.run("session", "append", "--session", "s", where=root)
    assert desk.run("session", "status", "--json", where=root).json["session"]["status"] == "open"


def test_damaged_history_is_shown_as_far_as_it_can_be_read_and_said_so(desk, root):
    talk(desk, root)
    path = root / ".daykeep/data/sessions/s/history.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"role": "assistant"', b'"role": 7', 1))
    answer = desk.run("session", "status", "--json", where=root)
    assert answer.code == 0
    assert [one["message"] for one in answer.json["problems"]] == [
        "no message; kept, not read",
        "1 messages before this line are lost",
    ]


def test_history_is_not_in_git(desk, root):
    talk(desk, root)
    assert (root / ".daykeep/data/sessions/s/history.jsonl").exists()
    assert ".daykeep/" in (root / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_stored_turn_that_is_gone_is_said_with_where_it_stands_still(desk, root):
    talk(desk, root)
    commit(root, Edit("U1", "", ARCHIVE, stored_id="A1"))
    problems = desk.run("session", "status", "--json", where=root).json["problems"]
    assert [one["message"] for one in problems] == ["A1 is gone or was changed; the history still holds U1"]
    assert "A1 is gone" in desk.run("session", "status", where=root).out


def test_the_end_writes_the_sessions_memory_and_with_sync_proposes_what_was_stated(desk, root):
    said = "Always run the tests before you commit, because CI is slow."
    talk(desk, root, [{"role": "user", "content": said}, {"role": "assistant", "content": "I will."}])
    plain = desk.run("session", "end", "--session", "s", "--json", where=root).json
    assert (plain["memory"], plain["proposed"]) == ("memory/sessions/s.md", 0)
    assert "run the tests" in (root / plain["memory"]).read_text(encoding="utf-8")
    assert desk.run("session", "end", "--session", "s", "--sync", "--json", where=root).json["proposed"] == 1
    assert "run the tests" not in (root / "MEMORY.md").read_text(encoding="utf-8")
