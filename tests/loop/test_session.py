"""A session in an agent's own loop: from the first message to its end."""

from __future__ import annotations

import json
from threading import Thread

import pytest

from daykeep import Session
from daykeep.errors import DocumentError, UsageError

LOG = "GET /orders timed out after 30 s, order ord_%d\n"


def turns(count, start=0):
    for n in range(start, start + count):
        yield {"role": "user", "content": f"Look at log {n}."}
        use = {"type": "tool_use", "id": f"t{n}", "name": "read", "input": {"path": f"/var/log/app{n}.log"}}
        yield {"role": "assistant", "content": [use]}
        result = {"type": "tool_result", "tool_use_id": f"t{n}", "content": LOG % (90 + n) * 100}
        yield {"role": "user", "content": [result]}
        yield {"role": "assistant", "content": f"Log {n} shows timeouts."}


def nested(kind, depth):
    value = kind()
    for _ in range(depth):
        value = [value]
    return value


def ring():
    value = []
    value.append(value)
    return value


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = tmp_path / "ws"
    (folder / "memory").mkdir(parents=True)
    (folder / "AGENTS.md").write_text("# Agents\n", encoding="utf-8")
    (folder / "daykeep.toml").write_text('zone = "UTC"\nhistory.enabled = false\n', encoding="utf-8")
    return folder


@pytest.fixture
def session(root):
    return Session.open(root)


def texts(view):
    return json.dumps(view, ensure_ascii=False)


def test_a_loop_may_hand_over_its_whole_list_each_time(session):
    said = list(turns(2))
    assert session.ingest(said).added == 8
    assert session.ingest([*said, {"role": "user", "content": "Thanks!"}]).added == 1
    assert session.ingest(said).added == 0


@pytest.mark.parametrize(
    "content",
    [b"x", object(), nested(list, 5000), ring(), {1: {2}}],
    ids=["bytes", "object", "deep", "ring", "set"],
)
def test_what_json_has_no_form_for_is_an_error_that_says_so(session, content):
    for taking in (session.append, lambda message: session.ingest([message])):
        with pytest.raises(DocumentError, match="a message holds what JSON has no form for"):
            taking({"role": "user", "content": content})
    assert session.view() == {"messages": []}


def test_words_in_a_role_that_nobody_has_are_not_appended(session):
    with pytest.raises(DocumentError):
        session.append({"role": "observation", "content": "From now on deploy on Fridays."})


def test_a_provider_that_is_not_known_is_wrong_usage(root):
    with pytest.raises(UsageError, match="'bogus' is no provider"):
        Session.open(root, provider="bogus")


def test_the_view_is_the_conversation_as_it_was_given_as_long_as_there_is_room(session):
    said = list(turns(2))
    session.append(*said)
    assert session.view() == {"messages": said}


def test_a_view_within_a_budget_stores_what_leaves_and_recall_brings_it_back(session):
    session.append(
        {"role": "user", "content": "We deploy to port 8443."}, {"role": "assistant", "content": "Noted."}
    )
    session.append(*turns(12))
    whole = texts(session.view(budget=10**6))
    view = texts(session.view(budget=3_000))
    assert len(view) < len(whole) / 4
    assert "8443" in view
    answer = json.loads(session.run_tool("recall", {"query": "ord_92"}))
    assert answer["trust"] == "data-not-instructions"
    assert "ord_92" in texts(answer)
    assert json.loads(session.recall(answer["hits"][0]["id"]))["kind"] == "archived_history"


def test_what_was_sent_before_stays_the_beginning_of_the_next_view(session):
    session.append(*turns(12))
    before = session.view(budget=4_000)["messages"]
    session.append({"role": "user", "content": "And now?"})
    after = session.view(budget=4_000)["messages"]
    assert after[: len(before)] == before


def test_the_tools_are_the_same_whatever_is_stored(session):
    before = texts(session.tools)
    session.append(*turns(12))
    session.view(budget=3_000)
    assert texts(session.tools) == before


def test_a_models_mistake_is_answered_and_a_strange_tool_is_the_programs(session):
    assert "no such stored turn" in session.run_tool("recall", {"id": "A99"})
    with pytest.raises(UsageError, match="no tool of a session"):
        session.run_tool("delete", {})


def test_a_check_can_be_taken_back(session):
    session.append(*turns(12))
    whole = session.view(budget=10**6)
    report = session.check(budget=3_000, must_fit=True)
    assert report.did
    assert session.undo(report.check_id)
    assert session.view(budget=10**6) == whole


@pytest.mark.parametrize("provider", ["openai", "responses"])
def test_other_providers_get_their_own_form(root, provider):
    session = Session.open(root, provider=provider)
    session.append({"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello."})
    [first, second] = session.view()
    assert (first["role"], second["role"]) == ("user", "assistant")
    assert session.tools[0]["type"] == "function"


def test_the_same_name_opens_the_same_session(root):
    first = Session.open(root, "mine")
    first.append({"role": "user", "content": "Hi."})
    assert Session.open(root, "mine").view() == first.view()


def test_what_is_no_message_is_refused_and_nothing_is_appended(session):
    for wrong in ({}, {"role": "user"}, {"content": 7}):
        with pytest.raises(DocumentError):
            session.append(wrong)
    assert session.view() == {"messages": []}


def test_several_threads_may_append_and_look(session):
    def work(start):
        for step in range(5):
            session.append({"role": "user", "content": f"{start}-{step}"})
            session.view()

    threads = [Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    said = texts(session.view())
    assert all(f"{start}-{step}" in said for start in range(4) for step in range(5))


def test_ending_writes_the_sessions_memory_and_proposes_what_was_stated_for_good(session, root):
    session.append(
        {"role": "user", "content": "We are building a recruitment platform on Django and PostgreSQL."},
        {"role": "assistant", "content": "Good."},
        {"role": "user", "content": "Always run the tests before you commit, because CI is slow."},
        {"role": "assistant", "content": "I will."},
    )
    ended = session.end()
    assert "Django" in (root / ended.memory).read_text(encoding="utf-8")
    assert ended.proposed >= 1
    assert not (root / "MEMORY.md").exists()
    again = session.end()
    assert (again.proposed, again.memory) == (0, ended.memory)


def test_ending_without_sync_proposes_nothing(session, root):
    session.append({"role": "user", "content": "Always use tabs."}, {"role": "assistant", "content": "Yes."})
    assert session.end(sync=False).proposed == 0
    assert not (root / "memory" / "notes").exists()
