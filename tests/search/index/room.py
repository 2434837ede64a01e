"""A workspace with an index, for tests."""

from daykeep.files.store import Files
from daykeep.search.index import Pace, refresh
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.search.store import memory_store
from daykeep.workspace.layout import read_layout
from tests.search.store.documents import found

LATER = 2**62
"""A moment long after every change: nothing is racy."""


class Room:
    """A workspace and a store; ``look`` refreshes as a search does."""

    def __init__(self, root):
        self.root = root
        self.store = memory_store()
        (root / "memory").mkdir()
        self.write("AGENTS.md", "# Agents\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def look(self, read_at_ns=LATER, **options):
        files = Files(self.root)
        return refresh(self.store, [WorkspaceSource(files, read_layout(files))], Pace(read_at_ns, **options))

    def finds(self, *terms):
        return [path for path, _ in found(self.store, *terms)]
