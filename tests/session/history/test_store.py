import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from daykeep.errors import ConflictError, DocumentError, RefusedError, UsageError
from daykeep.files.records import render_records
from daykeep.files.store import Files
from daykeep.session.history.place import fitting_id, session_file
from daykeep.session.history.records import message_record
from daykeep.session.history.store import ENDED, OPEN, SessionStore
from daykeep.transcripts.messages.model import Block, Message
from daykeep.transcripts.messages.read import read_conversation
from tests.session.making import agent, call, calling, messages_of, tool, user
from tests.transcripts.building import Claude
from tests.transcripts.messages.making import lines

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


@pytest.fixture
def store(tmp_path):
    return SessionStore(Files(tmp_path, durable=False))


def path_of(tmp_path, name, session="s"):
    return tmp_path / session_file(session, name)


def test_session_is_begun_appended_to_ended_and_goes_on(store):
    info = store.new(at=NOW, session_id="api-work", source="stdin", model="m")
    assert store.get("api-work") == info
    told = messages_of(user("Hi."), agent("Hello."))
    assert store.append("api-work", told)[:3] == (2, 0, 0)
    assert store.load("api-work").messages == told
    ended = store.end("api-work", at=NOW)
    assert (ended.status, ended.ended_at) == (ENDED, NOW.isoformat())
    assert store.end("api-work", at=NOW.replace(hour=12)) == ended
    store.append("api-work", told)
    assert (store.get("api-work").status, store.get("api-work").ended_at) == (OPEN, "")
    assert store.load("api-work").messages == (*told, *told)


def test_session_without_a_name_gets_one_that_begins_with_the_day(store):
    first, second = store.new(at=NOW), store.new(at=NOW.replace(day=11))
    assert first.id.startswith("2026-03-10-")
    assert [info.id for info in store.sessions()] == [second.id, first.id]
    assert store.last() == second


def test_name_is_taken_once_whatever_its_case(store):
    store.new(at=NOW, session_id="api")
    for name in ("api", "API"):
        with pytest.raises(ConflictError):
            store.new(at=NOW, session_id=name)


def test_those_who_begin_the_same_session_at_once_get_one(tmp_path):
    def begin(**which):
        stores = [SessionStore(Files(tmp_path, durable=False)) for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            return list(pool.map(lambda store: store.find_or_begin(at=NOW, **which), stores))

    for which in ({"session_id": "api"}, {"source": "/t.jsonl"}):
        found = begin(**which)
        assert len({session_id for session_id, _ in found}) == 1
        assert sum(is_new for _, is_new in found) == 1
    assert len(SessionStore(Files(tmp_path)).sessions()) == 2


def test_name_is_given_once_to_those_who_ask_at_once(tmp_path):
    def begin(store):
        try:
            return store.new(at=NOW, session_id="api").id
        except ConflictError:
            return "taken"

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(begin, [SessionStore(Files(tmp_path, durable=False)) for _ in range(8)]))
    assert sorted(found) == ["api", *["taken"] * 7]


@pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "", "a b", "x" * 81, "a.", "con", "-rf"])
def test_name_that_could_lead_elsewhere_is_refused(store, name, tmp_path):
    for call_it in (store.get, store.load, lambda one: store.append(one, ())):
        with pytest.raises((UsageError, RefusedError)):
            call_it(name)
    if name:
        with pytest.raises((UsageError, RefusedError)):
            store.new(at=NOW, session_id=name)
    assert list(tmp_path.rglob("session.json")) == []


def test_unknown_session_is_said_and_nothing_is_made(store, tmp_path):
    for call_it in (store.get, store.load, lambda one: store.append(one, messages_of(user("x")))):
        with pytest.raises(DocumentError, match="no session 'other'"):
            call_it("other")
    assert list(tmp_path.iterdir()) == []


def test_conversation_that_is_taken_in_again_adds_what_is_new_and_changes_no_byte_before(store, tmp_path):
    store.new(at=NOW, session_id="s")
    claude = Claude()
    entries = [claude.user("One."), claude.agent("1", message="m1")]
    assert store.ingest("s", lines(*entries), source="a.jsonl")[:3] == (2, 0, 0)
    path = path_of(tmp_path, "history.jsonl")
    before = path.read_bytes()
    assert store.ingest("s", lines(*entries))[:3] == (0, 0, 2)
    assert path.read_bytes() == before
    entries += [claude.user("Two."), claude.agent("2", message="m2")]
    assert store.ingest("s", lines(*entries))[:3] == (2, 0, 2)
    assert path.read_bytes().startswith(before)
    assert store.load("s").messages == lines(*entries).messages
    info = store.get("s")
    assert (info.format, info.source) == ("claude-code", "a.jsonl")


def test_facts_of_a_request_are_kept(store):
    store.new(at=NOW, session_id="s")
    request = {
        "model": "gpt-x",
        "tools": [{"type": "function", "function": {"name": "read"}}, {"name": "ls"}, 5],
        "messages": [user("Hi."), calling(call("a")), tool("a")],
    }
    store.ingest("s", read_conversation(json.dumps(request).encode()))
    info = store.get("s")
    assert (info.format, info.model, info.tools) == ("openai", "gpt-x", ("ls", "read"))


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, 10**5000], ids=["bytes", "set", "huge"])
def test_message_without_a_form_in_json_is_refused_and_nothing_of_the_others_is_written(store, value):
    store.new(at=NOW, session_id="s")
    bad = Message("user", (Block("text", "x", "", "", {"text": "x", "y": value}),))
    with pytest.raises(DocumentError, match="JSON"):
        store.append("s", [*messages_of(user("a")), bad])
    assert store.load("s").messages == ()


def test_damaged_line_is_a_problem_and_the_rest_is_read(store, tmp_path):
    store.new(at=NOW, session_id="s")
    store.append("s", messages_of(user("a"), agent("b"), user("c")))
    path = path_of(tmp_path, "history.jsonl")
    rows = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([rows[0], b"\0\0\0", *rows[2:]]))
    history = SessionStore(Files(tmp_path)).load("s")
    assert [one.text for one in history.messages] == ["a", "", "c"]
    assert history.problems[0].line == 2


def test_torn_last_line_was_never_acknowledged_and_does_not_stop_the_next(store, tmp_path):
    store.new(at=NOW, session_id="s")
    store.append("s", messages_of(user("a")))
    path = path_of(tmp_path, "history.jsonl")
    path.write_bytes(path.read_bytes() + b'{"v": 1, "n": 2, "ro')
    store.append("s", messages_of(agent("b")))
    assert [one.text for one in store.load("s").messages] == ["a", "b"]


def test_lines_of_a_later_version_stay_in_the_file(store, tmp_path):
    store.new(at=NOW, session_id="s")
    path = path_of(tmp_path, "history.jsonl")
    later = b'{"v": 9, "n": 1, "holo": true}\n'
    path.write_bytes(later)
    store.append("s", messages_of(user("a")))
    assert path.read_bytes().startswith(later)
    history = store.load("s")
    assert [one.text for one in history.messages] == ["a"]
    assert "later version" in history.problems[0].message


def test_unreadable_facts_hide_no_session(store, tmp_path):
    store.new(at=NOW, session_id="s")
    store.append("s", messages_of(user("a")))
    path_of(tmp_path, "session.json").write_bytes(b"[]")
    assert [info.id for info in store.sessions()] == ["s"]
    assert len(store.load("s").messages) == 1


def test_unknown_members_of_the_facts_stay(store, tmp_path):
    store.new(at=NOW, session_id="s")
    path = path_of(tmp_path, "session.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), "mine": 1}))
    store.end("s", at=NOW)
    assert json.loads(path.read_text())["mine"] == 1


@pytest.mark.parametrize(
    ("name", "fitting"),
    [
        ("a:b/c", "a-b-c"),
        ("..", ""),
        ("用户", ""),
        ("x" * 200, "x" * 80),
        ("s-1", "s-1"),
        ("my first chat", "my-first-chat"),
    ],
)
def test_name_of_an_agents_own_is_made_fitting(name, fitting):
    assert fitting_id(name) == fitting


def test_name_that_is_a_text_becomes_a_hash_of_it():
    ids = [fitting_id(name) for name in ("do what this name tells you", "用户-1", "客户-1")]
    assert all(re.fullmatch("session-[0-9a-f]{12}", found) for found in ids)
    assert len(set(ids)) == 3


def test_lines_that_waited_for_a_lock_come_before_those_of_the_next_writer(store, tmp_path):
    store.new(at=NOW, session_id="s")
    files = Files(tmp_path, durable=False)
    with files.lock(session_file("s", "history.jsonl")):
        waiting = message_record(messages_of(user("waited"))[0], 1)
        assert (
            Files(tmp_path)
            .append(session_file("s", "history.jsonl"), lambda _tail: render_records([waiting]), wait=False)
            .spooled
        )
    store.append("s", messages_of(user("next")))
    history = store.load("s")
    assert [one.text for one in history.messages] == ["waited", "next"]
    assert history.problems == ()


WRITER = """
import json, sys
from pathlib import Path
from daykeep.files.records import render_records
from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation
store = SessionStore(Files(Path(sys.argv[1]), durable=False))
for n in range(1, 13):
    talk = [{"role": "user", "content": f"q{one}"} for one in range(n)]
    store.ingest("s", read_conversation(json.dumps(talk).encode()))
    store.append("s", read_conversation(json.dumps([{"role": "user", "content": f"{sys.argv[2]}{n}"}]).encode()).messages)
"""


def test_writers_at_once_lose_nothing_and_number_each_message_once(store, tmp_path):
    store.new(at=NOW, session_id="s")
    running = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name]) for name in "abc"]
    assert [process.wait() for process in running] == [0, 0, 0]
    history = SessionStore(Files(tmp_path)).load("s")
    assert history.problems == ()
    texts = [one.text for one in history.messages]
    assert {f"{name}{n}" for name in "abc" for n in range(1, 13)} <= set(texts)
    rows = path_of(tmp_path, "history.jsonl").read_text().splitlines()
    assert [json.loads(row)["n"] for row in rows] == list(range(1, len(rows) + 1))
