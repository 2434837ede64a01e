"""Makes what a person approved in other files than MEMORY.md: core files, notes, archives of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError
from daykeep.files.encoding import decode
from daykeep.files.replace import sha256_of
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.approved import added_lines, replace_approved
from daykeep.memory.decisions import add_tombstone, find_tombstones, is_trusted, record_trust
from daykeep.memory.sources import hash_line, hash_source
from daykeep.memory.wordings import find_wordings, load_wordings
from daykeep.review.account.taken import taken_out_of
from daykeep.review.asking.copies import write_copy
from daykeep.review.asking.propose import STRANGERS, is_core
from daykeep.review.asking.repeats import find_repeats
from daykeep.review.notes.discard import is_empty_note, remove_note
from daykeep.review.notes.files import is_note_file
from daykeep.review.notes.index import put_in_step
from daykeep.review.notes.item import as_reviewed
from daykeep.review.queue.proposals import CHANGE, FORGET
from daykeep.review.verdict.change import plan_changes
from daykeep.text.similarity import normalise_line
from daykeep.workspace.archive import is_memory_archive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import ProposedItem
    from daykeep.review.verdict.change import Planned

REPLANS = 3


class Made(NamedTuple):
    """What was done to one file: the items that are made, and those that can't be, each with the reason."""

    items: tuple[ProposedItem, ...]
    refused: tuple[tuple[ProposedItem, str], ...]


def why_not_elsewhere(target: str, item: ProposedItem) -> str | None:
    """Why an item must not be made in this file, None if it may; a proposal that was tampered with changes nothing."""
    if item.is_note and is_note_file(target) and item.name == target:
        return None
    if item.action == CHANGE and not item.is_note and is_core(target):
        return f"text of origin {item.origin} never changes {target}" if item.origin in STRANGERS else None
    if item.action == FORGET and holds_memory(target):
        return None
    return f"it is about {target}, where nothing like it is changed"


def holds_memory(name: str) -> bool:
    """Whether lines of this file can be forgotten: a note or an archive of MEMORY.md."""
    return is_note_file(name) or is_memory_archive(name)


def make_elsewhere(
    files: Files,
    target: str,
    items: Sequence[ProposedItem],
    *,
    language: str,
    now: datetime,
    by: str,
    before: Callable[[Sequence[ProposedItem]], None],
    how: str = "review",
    proof: str = "",
) -> Made:
    """Make items in one file, as it is now; ``before`` records the verdicts, once it is known what can be made.

    ``proof`` is what showed that a person asks for it, where no verdict says so.
    Order on disk: tombstones, verdicts, approval of the content, file; the same call again adds nothing twice. An
    edit of the file that nobody has approved does not come on record by this. Raises ConflictError if the file keeps
    changing.
    """
    for _ in range(REPLANS):
        document = files.find_document(target)
        planned = plan_changes(document, items, name=target, language=language)
        bury(files, planned.items, document, now=now, by=by, proof=proof)
        before(planned.items)
        try:
            if planned.items and is_note_file(target):
                _put_note(files, document, planned, now=now, by=by, how=how, proof=proof)
            elif planned.items and planned.document.data != (document.data if document is not None else b""):
                replace_approved(files, document, planned.document.data, name=target, now=now, how=how)
        except ConflictError:
            continue
        return Made(planned.items, planned.refused)
    raise ConflictError(f'"{target}" keeps changing while it is written', hint="run `daykeep review` again")


def _put_note(
    files: Files, document: Document | None, planned: Planned, *, now: datetime, by: str, how: str, proof: str
) -> None:
    """Write a note as it was approved, which is on record by its whole content; one of which nothing is left goes.

    The index is put in step after it.
    """
    if document is None:
        return
    if all(item.action == FORGET for item in planned.items) and is_empty_note(planned.document.texts):
        remove_note(files, document)
        return
    data = planned.document.data
    if any(item.is_note for item in planned.items):
        data = as_reviewed(data, document.name)
        lines = {document.name: added_lines(None, decode(data, document.name))}
        record_trust(
            files, {document.name: sha256_of(data)}, now=now, by=by, how=how, lines=lines, proof=proof,
            before={document.name: document.sha256} if is_trusted(files, document.name, document.sha256) else None,
        )  # fmt: skip
        files.replace(document.name, data, expected_sha256=document.sha256)
    elif data != document.data:
        replace_approved(files, document, data, name=document.name, now=now, how=how)
    put_in_step(files, document.name)


def bury(
    files: Files,
    items: Sequence[ProposedItem],
    document: Document | None,
    *,
    now: datetime,
    by: str,
    proof: str = "",
) -> None:
    """Keep what is forgotten from being learned again, in the words of any log that says it.

    Its lines in the ``document`` that they are about to leave are kept aside, until a commit holds what they were.
    """
    dead, wordings = find_tombstones(files), load_wordings(files)
    approvable = document if document is not None and not holds_memory(document.name) else None
    present = set(map(hash_line, approvable.texts)) if approvable is not None else set()
    present -= taken_out_of(files, approvable)
    for item in items:
        if item.action != FORGET:
            continue
        if document is not None:
            write_copy(files, document, _going(document, item), item=item.id, now=now, by=by)
        texts = [line.text for line in item.lines if line.text is not None and normalise_line(line.text)]
        logged = list(find_repeats(files, texts))
        every = dict.fromkeys(map(hash_line, [*texts, *(line.text for line in logged)]))
        every |= dict.fromkeys(line for one in find_wordings(wordings, list(every)) for line in one.said)
        leaving = [line for line in dict.fromkeys(map(hash_line, texts)) if line in present]
        lines = [line for line in every if line not in dead or line in leaving]
        if lines:
            spans = [(mask_secrets(one.name)[0], one.number, hash_source([one.text])) for one in logged]
            if document is not None and is_note_file(document.name):  # known again in words as a note, too
                spans += [(document.name, line.number, line.sha8) for line in item.lines if line.text]
            left = {document.name: leaving} if document is not None else {}
            add_tombstone(
                files, item=item.id, lines=lines, now=now, by=by, how="forget", proof=proof, spans=spans, left=left
            )  # fmt: skip


def _going(document: Document, item: ProposedItem) -> list[int]:
    """The lines (1-based) that go when an item is forgotten, with what goes along."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - slow to import

    after = plan_changes(document, [item], name=document.name, language="").document.texts
    if is_note_file(document.name) and is_empty_note(after):
        return list(range(1, len(document.texts) + 1))  # the note goes as a whole
    steps = SequenceMatcher(None, document.texts, after, autojunk=False).get_opcodes()
    return [index + 1 for tag, first, last, _, _ in steps if tag != "equal" for index in range(first, last)]
