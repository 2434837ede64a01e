"""Takes decisions back, also those of earlier sittings: the file as it was without them, the item waiting again.

What was approved is taken out of its file, and what it took out is put back; what was rejected or put off only waits
again. The record of the decision stays, beside one that says who took it back.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, UsageError
from daykeep.files.encoding import decode
from daykeep.git.values import HistoryOff
from daykeep.memory.approved import replace_approved
from daykeep.memory.decisions import (
    APPROVED,
    DECISIONS_FILE,
    REOPENED,
    Verdict,
    find_tombstones,
    find_verdicts,
    lift_tombstone,
    lines_written,
    record_verdicts,
)
from daykeep.memory.leaving.archive import archive_names, find_archived
from daykeep.memory.leaving.itemlines import without_item
from daykeep.memory.sources import hash_line
from daykeep.review.account.merged import settle_merge
from daykeep.review.difference import Difference, compare_bytes
from daykeep.review.notes.discard import remove_note
from daykeep.review.notes.files import is_note_file
from daykeep.review.notes.index import notes_beside, put_in_step
from daykeep.review.queue.proposals import (
    ADD,
    ARCHIVE,
    CHANGE,
    FORGET,
    PENDING,
    REJECTED,
    SHORTEST_ID,
    Choice,
    Ruling,
)
from daykeep.review.record import (
    LOCK,
    REOPENED_TRAILER,
    RESTORED_TRAILER,
    REVERTS_TRAILER,
    TAKEN_BACK_TRAILER,
    commit_edits,
    commit_safely,
    try_commit,
)
from daykeep.review.takeback.inverse import Past, is_undone, plan_inverse
from daykeep.review.verdict.landing import render_new
from daykeep.review.verdict.notes import verdict_on
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.git.history import History
    from daykeep.review.queue.proposals import Proposal, ProposalStore
    from daykeep.review.verdict.desk import Desk

HOW = "undo"
_TAKES_OUT = {ARCHIVE: "archived", FORGET: "forgotten"}


class Changed(NamedTuple):
    """What a file that has content of ``sha256`` (None: is not there) will hold."""

    name: str
    sha256: str | None
    data: bytes


class Undo(NamedTuple):
    """What taking one decision back would do; ``kind`` is the decision, ``obstacle`` why it can't be done, else ``""``.

    ``change`` is of the file that the item is about, None if that stays as it is; ``archives`` lose what goes back.
    """

    choice: Choice
    kind: str
    change: Changed | None
    difference: Difference
    archives: tuple[Changed, ...] = ()
    obstacle: str = ""


class Undone(NamedTuple):
    """What was taken back: the commit (None without a history or without a change) and what it could not record."""

    commit: str | None
    problems: tuple[str, ...]


def find_decided(files: Files, store: ProposalStore, asked: str = "") -> list[Choice]:
    """The decided items that an id means, without one those of the last sitting, in the order of the record.

    The id is an item's, PROPOSAL/ITEM or a whole proposal's; each may be shortened. Raises UsageError for one that is
    unknown or ambiguous, for what waits again already, and for what was decided so long ago that it is kept no more.
    """
    verdicts = find_verdicts(files)
    wanted = list(_meant(verdicts, asked)) if asked else _last(verdicts.values())
    if not wanted:
        said = f'nothing that was decided has the id "{asked}"' if asked else "nothing was decided yet"
        raise UsageError(said, hint="`daykeep revert` takes back what daykeep learned by itself")
    found = [choice for verdict in wanted if (choice := _choice(store, verdict)) is not None]
    if not found:
        raise UsageError(
            "that was decided too long ago: its proposal is not kept any more",
            hint="`daykeep revert ID` takes back what was learned",
        )
    open_again = [choice for choice in found if choice.item.status == PENDING]
    if len(open_again) == len(found):
        raise UsageError(f'"{asked}" waits already', hint="`daykeep review` asks about it")
    return [choice for choice in found if choice.item.status != PENDING]


def plan_undo(files: Files, store: ProposalStore, choice: Choice, desk: Desk) -> Undo:
    """What taking the decision about an item back would do; reads only."""
    verdict = find_verdicts(files).get(choice.item.id)
    kind = verdict.kind if verdict is not None and verdict.kind != REOPENED else choice.item.status
    target = choice.target
    nothing = Undo(choice, kind, None, Difference((), ()))
    document = files.find_document(target) if kind == APPROVED else None
    if kind == REJECTED and choice.item.is_note:
        return _bring_back(files, store, nothing)
    if kind != APPROVED:
        return nothing
    if document is None:
        return nothing._replace(obstacle=f'"{target}" is not there any more')
    if choice.item.is_new:
        return _take_away(nothing, document)
    archived = {hash_line(line.text): line.text for line in find_archived(files)}
    base = store.find_base(choice.proposal.id)
    merge = None if isinstance(desk.history, HistoryOff) else desk.history.merge
    own = lines_written(files.find_records(DECISIONS_FILE)[0], target)
    past = Past(decode(base, target) if base is not None else None, archived, merge, own)
    inverse = plan_inverse(document, choice.item, past, language=desk.language)
    is_begun = verdict is not None and verdict.kind == REOPENED  # a kill may have left the rest to do
    if inverse.obstacle and not (is_begun and is_undone(document, choice.item)):
        return nothing._replace(obstacle=inverse.obstacle)
    going = inverse.back
    if choice.item.action == ADD:
        going = frozenset(hash_line(text) for text in choice.item.memory_lines if normalise_line(text))
    change = Changed(target, document.sha256, inverse.data) if inverse.data != document.data else None
    archives = tuple(_without(files, going)) if target == desk.memory else ()
    return Undo(choice, kind, change, compare_bytes(document.data, inverse.data), archives)


def _take_away(nothing: Undo, document: Document) -> Undo:
    """The file that came by an approval goes again, unless somebody changed it since."""
    if document.data != render_new(nothing.choice.item):
        return nothing._replace(
            obstacle=f"{document.name} was changed since; `daykeep forget` takes out of it"
        )
    change = Changed(document.name, document.sha256, b"")
    return nothing._replace(change=change, difference=compare_bytes(document.data, b""))


def _bring_back(files: Files, store: ProposalStore, nothing: Undo) -> Undo:
    """The note that went when its item was rejected; nothing where another stands in its place."""
    proposal, item = nothing.choice
    if files.find_bytes(proposal.target) is not None:
        return nothing
    base = store.find_base(proposal.id)
    data = base if base is not None else "".join(f"{old.text}\n" for old in item.supersedes).encode("utf-8")
    return nothing._replace(change=Changed(proposal.target, None, data), difference=compare_bytes(None, data))


def apply_undo(files: Files, store: ProposalStore, plan: Undo, desk: Desk) -> Undone:
    """Do what was planned, for the person at the desk; afterwards the item waits as before the decision.

    Edits that nobody has committed yet get a commit of their own first. Order on disk: the record that the decision
    was taken back, tombstones, file, archive, commit, queue. A kill in between leaves lines in both places or in one,
    never in none, and the same call again ends it. Raises ConflictError, with nothing changed, for an obstacle and if
    a file is no longer as planned.
    """
    item, problems = plan.choice.item, list[str]()
    if plan.obstacle:
        raise ConflictError(f"item {item.id} can't be taken back: {plan.obstacle}")
    with files.lock(LOCK, purpose="undo"):
        if plan_undo(files, store, plan.choice, desk) != plan:
            raise ConflictError(
                "a file changed meanwhile; nothing was taken back", hint="run the command again"
            )
        names = [plan.change.name] if plan.change else []
        if names:
            settle_merge(files, desk.history, desk.memory, now=desk.now)
            _record(desk, problems, names)
        _reopen(files, plan, desk)
        if plan.change is not None:
            (_remove if item.is_new else _put)(files, plan.change, now=desk.now)
        for archive in plan.archives:
            files.replace(archive.name, archive.data, expected_sha256=archive.sha256)
        names += [*(archive.name for archive in plan.archives), *notes_beside(names)]
        commit = _record(desk, problems, [*names, DECISIONS_FILE], plan)
        store.decide(plan.choice.proposal.id, [Ruling(item.id, PENDING)], now=desk.now, by=desk.by)
    return Undone(commit, tuple(problems))


def _put(files: Files, change: Changed, *, now: datetime) -> None:
    """Write the file; a note that comes back is as unreviewed as it was, and the index follows it."""
    if change.sha256 is None:
        files.replace(change.name, change.data, expected_sha256=None)
    else:
        document = files.find_document(change.name)
        replace_approved(files, document, change.data, name=change.name, now=now, how=HOW)
    if is_note_file(change.name):
        put_in_step(files, change.name)


def _remove(files: Files, change: Changed, *, now: datetime) -> None:  # noqa: ARG001 - as `_put` is called
    """Take the file away that an approval brought, a note with its line of the index."""
    document = files.find_document(change.name)
    if document is not None and document.sha256 != change.sha256:
        raise ConflictError(f'"{change.name}" changed meanwhile; it stays', hint="run the command again")
    if document is not None and is_note_file(change.name):
        remove_note(files, document)
    elif document is not None:
        files.remove(change.name)


def _reopen(files: Files, plan: Undo, desk: Desk) -> None:
    """Put on record that the decision was taken back, and that what it buried may be learned again."""
    proposal, item = plan.choice
    verdict = verdict_on(item, kind=REOPENED, proposal=proposal.id)
    left = {plan.choice.target: _leaving(files, plan)}
    record_verdicts(files, [verdict], now=desk.now, by=desk.by, how=HOW, proof=desk.proof, left=left)
    buried = [line for line, owner in find_tombstones(files).items() if owner == item.id]
    if buried and (plan.kind == APPROVED or plan.change is not None or item.is_new):
        lift_tombstone(files, item=item.id, lines=buried, now=desk.now, by=desk.by, how=HOW, proof=desk.proof)


def _leaving(files: Files, plan: Undo) -> list[str]:
    """The lines, by hash, that the approval brought and that do not stand in the file without it."""
    item, target = plan.choice.item, plan.choice.target
    if plan.kind != APPROVED or item.action in _TAKES_OUT:
        return []
    data = plan.change.data if plan.change is not None else files.find_bytes(target) or b""
    there = set(map(hash_line, decode(data, target).texts))
    lines = dict.fromkeys(hash_line(text) for text in item.memory_lines if normalise_line(text))
    return [line for line in lines if line not in there]


def _record(desk: Desk, problems: list[str], names: Sequence[str], plan: Undo | None = None) -> str | None:
    """Commit files: what others did to them, or what a ``plan`` did."""
    return try_commit(desk.history, problems, lambda git: _commit(git, desk, problems, names, plan))


def _commit(
    history: History, desk: Desk, problems: list[str], names: Sequence[str], plan: Undo | None
) -> str | None:
    if plan is None:
        return commit_edits(history, names, at=desk.now, author=desk.author, problems=problems)
    item = plan.choice.item
    trailers = [(REOPENED_TRAILER, f"{item.id} by {desk.by}")]
    if plan.change is not None:
        came = item.action in _TAKES_OUT or plan.change.sha256 is None
        key = RESTORED_TRAILER if came else TAKEN_BACK_TRAILER
        trailers = [(REVERTS_TRAILER, item.id), (key, item.id), *trailers]
    return commit_safely(
        history, names, _subject(plan), trailers=trailers, at=desk.now, author=desk.author, problems=problems
    )


def _subject(plan: Undo) -> str:
    item, target = plan.choice.item, plan.choice.target
    if plan.kind != APPROVED:
        return f"Asked again: 1 thing that was {plan.kind}"
    if item.action in _TAKES_OUT:
        return f"Restored: 1 thing that was {_TAKES_OUT[item.action]}"
    return (
        f"Took back: Changed {target}" if item.action == CHANGE else f"Took back: 1 thing from {item.source}"
    )


def _without(files: Files, hashes: frozenset[str]) -> Iterator[Changed]:
    """The archives of memory without lines that stand in memory again, or were taken out of it."""
    for name in archive_names(files) if hashes else ():
        document = files.find_document(name)
        if document is not None and any(hash_line(text) in hashes for text in document.texts):
            data = without_item(document.data, None, hashes)
            if data != document.data:
                yield Changed(name, document.sha256, data)


def _meant(verdicts: Mapping[str, Verdict], asked: str) -> Iterator[Verdict]:
    """The verdicts on what an id means."""
    head, _, tail = asked.strip().partition("/")
    if len(head) < SHORTEST_ID or (tail and len(tail) < SHORTEST_ID):
        raise UsageError(f'"{asked}" is too short for an id', hint="`daykeep history` shows the ids")
    items = [one for one in verdicts.values() if not tail and one.item.startswith(head.lower())]
    found = [one for one in verdicts.values() if one.proposal.startswith(head.upper())]
    found = [one for one in found if one.item.startswith(tail.lower())]
    exact = [one for one in items if one.item == head.lower()]
    items = exact or items
    if len(items) + len({one.proposal for one in found}) > 1 or (tail and len(found) > 1):
        raise UsageError(f'"{asked}" could be several things', hint="give more of the id")
    yield from items or found


def _last(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The verdicts of the last sitting that were not taken back yet."""
    standing = [(at, one) for one in verdicts if one.kind != REOPENED and (at := _instant(one)) is not None]
    if not standing:
        return []
    last = max(at for at, _ in standing)
    return [one for at, one in standing if at == last]


def _instant(verdict: Verdict) -> datetime | None:
    try:
        at = datetime.fromisoformat(verdict.at)
    except ValueError:  # a record that was tampered with
        return None
    return at if at.tzinfo is not None else None


def _choice(store: ProposalStore, verdict: Verdict) -> Choice | None:
    proposal: Proposal | None = store.find(verdict.proposal)
    item = proposal.find_item(verdict.item) if proposal is not None else None
    return Choice(proposal, item) if proposal is not None and item is not None else None
