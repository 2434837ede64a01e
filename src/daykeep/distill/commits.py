"""What a distillation records in the history: the logs it reads, what others changed, and what it learned."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.memory.leaving.archive import archive_names, find_archived
from daykeep.memory.sources import SOURCES_FILE, hash_line, load_sources
from daykeep.review.account.merged import settle_merge
from daykeep.review.record import commit_days, commit_edits, commit_learned, commit_said, try_commit
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.memory.items import Item
    from daykeep.memory.sources import SourceRecord
    from daykeep.memory.wordings import Wording


class Recorder(NamedTuple):
    """Commits of one run. What git refuses goes to ``problems``, what it leaves out on purpose to ``passed_over``."""

    history: History | HistoryOff
    memory: str
    author: str
    at: datetime
    problems: list[str]
    passed_over: list[str]

    def commit_logs(self, names: Sequence[str], *, clean: Mapping[str, str]) -> str | None:
        """Commit the logs that were read; the commit that holds them, so that sources point at it.

        ``clean`` are those without a secret, each with the SHA-256 of the bytes that were searched.
        """

        def work(history: History) -> str | None:
            commit_days(history, names, at=self.at, author=self.author, problems=self.problems, clean=clean)
            return history.head()

        return self._try(work)

    def commit_unfinished(self, files: Files) -> None:
        """Commit what an earlier run wrote and could not commit, as learned.

        Only if all that MEMORY.md has beyond the last commit are lines with a source on record, and all that it lacks
        went to the archive: anything else is somebody's edit.
        """

        def work(history: History) -> str | None:
            records = self._uncommitted(files, history)
            return self._commit_records(history, records, archive_names(files)) if records else None

        self._try(work)

    def commit_edits(self, files: Files) -> None:
        """Commit what others changed in MEMORY.md, so that the commit of what was learned holds only that.

        What git merged there from two approved contents is put on record first.
        """
        settle_merge(files, self.history, self.memory, now=self.at)
        self._try(
            lambda history: commit_edits(
                history, [self.memory], at=self.at, author=self.author, problems=self.problems
            )
        )

    def commit_items(self, items: Sequence[Item], archive: str | None) -> str | None:
        """Commit MEMORY.md with the items that were learned, and the archive that others left for.

        The commit's id, None if it could not be made.
        """
        learned = [(item.item_id, f"{item.name}:{item.first}-{item.last}", item.day) for item in items]
        return self._try(lambda history: self._commit(history, learned, [archive] if archive else []))

    def commit_said(self, said: Sequence[Wording]) -> str | None:
        """Commit the record of where known things were said again, in a run that learned nothing; the commit's id."""
        places = [
            (one.item, f"{one.name}:{one.first}-{one.last}", date.fromisoformat(one.day)) for one in said
        ]
        return self._try(
            lambda history: commit_said(
                history, [SOURCES_FILE], places, at=self.at, author=self.author, problems=self.problems
            )
        )

    def _commit_records(
        self, history: History, records: Sequence[SourceRecord], archives: Sequence[str]
    ) -> str | None:
        spans: dict[str, list[SourceRecord]] = {}
        for record in records:
            spans.setdefault(record.item, []).append(record)
        learned = []
        for item, rows in spans.items():
            first, last = min(row.first for row in rows), max(row.last for row in rows)
            learned.append((item, f"{rows[0].name}:{first}-{last}", date.fromisoformat(rows[0].day)))
        return self._commit(history, learned, archives)

    def _commit(
        self, history: History, learned: Sequence[tuple[str, str, date]], archives: Sequence[str]
    ) -> str | None:
        names = [self.memory, SOURCES_FILE, DECISIONS_FILE, *archives]
        commit = commit_learned(
            history, names, learned, at=self.at, author=self.author, problems=self.problems
        )
        left = history.left_out([self.memory]).get(self.memory)
        if left:
            self.passed_over.append(f"{self.memory}: not in the history: {left}")
        return commit

    def _uncommitted(self, files: Files, history: History) -> list[SourceRecord]:
        """The records of the lines that the last commit lacks; none if a line is gone or has no source."""
        head = history.head()
        document = files.find_document(self.memory)
        if head is None or document is None or not history.changed([self.memory]):
            return []
        before = decode(history.read(head, self.memory) or b"", self.memory).texts
        old = {hash_line(text) for text in before}
        now = {hash_line(text): text for text in document.texts if normalise_line(text)}
        records = {record.line: record for record in load_sources(files)[0]}
        fresh = [line for line, text in now.items() if line not in old and not text.startswith("#")]
        gone = {
            hash_line(text) for text in before if normalise_line(text) and not text.startswith("#")
        } - set(now)
        archived = {hash_line(line.text) for line in find_archived(files)} if gone else set()
        if gone - archived or any(line not in records for line in fresh):
            return []
        return [records[line] for line in fresh]

    def _try(self, work: Callable[[History], str | None]) -> str | None:
        return try_commit(self.history, self.problems, work)
