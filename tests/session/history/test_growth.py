from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daykeep.session.history.growth import NOTHING_COMMON, TAKEN_BACK, plan_growth
from daykeep.session.history.records import growth_record, message_record, read_records
from tests.session.making import agent, messages_of, result, use, user
from tests.transcripts.building import Claude, Pi
from tests.transcripts.messages.making import lines

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def taken(history, messages, form="anthropic"):
    """The history after the messages were taken in, and the plan."""
    plan = plan_growth(history, messages, form=form)
    records = [message_record(one, n) for n, one in enumerate(history, 1)]
    records += [growth_record(one) for one in plan.growth]
    records += [message_record(one, n) for n, one in enumerate(plan.messages, len(history) + 1)]
    return read_records(records, "h").messages, plan


def said(messages):
    return [message.text for message in messages]


def test_list_that_grew_adds_only_what_is_new():
    old = messages_of(user("a"), agent("b"))
    new = messages_of(user("a"), agent("b"), user("c"), agent("d"))
    history, plan = taken(old, new)
    assert history == new
    assert (len(plan.messages), plan.known, plan.problem) == (2, 2, "")


def test_the_same_list_again_adds_nothing():
    old = messages_of(user("a"), agent("b"), user("a"), agent("b"))
    assert plan_growth(old, old, form="anthropic").messages == ()


def test_message_that_is_really_said_twice_is_kept_twice():
    old = messages_of(user("go on"), agent("ok"))
    new = messages_of(user("go on"), agent("ok"), user("go on"), agent("ok"))
    assert said(taken(old, new)[0]) == ["go on", "ok", "go on", "ok"]


def test_window_of_the_last_messages_goes_on_where_the_history_ends():
    told = [message for n in range(6) for message in (user(f"q{n}"), agent(f"a{n}"))]
    window = messages_of(*told[-5:], user("next"))
    history, plan = taken(messages_of(*told), window)
    assert said(history) == [*said(messages_of(*told)), "next"]
    assert plan.known == 5


def test_last_message_that_gained_blocks_gets_them():
    old = messages_of(user("a"), agent("one"))
    new = messages_of(user("a"), agent("one", use("t")), user([result("t")]))
    history, plan = taken(old, new)
    assert [one.blocks for one in history] == [one.blocks for one in new]
    assert len(plan.growth) == 1


def test_list_that_has_nothing_in_common_is_appended_whole_and_said_so():
    old = messages_of(user("a"), agent("b"))
    history, plan = taken(old, messages_of(user("x"), agent("y")))
    assert said(history) == ["a", "b", "x", "y"]
    assert plan.problem == NOTHING_COMMON


def test_list_that_was_taken_back_and_went_on_otherwise_adds_what_is_new_and_says_so():
    old = messages_of(user("a"), agent("b"), user("c"), agent("d"))
    history, plan = taken(old, messages_of(user("a"), agent("b"), user("other"), agent("e")))
    assert said(history) == ["a", "b", "c", "d", "other", "e"]
    assert plan.problem == TAKEN_BACK


def test_shorter_list_that_the_history_begins_with_adds_nothing():
    old = messages_of(user("a"), agent("b"), user("c"), agent("d"))
    assert plan_growth(old, old[:2], form="anthropic") == ((), (), 2, "")


def test_list_that_its_agent_edited_goes_on_at_the_same_place():
    old = messages_of(user("q1"), agent("ok"), user("long result"), agent("ok"))
    history, plan = taken(
        old, messages_of(user("q1"), agent("ok"), user("[cleared]"), agent("ok"), user("q3"))
    )
    assert said(history)[-1] == "q3"
    assert len(plan.messages) == 1


def test_file_of_an_agent_that_grew_in_the_middle_of_an_answer_is_taken_in_piece_by_piece():
    claude = Claude()
    entries = [
        claude.user("Go."),
        claude.block({"type": "tool_use", "id": "a", "name": "r", "input": {}}, message="m1"),
        claude.result("a", "one"),
        claude.block({"type": "tool_use", "id": "b", "name": "r", "input": {}}, message="m1"),
        claude.result("b", "two"),
        claude.agent("Done.", message="m2"),
        claude.user("Thanks."),
    ]
    whole = lines(*entries).messages
    history = ()
    for count in range(1, len(entries) + 1):
        history, _ = taken(history, lines(*entries[:count]).messages, "claude-code")
    assert [one.blocks for one in history] == [one.blocks for one in whole]
    assert plan_growth(history, whole, form="claude-code")[:2] == ((), ())


def test_compaction_of_the_agents_own_adds_its_summary_and_no_copy_of_what_it_kept():
    claude = Claude()
    before = [claude.user("q1"), claude.agent("a1", message="m1"), claude.user("q2"), claude.agent("a2", message="m2")]  # fmt: skip
    history, _ = taken((), lines(*before).messages, "claude-code")
    boundary = claude.boundary()
    summary = claude.user("This session is being continued from …", isCompactSummary=True)
    after = [claude.user("q3"), claude.agent("a3", message="m3")]
    copies = [before[2], before[3]]
    again = lines(*before, boundary, summary, *copies, *after)
    history, plan = taken(history, again.messages, "claude-code")
    assert sum(text == "q2" for text in said(history)) == 1
    assert sum(text == "a2" for text in said(history)) == 1
    assert said(history)[:4] == ["q1", "a1", "q2", "a2"]
    assert said(history)[-2:] == ["q3", "a3"]
    assert [one.mark for one in plan.messages].count("summary") == 1
    assert plan_growth(history, again.messages, form="claude-code")[:2] == ((), ())


def test_second_compaction_loses_nothing_that_came_between():
    pi = Pi()
    first = [
        pi.head(),
        pi.user("u1"),
        pi.agent("a1"),
        pi.user("u2"),
        pi.agent("a2"),
        pi.user("u3"),
        pi.agent("a3"),
    ]
    history, _ = taken((), lines(*first).messages, "pi")
    compaction = pi.entry("compaction", summary="so far", firstKeptEntryId=first[3]["id"])
    after = [pi.user("u4"), pi.agent("a4")]
    history, _ = taken(history, lines(*first, compaction, *after).messages, "pi")
    again = pi.entry("compaction", summary="so far 2", firstKeptEntryId=after[0]["id"])
    last = [pi.user("u5"), pi.agent("a5")]
    history, _ = taken(history, lines(*first, compaction, *after, again, *last).messages, "pi")
    kept = [text for text in said(history) if not text.startswith("so far")]
    assert kept == ["u1", "a1", "u2", "a2", "u3", "a3", "u4", "a4", "u5", "a5"]


WORDS = st.lists(st.sampled_from([user("a"), agent("b"), user("c"), agent("a", use("t"))]), max_size=8)


@given(WORDS, WORDS, WORDS)
@SLOW
def test_any_list_that_grows_is_in_the_history_as_it_is_and_once(first, second, third):
    history: tuple = ()
    for told in (first, first + second, first + second, first + second + third):
        history, _ = taken(history, messages_of(*told))
    assert history == messages_of(*first, *second, *third)


STEPS = st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), min_size=1, max_size=6)


def written(steps):
    """Claude Code's lines: an answer has a line for each block, and results come between them as they are ready."""
    claude = Claude()
    entries = []
    for number, (calls, talks, together) in enumerate(steps):
        entries.append(claude.user(f"q{number}"))
        answer = f"m{number}"
        if talks:
            entries.append(claude.block({"type": "text", "text": f"look {number}"}, message=answer))
        ids = [f"t{number}-{place}" for place in range(calls)]
        for ident in ids:
            entries.append(claude.use(ident, message=answer))
            if not together:
                entries.append(claude.result(ident, f"of {ident}"))
        if together:
            entries += [claude.result(ident, f"of {ident}") for ident in ids]
        entries.append(claude.agent(f"done {number}", message=f"e{number}"))
    return entries


@given(STEPS, st.data())
@SLOW
def test_file_that_is_taken_in_while_it_is_written_is_in_the_history_as_it_ends_up(steps, data):
    entries = written(steps)
    cuts = data.draw(st.sets(st.integers(1, len(entries)), max_size=6))
    history: tuple = ()
    for cut in [*sorted(cuts), len(entries)]:
        history, plan = taken(history, lines(*entries[:cut], whole=True).messages, "claude-code")
        assert plan.problem == ""
    whole = lines(*entries, whole=True).messages
    assert [(one.role, one.blocks) for one in history] == [(one.role, one.blocks) for one in whole]
