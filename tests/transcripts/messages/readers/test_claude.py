"""Claude Code's transcripts: which entries go to a model, in which order, as which messages."""

import json
from typing import Any

from daykeep.transcripts.messages.model import KEPT, SUMMARY, Conversation
from daykeep.transcripts.messages.read import read_conversation
from tests.transcripts.building import Claude
from tests.transcripts.messages.making import lines


def told(conversation: Conversation) -> list[str]:
    """Each message in short: who says what, calls and results by their ids."""
    return [
        f"{m.role[0]}:{'+'.join(block.id or block.text for block in m.blocks)}" for m in conversation.messages
    ]


def problems(conversation: Conversation) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in conversation.problems]


def test_linear_conversation_is_read_in_order_with_times_models_and_session() -> None:
    c = Claude(cwd="/w", session="s-9")
    found = lines(c.user("Hi"), c.agent("Hello"))
    assert (found.format, found.session, found.folder) == ("claude-code", "s-9", "/w")
    assert told(found) == ["u:Hi", "a:Hello"]
    first, second = found.messages
    assert (first.line, first.id, first.model) == (1, "u1", "")
    assert (second.line, second.model) == (2, "claude-opus-5")
    assert second.at is not None
    assert second.at.isoformat() == "2026-03-02T09:02:00+00:00"
    assert found.problems == ()


def test_lines_of_one_answer_are_one_message_and_its_usage_counts_once() -> None:
    c = Claude()
    usage = [{"usage": {"input_tokens": 9, "output_tokens": n}} for n in (1, 1, 40)]
    found = lines(
        c.user("Go"),
        c.block({"type": "thinking", "thinking": "hm", "signature": "s"}, message="m1", inner=usage[0]),
        c.block({"type": "text", "text": "Reading."}, message="m1", inner=usage[1]),
        c.block({"type": "tool_use", "id": "t1", "name": "Read", "input": {}}, message="m1", inner=usage[2]),
        c.result("t1", "text"),
    )
    assert told(found) == ["u:Go", "a:hm+Reading.+t1", "u:t1"]
    assert [message.usage for message in found.messages] == [
        None,
        {"input_tokens": 9, "output_tokens": 40},
        None,
    ]
    assert found.messages[1].id == "m1"


def test_answer_that_somebody_spoke_into_is_two_messages_whose_usage_counts_once() -> None:
    c = Claude()
    usage = {"usage": {"input_tokens": 9, "output_tokens": 40}}
    words = {"type": "text", "text": "Reading."}
    found = lines(
        c.user("Go"),
        c.block(words, message="m1", inner=usage),
        c.user("Wait"),
        c.block(words, message="m1", inner=usage),
    )
    assert told(found) == ["u:Go", "a:Reading.", "u:Wait", "a:Reading."]
    assert [message.usage for message in found.messages] == [None, usage["usage"], None, None]


def test_tools_side_by_side_are_one_answer_and_one_message_of_results() -> None:
    c = Claude()
    first = c.user("Read both")
    one, two = c.use("t1", message="m1"), c.use("t2", message="m1")
    results = c.result("t1", "1", parentUuid=one["uuid"]), c.result("t2", "2", parentUuid=two["uuid"])
    found = lines(first, one, two, *results, c.agent("Done"))
    assert told(found) == ["u:Read both", "a:t1+t2", "u:t1+t2", "a:Done"]


def test_result_between_the_lines_of_one_answer_does_not_part_it() -> None:
    c = Claude()
    entries = c.user("Go"), c.use("t1", message="m1"), c.result("t1", "1"), c.use("t2", message="m1")
    found = lines(*entries, c.result("t2", "2"), c.agent("Done"))
    assert told(found) == ["u:Go", "a:t1+t2", "u:t1+t2", "a:Done"]


def test_rewound_branch_is_left_out() -> None:
    c = Claude()
    first = c.user("Plan")
    plan = c.agent("Plan A")
    left = c.user("Do A"), c.use("t1"), c.result("t1", "A")
    c.last = plan["uuid"]
    found = lines(first, plan, *left, c.user("Do B"), c.agent("B done"))
    assert told(found) == ["u:Plan", "a:Plan A", "u:Do B", "a:B done"]


def test_sidechains_progress_and_meta_are_left_out_and_do_not_break_the_chain() -> None:
    c = Claude()
    entries: list[Any] = [c.user("Go")]
    parent = c.last
    entries += [c.user("Sub task", isSidechain=True), c.agent("Sub answer", isSidechain=True)]
    c.last = parent
    entries += [c.entry("progress", data={"type": "hook_progress"}), c.user("Caveat", isMeta=True)]
    entries += [c.entry("system", subtype="informational", content="note"), c.agent("Done")]
    found = lines(*entries)
    assert told(found) == ["u:Go", "a:Done"]
    assert found.problems == ()


def test_words_of_a_team_mate_are_left_out_and_do_not_end_the_conversation() -> None:
    c = Claude()
    entries = [c.user("Go"), c.agent("Done")]
    parent = c.last
    mate = c.user("From a mate", teamName="crew"), c.agent("To the mate", teamName="crew")
    c.last = parent
    assert told(lines(*entries, *mate)) == ["u:Go", "a:Done"]
    assert told(lines(*entries, c.user("Next"), *mate)) == ["u:Go", "a:Done", "u:Next"]


def test_file_of_a_sub_agent_alone_is_read_and_said() -> None:
    c = Claude()
    found = lines(c.user("Sub task", isSidechain=True), c.agent("Sub answer", isSidechain=True))
    assert told(found) == ["u:Sub task", "a:Sub answer"]
    assert problems(found) == [(1, "the file holds only a sub-agent's conversation; that is read")]


def test_conversation_begins_at_the_last_compaction_with_its_summary() -> None:
    c = Claude()
    before = c.user("Old"), c.agent("Old answer"), c.boundary()
    summary = c.user("This session is being continued from a previous conversation.", isCompactSummary=True)
    found = lines(*before, summary, c.user("Next"), c.agent("Yes"))
    assert [message.mark for message in found.messages] == [SUMMARY, "", ""]
    assert told(found)[1:] == ["u:Next", "a:Yes"]


def _segmented(next_hangs_on: str) -> Conversation:
    c = Claude()
    old = [c.user("Old"), c.agent("Old answer"), c.user("Kept"), c.agent("Kept answer")]
    head, tail = old[2]["uuid"], old[3]["uuid"]
    segment = {"headUuid": head, "anchorUuid": "u6", "tailUuid": tail}
    boundary = c.boundary(preservedSegment=segment)
    summary = c.user("Summary", isCompactSummary=True)
    assert summary["uuid"] == "u6"
    c.last = tail if next_hangs_on == "tail" else "u6"
    return lines(*old, boundary, summary, c.user("Next"), c.agent("Yes"))


def test_kept_segment_stands_behind_the_summary_whatever_goes_on_from() -> None:
    for hangs_on in ("tail", "anchor"):
        found = _segmented(hangs_on)
        assert told(found) == ["u:Summary", "u:Kept", "a:Kept answer", "u:Next", "a:Yes"]
        assert [message.mark for message in found.messages] == [SUMMARY, KEPT, KEPT, "", ""]


def test_kept_segment_that_is_not_whole_is_left_out_and_said() -> None:
    c = Claude()
    segment = {"headUuid": "gone", "anchorUuid": "u3", "tailUuid": "u1"}
    found = lines(
        c.user("Old"), c.boundary(preservedSegment=segment), c.user("Summary", isCompactSummary=True)
    )
    assert told(found) == ["u:Summary"]
    assert problems(found) == [(2, "names a kept segment that is not whole in the file; it is left out")]


def test_entries_copied_by_two_compactions_stand_once_and_behind_the_last_summary() -> None:
    c = Claude()
    kept = [c.user("Kept"), c.agent("Kept answer", message="m-kept")]
    entries = [*kept, c.boundary(preservedMessages=["u1", "u2"])]
    entries += [c.user("First summary", isCompactSummary=True), *kept]
    c.last = kept[1]["uuid"]
    middle = c.user("Middle")
    entries += [middle, c.boundary(), c.user("Second summary", isCompactSummary=True), kept[1], middle]
    c.last = middle["uuid"]
    found = lines(*entries, c.agent("End"))
    assert told(found) == ["u:Second summary", "a:Kept answer", "u:Middle", "a:End"]
    assert [message.mark for message in found.messages] == [SUMMARY, KEPT, KEPT, ""]


def test_person_who_goes_back_behind_a_compaction_gets_what_stood_there() -> None:
    c = Claude()
    first = c.user("One"), c.agent("Two")
    entries = [*first, c.boundary(), c.user("Summary", isCompactSummary=True)]
    c.last = first[1]["uuid"]
    assert told(lines(*entries, c.user("Three"))) == ["u:One", "a:Two", "u:Three"]


def test_summary_whose_boundary_was_damaged_begins_the_conversation_all_the_same() -> None:
    c = Claude()
    before = c.user("Old"), c.agent("Old answer")
    c.boundary()
    found = lines(*before, "{broken", c.user("Summary", isCompactSummary=True), c.user("Next"))
    assert told(found) == ["u:Summary", "u:Next"]
    assert problems(found)[1] == (
        4,
        "hangs on a compaction that is missing; the conversation begins with its summary",
    )


def test_result_in_an_entry_of_the_program_is_kept_with_its_call() -> None:
    c = Claude()
    found = lines(c.user("Go"), c.use("t"), c.result("t", "x", isMeta=True), c.agent("Done"))
    assert told(found) == ["u:Go", "a:t", "u:t", "a:Done"]


def test_same_session_under_two_folders_is_the_same_conversation(tmp_path: Any) -> None:
    c = Claude()
    raw = "".join(json.dumps(entry) + "\n" for entry in (c.user("One"), c.agent("Two")))
    found = []
    for slug in ("-w-a", "-w-b"):
        path = tmp_path / slug / "s-1.jsonl"
        path.parent.mkdir()
        path.write_text(raw)
        found.append(read_conversation(path))
    assert found[0] == found[1]


def test_old_summary_line_stands_for_the_entry_that_is_missing() -> None:
    c = Claude()
    c.last = "elsewhere"
    old = {"type": "summary", "summary": "What was before", "leafUuid": "elsewhere"}
    title = {"type": "summary", "summary": "A title", "leafUuid": "u2"}
    found = lines(old, title, c.user("Go on"), c.agent("Yes"))
    assert told(found) == ["u:What was before", "u:Go on", "a:Yes"]
    assert found.messages[0].mark == SUMMARY


def test_attachment_is_kept_with_what_it_says_and_one_of_no_known_type_with_its_json() -> None:
    c = Claude()
    held = {"type": "text", "file": {"filePath": "/w/a.py", "content": "x = 1"}}
    found = lines(
        c.user("Look"),
        c.entry("attachment", attachment={"type": "file", "filename": "/w/a.py", "content": held}),
        c.entry("attachment", attachment={"type": "brand_new", "value": 7}),
        c.agent("Seen"),
        c.entry("attachment", attachment={"type": "queued_command", "prompt": "And this"}),
    )
    assert [message.blocks[0].kind for message in found.messages] == [
        "text",
        *["attachment"] * 2,
        "text",
        "attachment",
    ]
    texts = [message.blocks[0].text for message in found.messages]
    assert texts[1] == '<attachment type="file" path="/w/a.py">\nx = 1\n</attachment>'
    assert texts[2] == '<attachment type="brand_new">\n{"type":"brand_new","value":7}\n</attachment>'
    assert texts[4] == "And this"
    assert problems(found) == [(3, "attachment 'brand_new' is not understood; kept as it is")]


def test_attachment_of_a_branch_that_was_left_is_left_out() -> None:
    c = Claude()
    first = c.user("Plan"), c.agent("A or B?")
    left = c.entry("attachment", attachment={"type": "queued_command", "prompt": "A!"}), c.user("Do A")
    c.last = first[1]["uuid"]
    assert told(lines(*first, *left, c.user("Do B"))) == ["u:Plan", "a:A or B?", "u:Do B"]


def test_unknown_types_pass_through_and_are_listed_once_each() -> None:
    c = Claude()
    known = {"type": "file-history-snapshot", "messageId": "x"}
    entries = c.user("Go"), {"type": "dream", "x": 1}, {"type": "dream", "x": 2}, known
    found = lines(*entries, c.block({"type": "hologram", "x": 1}))
    assert told(found) == ["u:Go", "a:"]
    assert found.messages[1].blocks[0].data == {"type": "hologram", "x": 1}
    assert problems(found) == [
        (2, "entry 'dream' is not understood (2 times); kept as it is"),
        (5, "block 'hologram' is not understood; kept as it is"),
    ]


def test_words_of_the_program_in_the_place_of_an_answer_are_left_out_and_said() -> None:
    c = Claude()
    failed = c.agent("API Error: 500", isApiErrorMessage=True)
    found = lines(c.user("Go"), failed, c.agent("Done"))
    assert told(found) == ["u:Go", "a:Done"]
    assert problems(found) == [(2, "words of the program in the place of an answer; left out")]


def test_cycle_of_parents_ends_where_it_closes() -> None:
    c = Claude()
    one, two = c.user("One", parentUuid="u2"), c.agent("Two")
    assert told(lines(one, two)) == ["u:One", "a:Two"]


def test_missing_parent_is_said_and_what_stands_before_it_is_taken() -> None:
    c = Claude()
    entries = c.user("One"), c.agent("Two")
    c.last = "gone"
    found = lines(*entries, c.user("Three"))
    assert told(found) == ["u:One", "a:Two", "u:Three"]
    assert problems(found) == [(3, "hangs on entry 'gone', which is missing; what stands before it is taken")]


def _damaged(damage: Any) -> Conversation:
    c = Claude()
    return lines(c.user("One"), c.agent("Two"), damage, c.user("Three"), c.agent("Four"))


def test_line_of_nuls_is_named_and_what_follows_is_read() -> None:
    found = _damaged(b"\0" * 500)
    assert told(found) == ["u:One", "a:Two", "u:Three", "a:Four"]
    assert problems(found) == [(3, "not JSON; passed over")]


def test_two_entries_on_one_line_are_both_read_and_the_line_is_named() -> None:
    c = Claude()
    one, two, three = (json.dumps(entry) for entry in (c.user("One"), c.agent("Two"), c.user("Three")))
    for joined in (two + three, "\0\0" + two + three, '{"type":"assistant","mess' + two + three):
        found = lines(one, joined)
        assert told(found) == ["u:One", "a:Two", "u:Three"]
        assert problems(found) == [(2, "damaged; 2 entries of it could be read")]


def test_torn_last_line_is_named_and_the_rest_is_read() -> None:
    c = Claude()
    whole = json.dumps(c.user("One")) + "\n" + json.dumps(c.agent("Two"))[:40]
    found = read_conversation(whole.encode())
    assert told(found) == ["u:One"]
    assert [problem.line for problem in found.problems] == [2]


def test_mark_at_the_start_and_windows_line_ends_change_nothing() -> None:
    c = Claude()
    raw = b"\r\n".join(json.dumps(entry).encode() for entry in (c.user("One"), c.agent("Two")))
    found = read_conversation(b"\xef\xbb\xbf" + raw + b"\r\n")
    assert told(found) == ["u:One", "a:Two"]
    assert found.problems == ()


def test_empty_file_has_no_messages_and_no_problems() -> None:
    assert read_conversation(b"") == Conversation("", ())


def test_file_that_is_no_conversation_says_so() -> None:
    assert problems(read_conversation(b"# A page\n\nwords\n")) == [
        (1, "no conversation of blocks: written in words, not as messages")
    ]
    assert problems(read_conversation(b'{"a": 1}\n')) == [
        (1, "no conversation of blocks: of no known format")
    ]


def test_large_file_is_read_without_holding_what_was_left_out(tmp_path: Any) -> None:
    import tracemalloc

    c = Claude()
    path = tmp_path / "big.jsonl"
    with path.open("w") as stream:
        stream.write(json.dumps(c.user("Go")) + "\n")
        parent = c.last
        for _ in range(34):
            stream.write(json.dumps(c.user("x" * (1 << 20), isSidechain=True)) + "\n")
        c.last = parent
        stream.write(json.dumps(c.agent("Done")) + "\n")
    assert path.stat().st_size > 33 << 20
    tracemalloc.start()
    found = read_conversation(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert told(found) == ["u:Go", "a:Done"]
    assert peak < 16 << 20
