"""Remembers a statement in a workspace: the note at once, its records, its place in the queue, one commit.

What an agent asks for stands there at once, marked as unreviewed, and waits for a person. What a person asks for at
their terminal is reviewed by that. A note that a person has reviewed is never changed by anybody else: the change waits.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.files.replace import sha256_of
from daykeep.memory.approved import added_lines
from daykeep.memory.decisions import DECISIONS_FILE, record_trust
from daykeep.memory.notes.note import REVIEWED
from daykeep.memory.notes.reading import parse_note
from daykeep.memory.notes.remember import CREATE, NONE, apply_remember, plan_remember
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.memory.sources import SOURCES_FILE, AskedRecord, append_asked, hash_line
from daykeep.review.notes.files import body_numbers
from daykeep.review.notes.item import as_reviewed, draft_note, note_id
from daykeep.review.notes.refused import HOW, check_wanted, lift_refused
from daykeep.review.record import LOCK, commit_edits, commit_remembered, try_commit
from daykeep.review.remembering.queue import Told, find_waiting, queue_notes, withdraw
from daykeep.review.remembering.wish import as_request
from daykeep.review.verdict.approval import TERMINAL

if TYPE_CHECKING:
    from datetime import date, datetime

    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.memory.notes.remember import Remembering
    from daykeep.review.queue.proposals import ProposalStore
    from daykeep.review.remembering.wish import Meant, Wish


class Place(NamedTuple):
    """The workspace in which something is remembered, and the moment; ``by`` is the person, "" if none asks."""

    files: Files
    history: History | HistoryOff
    store: ProposalStore
    now: datetime
    day: date
    author: str
    by: str = ""
    proof: str = TERMINAL


class Remembered(NamedTuple):
    """What was, or would be, done: the note's change, and whether it waits instead of being made (``held``).

    ``proposal`` is where it waits, ``commit`` what recorded it; ``lifted`` says that the same was refused before.
    """

    change: Remembering
    held: bool
    proposal: str = ""
    commit: str | None = None
    lifted: str = ""
    problems: tuple[str, ...] = ()


def plan_remembered(place: Place, wish: Wish, meant: Meant) -> Remembered:
    """What remembering would do; reads only.

    Raises RefusedError where a person has rejected or forgotten the same, unless a person asks for it now.
    """
    lifted = check_wanted(place.files, place.history, meant.said, by=place.by)
    request = as_request(wish, meant, now=place.now, by=place.by)
    change = plan_remember(workspace_store(place.files), request)
    return Remembered(change, held=_is_held(place, change), lifted=lifted)


def apply_remembered(place: Place, wish: Wish, meant: Meant) -> Remembered:
    """Remember it; what is on disk afterwards.

    Order on disk: tombstones that are lifted, sources, approval, note, index, queue, commit. A kill in between leaves
    a note that is unreviewed, or one without its place in the queue, which the next review gives it; the same call
    again writes nothing twice. Raises as `plan_remembered` does, LockedError if another change of memory does not end
    in time, ConflictError with nothing remembered if the notes keep changing.
    """
    problems: list[str] = []
    with place.files.lock(LOCK, purpose="remember"):
        plan = plan_remembered(place, wish, meant)
        if plan.held:
            made = _hold(place, plan.change, meant, wish)
            return plan._replace(proposal=made, problems=tuple(problems))
        names = [change.name for change in plan.change.changes]
        before = partial(commit_edits, names=names, at=place.now, author=place.author)
        try_commit(place.history, problems, before)
        if plan.lifted:
            lift_refused(
                place.files, place.history, meant.said, now=place.now, by=place.by, proof=place.proof
            )
        item = _record(place, plan.change, wish)
        done = apply_remember(
            workspace_store(place.files), as_request(wish, meant, now=place.now, by=place.by)
        )
        proposal = _queue(place, done, meant, wish)
        commit = None
        if done.changes:
            subject = f"Remembered {'' if done.action == CREATE else 'more in '}{done.name}"
            names = [*(change.name for change in done.changes), SOURCES_FILE, DECISIONS_FILE]
            commit = try_commit(
                place.history,
                problems,
                lambda git: commit_remembered(
                    git, names, item, subject, at=place.now, author=place.author, problems=problems
                ),
            )
    return Remembered(
        done, held=False, proposal=proposal, commit=commit, lifted=plan.lifted, problems=tuple(problems)
    )


def _is_held(place: Place, change: Remembering) -> bool:
    """Whether the change waits as a whole: a person has reviewed the note as it is, and none asks for the change."""
    if place.by or change.action in {NONE, CREATE}:
        return False
    document = place.files.find_document(change.name)
    return document is not None and parse_note(change.path, document).status == REVIEWED


def _hold(place: Place, change: Remembering, meant: Meant, wish: Wish) -> str:
    """Queue the change of a reviewed note; the id of its proposal."""
    after = next(one.after for one in change.changes if one.name == change.name)
    document = place.files.read_document(change.name)
    draft = draft_note(
        document,
        as_reviewed(after or b"", change.name),
        title=change.title,
        origin=wish.origin,
        day=place.day,
        reasons=_reasons(change, meant),
    )
    made = place.store.create(draft, now=place.now)
    return made.id if made is not None else _waits_as(place, change.name)


def _queue(place: Place, done: Remembering, meant: Meant, wish: Wish) -> str:
    """Have an unreviewed note wait as it stands; the id of its proposal, "" if it needs nobody.

    What waited of a note that a person has now worded is withdrawn.
    """
    if place.by:
        stale = [choice for choice in find_waiting(place.store) if choice.proposal.target == done.name]
        withdraw(place.store, stale if done.changes else [], now=place.now)
        return ""
    told = {done.name: Told(wish.origin, _reasons(done, meant))}
    queue_notes(place.files, place.store, now=place.now, day=place.day, told=told)
    return _waits_as(place, done.name)


def _waits_as(place: Place, name: str) -> str:
    found = [choice.proposal.id for choice in find_waiting(place.store) if choice.proposal.target == name]
    return found[-1] if found else ""


def _reasons(change: Remembering, meant: Meant) -> tuple[str, ...]:
    said = [f"type {meant.type}: {meant.reason}"]
    if change.similar is not None:
        said.append(f"it comes near what the note says: {change.similar.reason}")
    said += [f"“{one.said}” was made {one.written.strip()}" for one in meant.dates]
    return tuple(said)


def _record(place: Place, change: Remembering, wish: Wish) -> str:
    """Put on record who asked for the lines that come and, if a person did, that the note is wanted; the item's id."""
    after = next((one for one in change.changes if one.name == change.name), None)
    if after is None or after.after is None:
        return ""
    before = decode(after.before, change.name) if after.before is not None else None
    document = decode(after.after, change.name)
    item = note_id(change.name, after.after)
    fresh = set(added_lines(before, document))
    lines = [hash_line(document.texts[number - 1]) for number in body_numbers(document.texts)]
    at = place.now.isoformat(timespec="seconds")
    append_asked(
        place.files,
        [
            AskedRecord(item, line, wish.origin, place.day.isoformat(), "", at, place.by)
            for line in dict.fromkeys(lines)
            if line in fresh
        ],
    )
    if place.by:
        wanted, known = {change.name: sha256_of(after.after)}, {change.name: lines}
        record_trust(place.files, wanted, now=place.now, by=place.by, how=HOW, lines=known, proof=place.proof)
    return item
