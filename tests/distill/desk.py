"""A workspace with a repository for tests of whole runs."""

from __future__ import annotations

from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.files.store import Files
from daykeep.git.history import init_repository, open_history
from daykeep.review.stores.joined import open_store
from tests.distill.support import NOW

ALL = Window(None, None)
AUTHOR = "daykeep <daykeep@localhost>"
LOG = "memory/2026-03-10.md"

LESSONS = (
    "Always take a backup before upgrading the photo database",
    "Never push to the release branch on a Friday",
    "Check the exit code of rsync, because it stays silent about skipped files",
    "The printer needs its driver reinstalled after each firmware update",
    "Read the whole log before blaming the network",
    "Store times with their zone, otherwise the calendar shifts in March",
    "Label every cable in the rack before moving it",
    "Two importers at once corrupt the ledger; run them one after the other",
    "Warm the soil sensor for ten minutes, else its first values are wrong",
    "Rename the temporary file only when it is complete",
)


class Desk:
    """A workspace with a repository; ``rules`` are those of the next run."""

    def __init__(self, root):
        self.root = root
        (root / "memory").mkdir()
        (root / "MEMORY.md").write_text("# MEMORY\n\n## Lessons\n")
        init_repository(root)
        self.files = Files(root)
        self.history = open_history(root)
        self.store = open_store(self.files, self.history)
        self.rules = Rules(gate=0.0)
        self.history.commit(["MEMORY.md"], subject="Begin", author=AUTHOR, at=NOW)

    def write(self, text, name=LOG):
        (self.root / name).write_text(text)

    def lesson(self, *lines, name=LOG):
        self.write("# Day\n\n## 14:30 Lessons learned\n" + "".join(f"- {line}\n" for line in lines), name)

    def run(self, window=ALL, **options):
        return distill(self.files, window, self.place, **options)

    @property
    def place(self):
        return Place("MEMORY.md", "en", NOW, self.history, AUTHOR, rules=self.rules, started_at=NOW)

    @property
    def memory(self):
        return (self.root / "MEMORY.md").read_text()

    def waiting(self):
        return [item for one in self.store.list_waiting().proposals for item in one.waiting]

    def edit(self, old, new):
        (self.root / "MEMORY.md").write_text(self.memory.replace(old, new))

    def forget_state(self):
        (self.root / "memory/distill-state.json").unlink()

    def everything(self):
        return {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}
