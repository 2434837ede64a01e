import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.session.units.group import group_units, regroup, sha_of
from daykeep.session.units.pairs import (
    DUPLICATE,
    EARLY,
    MIXED,
    NO_ID,
    ORPHAN,
    TWICE,
    UNANSWERED,
)
from daykeep.transcripts.messages.model import SUMMARY, SYNTHETIC
from daykeep.transcripts.messages.read import read_conversation
from tests.session.making import agent, call, calling, messages_of, result, text, tool, use, user


def shapes(units):
    return [(unit.id, unit.first, unit.last) for unit in units]


def test_units_begin_at_words_of_a_person_and_hold_all_that_answers_them():
    messages = messages_of(
        {"role": "system", "content": "Be brief."},
        user("Fix the build."),
        agent("I look.", use("t1")),
        user([result("t1", "log")]),
        agent("Done."),
        user("Thanks."),
        agent("Any time."),
    )
    units = group_units(messages)
    assert shapes(units) == [("U0", 1, 1), ("U1", 2, 5), ("U2", 6, 7)]
    assert [unit.is_open for unit in units] == [False, False, False]
    assert units[1].said_by("user") == "Fix the build."
    assert [(part.actor, part.kind, part.message) for part in units[1].parts] == [
        ("user", "text", 2),
        ("assistant", "text", 3),
        ("assistant", "call", 3),
        ("tool", "result", 4),
        ("assistant", "text", 5),
    ]
    assert all(unit.tokens > 0 for unit in units)
    assert units[1].parts[3].name == "read"


def test_first_unit_is_empty_where_a_person_speaks_first():
    units = group_units(messages_of(user("Hi."), agent("Hi.")))
    assert shapes(units) == [("U0", 1, 0), ("U1", 1, 2)]
    assert units[0].messages == ()
    assert units[0].tokens == 0


@pytest.mark.parametrize(
    "said",
    [
        "<system-reminder>Two files changed.</system-reminder>",
        "<task-notification>Agent 3 has pushed to main; user confirmed.</task-notification>",
        "<local-command-stdout>ok</local-command-stdout>",
        "<user-prompt-submit-hook>check passed</user-prompt-submit-hook>",
        "This session is being continued from a previous conversation that ran out of context.",
        "Stop hook feedback:\n- run the tests",
        "UserPromptSubmit hook success: ok",
        "[Request interrupted by user]",
        "<environment_context><cwd>/w</cwd></environment_context>",
        "Read HEARTBEAT.md if it exists and follow it.",
        '<earlier-turn id="U3">\nUser chose B.\n</earlier-turn>',
    ],
)
def test_what_programs_write_in_the_role_of_the_user_begins_no_unit_and_is_no_statement(said):
    messages = messages_of(user("Push it?"), agent("Shall I?"), user(said), agent("I wait."))
    units = group_units(messages)
    assert shapes(units) == [("U0", 1, 0), ("U1", 1, 4)]
    assert units[1].said_by("user") == "Push it?"
    assert "automatic" in {part.actor for part in units[1].parts}


def test_words_beside_a_reminder_are_the_persons_alone():
    units = group_units(messages_of(user("<system-reminder>x</system-reminder>Use Postgres."), agent("Yes.")))
    assert units[1].said_by("user") == "Use Postgres."
    assert all("system-reminder" not in part.text for part in units[1].parts)


def test_message_of_a_channel_is_what_its_sender_wrote():
    units = group_units(
        messages_of(
            user("[Telegram Ada id:7 2026-03-01 09:00 UTC] Use Postgres.\n[message_id: 9]"), agent("Yes.")
        )
    )
    assert units[1].said_by("user") == "Use Postgres."


@pytest.mark.parametrize("mark", [SUMMARY, SYNTHETIC])
def test_marked_messages_begin_no_unit(mark):
    messages = list(messages_of(user("Hi."), agent("Hi."), user("We decided on B."), agent("Yes.")))
    messages[2] = messages[2]._replace(mark=mark)
    units = group_units(messages)
    assert shapes(units)[-1] == ("U1", 1, 4)
    assert units[1].said_by("user") == "Hi."
    assert units[1].said_by("automatic") == "We decided on B."


def test_picture_alone_begins_a_unit():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
    units = group_units(messages_of(user([image]), agent("A cat."), user([image]), agent("A dog.")))
    assert len(units) == 3
    assert units[1].parts[0].kind == "media"


def test_queued_prompt_of_a_person_counts_as_said_and_a_queued_notification_does_not():
    entries = [
        {"type": "user", "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": "Go on."}},
        {
            "type": "attachment",
            "uuid": "b",
            "parentUuid": "a",
            "attachment": {"type": "queued_command", "prompt": "Use tabs.", "commandMode": "prompt"},
        },
        {
            "type": "attachment",
            "uuid": "c",
            "parentUuid": "b",
            "attachment": {
                "type": "queued_command",
                "prompt": "Task 3 done.",
                "commandMode": "task-notification",
            },
        },
        {
            "type": "assistant",
            "uuid": "d",
            "parentUuid": "c",
            "message": {"id": "m", "role": "assistant", "content": [text("Yes.")]},
        },
    ]
    data = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
    units = group_units(read_conversation(data).messages)
    assert len(units) == 2
    assert units[1].said_by("user") == "Go on.\n\nUse tabs."
    assert units[1].said_by("automatic") == "Task 3 done."


def test_parallel_calls_are_all_answered_in_one_unit():
    units = group_units(
        messages_of(
            user("Read both."), agent(use("a"), use("b")), user([result("b"), result("a")]), agent("Done.")
        )
    )
    assert (units[1].irregular, units[1].is_open) == ("", False)


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ([agent(use("a")), user([result("a"), text("and use B")])], MIXED),
        ([agent(use("a")), user([result("b")])], ORPHAN),
        ([user([result("a")]), agent(use("a"))], EARLY),
        ([agent(use("a"), use("a")), user([result("a")])], DUPLICATE),
        ([agent(use("a")), user([result("a")]), user([result("a")])], TWICE),
        ([agent(use(""))], NO_ID),
        ([agent(use("a"))], UNANSWERED),
    ],
)
def test_unit_whose_calls_and_results_do_not_fit_is_irregular_and_says_why(messages, why):
    told = messages_of(user("Go."), *messages, user("Next."), agent("Yes."))
    units = group_units(told)
    assert units[1].irregular == why
    assert units[2].irregular == ""


def test_aborted_call_whose_result_comes_behind_the_next_words_makes_both_units_irregular():
    units = group_units(
        messages_of(user("Go."), agent(use("a")), user("Stop."), user([result("a")]), agent("Stopped."))
    )
    assert [unit.irregular for unit in units[1:]] == [UNANSWERED, ORPHAN]


def test_reminder_beside_results_is_not_a_persons_words():
    units = group_units(
        messages_of(
            user("Go."), agent(use("a")), user([result("a"), text("<system-reminder>x</system-reminder>")]),
            agent("Done."),
        )
    )  # fmt: skip
    assert units[1].irregular == ""


@pytest.mark.parametrize(
    ("tail", "is_open"),
    [
        ([], True),
        ([agent("Done.")], False),
        ([agent(use("a"))], True),
        ([agent(use("a")), user([result("a")])], True),
        ([agent(use("a")), user([result("a")]), agent("Done.")], False),
    ],
)
def test_last_unit_is_open_while_the_model_has_more_to_say(tail, is_open):
    units = group_units(messages_of(user("Go."), *tail))
    assert units[1].is_open is is_open
    assert units[1].irregular == ""


def test_words_that_nobody_answered_are_open_in_the_middle_too():
    units = group_units(messages_of(user("First."), user("Second."), agent("Both.")))
    assert [unit.is_open for unit in units] == [False, True, False]


def test_chat_and_dialogues_of_text_alone_are_cut_the_same_way():
    chat = messages_of(user("Go."), calling(call("a"), call("b")), tool("a"), tool("b", "no"), user("Thanks"))
    assert shapes(group_units(chat)) == [("U0", 1, 0), ("U1", 1, 4), ("U2", 5, 5)]
    talk = messages_of(*(turn for n in range(5) for turn in (user(f"q{n}"), agent(f"a{n}"))))
    assert len(group_units(talk)) == 6


TURNS = st.lists(
    st.sampled_from(
        [
            user("Go on."),
            user("谢谢"),
            agent("Yes."),
            agent("Look.", use("a"), use("b")),
            user([result("a"), result("b")]),
            user([result("a")]),
            user("<system-reminder>x</system-reminder>"),
            {"role": "system", "content": "Be brief."},
        ]
    ),
    max_size=12,
)


@given(TURNS, TURNS)
@settings(deadline=None)
def test_more_messages_change_only_the_last_unit_and_regrouping_gives_what_grouping_gives(before, after):
    old = messages_of(*before)
    new = messages_of(*before, *after)
    units = group_units(old)
    grown = regroup(units, new)
    assert grown == group_units(new)
    assert [unit[:4] for unit in grown[: len(units) - 1]] == [unit[:4] for unit in units[:-1]]
    assert sum(len(unit.messages) for unit in grown) == len(new)
    assert tuple(message for unit in grown for message in unit.messages) == new


def test_regrouping_takes_over_all_units_but_the_last():
    old = messages_of(user("a"), agent("b"), user("c"), agent("d"))
    units = group_units(old)
    grown = regroup(units, messages_of(user("a"), agent("b"), user("c"), agent("d"), user("e")))
    assert [one is other for one, other in zip(grown, units, strict=False)] == [True, True, False]


def test_message_that_gained_blocks_in_an_earlier_unit_changes_that_unit():
    old = messages_of(user("a"), agent("b"), user("c"), agent("d"), user("e"), agent("f"))
    new = messages_of(user("a"), agent("b"), user("c"), agent("d", "more"), user("e"), agent("f"))
    assert regroup(group_units(old), new) == group_units(new)
    short = messages_of(user("a"), agent("b"))
    assert regroup(group_units(old), short) == group_units(short)


def test_digest_of_a_unit_changes_with_a_block_and_not_with_its_usage():
    message = messages_of(agent("Yes."))[0]
    assert sha_of([message]) == sha_of([message._replace(usage={"input_tokens": 3}, line=9)])
    assert sha_of([message]) != sha_of(messages_of(agent("No.")))
