"""Accounts for memory: why each line that left MEMORY.md left, and who answers for each line that stands there.

This is a proof from records, not a lock: whoever can write the workspace can write a record. It makes sure that
nothing vanishes or appears by accident, and that what a program changed without being asked is seen.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.decisions import DECISIONS_FILE, is_trusted, lines_on_record, trusted_sha256
from daykeep.memory.sources import hash_line, load_sources
from daykeep.memory.written import find_written
from daykeep.review.account.headings import find_own_headings
from daykeep.review.account.notes import find_unapproved_notes
from daykeep.review.account.taken import lines_taken_out
from daykeep.review.account.trust import find_unapproved
from daykeep.review.account.versions import Past, read_past, split_bytes, text_of
from daykeep.review.difference import Difference, compare_bytes
from daykeep.review.evidence.accounts import Accounts, Reason, is_structure
from daykeep.review.evidence.remembered import Span, read_spans
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.git.values import Commit
    from daykeep.review.account.trust import Unapproved
    from daykeep.workspace.layout import Layout

AGREED, STRUCTURE, VANISHED = "approved", "structure", "vanished"
"""How a line left besides the ways on record: with a file that a person approved, as a heading, without an account."""

SOURCE, APPROVED, UNAPPROVED = "source", "approved", "unapproved"


class Gone(NamedTuple):
    """A line that is not in MEMORY.md any more: ``how`` is a way of `Reason`, approved, structure or vanished.

    ``commit`` took it away; None: that is ``uncommitted``, or the history was rewritten. ``reason`` is the record, if
    there is one. ``name`` and ``number`` are where the line was logged, if that is all that is known of it.
    """

    text: str
    how: str
    commit: Commit | None
    reason: Reason | None = None
    name: str = ""
    number: int = 0
    uncommitted: bool = False


class Standing(NamedTuple):
    """A line of MEMORY.md: its number and text; ``how`` is source, approved, structure or unapproved.

    ``was``: why it once left memory, for a line that was put back without an approval.
    """

    number: int
    text: str
    how: str
    was: str = ""


class Changed(NamedTuple):
    """A file that nobody has approved as it is; ``difference`` is since its last approval, as far as it can be read.

    ``known``: it was approved before.
    """

    name: str
    known: bool
    difference: Difference


class Verified(NamedTuple):
    """The account: lines that left (vanished ones included), lines that stand, files that nobody has approved.

    ``versions`` counts those of MEMORY.md that were looked at; ``off`` is why there is no history.
    """

    memory: str
    gone: tuple[Gone, ...]
    standing: tuple[Standing, ...]
    unapproved: tuple[Changed, ...]
    versions: int
    since: Commit | None
    off: str | None

    @property
    def vanished(self) -> tuple[Gone, ...]:
        """The lines that left without an account."""
        return tuple(line for line in self.gone if line.how == VANISHED)

    @property
    def doubtful(self) -> tuple[Standing, ...]:
        """The lines that stand without one."""
        return tuple(line for line in self.standing if line.how == UNAPPROVED)

    @property
    def is_complete(self) -> bool:
        """Whether everything is accounted for."""
        return not (self.vanished or self.doubtful or self.unapproved)


def verify(
    files: Files, layout: Layout, history: History | HistoryOff, *, since: Commit | None = None
) -> Verified:
    """Account for every line that left MEMORY.md after ``since`` (None: ever), and for every line of it now.

    Reads only. Without a history only what daykeep has on record to have written is looked for, and MEMORY.md as it is.
    """
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    git = history if isinstance(history, History) else None
    memory = layout.memory_target
    decisions, _ = files.find_records(DECISIONS_FILE)
    past = read_past(files, git, memory, decisions=decisions)
    data = files.find_bytes(memory) or b""
    accounts = Accounts(files, decisions)
    on_record = _is_on_record(files, memory, past, data)
    present = frozenset(hash_line(text_of(line)) for line in split_bytes(data))
    ledger = _Ledger(past, accounts, present)
    gone = ledger.account(_ids_beyond(git, memory, since))
    if since is not None and git is not None:
        gone += ledger.account_rewritten(git.read(since.id, memory) or b"")
    else:
        gone += _account_unseen(files, past, accounts, present, on_record=on_record)
    known = lines_on_record(decisions, memory)
    taken = lines_taken_out(decisions, memory, hashlib.sha256(data).hexdigest())
    standing = _account_standing(files, memory, past, accounts, known=known, taken=taken, on_record=on_record)
    return Verified(
        memory=memory,
        gone=tuple(gone),
        standing=tuple(standing),
        unapproved=tuple(
            _describe(files, git, file)
            for file in (*find_unapproved(files, layout, git), *find_unapproved_notes(files))
        ),
        versions=past.steps,
        since=since,
        off=None if isinstance(history, History) else history.reason,
    )


def _is_on_record(files: Files, memory: str, past: Past, data: bytes) -> bool:
    digest = hashlib.sha256(data).hexdigest()
    return is_trusted(files, memory, digest) or digest in past.merged


def _ids_beyond(git: History | None, memory: str, since: Commit | None) -> frozenset[str] | None:
    """The commits that count; None: all."""
    if git is None or since is None:
        return None
    return frozenset(commit.id for commit in git.log_all([memory], beyond=since.id))


class _Ledger:
    """What left MEMORY.md, line by line."""

    def __init__(self, past: Past, accounts: Accounts, present: AbstractSet[str]) -> None:
        self._past = past
        self._accounts = accounts
        self._present = present

    def account(self, wanted: AbstractSet[str] | None) -> list[Gone]:
        """Every line that one of these commits, or nobody's commit yet, took away and that is not there now."""
        removals = self._past.removals
        return [
            self._judge(line, removal.text, removal.commit)._replace(uncommitted=removal.commit is None)
            for line, removal in removals.items()
            if line not in self._present
            and (wanted is None or removal.commit is None or removal.commit.id in wanted)
        ]

    def account_rewritten(self, base: bytes) -> list[Gone]:
        """The lines of an earlier content that no version took away and that are not there: history was rewritten."""
        texts = {hash_line(text): text for text in map(text_of, split_bytes(base)) if normalise_line(text)}
        missing = texts.keys() - self._present - self._past.removals.keys()
        return [self._judge(line, text, None) for line, text in texts.items() if line in missing]

    def _judge(self, line: str, text: str, commit: Commit | None) -> Gone:
        reason = self._accounts.find(line)
        if reason is not None:
            return Gone(text, reason.how, commit, reason)
        agreed = self._past.agreed.get(line)
        if agreed is not None:
            return Gone(text, AGREED, commit, Reason(AGREED, agreed.at, agreed.by))
        removal = self._past.removals.get(line)
        together = removal.together if removal is not None else frozenset[str]()
        if is_structure(text) and any(self._accounts.find(other) for other in together):
            return Gone(text, STRUCTURE, commit)
        return Gone(text, VANISHED, commit)


def _account_unseen(
    files: Files, past: Past, accounts: Accounts, present: AbstractSet[str], *, on_record: bool
) -> list[Gone]:
    """The lines that daykeep wrote, that no commit ever held, and that are not there now."""
    written = find_written(files)
    known = {hash_line(""), *present, *past.removals}
    missing = {
        record.line: record
        for record in load_sources(files)[0]
        if record.item in written and record.line not in known
    }
    spans = [
        Span(record.line, record.name, record.first, record.last, record.sha8) for record in missing.values()
    ]
    texts = read_spans(files, spans) if missing else {}
    gone = []
    for line, record in missing.items():
        reason = accounts.find(line)
        agreed = on_record or line in past.let_go
        how = reason.how if reason is not None else AGREED if agreed else VANISHED
        gone.append(Gone(texts.get(line, ""), how, None, reason, record.name, record.first))
    return gone


def _account_standing(
    files: Files,
    memory: str,
    past: Past,
    accounts: Accounts,
    *,
    known: AbstractSet[str],
    taken: AbstractSet[str],
    on_record: bool,
) -> list[Standing]:
    """Who answers for each line of MEMORY.md that is not blank.

    ``known`` are the lines on record, by hash, ``taken`` those that daykeep was asked to take out since they were approved.
    """
    document = files.find_document(memory)
    texts = document.texts if document is not None else []
    records = load_sources(files)[0]
    sourced = {record.line for record in records} - accounts.dead
    own = known - past.removals.keys() | past.own
    if memory in trusted_sha256(files):  # what once left and is back has to be on record as such
        sourced -= past.removals.keys() - past.own
    sourced, own = sourced - taken, own - taken
    headings = find_own_headings(files, texts, [one for one in records if one.line in sourced])
    standing = []
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        line = hash_line(text)
        if line in sourced and normalise_line(text):
            how = SOURCE
        elif line not in taken and (on_record or text.encode("utf-8", "surrogateescape") in past.approved):
            how = APPROVED
        elif line in own:
            how = STRUCTURE if is_structure(text) else APPROVED
        else:
            how = STRUCTURE if _is_rule(text) or number in headings else UNAPPROVED
        reason = accounts.find(line) if how == UNAPPROVED else None
        standing.append(Standing(number, text, how, reason.how if reason is not None else ""))
    return standing


def _is_rule(text: str) -> bool:
    return not any(sign.isalnum() for sign in text)


def _describe(files: Files, git: History | None, file: Unapproved) -> Changed:
    """A file that nobody has approved, with what changed since somebody had, where git still has that content."""
    now = files.find_bytes(file.name)
    before = None
    if file.trusted_sha256 is not None and git is not None:
        before = _find_content(git, file.name, file.trusted_sha256)
    known = file.trusted_sha256 is not None
    if known and before is None:
        return Changed(file.name, known, Difference((), ()))
    return Changed(file.name, known, compare_bytes(before, now))


def _find_content(git: History, name: str, sha256: str) -> bytes | None:
    """The content with this hash among the commits of a file, newest first."""
    ids = [commit.id for commit in git.log_all([name])]
    for start in range(0, len(ids), _BATCH):
        some = ids[start : start + _BATCH]
        for data in git.read_each([(commit, name) for commit in some]):
            if data is not None and hashlib.sha256(data).hexdigest() == sha256:
                return data
    return None


_BATCH = 50


def count_ways(lines: Sequence[Gone] | Sequence[Standing]) -> Mapping[str, int]:
    """How many lines there are of each ``how``, most first."""
    counts: dict[str, int] = {}
    for line in lines:
        counts[line.how] = counts.get(line.how, 0) + 1
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
