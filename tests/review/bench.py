"""A workspace whose MEMORY.md a test writes, commits and approves, and its account."""

from __future__ import annotations

from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.memory.decisions import add_tombstone
from daykeep.memory.sources import hash_line
from daykeep.review.account.trust import trust_files
from daykeep.review.account.verify import verify
from daykeep.workspace.layout import read_layout
from tests.git.playground import NOON

HEAD = "# Memory\n\n## Lessons\n\n"


class Bench:
    """A workspace whose MEMORY.md a test writes, commits and approves."""

    def __init__(self, playground):
        self.playground = playground
        self.files = Files(playground.root)
        self.history = open_history(playground.root)

    def write(self, *lines, commit=True, trust=False):
        self.playground.write("MEMORY.md", HEAD + "".join(f"{line}\n" for line in lines))
        if commit:
            self.playground.git("add", "MEMORY.md")
            self.playground.git("commit", "-qm", "Memory", "--", "MEMORY.md")
        if trust:
            self.trust()

    def trust(self):
        trust_files(
            self.files,
            read_layout(self.files),
            ["MEMORY.md"],
            history=self.history,
            now=NOON,
            by="ada",
            is_person=True,
        )

    def bury(self, line, how="revert"):
        add_tombstone(self.files, item="ab", lines=[hash_line(line)], now=NOON, by="ada", how=how)

    def verify(self, since=None):
        return verify(self.files, read_layout(self.files), self.history, since=since)

    def gone(self):
        return {line.text: line.how for line in self.verify().gone}

    def doubtful(self):
        return [line.text for line in self.verify().doubtful]
