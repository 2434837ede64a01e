"""A statement that is kept as a note of the workspace, as people and programs read what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.review.remembering.remember import Remembered
    from daykeep.review.remembering.wish import Meant, Wish

_DONE = {
    "create": "Kept as",
    "update": "Changed",
    "supersede": "Changed",
    "none": "Known already:",
}
_WOULD = {**_DONE, "create": "Would be kept as", "update": "Would change", "supersede": "Would change"}


def read_meant(wish: Wish, day: date) -> Meant:
    """What a wish means on a day: its dates, its type and why. UsageError for what is no statement."""
    from daykeep.review.remembering.wish import read_wish  # noqa: PLC0415 - not needed to tell what came of it
    from daykeep.text.language import language_of  # noqa: PLC0415 - not needed to tell what came of it

    return read_wish(wish, today=day, language=language_of(wish.text))


def remember(
    workspace: Workspace, wish: Wish, meant: Meant, *, by: str = "", proof: str = "", dry_run: bool = False
) -> Remembered:
    """Keep a statement as a note of the workspace, or plan to; ``by`` and ``proof`` name the person whose own it is ("" for none).

    What an agent asks for is kept at once as unreviewed and waits for a person. RefusedError for what the guards refuse.
    """
    from daykeep.review.remembering.remember import (  # noqa: PLC0415 - not needed to tell what came of it
        Place,
        apply_remembered,
        plan_remembered,
    )
    from daykeep.review.stores.joined import open_store  # noqa: PLC0415 - not needed to tell what came of it

    store = open_store(workspace.files, workspace.history, language=workspace.language)
    author = str(workspace.settings["history.author"])
    place = Place(workspace.files, workspace.history, store, workspace.now, workspace.day, author, by, proof)
    return (plan_remembered if dry_run else apply_remembered)(place, wish, meant)


def remembered_data(done: Remembered, meant: Meant, *, dry_run: bool) -> dict[str, Any]:
    """What was done, as JSON values."""
    change = done.change
    similar = change.similar
    return {
        "action": change.action,
        "name": change.name,
        "type": change.type,
        "type_reason": meant.reason,
        "doubt": meant.doubt or None,
        "title": change.title,
        "description": change.description,
        "status": change.status,
        "statement": {key: masked(text) for key, text in meant.statement._asdict().items()},
        "dates": [
            {"said": one.said, "first": one.first.isoformat(), "last": one.last.isoformat(), "kind": one.kind}
            for one in meant.dates
        ],
        "index_line": change.index_line,
        "similar": None
        if similar is None
        else {
            "name": similar.note.path,
            "text": similar.text,
            "score": similar.score,
            "reason": similar.reason,
        },
        "replaced": list(change.replaced),
        "masked": list(change.masked),
        "warnings": list(change.warnings),
        "held": done.held,
        "refused_before": done.lifted or None,
        "proposal": done.proposal or None,
        "commit": done.commit,
        "dry_run": dry_run,
    }


def remembered_lines(done: Remembered, meant: Meant, *, dry_run: bool, root: str = "") -> Iterator[str]:
    """What was done, in lines."""
    change = done.change
    said = (_WOULD if dry_run or done.held else _DONE)[change.action]
    yield f"{said} {f'{root}/' if root else ''}{change.name}"
    yield from (f"  {line}" for line in _statement(meant))
    if change.action == "none" and change.similar is not None:
        yield from _as_known(change.similar.text, meant.statement.rule)
    yield f"  type {change.type}: {meant.reason}"
    for one in meant.dates:
        days = one.first.isoformat() if one.first == one.last else f"{one.first} to {one.last}"
        yield f"  “{one.said}” is {days}"
    if change.similar is not None and change.action != "none":
        yield f"  instead of a second note: {change.similar.reason}"
    yield from (f"  - {line}" for line in change.replaced)
    if change.index_line:
        yield f"  index: {change.index_line}"
    if done.lifted:
        yield f"  {done.lifted}; it is wanted again"
    yield from _end(done, dry_run=dry_run)


def masked(text: str) -> str:
    """Text as it is shown: a secret that is kept out of the note is not said either."""
    from daykeep.guard.secrets import mask_secrets  # noqa: PLC0415 - only where something is shown

    return mask_secrets(text)[0]


def _statement(meant: Meant) -> Iterator[str]:
    rule, why, apply = map(masked, meant.statement)
    yield from rule.splitlines()
    if why:
        yield f"**Why:** {why}"
    if apply:
        yield f"**How to apply:** {apply}"


def _as_known(known: str, rule: str) -> Iterator[str]:
    """What the note says already, where it says it in other words."""
    if " ".join(known.split()) != " ".join(masked(rule).split()):
        first, *rest = known.splitlines() or [""]
        yield f"  the note says: {first}"
        yield from (f"  {line}" for line in rest)


def _end(done: Remembered, *, dry_run: bool) -> Iterator[str]:
    if dry_run:
        yield "Nothing was written."
        return
    if done.held:
        yield f"A person has reviewed that note, so the change waits as {done.proposal}: `daykeep review`."
    elif done.proposal:
        yield f"It is unreviewed, and waits for a person as {done.proposal}: `daykeep review`."
    elif done.change.status == "unreviewed":
        yield "It is unreviewed; readers take it as data."
    if done.commit:
        yield f"Committed as {done.commit[:10]}."
