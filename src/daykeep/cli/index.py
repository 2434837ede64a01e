"""``daykeep index``: shows what the search index holds, brings it up to date, or makes it anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import Call, group
from daykeep.cli.searcher import found_searcher, shown_count
from daykeep.errors import ConfigError, IndexUnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.search.answer import Searcher
    from daykeep.search.answer.state import State
    from daykeep.search.documents import Skipped
    from daykeep.search.index import Refreshed
    from daykeep.search.vectors.building import Built

SHOWN = 10


@group("index")
def index() -> None:
    """Look after the index that search uses.

    It holds nothing of its own: it lies in your cache folder, may be deleted at any time, and is brought up to date
    by every search as far as a twentieth of a second allows.
    """


@index.command("status")
def status(call: Call) -> None:
    """Show what the index holds, what of it is out of date, and what is not searched."""
    from daykeep.search.answer.state import look_at

    with found_searcher(call, call.workspace()) as searcher:
        state = look_at(searcher)
    for note in state.notes:
        call.note(note)
    call.emit(_state_data(state), _state_lines(state))


@index.command("update")
def update(call: Call) -> None:
    """Read all that is new or changed, however long it takes; Ctrl-C keeps what was read."""
    with found_searcher(call, call.workspace()) as searcher:
        done = searcher.update()
        _emit(call, searcher, done)


@index.command("vectors")
def vectors(call: Call) -> None:
    """Make the vectors that search can use beside words; Ctrl-C keeps what was made.

    They need daykeep[vectors], or an endpoint in your own settings (search.vectors). A search never waits for them.
    """
    with found_searcher(call, call.workspace()) as searcher:
        built = _make_vectors(call, searcher)
    if built.why:
        call.note(f"{built.waiting:,} passages have none yet: {built.why}")
    data = {"made": built.made, "waiting": built.waiting}
    call.emit(data, f"{built.made:,} vectors made, {built.waiting:,} passages without one")


def _make_vectors(call: Call, searcher: Searcher) -> Built:
    searcher.update()
    if searcher.index.path is None:
        raise IndexUnreadableError(
            "vectors stand beside an index in a file, and this one is in memory",
            hint=searcher.index.notes[-1],
        )
    with shown_count(call, "Making vectors", searcher.index.store.count()[1]) as progress:
        built = searcher.make_vectors(progress=progress)
    if built is None:
        raise ConfigError(
            "there is no model for vectors",
            hint="install daykeep[vectors], or set search.vectors.endpoint in your own settings",
        )
    return built


@index.command("rebuild")
def rebuild(call: Call) -> None:
    """Throw the index away and read everything again."""
    with found_searcher(call, call.workspace()) as searcher:
        done = searcher.rebuild()
        _emit(call, searcher, done)


def _emit(call: Call, searcher: Searcher, done: Refreshed) -> None:
    for note in (*searcher.index.notes, *done.problems):
        call.note(note)
    if done.stale:
        call.note(
            f"not searched as they are now: {len(done.stale):,}, for {done.why or 'they could not be read'}"
        )
    documents, chunks = searcher.index.store.count()
    data = {
        "documents": documents,
        "passages": chunks,
        "added": done.added,
        "changed": done.changed,
        "removed": done.removed,
        "stale": list(done.stale),
        "skipped": _skipped_data(done.skipped),
    }
    said = f"{done.added:,} new, {done.changed:,} changed, {done.removed:,} gone; {documents:,} files, {chunks:,} passages"
    call.emit(data, [said, *_skipped_lines(done.skipped)])


def _state_data(state: State) -> dict[str, Any]:
    return {
        "mode": state.mode,
        "path": state.path or None,
        "bytes": state.size_bytes,
        "documents": state.documents,
        "passages": state.chunks,
        "sources": dict(state.sources),
        "stale": list(state.stale),
        "skipped": _skipped_data(state.skipped),
    }


def _state_lines(state: State) -> Iterator[str]:
    yield f"{state.documents:,} files, {state.chunks:,} passages, {state.size_bytes / 1e6:,.1f} MB"
    yield f"index: {state.path or 'in memory'}"
    for name, count in state.sources:
        yield f"{name}: {count:,} file{'' if count == 1 else 's'}"
    if state.stale:
        yield f"out of date: {len(state.stale):,} files; `daykeep index update` reads them"
        yield from (f"   {key.partition(':')[2]}" for key in state.stale[:SHOWN])
    yield from _skipped_lines(state.skipped)


def _skipped_data(skipped: Sequence[Skipped]) -> list[dict[str, str]]:
    return [{"path": one.path, "reason": one.reason} for one in skipped]


def _skipped_lines(skipped: Sequence[Skipped]) -> Iterator[str]:
    if skipped:
        yield f"not searched: {len(skipped):,}"
        yield from (f"   {one.path}: {one.reason}" for one in skipped[:SHOWN])
        if len(skipped) > SHOWN:
            yield f"   … and {len(skipped) - SHOWN:,} more: --json lists them"
