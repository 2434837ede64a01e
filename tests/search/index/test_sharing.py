"""Reading that is shared out among processes gives what one process reads."""

import pytest

from daykeep.search.documents import Chunk, Document, Listing, Reading
from daykeep.search.index import Pace, refresh
from daykeep.search.index.sharing import Sharing
from daykeep.search.store import memory_store
from tests.search.index.room import LATER, Room
from tests.search.store.documents import found


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path)


def test_processes_that_share_the_reading_give_the_same_index(tmp_path):
    room = Room(tmp_path)
    for number in range(1600):
        room.write(f"memory/notes/n{number}.md", f"- tea number {number}\n")
    room.look()
    alone = (room.store.count(), found(room.store, "number", limit=2000))
    room.store = memory_store()
    room.look(share=Sharing(2))
    assert (room.store.count(), found(room.store, "number", limit=2000)) == alone


def test_source_that_can_not_be_sent_to_another_process_is_read_in_this_one(room):
    source = Many()
    source.made_here = lambda: None
    refresh(room.store, [source], Pace(LATER, share=Sharing(2)))
    assert room.store.count() == (1600, 1600)


class Many:
    """A source of many small documents."""

    name = "workspace"

    def list_documents(self):
        return Listing({f"workspace:{number:04}": (1, 1, 1) for number in range(1600)}, [])

    def read_document(self, key, before=None):
        chunk = Chunk(0, 1, 1, (), None, None, f"tea number {key[-4:]}")
        return Reading(Document(key, "workspace", "daily", key), (1, 1, 1), key, [chunk])
