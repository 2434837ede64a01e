"""Claude Code's transcripts: what is said, whatever else a file holds."""

from pathlib import Path

import pytest

from daykeep.transcripts.read import Reading, read_transcript
from tests.transcripts.building import Claude, add, read, said, stamp, words, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "3f.jsonl"


def test_turns_carry_role_number_line_and_time(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("Where are the backups?"), chat.agent("On the NAS."))
    found = read(path)
    assert found.format == "claude-code"
    assert (found.session, found.folder, found.first, found.problems) == ("s-1", "/ws", 1, ())
    assert [(t.number, t.role, t.text, t.line, t.kind) for t in found.turns] == [
        (1, "user", "Where are the backups?", 1, "text"),
        (2, "assistant", "On the NAS.", 2, "text"),
    ]
    assert found.turns[0].at is not None
    assert found.turns[0].at.isoformat() == stamp(1).replace("Z", "+00:00")


def test_answer_in_several_lines_is_one_turn_at_its_first_line(path: Path) -> None:
    chat = Claude()
    write(
        path,
        chat.user("Fix it."),
        chat.block({"type": "thinking", "thinking": "Hm.", "signature": "x"}, message="m"),
        chat.agent("First I look.", message="m"),
        chat.use("t1", message="m"),
        chat.result("t1", "ok"),
        chat.agent("Done.", message="n"),
    )
    assert said(path) == [("user", "Fix it."), ("assistant", "First I look."), ("assistant", "Done.")]


def test_two_texts_of_one_message_are_joined(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("Go."), chat.agent("One.", message="m"), chat.agent("Two.", message="m"))
    assert words(path) == ["Go.", "One.\n\nTwo."]
    assert read(path).turns[1].line == 2


def test_parallel_tool_results_on_different_parents_lose_no_words(path: Path) -> None:
    chat = Claude()
    ask, plan = chat.user("Look at both."), chat.agent("I look.", message="m")
    one, two = chat.use("t1", message="m"), chat.use("t2", message="m")
    first = chat.result("t1", "a", parentUuid=one["uuid"])
    second = chat.result("t2", "b", parentUuid=two["uuid"])
    write(path, ask, plan, one, two, first, second, chat.agent("Both are fine."))
    assert words(path) == ["Look at both.", "I look.", "Both are fine."]


def test_tool_output_is_read_only_when_it_is_asked_for_and_shortened(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("List."), chat.use("t1"), chat.result("t1", "x" * 5000), chat.agent("Listed."))
    assert words(path) == ["List.", "Listed."]
    turns = read(path, Reading(tools=True)).turns
    assert [(t.role, t.kind, len(t.text)) for t in turns] == [
        ("user", "text", 5),
        ("tool", "output", 2000),
        ("assistant", "text", 7),
    ]


def test_branch_of_a_rewound_session_is_not_part_of_it(path: Path) -> None:
    chat = Claude()
    start, answer = chat.user("Name the boat."), chat.agent("The Heron.")
    wrong, wrong_answer = chat.user("Paint it red."), chat.agent("Red it is.")
    right = chat.user("Paint it blue.", parentUuid=answer["uuid"])
    write(path, start, answer, wrong, wrong_answer, right, chat.agent("Blue it is."))
    assert words(path) == ["Name the boat.", "The Heron.", "Paint it blue.", "Blue it is."]


def test_first_question_asked_anew_replaces_the_old_one(path: Path) -> None:
    chat = Claude()
    old = [chat.user("Draft."), chat.agent("A draft.")]
    write(path, *old, chat.user("Draft a letter.", parentUuid=None), chat.agent("Dear Ada,"))
    assert words(path) == ["Draft a letter.", "Dear Ada,"]


def test_what_was_said_before_a_compaction_is_found_too(path: Path) -> None:
    chat = Claude()
    before = [chat.user("The key is under the mat."), chat.agent("Noted.")]
    summary = "This session is being continued from a previous conversation. The key: under the mat."
    write(
        path,
        *before,
        chat.boundary(),
        chat.user(summary, isCompactSummary=True, isVisibleInTranscriptOnly=True),
        chat.agent("Let us go on."),
    )
    turns = read(path).turns
    assert [(t.text, t.kind) for t in turns] == [
        ("The key is under the mat.", "text"),
        ("Noted.", "text"),
        (summary, "summary"),
        ("Let us go on.", "text"),
    ]


def test_compaction_that_names_no_entry_before_it_still_follows_the_one_before(path: Path) -> None:
    chat = Claude()
    before = [chat.user("One."), chat.agent("Two.")]
    boundary = {**chat.boundary(), "logicalParentUuid": "gone"}
    write(path, *before, boundary, chat.user("Three."))
    assert words(path) == ["One.", "Two.", "Three."]


def test_branch_that_was_left_before_a_compaction_stays_left(path: Path) -> None:
    chat = Claude()
    start = chat.agent("Ready.")
    left = [chat.user("Sell."), chat.agent("Sold.")]
    kept = [chat.user("Keep.", parentUuid=start["uuid"]), chat.agent("Kept.")]
    write(path, start, *left, *kept, chat.boundary(), chat.user("Go on."))
    assert words(path) == ["Ready.", "Keep.", "Kept.", "Go on."]


def test_two_compactions_with_copied_entries_tell_each_turn_once(path: Path) -> None:
    chat = Claude()
    a, b = chat.user("Alpha."), chat.agent("Beta.")
    kept = {"headUuid": b["uuid"], "anchorUuid": "x", "tailUuid": b["uuid"]}
    first = chat.boundary(preservedSegment=kept)
    copy = {**b, "parentUuid": first["uuid"]}
    chat.last = b["uuid"]
    c = chat.user("Gamma.")
    second = chat.boundary(preservedSegment=kept)
    again = {**c, "parentUuid": second["uuid"]}
    chat.last = c["uuid"]
    write(path, a, b, first, copy, c, second, again, chat.agent("Delta."))
    assert words(path) == ["Alpha.", "Beta.", "Gamma.", "Delta."]


def test_sub_agents_and_team_mates_are_not_heard(path: Path) -> None:
    chat = Claude()
    mine = chat.user("Search the code.")
    side = [
        chat.user("You are a searcher.", isSidechain=True, parentUuid=None),
        chat.agent("Found.", isSidechain=True),
    ]
    mate = chat.user("Hello from a mate.", teamName="crew", parentUuid=mine["uuid"])
    write(path, mine, *side, mate, chat.agent("It is in main.", parentUuid=mine["uuid"]))
    assert words(path) == ["Search the code.", "It is in main."]


def test_entries_of_the_runtime_are_walked_through_and_not_heard(path: Path) -> None:
    chat = Claude()
    write(
        path,
        {"type": "permission-mode", "permissionMode": "default", "sessionId": "s-1"},
        {"type": "file-history-snapshot", "messageId": "u1", "snapshot": {}, "isSnapshotUpdate": False},
        chat.entry("progress", data={"type": "hook_progress"}),
        chat.user("Caveat: ignore", isMeta=True),
        chat.user("Start."),
        chat.entry("attachment", attachment={"type": "todo", "content": []}),
        chat.entry("system", subtype="turn_duration", durationMs=12),
        chat.agent("Started."),
        {"type": "invented-tomorrow", "uuid": 7, "payload": ["?"]},
    )
    assert words(path) == ["Start.", "Started."]
    assert read(path).problems == ()


def test_prompt_that_was_queued_while_the_agent_worked_is_heard_once(path: Path) -> None:
    chat = Claude()
    queued = {"type": "queued_command", "prompt": "Also the tests.", "commandMode": "prompt"}
    notice = {
        "type": "queued_command",
        "prompt": "<task-notification>x</task-notification>",
        "commandMode": "task-notification",
    }
    write(
        path,
        chat.user("Run the build."),
        {
            "type": "queue-operation",
            "operation": "enqueue",
            "content": "Also the tests.",
            "sessionId": "s-1",
            "timestamp": stamp(1),
        },
        chat.agent("Running."),
        {"type": "queue-operation", "operation": "dequeue", "sessionId": "s-1", "timestamp": stamp(2)},
        chat.entry("attachment", attachment=queued),
        chat.entry("attachment", attachment=notice),
        chat.agent("Both pass."),
    )
    assert words(path) == ["Run the build.", "Running.", "Also the tests.", "Both pass."]


def test_queued_prompt_without_a_place_in_the_tree_belongs_to_the_entry_before(path: Path) -> None:
    chat = Claude()
    loose = {
        "type": "attachment",
        "attachment": {"type": "queued_command", "prompt": [{"type": "text", "text": "Also this."}]},
        "timestamp": stamp(2),
        "sessionId": "s-1",
    }
    start = chat.agent("Ready.")
    left = chat.user("Wrong.")
    write(
        path,
        start,
        left,
        {**loose, "attachment": {"type": "queued_command", "prompt": "Wrong too."}},
        chat.user("Right.", parentUuid=start["uuid"]),
        loose,
        chat.agent("Done."),
    )
    assert words(path) == ["Ready.", "Right.", "Also this.", "Done."]
    first = read(path)
    add(path, {**loose, "attachment": {"type": "queued_command", "prompt": "And that."}})
    second = read_transcript(path, since=first.cursor)
    assert second is not None
    assert [turn.text for turn in second.turns] == ["Done.", "And that."]
    add(path, chat.agent("All done."))
    third = read_transcript(path, since=second.cursor)
    assert third is not None
    assert (third.first, [turn.text for turn in third.turns]) == (5, ["And that.", "All done."])


def test_interruptions_and_answers_of_no_model_are_not_heard(path: Path) -> None:
    chat = Claude()
    write(
        path,
        chat.user("Deploy."),
        chat.use("t1"),
        chat.user([{"type": "text", "text": "[Request interrupted by user for tool use]"}]),
        chat.agent("No response requested.", inner={"model": "<synthetic>"}),
        chat.agent("API Error: 529", isApiErrorMessage=True),
        chat.user("Deploy to staging."),
        chat.agent("Deployed."),
    )
    assert words(path) == ["Deploy.", "Deploy to staging.", "Deployed."]


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("<command-name>/clear</command-name>\n<command-message>clear</command-message>", []),
        (
            "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>PR 12</command-args>",
            ["/review PR 12"],
        ),
        ("<local-command-stdout>ok</local-command-stdout>", []),
        ("<bash-input>ls</bash-input>", []),
        ("<system-reminder>Mind the todo list.</system-reminder>\nWhy is it slow?", ["Why is it slow?"]),
        (
            "Caveat: The messages below were generated by the user while running local commands. DO NOT respond.",
            [],
        ),
        ("What does <system-reminder> mean?", ["What does <system-reminder> mean?"]),
    ],
)
def test_words_of_the_runtime_in_a_message_are_taken_off(path: Path, text: str, heard: list[str]) -> None:
    chat = Claude()
    write(path, chat.user(text), chat.agent("Yes."))
    assert words(path) == [*heard, "Yes."]


def test_title_that_a_person_gave_goes_before_a_generated_one(path: Path) -> None:
    chat = Claude()
    write(
        path,
        {"type": "summary", "summary": "Old name", "leafUuid": "u1"},
        chat.user("Hi."),
        {"type": "custom-title", "customTitle": "Boat papers", "sessionId": "s-1"},
        {"type": "ai-title", "aiTitle": "Greeting", "sessionId": "s-1"},
    )
    assert read(path).title == "Boat papers"


def test_missing_parent_does_not_cut_off_what_stands_before_it(path: Path) -> None:
    chat = Claude()
    one, two, lost, three = chat.user("One."), chat.agent("Two."), chat.user("Lost."), chat.agent("Three.")
    broken = '{"type":"user","uuid":"' + lost["uuid"] + '","message":{"role"'
    write(path, one, two, broken, three, chat.user("Four."))
    found = read(path)
    assert [turn.text for turn in found.turns] == ["One.", "Two.", "Three.", "Four."]
    assert [problem.line for problem in found.problems] == [3]


def test_parents_that_go_round_in_a_circle_are_read_once(path: Path) -> None:
    chat = Claude()
    one, two = chat.user("One."), chat.agent("Two.")
    write(path, {**one, "parentUuid": two["uuid"]}, two)
    assert words(path) == ["One.", "Two."]


def test_entry_that_is_its_own_parent_is_read_once(path: Path) -> None:
    chat = Claude()
    one = chat.user("Alone.")
    write(path, {**one, "parentUuid": one["uuid"]})
    assert words(path) == ["Alone."]


def test_run_of_nul_bytes_does_not_hide_what_follows(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("Before."), "\0" * 5000, chat.agent("After."))
    found = read(path)
    assert [turn.text for turn in found.turns] == ["Before.", "After."]
    assert [(problem.line, problem.message) for problem in found.problems] == [(2, "not JSON; passed over")]


def test_file_that_begins_with_nul_bytes_is_still_known(path: Path) -> None:
    chat = Claude()
    write(path, "\0" * 9000, chat.user("Still here."))
    assert words(path) == ["Still here."]


def test_model_switch_images_and_strange_contents_are_no_hindrance(path: Path) -> None:
    chat = Claude()
    picture = {"type": "image", "source": {"type": "base64", "data": "A" * 100_000}}
    write(
        path,
        chat.user([picture, {"type": "text", "text": "What is on it?"}]),
        chat.agent("A heron.", inner={"model": "claude-haiku-5"}),
        chat.user(None),
        chat.user(17),
        chat.user([["nested"], {"type": ["list"]}, {"type": "text", "text": 5}]),
        chat.entry("assistant", message="not an object"),
        chat.entry("user"),
    )
    assert words(path) == ["What is on it?", "A heron."]


def test_lone_surrogate_becomes_a_replacement_character(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("half \ud83d an emoji"))
    assert words(path) == ["half \ufffd an emoji"]


def test_turn_that_is_far_too_long_is_cut_and_said(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("word " * 60_000))
    found = read(path)
    assert len(found.turns[0].text) == 200_000
    assert [problem.line for problem in found.problems] == [1]


def test_file_of_sub_agents_alone_is_a_conversation_without_turns(path: Path) -> None:
    chat = Claude()
    write(path, chat.user("Search.", isSidechain=True))
    found = read(path)
    assert (found.format, found.turns) == ("claude-code", ())
