"""The commits of a session on the disk: one line each, appended and forced there; the line is the commit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConflictError
from daykeep.files.encoding import Problem
from daykeep.session.history.place import session_file
from daykeep.triage.model import Commit, Edit
from daykeep.triage.view.build import EDITS_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.files.store import Files

VERSION = 1


class Edits(NamedTuple):
    """All commits of a session, in order, and lines that could not be read: what they edited stands as it is."""

    commits: tuple[Commit, ...]
    problems: tuple[Problem, ...]


class EditStore:
    """The commits of one session. A commit is there as a whole or not at all, whenever its writer dies.

    ``name`` is that of their file, as problems with its lines give it.
    """

    def __init__(self, files: Files, session_id: str) -> None:
        self._files = files
        self.name = session_file(session_id, EDITS_FILE)
        self._lock = session_file(session_id, "commit")

    def load(self) -> Edits:
        """All commits; none if nothing was ever changed."""
        records, found = self._files.find_records(self.name)
        commits: list[Commit] = []
        problems = list(found)
        for line, record in enumerate(records, 1):
            try:
                commits.append(load_commit(record))
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
                problems.append(Problem(self.name, line, f"no commit that can be read: {error}"))
        return Edits(tuple(commits), tuple(problems))

    def append(self, commit: Commit, *, after: str = "") -> None:
        """Commit. ``after`` is the id of the last commit that the caller saw, "" for none: ConflictError if it isn't the last any more.

        When this returns the commit is on the disk; on an error nothing is changed.
        """
        with self._files.lock(self._lock, purpose="commit"):
            self._files.merge_spool()
            with self._files.lock(self.name, purpose="settle commits"):
                pass  # what a killed writer left of a line is out of the way
            last = next((one.id for one in reversed(self.load().commits)), "")
            if last != after:
                raise ConflictError(f"another commit came first: '{last}'", hint="look at the view again")
            self._files.append_records(self.name, [dump_commit(commit)])


def dump_commit(commit: Commit) -> dict[str, Any]:
    """A commit as an object for JSON; members that say nothing are left out."""
    held = {key: value for key, value in commit._asdict().items() if value}
    edits = [{key: value for key, value in edit._asdict().items() if value} for edit in commit.edits]
    return {"v": VERSION, **held, "edits": edits, "signed": dict(commit.signed)}


def load_commit(record: Mapping[str, Any]) -> Commit:
    """The commit that `dump_commit` made an object of; ValueError, KeyError or TypeError for anything else."""
    if record.get("v") != VERSION:
        raise ValueError("written by a later version of daykeep")
    texts = {key: _text(record, key) for key in ("check_id", "policy_sha", "block", "block_after", "undoes")}
    signed = {str(key): str(value) for key, value in record.get("signed", {}).items()}
    edits = tuple(_load_edit(edit) for edit in record.get("edits", ()))
    if not isinstance(record["id"], str) or not record["id"]:
        raise TypeError("a commit without an id")
    messages = int(record.get("messages", 0))
    return Commit(record["id"], _text(record, "at"), edits=edits, signed=signed, messages=messages, **texts)


def _load_edit(record: Mapping[str, Any]) -> Edit:
    masks = tuple((str(one), str(text)) for one, text in record.get("masks", ()))
    return Edit(
        unit_id=_text(record, "unit_id"),
        unit_sha=_text(record, "unit_sha"),
        action=_text(record, "action"),
        note=_text(record, "note"),
        stored_id=_text(record, "stored_id"),
        masks=masks,
        covers=_text(record, "covers"),
    )


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record.get(key, "")
    if not isinstance(value, str):
        raise TypeError(f"'{key}' is no text")
    return value
