"""Taking back a change of a core file, asked for by somebody who may not do it: a proposal with the inverse change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.encoding import decode
from daykeep.review.asking.propose import PATCH, draft_changes, is_core, plan_patch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import Draft
    from daykeep.review.takeback.revert import Change, Revert


def draft_inverse(files: Files, plan: Revert, *, day: date) -> list[Draft]:
    """The proposals of a revert, one for each core file; none for what a proposal can't say.

    That is what touches other files too, brings back what was forgotten, or takes a whole file away.
    """
    if plan.target.unforgets or not all(_can_wait(change) for change in plan.files):
        return []
    return [_draft(files, change, day) for change in plan.files]


def _can_wait(change: Change) -> bool:
    return is_core(change.name) and change.sha256 is not None and change.data is not None


def _draft(files: Files, change: Change, day: date) -> Draft:
    document = files.find_document(change.name)
    text = "\n".join(_unified(document.texts if document is not None else [], change))
    edits = plan_patch(document, text + "\n", name=change.name)
    return draft_changes(change.name, document, edits, origin="agent", day=day, rule=PATCH)


def _unified(texts: list[str], change: Change) -> Iterator[str]:
    from difflib import unified_diff  # noqa: PLC0415 - slow to import

    after = decode(change.data or b"", change.name).texts
    return unified_diff(texts, after, change.name, change.name, lineterm="")
