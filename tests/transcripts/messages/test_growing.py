"""Reading on in a transcript that has grown gives what reading it whole gives, or says that it must be read whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import DocumentError
from daykeep.transcripts.messages.growing import Grown, Place, find_place, read_growing
from tests.session.backfill.writing import Talk


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    talk = Talk(tmp_path / "s-1.jsonl")
    for number in range(4):
        talk.say(f"Fix step {number} of the upload.")
        talk.run("pytest")
        talk.answer(f"Step {number} is fixed.")
    return talk


def place_in(talk: Talk, grown: Grown, number: int) -> Place:
    """The place of the ``number``-th thing that a person said."""
    said = [one for one in grown.conversation.messages if one.text.startswith("Fix step")]
    place = find_place(talk.path, grown.spots[said[number].line])
    assert place is not None
    return place


def test_what_was_added_is_read_as_it_is_read_whole(talk: Talk) -> None:
    place = place_in(talk, read_growing(talk.path), 2)
    talk.say("Fix step 4 of the upload.")
    talk.run("ruff check", failed=True)
    talk.answer("Step 4 is fixed.")

    on, whole = read_growing(talk.path, place), read_growing(talk.path)

    assert on.on
    assert not whole.on
    assert on.conversation.messages[0].text == "Fix step 2 of the upload."
    assert on.conversation.messages == whole.conversation.messages[-len(on.conversation.messages) :]
    assert on.conversation.folder == "/code/app"
    assert set(on.spots.items()) <= set(whole.spots.items())


def test_bytes_before_the_place_are_not_parsed(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "long.jsonl")
    for number in range(3):
        talk.say(f"Fix step {number} of the upload.")
        talk.run("pytest", "passed " * 4_000)
        talk.answer(f"Step {number} is fixed.")
    place = place_in(talk, read_growing(talk.path), 2)
    data = talk.path.read_bytes()
    middle = place.spot.offset // 2
    talk.path.write_bytes(data[:middle] + b"\n{" + data[middle + 2 :])

    assert read_growing(talk.path, place).conversation.problems == ()
    assert read_growing(talk.path).conversation.problems != ()


def test_rewound_behind_the_place_is_read_on(talk: Talk) -> None:
    place = place_in(talk, read_growing(talk.path), 2)
    ident = talk.last
    talk.say("Fix step 4 wrongly.")
    talk.answer("Done wrongly.")
    talk.go_back_to(ident)
    talk.say("Fix step 4 rightly.")

    grown = read_growing(talk.path, place)

    texts = [one.text for one in grown.conversation.messages]
    assert grown.on
    assert "Fix step 4 rightly." in texts
    assert "Fix step 4 wrongly." not in texts


def test_rewound_before_the_place_is_read_whole(talk: Talk) -> None:
    grown = read_growing(talk.path)
    place = place_in(talk, grown, 2)
    first = next(one for one in grown.conversation.messages if one.text.startswith("Step 0"))
    talk.go_back_to(f"s-1-{first.line:04d}")
    talk.say("Fix step 1 otherwise.")

    after = read_growing(talk.path, place)

    assert not after.on
    assert [one.text for one in after.conversation.messages][-1] == "Fix step 1 otherwise."
    assert not any("Step 3" in one.text for one in after.conversation.messages)


def test_file_that_was_written_anew_is_read_whole(talk: Talk) -> None:
    place = place_in(talk, read_growing(talk.path), 2)
    data = talk.path.read_bytes()
    talk.path.write_bytes(data.replace(b"step 0", b"step 9"))

    after = read_growing(talk.path, place)

    assert not after.on
    assert after.conversation.messages[0].text == "Fix step 9 of the upload."


def test_file_that_is_shorter_now_is_read_whole(talk: Talk) -> None:
    place = place_in(talk, read_growing(talk.path), 3)
    talk.path.write_bytes(b"".join(talk.path.read_bytes().splitlines(True)[:4]))

    assert not read_growing(talk.path, place).on


def test_compaction_behind_the_place_is_read_on_with_what_was_said_before(talk: Talk) -> None:
    place = place_in(talk, read_growing(talk.path), 2)
    talk.compact()
    talk.say("Fix step 4 of the upload.")

    on, whole = read_growing(talk.path, place), read_growing(talk.path)

    assert on.on
    assert on.conversation.messages == whole.conversation.messages[-len(on.conversation.messages) :]
    assert [one.mark for one in on.conversation.messages].count("summary") == 1


def test_compaction_that_copies_earlier_entries_is_read_whole(talk: Talk) -> None:
    place = place_in(talk, read_growing(talk.path), 2)
    talk.last = ""
    talk._write(
        "system",
        None,
        subtype="compact_boundary",
        compactMetadata={"trigger": "auto", "preservedSegment": {"headUuid": "s-1-0001"}},
    )
    talk.say("Fix step 4 of the upload.")

    assert not read_growing(talk.path, place).on


def test_first_entry_is_no_place_to_read_on_from(talk: Talk) -> None:
    grown = read_growing(talk.path)

    assert find_place(talk.path, grown.spots[1]) is None
    assert find_place(talk.path, None) is None


def test_other_formats_are_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text('[{"role": "user", "content": "Hello there"}]')

    grown = read_growing(path)

    assert [one.text for one in grown.conversation.messages] == ["Hello there"]
    assert grown.spots == {}


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no file"):
        read_growing(tmp_path / "none.jsonl")
