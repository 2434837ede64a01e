"""What other agents are told of a workspace: the block in the instruction files of a project, written or taken away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.export.agents import POINTER, find_targets
from daykeep.context.export.inline import inline_files
from daykeep.context.export.limits import room_for
from daykeep.context.export.plan import EXPORT_FENCE
from daykeep.context.export.wording import name_workspace, render_pointer
from daykeep.context.instructions.claude.checkouts import find_checkout
from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.files.placed import Shelf
from daykeep.wiring.exports.blocks import FAILED, BlockDone, names_on_record, remove_block, write_block
from daykeep.workspace.fence import cut_block, find_block

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from daykeep.app import Workspace
    from daykeep.context.export.agents import Target
    from daykeep.context.export.inline import Inlined
    from daykeep.context.instructions.model import Around


class Order(NamedTuple):
    """Whom to tell, and how: copy stable files (``inline``), those about people too (``private``), for some paths only."""

    agents: Sequence[str]
    inline: bool = False
    private: bool = False
    applies_to: str = ""
    force: bool = False
    dry_run: bool = False


class Exported(NamedTuple):
    """What was done with each file, what was copied and left out, and what is to be said."""

    root: str
    files: tuple[BlockDone, ...]
    inlined: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "root": self.root,
            "files": [{**one._asdict(), "notes": list(one.notes)} for one in self.files],
            "inlined": list(self.inlined),
            "left_out": [{"name": name, "why": why} for name, why in self.left_out],
        }


def export(workspace: Workspace, around: Around, order: Order, *, settings_folder: Path) -> Exported:
    """Write the block into the files by which agents are told in the project ``around.cwd``; again it changes nothing.

    Files about people are copied into a git checkout only if that is asked for. A file that can't be written is as it
    was, is said, and keeps no other waiting; UsageError, RefusedError and ConflictError come where none could be.
    """
    around = around._replace(cwd=Shelf(around.cwd).root)
    is_git = bool(find_checkout(str(around.cwd)).root)
    word = name_workspace(workspace.root, around.cwd, Shelf(around.home).root, around.platform)
    pointer = render_pointer(word, workspace.language)
    inlined: dict[str, None] = {}
    left_out: dict[str, str] = {}

    def do(targets: Sequence[Target]) -> BlockDone:
        body = pointer
        if order.inline and targets[0].body == POINTER:
            room = _room(around, targets, pointer)
            copied = _copy(workspace, room, private=order.private or not is_git)
            body = [*pointer, *copied.lines]
            inlined.update(dict.fromkeys(copied.names))
            left_out.update(copied.left_out)
        return _write(workspace, around, targets, body, order=order, settings_folder=settings_folder)

    works = _targets(around, order, workspace.language)
    done = _each(around.cwd, {name: partial(do, targets) for name, targets in works.items()})
    remarks = _remarks(word, is_git=is_git, inlined=bool(inlined))
    return Exported(str(around.cwd), tuple(done), tuple(inlined), tuple(left_out.items()), remarks)


def take_back(around: Around, order: Order, *, settings_folder: Path) -> Exported:
    """Take the block out of the files by which agents are told in a project; AGENTS.md keeps it while others need it.

    A file that can't be written keeps no other waiting, as in `export`.
    """
    around = around._replace(cwd=Shelf(around.cwd).root)
    recorded = names_on_record(settings_folder, around.cwd, order.agents)
    remove = partial(remove_block, settings_folder=settings_folder, dry_run=order.dry_run)
    names = dict.fromkeys((*_targets(around, order, "en"), *recorded))
    done: dict[str, BlockDone] = {}
    for one in _each(around.cwd, {name: partial(remove, around.cwd, name, order.agents) for name in names}):
        done.setdefault(one.path, one)
    return Exported(str(around.cwd), tuple(done.values()))


def _each(root: Path, works: Mapping[str, Callable[[], BlockDone]]) -> list[BlockDone]:
    """Do the work of each file. Raises the first error where nothing could be done."""
    done, errors = [], []
    for name, work in works.items():
        try:
            done.append(work())
        except DaykeepError as error:
            errors.append(error)
            done.append(BlockDone("", Shelf(root).path(name), FAILED, (error.message,)))
    if errors and len(errors) == len(done):
        raise errors[0]
    return done


def _targets(around: Around, order: Order, language: str) -> dict[str, list[Target]]:
    """Every file, with what is to be written into it for whom: two agents may read the same one."""
    found: dict[str, list[Target]] = {}
    for agent in dict.fromkeys(order.agents):
        for target in find_targets(agent, around, applies_to=order.applies_to, language=language):
            found.setdefault(target.name, []).append(target)
    return found


def _room(around: Around, targets: Sequence[Target], pointer: Sequence[str]) -> int | None:
    """How many characters may be copied so that every reader of a file gets them whole; None for all."""
    document = Shelf(around.cwd).find_document(targets[0].name)
    block = find_block(document, EXPORT_FENCE) if document is not None else None
    if document is not None and block is not None:  # the block that is there makes room for the new one
        document = decode(cut_block(document, block), document.name)
    rooms = [room for target in targets if (room := room_for(target.agent, around, document)) is not None]
    return min(rooms) - sum(len(line) + 1 for line in pointer) if rooms else None


def _copy(workspace: Workspace, room: int | None, *, private: bool) -> Inlined:
    return inline_files(
        workspace.files,
        workspace.layout,
        workspace.day,
        language=workspace.language,
        room_chars=room,
        private=private,
    )


def _write(
    workspace: Workspace,
    around: Around,
    targets: Sequence[Target],
    body: Sequence[str],
    *,
    order: Order,
    settings_folder: Path,
) -> BlockDone:
    """Write one file for everybody who reads it; what is said of it by each."""
    done = [
        write_block(
            around,
            target,
            body,
            settings_folder=settings_folder,
            workspace=str(workspace.root),
            own=workspace.layout.core,
            force=order.force,
            dry_run=order.dry_run,
        )
        for target in targets
    ]
    notes = dict.fromkeys(note for one in done for note in one.notes)
    return done[0]._replace(notes=tuple(notes))


def _remarks(word: str, *, is_git: bool, inlined: bool) -> tuple[str, ...]:
    said = []
    if is_git and word.startswith(("/", "~", "'", '"')):
        said.append(
            "this is a git checkout: the block names a folder of this machine; commit it only if others have it too"
        )
    if is_git and inlined:
        said.append(
            "this is a git checkout: what was copied becomes public with the repository once it is committed"
        )
    return tuple(said)
