"""A home folder with conversations, and an index of them, for tests."""

from datetime import timedelta, timezone
from pathlib import Path

from daykeep.search.documents import Before, Chunk, Reading
from daykeep.search.sources.conversations import Conversations
from daykeep.text.slugs import slug_of
from daykeep.transcripts.places import Surroundings
from tests.transcripts.building import Claude

EAST = timezone(timedelta(hours=8))


class Machine:
    """A home folder, a workspace in it, and an index that holds what was read."""

    def __init__(self, folder: Path, wanted: str = "auto", *, tools: bool = False) -> None:
        self.home = folder / "home"
        self.root = self.home / "notes"
        self.root.mkdir(parents=True)
        self.tools = tools
        self.use(wanted)
        self.held: dict[str, tuple[Before, list[Chunk]]] = {}

    def use(self, wanted: str) -> None:
        around = Surroundings(self.home, self.root, {"MY_KEY": "SECRET"})
        self.source = Conversations(wanted, around, zone=EAST, tools=self.tools)

    @property
    def claude(self) -> Path:
        return self.home / ".claude/projects" / slug_of(str(self.root))

    def chat(self, cwd: Path | None = None) -> Claude:
        return Claude(cwd=str(cwd or self.root))

    def listed(self) -> list[str]:
        return list(self.source.list_documents().found)

    def read(self, key: str) -> Reading:
        found = self.source.read_document(key)
        assert isinstance(found, Reading)
        return found

    def index(self, key: str) -> Reading:
        """Read as an index does: what it holds is handed in, and what comes back is put in its place."""
        before, chunks = self.held.get(key, (None, []))
        found = self.source.read_document(key, before)
        assert isinstance(found, Reading)
        chunks = [*chunks[: found.kept], *found.chunks]
        assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
        self.held[key] = Before(len(chunks), found.sha256, found.state), chunks
        return found

    def texts(self, key: str) -> list[str]:
        return [chunk.text for chunk in self.held[key][1]]
