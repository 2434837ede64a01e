"""``daykeep forget --from``: forgets whole notes that no workspace keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.cli.frame import Call
    from daykeep.memory.notes.note import Store
    from daykeep.review.forgetting.notes import Gone


def forget_elsewhere(call: Call, query: str, at: str | None, given: Mapping[str, Any]) -> int:
    """Show the notes that are meant, ask the person, forget them; the exit code. Needs no workspace.

    There is no queue in which an agent's wish could wait: RefusedError unless a person sits at the terminal.
    """
    from daykeep.app import open_moment
    from daykeep.review.forgetting.notes import apply_elsewhere, plan_elsewhere
    from daykeep.review.verdict.approval import require_person

    if given["purge_history"]:
        raise UsageError("--purge-history goes with a workspace")
    store = _store(call, given)
    moment = open_moment(environ=call.environ, at=at)
    notes = plan_elsewhere(store, query)
    if not notes:
        raise UsageError(
            f'no note in "{store.files.root}" is about "{query}"', hint="name its file or its title"
        )
    if given["dry_run"]:
        call.emit(_data(store, notes, 0, dry_run=True), [*_shown(store, notes), "Nothing was written."])
        return 0
    person = require_person(call, moment.settings, deed="forget what is remembered there")
    click.echo("\n".join(_shown(store, notes)), err=call.json)
    count = f"{'this note' if len(notes) == 1 else f'these {len(notes)} notes'}"
    if not given["yes"] and not click.confirm(f"\nForget {count}?", err=call.json):
        call.emit(_data(store, notes, 0), "Nothing was forgotten.")
        return 0
    done = apply_elsewhere(store, notes, now=moment.now, by=person.by, proof=person.how)
    said = f"Forgot {len(done)} note{'' if len(done) == 1 else 's'}."
    call.emit(_data(store, done, len(done)), said)
    return 0


def _store(call: Call, given: Mapping[str, Any]) -> Store:
    from daykeep.app import home_folder
    from daykeep.cli.folders import working_folder
    from daykeep.memory.notes.stores import Around, find_store

    around = Around(working_folder(given["cwd"]), home_folder(call.environ), call.environ)
    return find_store(given["store"], around)


def _shown(store: Store, notes: Sequence[Gone]) -> Iterator[str]:
    from daykeep.cli.frame import visible

    for gone in notes:
        yield visible(f"{store.files.root}/{gone.name}: {gone.note.title}")
        yield from (visible(f"  {line}") for line in gone.note.text.splitlines()[:6])


def _data(store: Store, notes: Sequence[Gone], count: int, *, dry_run: bool = False) -> dict[str, Any]:
    rows = [{"name": gone.name, "title": gone.note.title, "changed": list(gone.names)} for gone in notes]
    return {"root": str(store.files.root), "notes": rows, "dry_run": dry_run, "forgotten": count}
