"""Writes a block into the instruction files of a project and takes exactly that away again.

What was written stands on record for the user, so that leaving the workspace finds it, wherever the project is.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.export.agents import IMPORT, imports_agents_file
from daykeep.context.export.limits import check_limits
from daykeep.context.export.plan import (
    APPEND,
    EXPORT_FENCE,
    KEPT,
    NEW,
    OTHER,
    UPDATE,
    FilePlan,
    plan_block,
    plan_removal,
)
from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.files.placed import Shelf, missing_folders, remove_made
from daykeep.wiring.placed import PlacedBlock, load_placed, update_placed
from daykeep.workspace.fence import find_block
from daykeep.workspace.layout import CORE_FILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.context.export.agents import Target
    from daykeep.context.instructions.model import Around
    from daykeep.files.encoding import Document
    from daykeep.wiring.placed import Placed

OWN, IMPORTED, SHARED, FAILED = "own", "imported", "shared", "failed"


class BlockDone(NamedTuple):
    """What was (or would be) done with one file: for which agent, its full path, and what is to be said of it.

    ``state`` is that of the plan, or own (the workspace's own file, which tells its agents already), imported (the file
    imports AGENTS.md in words of its own) shared (other agents need it still) or failed (``notes`` say why).
    """

    agent: str
    path: str
    state: str
    notes: tuple[str, ...] = ()


def write_block(
    around: Around,
    target: Target,
    body: Sequence[str],
    *,
    settings_folder: Path,
    workspace: str,
    own: Sequence[str] = (),
    force: bool = False,
    dry_run: bool = False,
) -> BlockDone:
    """Bring the block of one file up to date; again it changes nothing. ``own`` are core files of the workspace itself.

    A link to another file of the project is followed. ConflictError where the file changes meanwhile.
    """
    shelf = Shelf(around.cwd)
    name = shelf.real_name(target.name)
    if str(shelf.root) == workspace and name in {*own, *CORE_FILES}:
        return BlockDone(target.agent, shelf.path(name), OWN)
    document = shelf.find_document(name)
    known = load_placed(settings_folder).block(str(shelf.root), name)
    if target.body == IMPORT and _imports_already(document):
        return BlockDone(target.agent, shelf.path(name), IMPORTED)
    lines = [target.imports] if target.body == IMPORT else list(body)
    plan = plan_block(document, target, lines, known_header=known.header if known else "", force=force)
    if not dry_run and plan.state != OTHER:
        entry = _entry(shelf.root, name, target, known, plan)._replace(workspace=workspace)
        _write(shelf, entry, document, plan, settings_folder=settings_folder)
    notes = _notes(around, target, name, plan, document)
    return BlockDone(target.agent, shelf.path(name), plan.state, notes)


def remove_block(
    root: Path, name: str, agents: Sequence[str], *, settings_folder: Path, dry_run: bool = False
) -> BlockDone:
    """Take the block out of one file; the file goes where daykeep made it and nothing else stands in it.

    It stays while it is on record for another agent than ``agents``.
    """
    shelf = Shelf(root)
    name = shelf.real_name(name)
    known = load_placed(settings_folder).block(str(shelf.root), name)
    others = tuple(one for one in known.agents if one not in agents) if known else ()
    if known and others:
        if not dry_run:
            kept = known._replace(agents=others)
            update_placed(settings_folder, lambda placed: placed.with_block(kept.root, kept.name, kept))
        return BlockDone(agents[0], shelf.path(name), SHARED, (f"still for {', '.join(others)}",))
    return _remove(shelf, name, known, agents[0], settings_folder=settings_folder, dry_run=dry_run)


def names_on_record(settings_folder: Path, root: Path, agents: Sequence[str]) -> list[str]:
    """The files of a project in which blocks stand for some agents."""
    found = load_placed(settings_folder).blocks
    return [one.name for one in found if one.root == str(Shelf(root).root) and set(agents) & {*one.agents}]


def find_blocks_of(settings_folder: Path, workspace: str) -> list[PlacedBlock]:
    """The blocks on record that point to a workspace."""
    return [one for one in load_placed(settings_folder).blocks if one.workspace == workspace]


def release_blocks(settings_folder: Path, workspace: str) -> list[BlockDone]:
    """Take away every block that points to a workspace; one that can't be taken away is named and stays on record."""
    done = []
    for known in find_blocks_of(settings_folder, workspace):
        shelf = Shelf(Path(known.root))
        try:
            done.append(_remove(shelf, known.name, known, "", settings_folder=settings_folder, dry_run=False))
        except DaykeepError as error:
            done.append(BlockDone("", shelf.path(known.name), FAILED, (error.message,)))
    return done


def _imports_already(document: Document | None) -> bool:
    if document is None:
        return False
    block = find_block(document, EXPORT_FENCE)
    return block is None and imports_agents_file(document.texts)


def _write(
    shelf: Shelf, entry: PlacedBlock, document: Document | None, plan: FilePlan, *, settings_folder: Path
) -> None:
    """The record first: a kill in between leaves a name on record without a block, which harms nothing."""
    update_placed(settings_folder, lambda placed: placed.with_block(entry.root, entry.name, entry))
    if plan.data is not None:
        expected = document.sha256 if document else None
        shelf.write(entry.name, plan.data, expected_sha256=expected)


def _entry(root: Path, name: str, target: Target, known: PlacedBlock | None, plan: FilePlan) -> PlacedBlock:
    before = known or PlacedBlock(str(root), name, (), "")
    created = plan.state == NEW or before.created
    new = missing_folders((root / name).parent) if plan.state == NEW else ()
    header = "\n".join(target.header) if plan.state in {NEW, UPDATE} else before.header
    return before._replace(
        agents=tuple(dict.fromkeys((*before.agents, target.agent))),
        created=created,
        header=header if created else "",
        made=tuple(dict.fromkeys((*before.made, *new))),
    )


def _remove(
    shelf: Shelf,
    name: str,
    known: PlacedBlock | None,
    agent: str,
    *,
    settings_folder: Path,
    dry_run: bool,
) -> BlockDone:
    document = shelf.find_document(name)
    plan = plan_removal(document, created=bool(known and known.created), header=known.header if known else "")
    if not dry_run:
        if document is not None and plan.empties:
            shelf.remove(name, expected_sha256=document.sha256)
            remove_made(known.made if known else ())
        elif document is not None and plan.data is not None:
            shelf.write(name, plan.data, expected_sha256=document.sha256)
        if known is not None:
            update_placed(settings_folder, lambda placed: _without(placed, known))
    notes = (f"{name} goes with it: daykeep made it",) if plan.empties else ()
    return BlockDone(agent, shelf.path(name), plan.state, notes)


def _without(placed: Placed, known: PlacedBlock) -> Placed:
    return placed.with_block(known.root, known.name, None)


def _notes(
    around: Around, target: Target, name: str, plan: FilePlan, document: Document | None
) -> tuple[str, ...]:
    if plan.state not in {NEW, APPEND, UPDATE, KEPT}:
        return ()
    after = document if plan.data is None else decode(plan.data, name)
    block = find_block(after, EXPORT_FENCE) if after is not None else None
    if after is None or block is None:
        return ()
    return tuple(check_limits(target, around, after, block))
