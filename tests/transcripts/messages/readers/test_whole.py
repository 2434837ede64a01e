import os
from pathlib import Path

import pytest

from daykeep.transcripts.messages.model import SUMMARY, Conversation
from daykeep.transcripts.messages.read import read_conversation
from tests.transcripts.building import Claude, Codex, Pi
from tests.transcripts.messages.making import lines


def whole(*entries: object) -> Conversation:
    return lines(*entries, whole=True)


def texts(found: Conversation) -> list[str]:
    return [message.text for message in found.messages]


def test_all_that_was_said_before_a_compaction_is_read_with_its_summary_in_its_place() -> None:
    c = Claude()
    entries = [c.user("q1"), c.agent("a1", message="m1"), c.boundary()]
    entries += [c.user("Summary", isCompactSummary=True), c.user("q2"), c.agent("a2", message="m2")]
    found = whole(*entries)
    assert texts(found) == ["q1", "a1", "Summary", "q2", "a2"]
    assert [message.mark for message in found.messages] == ["", "", SUMMARY, "", ""]
    assert found.problems == ()


def test_entries_copied_by_two_compactions_are_read_once_where_they_were_said() -> None:
    c = Claude()
    kept = [c.user("Kept"), c.agent("Kept answer", message="m-kept")]
    entries = [*kept, c.boundary(preservedMessages=["u1", "u2"])]
    entries += [c.user("First summary", isCompactSummary=True), *kept]
    c.last = kept[1]["uuid"]
    middle = c.user("Middle")
    entries += [middle, c.boundary(), c.user("Second summary", isCompactSummary=True), kept[1], middle]
    c.last = middle["uuid"]
    found = whole(*entries, c.agent("End"))
    assert texts(found) == ["Kept", "Kept answer", "First summary", "Middle", "Second summary", "End"]
    assert {message.mark for message in found.messages} == {"", SUMMARY}


def test_kept_segment_is_read_once_where_it_was_said() -> None:
    c = Claude()
    old = [c.user("Old"), c.agent("Old answer", message="m1")]
    kept = [c.user("Kept"), c.agent("Kept answer", message="m2")]
    boundary = c.boundary()
    summary = c.user("Summary", isCompactSummary=True)
    segment = {"headUuid": kept[0]["uuid"], "anchorUuid": summary["uuid"], "tailUuid": kept[1]["uuid"]}
    boundary["compactMetadata"]["preservedSegment"] = segment
    found = whole(*old, *kept, boundary, summary, c.user("New"))
    assert texts(found) == ["Old", "Old answer", "Kept", "Kept answer", "Summary", "New"]


def test_branch_that_was_left_is_in_no_whole_conversation() -> None:
    c = Claude()
    first = [c.user("q1"), c.agent("a1", message="m1")]
    left = c.user("left")
    c.last = first[1]["uuid"]
    assert texts(whole(*first, left, c.user("gone on"))) == ["q1", "a1", "gone on"]


def test_whole_session_of_pi_is_its_branch_with_summaries() -> None:
    pi = Pi()
    entries = [pi.head(), pi.user("u1"), pi.agent("a1"), pi.user("u2"), pi.agent("a2")]
    entries.append(pi.entry("compaction", summary="So far", firstKeptEntryId=entries[3]["id"]))
    found = whole(*entries, pi.user("u3"))
    assert texts(found) == ["u1", "a1", "u2", "a2", "So far", "u3"]
    assert [message.mark for message in found.messages].count(SUMMARY) == 1


def test_whole_rollout_holds_what_was_before_its_compaction() -> None:
    c = Codex()
    entries = [c.meta(), c.user("u1"), c.agent("a1")]
    entries.append(c.line("compacted", message="So far", replacement_history=[]))
    found = whole(*entries, c.user("u2"))
    assert texts(found) == ["u1", "a1", "So far", "u2"]


def test_real_session_is_read_to_its_beginning() -> None:
    folder = os.environ.get("DAYKEEP_DATA", "")
    path = Path(folder, "pi", "before-compaction.jsonl")
    if not folder or not path.is_file():
        pytest.skip("DAYKEEP_DATA holds no session of pi")
    everything, last = read_conversation(path, whole=True), read_conversation(path)
    assert len(everything.messages) > 2 * len(last.messages)
    assert [one.line for one in everything.messages] == sorted({one.line for one in everything.messages})
