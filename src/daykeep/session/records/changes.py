"""What changes a register: registering, referencing, telling a round, superseding. Pure."""

from __future__ import annotations

from typing import NamedTuple

from daykeep.errors import RefusedError, UsageError
from daykeep.guard.secrets import mask_secrets
from daykeep.session.records.model import Record, Register, importance_of, normal_type
from daykeep.text.comments import neutralise

MAX_CONTENT_CHARS = 4_000
"""A longer text is a document, not a fact to be restated."""

USER = "user"
TRUSTED = (USER, "agent")
"""Whose words may stand in the user's role and in memory; those of others are data."""
MAX_ID_CHARS = 120
MAX_ROUND = 10_000_000
KEPT_EARLIER = 20
"""So many former contents of one record are kept."""


class Wanted(NamedTuple):
    """What is to be registered. ``origin`` was checked by the caller; ``supersedes`` names records that it replaces."""

    id: str
    type: str
    content: str
    origin: str = "agent"
    position: int | None = None
    total: int | None = None
    confirmed: bool = False
    supersedes: tuple[str, ...] = ()


def register(known: Register, wanted: Wanted, *, current_round: int | None = None, at: str = "") -> Register:
    """The register with the information in it; it counts from this round, or from the last one that is known.

    The same id with the same content is a reference to it. With another content the record holds the new one and
    counts from now; the old one is kept among its ``earlier`` contents and is never restated. Secrets are masked. Turns
    from this round on are observed again: the new record may be used in them.
    Raises UsageError for an empty or far too long id, type or content, and for a record to supersede that is not there, RefusedError where
    a stranger's words would replace those of the user or the agent.
    """
    wanted = _checked(wanted)
    known = tell_round(known, current_round)
    now = known.round if current_round is None else current_round
    for name in wanted.supersedes:
        old = get_record(known, name)
        _check_may_replace(old, wanted)
        if name == wanted.id:
            raise UsageError(
                f'"{name}" can\'t supersede itself', hint="register it again with its new content"
            )
        known = known.with_record(old._replace(superseded_by=wanted.id))
    before = known.find(wanted.id)
    if before is not None and _same(before, wanted):
        return known.with_record(_placed(_restated(_used(before, now), wanted), wanted))
    _check_may_replace(before, wanted)
    earlier = (*before.earlier, before.content)[-KEPT_EARLIER:] if before is not None else ()
    kind = normal_type(wanted.type)
    fresh = Record(
        wanted.id,
        kind,
        wanted.content,
        importance_of(kind),
        wanted.origin,
        registered=now,
        confirmed=wanted.confirmed,
        earlier=tuple(text for text in earlier if text != wanted.content),
        at=at,
    )
    observed = min(known.observed, known.observed if now is None else now)
    return known.with_record(_placed(fresh, wanted))._replace(observed=observed)


def reference(known: Register, record_id: str, *, current_round: int | None = None) -> Register:
    """The register in which this record was used in this round; UsageError if there is no such record."""
    known = tell_round(known, current_round)
    now = known.round if current_round is None else current_round
    return known.with_record(_used(get_record(known, record_id), now))


def place(known: Register, record_id: str, *, position: int, total: int) -> Register:
    """The register in which a record stands at this place of a context; UsageError if there is no such record."""
    return known.with_record(get_record(known, record_id)._replace(position=position, total=total))


def tell_round(known: Register, current_round: int | None) -> Register:
    """The register at this round; records whose round of registration was not known count from it.

    A round never goes back: an older number than the last one changes nothing. UsageError for what is no round.
    """
    if current_round is None:
        return known
    if not 0 <= current_round <= MAX_ROUND:
        raise UsageError(f"a round is a number from 0 to {MAX_ROUND:,}, not {current_round}")
    latest = current_round if known.round is None else max(known.round, current_round)
    records = tuple(
        record._replace(registered=current_round) if record.registered is None else record
        for record in known.records
    )
    return known._replace(round=latest, records=records)


def get_record(known: Register, record_id: str) -> Record:
    """The record with this id; UsageError, with those that are there, if there is none."""
    found = known.find(record_id)
    if found is None:
        there = ", ".join(record.id for record in known.records[-10:])
        hint = f"registered: {there}" if there else "`daykeep session register` makes one"
        raise UsageError(f'no information "{record_id}" is registered', hint=hint)
    return found


def _checked(wanted: Wanted) -> Wanted:
    name, kind, content = wanted.id.strip(), wanted.type.strip(), wanted.content.strip()
    for what, text in (("id", name), ("type", kind), ("content", content)):
        if not text:
            raise UsageError(f"the {what} is empty")
    if (
        len(name) > MAX_ID_CHARS
        or len(kind) > MAX_ID_CHARS
        or not (name.isprintable() and kind.isprintable())
    ):
        raise UsageError(f"an id and a type are one line of at most {MAX_ID_CHARS} characters")
    if len(content) > MAX_CONTENT_CHARS:
        raise UsageError(
            f"{len(content):,} characters are too many to be restated; at most {MAX_CONTENT_CHARS:,}",
            hint="register the sentence that counts, and where the rest can be found",
        )
    return wanted._replace(id=mask_secrets(name)[0], type=kind, content=neutralise(mask_secrets(content)[0]))


def _same(before: Record, wanted: Wanted) -> bool:
    same = before.content == wanted.content and before.type == normal_type(wanted.type)
    return same and before.is_in_force


def _restated(before: Record, wanted: Wanted) -> Record:
    """What the user says themself is theirs from now on, whoever said it first."""
    origin = wanted.origin if wanted.origin == USER else before.origin
    return before._replace(origin=origin, confirmed=before.confirmed or wanted.confirmed)


def _check_may_replace(before: Record | None, wanted: Wanted) -> None:
    if before is not None and before.origin in TRUSTED and wanted.origin not in TRUSTED:
        raise RefusedError(
            f"not registered: text of origin {wanted.origin} never replaces what the {before.origin} registered",
            hint="give it a name of its own",
        )


def _used(record: Record, current_round: int | None) -> Record:
    rounds = [one for one in (record.referenced, current_round) if one is not None]
    return record._replace(referenced=max(rounds, default=None), references=record.references + 1)


def _placed(record: Record, wanted: Wanted) -> Record:
    if wanted.position is None:
        return record
    return record._replace(position=wanted.position, total=wanted.total)
