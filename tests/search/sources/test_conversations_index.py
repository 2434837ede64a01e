"""Conversations in a real index: found, read on, taken out, by several processes."""

import json
from datetime import UTC
from pathlib import Path

import pytest

from daykeep.search.index import Pace, refresh
from daykeep.search.index.sharing import WORTH_DOCUMENTS, Sharing
from daykeep.search.sources.conversations import Conversations
from daykeep.search.store import memory_store
from daykeep.search.terms import terms
from daykeep.transcripts.places import Surroundings
from tests.search.store.documents import found
from tests.transcripts.building import Claude, Codex, add, write

LATER = 2**62
"""A moment long after every change: nothing is racy."""


class Room:
    """Exported conversations and a store over them; ``look`` refreshes as a search does."""

    def __init__(self, folder: Path) -> None:
        self.home, self.root = folder / "home", folder / "ws"
        self.exports = self.home / "exports"
        for made in (self.exports, self.root):
            made.mkdir(parents=True)
        self.store = memory_store()
        self.wanted = "~/exports"

    def look(self, **options: object) -> tuple[int, ...]:
        source = Conversations(self.wanted, Surroundings(self.home, self.root, {}), zone=UTC)
        done = refresh(self.store, [source], Pace(LATER, **options))
        assert done.problems == ()
        return done[:4]

    def finds(self, words: str) -> list[tuple[str, int]]:
        """File name and ordinal of each chunk that is found."""
        return [(Path(path).name, ordinal) for path, ordinal in found(self.store, *terms(words))]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path.resolve())


def test_turns_are_found_in_every_script_with_their_file(room: Room) -> None:
    chat = Claude()
    write(
        room.exports / "a.jsonl", chat.user("Where is the radicale socket?"), chat.agent("备份放在地下室。")
    )
    assert room.look() == (1, 0, 0, 0)
    assert room.finds("radicale") == [("a.jsonl", 0)]
    assert room.finds("备份") == [("a.jsonl", 1)]


def test_nothing_is_stored_again_where_a_file_was_only_touched(room: Room) -> None:
    path = write(room.exports / "a.jsonl", Claude().user("tea"))
    room.look()
    path.write_bytes(path.read_bytes())
    assert room.look() == (0, 0, 0, 1)


def test_turns_that_were_added_are_found_beside_the_old_ones(room: Room) -> None:
    chat = Claude()
    path = write(room.exports / "a.jsonl", chat.user("tea"), chat.agent("rice"), chat.user("salt"))
    room.look()
    add(path, chat.agent("pepper"))
    assert room.look() == (0, 1, 0, 0)
    assert [room.finds(word) for word in ("tea", "rice", "salt", "pepper")] == [
        [("a.jsonl", ordinal)] for ordinal in range(4)
    ]
    assert room.store.count() == (1, 4)


def test_turns_that_were_taken_back_and_files_that_are_gone_are_not_found(room: Room) -> None:
    chat = Claude()
    start = chat.user("tea")
    path = write(room.exports / "a.jsonl", start, chat.agent("rice"), chat.user("salt"))
    room.look()
    add(path, chat.user("pepper", parentUuid=start["uuid"]))
    room.look()
    assert [room.finds(word) for word in ("rice", "salt")] == [[], []]
    assert len(room.finds("pepper")) == 1
    path.unlink()
    assert room.look() == (0, 0, 1, 0)
    assert room.finds("tea") == []


def test_conversation_of_another_folder_is_found_only_once_every_folder_is_wanted(room: Room) -> None:
    codex = Codex()
    write(room.home / ".codex/sessions/rollout-a.jsonl", codex.meta(cwd="/clients/acme"), codex.user("tea"))
    found_with = []
    for room.wanted in ("codex", "codex:all", "codex"):
        room.look()
        found_with.append(len(room.finds("tea")))
    assert found_with == [0, 1, 0]


def test_secret_of_a_conversation_is_nowhere_in_the_index(room: Room) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    write(room.exports / "a.jsonl", Claude().user(f"tea with {token}"))
    room.look()
    assert room.finds(token) == []
    chunks = room.store.chunks(
        room.store.around([room.store.find(f"conversations:{room.exports}/a.jsonl", 1)], 9)
    )
    assert token not in json.dumps([chunk.text for chunk in chunks.values()])


def test_several_processes_read_the_same_as_one(room: Room) -> None:
    for number in range(WORTH_DOCUMENTS):
        write(room.exports / f"{number:05}.jsonl", {"role": "user", "content": f"tea number{number}"})
    assert room.look(share=Sharing(2)) == (WORTH_DOCUMENTS, 0, 0, 0)
    assert room.finds("number7") == [("00007.jsonl", 0)]
