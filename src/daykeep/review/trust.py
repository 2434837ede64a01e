"""Which layer files a person has approved as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DocumentError, RefusedError
from daykeep.memory.decisions import is_trusted, record_trust, trusted_sha256

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.store import Files


class Unapproved(NamedTuple):
    """A layer file whose content is not the one on record: what was approved and what is there."""

    name: str
    approved: str
    present: str


def find_unapproved(files: Files, names: Sequence[str]) -> list[Unapproved]:
    """Those of the files that are on record with another content; one that was never recorded is not judged."""
    known = trusted_sha256(files)
    found = []
    for name in names:
        document = files.find_document(name) if name in known else None
        if document is not None and not is_trusted(files, name, document.sha256):
            found.append(Unapproved(name, known[name], document.sha256))
    return found


def trust_files(
    files: Files, names: Sequence[str], *, known: Sequence[str], person: bool, now: datetime
) -> list[str]:
    """Record the present content of layer files as approved; the names whose record changed.

    Raises RefusedError unless a person asks at a terminal, and DocumentError for a name that is no layer file;
    nothing is recorded then.
    """
    if not person:
        raise RefusedError(
            "only a person at a terminal can approve a core file",
            hint="run `daykeep trust` yourself, outside the agent",
        )
    contents = {}
    for name in names:
        if name not in known:
            raise DocumentError(
                f'"{name}" is not a layer file of this workspace', hint=f"known: {', '.join(known)}"
            )
        sha256 = files.read_document(name).sha256
        if trusted_sha256(files).get(name) != sha256:
            contents[name] = sha256
    record_trust(files, contents, now=now, by="user", how="trust")
    return list(contents)
