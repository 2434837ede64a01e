"""Every version that MEMORY.md has had: what each took away, and which of them somebody answers for.

All branches that were merged are followed, so that a line which a merge threw away is found as well.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import GitError
from daykeep.files.encoding import decode
from daykeep.memory.decisions import LINES
from daykeep.memory.merge import merge_memory
from daykeep.memory.sources import hash_line
from daykeep.review.evidence.accounts import texts_in
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.git.values import Commit

_MERGER = "daykeep"
_SIDES = 2
BATCH = 400
"""So many contents are held at once."""

OWN_WRITES = ("distill", "review", "revert", "forget", "routing", "merge", "undo")
"""How daykeep records that what it wrote itself is known. Such a record follows from an approval, it is none."""

Lines = frozenset[bytes]


class Removal(NamedTuple):
    """A line that a version took away: its text, and the commit (None: not committed yet).

    ``step`` is the number of the version, ``together`` the other lines that went with it, as hashes.
    """

    text: str
    commit: Commit | None
    step: int
    together: frozenset[str]


class Approval(NamedTuple):
    """Who answers for a content, and since when; ``by_person``: a person was asked, it is not daykeep's own write."""

    by: str
    at: str
    by_person: bool


class Past(NamedTuple):
    """What became of a file: by the hash of a line its last removal, and who answers for what.

    ``agreed`` are removals that a person approved with the whole file later, by hash; ``approved`` are lines (their
    exact bytes) that stood in a content on record and never left since. ``own`` are lines, by hash, that daykeep has on
    record to have added to one of the versions and that never left since. ``merged`` are the contents (sha256) of merges
    of two contents that somebody answers for, as git or daykeep merges them. ``let_go`` are lines, by hash, that a person
    no longer had in the file when they approved it as it was. ``steps`` counts the versions.
    """

    removals: dict[str, Removal]
    agreed: dict[str, Approval]
    approved: dict[bytes, Approval]
    own: frozenset[str]
    merged: frozenset[str]
    let_go: frozenset[str]
    steps: int


class _Row(NamedTuple):
    sha256: str
    by: str
    at: str
    by_person: bool
    lines: frozenset[str]
    """What stood in it."""
    own: frozenset[str]
    """Of that, what was not taken back later."""
    whole: bool
    head: str


class _Version(NamedTuple):
    commit: Commit | None
    data: bytes
    befores: tuple[bytes, ...]


def read_past(
    files: Files, history: History | None, name: str, *, decisions: Sequence[Mapping[str, Any]]
) -> Past:
    """Go through every version of a file, the one on disk last; without a history there is only that one. Reads only.

    ``decisions`` are the records of ``memory/decisions.jsonl``.
    """
    rows = _trust_rows(decisions, name)
    walk = _Walk(rows, history, name)
    now = files.find_bytes(name) or b""
    head = b""
    if history is not None:
        commits = history.log_all([name])[::-1]
        for version in _versions(history, commits, name):
            walk.take(version)
        tip = history.head()
        head = (history.read(tip, name) if tip else None) or b""
    walk.take(_Version(None, now, (head,)))
    return Past(
        walk.removals, walk.agreed, walk.approved, frozenset(walk.own), walk.merged, _let_go(rows), walk.step
    )


@lru_cache(maxsize=4)
def split_bytes(data: bytes) -> Lines:
    """The lines of a file as bytes, without their ends and without blank ones."""
    if b"\0" in data:  # UTF-16, where a line end is no single byte
        data = decode(data).text.encode("utf-8", "surrogateescape")
    return frozenset(line for line in data.replace(b"\r", b"\n").split(b"\n") if line.strip())


def text_of(line: bytes) -> str:
    """A line of bytes as text."""
    texts = decode(line).texts
    return texts[0] if texts else ""


def _versions(history: History, commits: Sequence[Commit], name: str) -> Iterator[_Version]:
    for start in range(0, len(commits), BATCH):
        some = commits[start : start + BATCH]
        asked = list(dict.fromkeys(one for commit in some for one in (commit.id, *commit.parents)))
        contents = dict(zip(asked, history.read_each([(one, name) for one in asked]), strict=True))
        for commit in some:
            befores = tuple(contents[parent] or b"" for parent in commit.parents)
            yield _Version(commit, contents[commit.id] or b"", befores)


class _Walk:
    """The versions, one after the other, parents before their children."""

    def __init__(self, rows: Sequence[_Row], history: History | None, name: str) -> None:
        self._rows = rows
        self._history = history
        self._name = name
        self._answered: set[str] = set()
        self._places: dict[str, list[int]] = {}
        self._building: dict[str, list[_Row]] = {}
        for place, row in enumerate(rows):
            self._places.setdefault(row.sha256, []).append(place)
            if row.by_person and row.head not in {"", row.sha256}:
                self._building.setdefault(row.head, []).append(row)
        self._reached: dict[str, int] = {}
        self._hashes: dict[bytes, str] = {}
        self.removals: dict[str, Removal] = {}
        self.agreed: dict[str, Approval] = {}
        self.approved: dict[bytes, Approval] = {}
        self.own: set[str] = set()
        self.merged: frozenset[str] = frozenset()
        self.step = 0

    def take(self, version: _Version) -> None:
        """Go on to the next version."""
        self.step += 1
        before = frozenset[bytes]().union(*map(split_bytes, version.befores))
        lines = split_bytes(version.data)
        if before - lines:
            self._note_gone(version, before - lines, lines - before)
        rows = self._find_rows(version)
        passed = self._passed_rows(version)
        later = self._later_rows(version) if version.commit is None else []
        if rows or passed or later:
            told = {line for row in (*rows, *passed, *later) for line in row.own}
            self.own.update(told & set(map(self._hash, lines)))
            self._agree_with(passed)
        approval = _approval_in(rows) or self._merge_approval(version)
        if approval is not None:
            self._answered.add(_sha256(version.data))
            if not rows:  # what the merge left out of two approved sides, neither of them misses
                gone = [line for line, removal in self.removals.items() if removal.step == self.step]
                self.agreed.update(dict.fromkeys(gone, approval))
            self._note_approval(approval, lines)

    def _note_gone(self, version: _Version, gone: Lines, new: Lines) -> None:
        present = set(map(self._hash, new))  # with other marks or white space it is the same line
        texts = {self._hash(line): text for line in gone if normalise_line(text := text_of(line))}
        texts = {line: text for line, text in texts.items() if line not in present}
        for old in gone:
            self.approved.pop(old, None)  # who puts it back has to answer for it again
        together = frozenset(texts)
        for line, text in texts.items():
            if len(version.befores) > 1 and line in self.removals:
                continue  # a merge: one side had taken it away before, which is looked at there
            self.removals[line] = Removal(text, version.commit, self.step, together)
            self.agreed.pop(line, None)
            self.own.discard(line)

    def _note_approval(self, approval: Approval, lines: Lines) -> None:
        for new in lines - self.approved.keys():
            self.approved[new] = approval
        if approval.by_person and len(self.agreed) < len(self.removals):
            present = set(map(self._hash, lines))
            for line in self.removals.keys() - self.agreed.keys() - present:
                self.agreed[line] = approval

    def _find_rows(self, version: _Version) -> list[_Row]:
        """The records of this content; an older record than that of the version before does not count.

        Else whoever puts an old content back would have it approved.
        """
        sha256 = _sha256(version.data)
        if self._history is None:  # nothing tells what came before: only the last record counts
            return [row for row in self._rows[-1:] if row.sha256 == sha256]
        reached = max((self._reached.get(_sha256(before), -1) for before in version.befores), default=-1)
        places = [place for place in self._places.get(sha256, ()) if place >= reached]
        self._reached[sha256] = places[0] if places else max(reached, self._reached.get(sha256, -1))
        return [self._rows[place] for place in places]

    def _later_rows(self, version: _Version) -> list[_Row]:
        """The records of contents that came after the last one in the history, and that no commit ever held."""
        reached = max((self._reached.get(_sha256(before), -1) for before in version.befores), default=-1)
        return [row for row in self._rows[reached + 1 :] if row.sha256 not in self._reached]

    def _passed_rows(self, version: _Version) -> list[_Row]:
        """The approvals of contents between the version before and this one, which no commit holds."""
        befores = {_sha256(before) for before in version.befores}
        return [row for before in befores for row in self._building.get(before, ())]

    def _agree_with(self, passed: Sequence[_Row]) -> None:
        """Whoever approved a content in between has agreed to what it lacked, and misses again what it held."""
        for row in passed:
            for line, removal in self.removals.items():
                if line in row.lines:
                    self.agreed.pop(line, None)
                elif removal.step == self.step or (row.lines and line not in self.agreed):
                    self.agreed[line] = Approval(row.by, row.at, row.by_person)

    def _merge_approval(self, version: _Version) -> Approval | None:
        """The approval of a merge whose sides are approved, and which is what merging them gives."""
        sides = {_sha256(before) for before in version.befores}
        if self._history is None or version.commit is None or len(version.befores) != _SIDES:
            known = _sha256(version.data) in self.merged  # the file on disk is the one that the commit holds
            return Approval(_MERGER, "", by_person=False) if known else None
        if not sides <= self._answered or not _is_clean_merge(
            self._history, version.commit, self._name, version
        ):
            return None
        self.merged |= {_sha256(version.data)}
        return Approval(_MERGER, version.commit.at.isoformat(timespec="seconds"), by_person=False)

    def _hash(self, line: bytes) -> str:
        known = self._hashes.get(line)
        if known is None:
            known = self._hashes[line] = hash_line(text_of(line))
        return known


def _is_clean_merge(history: History, commit: Commit, name: str, version: _Version) -> bool:
    """Whether a merge commit holds of a file what daykeep, or git alone, makes of its two sides without a conflict."""
    ours, theirs = version.befores
    ancestor = history.merge_base(*commit.parents)
    base = (history.read(ancestor, name) if ancestor else None) or b""
    merged = merge_memory(base, ours, theirs)
    if merged is not None and not merged.conflicts and merged.data == version.data:
        return True
    try:
        data, conflicts = history.merge(base=base, ours=ours, theirs=theirs)
    except GitError:  # what git takes for binary
        return False
    return not conflicts and data == version.data


def _let_go(rows: Sequence[_Row]) -> frozenset[str]:
    seen: set[str] = set()
    gone: set[str] = set()
    for row in rows:
        if row.by_person and row.whole and row.lines:
            gone |= seen - row.lines
        seen |= row.lines
        gone -= row.lines
    return frozenset(gone)


def _approval_in(rows: Sequence[_Row]) -> Approval | None:
    whole = [row for row in rows if row.whole]
    if not whole:
        return None
    row = next((one for one in whole if one.by_person), whole[0])
    return Approval(row.by, row.at, row.by_person)


def _trust_rows(decisions: Sequence[Mapping[str, Any]], name: str) -> list[_Row]:
    """The records of a file's contents in their order, without the lines that were taken back after them."""
    rows: list[_Row] = []
    holders: dict[str, list[int]] = {}
    for row in decisions:
        kind = row.get("kind")
        if kind == "tombstone":
            for line in texts_in(row, "lines"):
                for place in holders.pop(line, ()):
                    rows[place] = rows[place]._replace(own=rows[place].own - {line})
        if kind not in {"trust", LINES} or row.get("name") != name or not isinstance(row.get("sha256"), str):
            continue
        by, by_person = str(row.get("by", "")), not is_own_write(row)
        lines = frozenset(texts_in(row, "lines"))
        for line in lines:
            holders.setdefault(line, []).append(len(rows))
        head = str(row.get("head", ""))
        at = str(row.get("at", ""))
        rows.append(_Row(row["sha256"], by, at, by_person, lines, lines, kind == "trust", head))
    return rows


def is_own_write(row: Mapping[str, Any]) -> bool:
    """Whether a record of a content is daykeep's own, of what it wrote itself, and no person's approval."""
    return row.get("by") == "daykeep" and row.get("how") in OWN_WRITES


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
