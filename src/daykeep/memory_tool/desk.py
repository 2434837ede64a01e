"""What the commands that write share: what may be stored, what was there before, and the history's commit."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, DocumentError, GitError
from daykeep.files.paths import slug
from daykeep.files.replace import sha256_of
from daykeep.git.values import HistoryOff
from daykeep.guard.findings import Findings
from daykeep.guard.hidden import find_hidden
from daykeep.guard.injection import find_signs
from daykeep.guard.secrets import find_secrets, mask_secrets
from daykeep.memory_tool.model import CommandError, shown
from daykeep.review.record import commit_edits, commit_safely, try_commit
from daykeep.text.comments import neutralise
from daykeep.text.unicode import repair_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.app import Workspace

LIMIT_BYTES = 1024 * 1024
"""Most that one file of the model's may hold."""
ASIDE = ".daykeep/data/notebook"
"""Where the former text of a file is kept for a while, where no commit holds it."""
KEPT = timedelta(days=90)
TRIES = 5
_STAMP = "%Y%m%dT%H%M%SZ"
_STAMPED = re.compile(r"(\d{8}T\d{6}Z)-")


class Guarded(NamedTuple):
    """A text as it may be stored, and what the model should hear about it."""

    text: str
    notes: tuple[str, ...]


class Desk:
    """One command that writes: the workspace, and what the history could not do."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.files = workspace.files
        self.problems: list[str] = []

    def change(self, name: str, make: Callable[[str], Guarded], *, path: str, missing: str) -> Guarded:
        """Replace a file's text by what ``make`` makes of it; the new text. Durable when it returns.

        Only what was read is replaced: if another program wrote meanwhile, ``make`` runs on what it wrote. The former text is in
        the history, or set aside, before it goes. CommandError with ``missing`` if there is no such file.
        """
        for _ in range(TRIES):
            data = self.read(name, missing)
            before = self.decode(data, path)
            after = make(before)
            new = after.text.encode()
            check_size(new, path)
            if new == data:
                return after
            self.settle([name])
            try:
                self.files.replace(name, new, expected_sha256=sha256_of(data))
            except ConflictError:
                continue
            return after
        raise CommandError(f"Error: The file {shown(path)} keeps changing. Please try again.")

    def read(self, name: str, missing: str) -> bytes:
        """A file's bytes; CommandError with ``missing`` if there is no such file."""
        data = self.files.find_bytes(name) if self.kind(name) == "file" else None
        if data is None:
            raise CommandError(missing)
        return data

    def kind(self, name: str) -> str:
        """What stands under a name, as `Files.kind` says; "missing" also where a file stands in the place of a folder above."""
        try:
            return self.files.kind(name)
        except DocumentError:
            return "missing"

    def decode(self, data: bytes, path: str) -> str:
        """A file's text with its byte-order mark; CommandError if it is not UTF-8: then an edit could change more than it names."""
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise CommandError(
                f"Error: File {shown(path)} is not UTF-8 text and can't be edited here."
            ) from error

    def settle(self, names: Sequence[str]) -> None:
        """See to it that what these files say now is kept: in the history, else set aside for 90 days."""
        at, author = self.workspace.now, self._author
        try_commit(
            self.workspace.history, self.problems, partial(commit_edits, names=names, at=at, author=author)
        )
        for name in names:
            if not self._is_held(name):
                self._set_aside(name)

    def record(self, names: Sequence[str], subject: str, *, trailers: Sequence[tuple[str, str]] = ()) -> None:
        """Commit what was done, where there is a history."""
        at, author, problems = self.workspace.now, self._author, self.problems
        try_commit(
            self.workspace.history,
            problems,
            lambda git: commit_safely(
                git, names, subject, trailers=trailers, at=at, author=author, problems=problems
            ),
        )

    @property
    def _author(self) -> str:
        return str(self.workspace.settings["history.author"])

    def _is_held(self, name: str) -> bool:
        history = self.workspace.history
        if isinstance(history, HistoryOff):
            return False
        try:
            return history.holds([name]) and history.head() is not None
        except GitError:
            return False

    def _set_aside(self, name: str) -> None:
        data = self.files.find_bytes(name)
        if data is None:
            return
        self._remove_old()
        stamp = self.workspace.now.astimezone(UTC).strftime(_STAMP)
        kept = f"{ASIDE}/{stamp}-{sha256_of(data)[:8]}-{slug(name)}.txt"
        if self.files.kind(kept) == "missing":
            self.files.replace(kept, data, expected_sha256=None)

    def _remove_old(self) -> None:
        oldest = self.workspace.now - KEPT
        for name in self.files.list_names(ASIDE) if self.files.kind(ASIDE) == "folder" else []:
            match = _STAMPED.match(name.rpartition("/")[2])
            if match and datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC) < oldest:
                self.files.remove(name)


def guard(text: str, before: str = "") -> Guarded:
    """A whole text as it may be stored in place of ``before``, and what the model should hear.

    Secrets are masked, characters that no file can hold are replaced, and marks that only daykeep writes are put out of
    force; where an edit completes one of them as well, because the whole text is looked at. What ``before`` had of them
    already is a person's and stays. Signs of an injection and hidden characters are told and kept: the text is
    unreviewed data wherever it is served.
    """
    clean, broken = repair_surrogates(text)
    nuls = clean.count("\0") if "\0" not in before else 0
    clean = clean.replace("\0", "\ufffd") if nuls else clean
    known = {secret.sha8 for secret in find_secrets(before)}
    masked = [secret for secret in find_secrets(clean) if secret.sha8 not in known]
    if masked and known:
        raise CommandError("Error: The text holds a secret. Nothing was written; leave it out.")
    if masked:
        clean = mask_secrets(clean)[0]
    safe = neutralise(clean) if neutralise(before) == before else clean
    hidden = find_hidden(safe.removeprefix("\ufeff"))
    new = len(hidden) > len(find_hidden(before.removeprefix("\ufeff")))
    notes = Findings(tuple(masked), broken, nuls, tuple(hidden) if new else ()).notes
    if safe != clean:
        notes.append("put marks out of force that only daykeep writes")
    signs = _signs(safe) - _signs(before)
    if signs:
        notes.append(
            f"the text reads like an instruction ({', '.join(sorted(signs))}); it stays unreviewed data"
        )
    return Guarded(safe, tuple(notes))


def check_size(data: bytes, path: str) -> None:
    """CommandError for more than a file of the model's may hold."""
    if len(data) > LIMIT_BYTES:
        raise CommandError(
            f"Error: File {shown(path)} would have {len(data):,} bytes, more than the {LIMIT_BYTES:,} that a file may have."
        )


def _signs(text: str) -> set[str]:
    return {sign.kind for sign in find_signs(text)} - {"url"}
