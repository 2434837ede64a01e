"""Checks that what agents obey is what a person has approved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.memory.decisions import trusted_sha256
from daykeep.review.account.notes import find_unapproved_notes
from daykeep.review.account.trust import find_unapproved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject


def check_approval(subject: Subject) -> Iterator[Finding]:
    """Name every layer file whose content is not the one on record; a word only, where no file is on record at all."""
    known = trusted_sha256(subject.files)
    for found in find_unapproved(subject.files, subject.layout, subject.history):
        name = found.name
        if name in known:
            said = "changed since it was last approved"
            hint = f"`daykeep verify` shows the change; if it is yours, say so with `daykeep trust {name}`"
            yield Finding(f"unapproved:{name}", "warning", name, 0, said, hint)
        else:
            said = "is read by agents, and nobody has approved it yet"
            hint = f"read it (`daykeep verify`); if it is as you want it, say so with `daykeep trust {name}`"
            yield Finding(f"unapproved:{name}", "warning" if known else "info", name, 0, said, hint)
    for note in find_unapproved_notes(subject.files):
        said = "says that it was reviewed, and no approval of it as it is is on record"
        hint = f"read it; if it is as you want it, say so with `daykeep trust {note.name}`; until then it is data"
        yield Finding(f"unapproved:{note.name}", "warning", note.name, 0, said, hint)
