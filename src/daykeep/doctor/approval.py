"""Checks that what agents obey is what a person has approved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.memory.decisions import trusted_sha256

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject


def check_approval(subject: Subject) -> Iterator[Finding]:
    """Name every layer file whose content is not the one on record."""
    known = trusted_sha256(subject.files)
    for name in (*subject.layout.core, subject.layout.memory):
        document = subject.files.find_document(name) if name else None
        if document is None or name not in known or known[name] == document.sha256:
            continue
        said = "changed since it was last approved"
        hint = f"look at the change; if it is yours, say so with `daykeep trust {name}`"
        yield Finding(f"unapproved:{name}", "warning", name, 0, said, hint)
