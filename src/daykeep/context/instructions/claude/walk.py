"""The order in which Claude Code reads instruction files: managed, user, then every folder from the root down.

In each folder ``CLAUDE.md``, ``.claude/CLAUDE.md`` and the rules come first, then ``CLAUDE.local.md`` of that same
folder; files add to each other, none replaces another. Source: code.claude.com/docs/en/memory.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.context.instructions.claude.checkouts import find_checkout
from daykeep.context.instructions.claude.gates import ImportGate
from daykeep.context.instructions.claude.memory import add_memory
from daykeep.context.instructions.claude.nested import add_for_paths
from daykeep.context.instructions.claude.places import find_places, is_on
from daykeep.context.instructions.claude.remarks import remark
from daykeep.context.instructions.claude.settings import EXCLUDES, Excludes, load_claude_settings
from daykeep.context.instructions.claude.sources import Sources
from daykeep.context.instructions.folders import file_root, folders_between, is_inside
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.model import LAUNCH, InstructionFile, SkippedFile

if TYPE_CHECKING:
    from daykeep.context.instructions.claude.checkouts import Checkout
    from daykeep.context.instructions.claude.places import Places
    from daykeep.context.instructions.claude.settings import ClaudeSettings
    from daykeep.context.instructions.model import Around, Asked, Instructions

ADDED_SWITCH = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"
OFF_SWITCH = "CLAUDE_CODE_DISABLE_CLAUDE_MDS"


def find(around: Around, asked: Asked) -> Instructions:
    """What Claude Code reads in a folder: everything at its start, then what it reads with ``asked.for_paths``."""
    around = around._replace(cwd=type(around.cwd)(os.path.realpath(around.cwd)))
    places = find_places(around, asked.managed)
    settings = load_claude_settings(around, asked, places)
    excludes = Excludes(settings.lists(EXCLUDES), around)
    checkout = find_checkout(str(around.cwd))
    gate = ImportGate(around, asked, places, checkout.root)
    gathering = Gathering(around, asked, excluded=excludes.find, gate=gate)
    for layer in settings.layers:
        if layer.problem:
            gathering.note(f"{layer.path}: not read: {layer.problem}")
    for problem in excludes.problems:
        gathering.note(f"{EXCLUDES}: {problem}")
    sources = Sources(gathering, places)
    _add_managed(gathering, settings, places)
    _add_user(sources, asked, places)
    _add_folders(sources, checkout)
    _add_further(sources, around, asked)
    add_memory(gathering, settings, places)
    add_for_paths(sources)
    remark(gathering)
    found = gathering.done("claude")
    return _switched_off(found) if is_on(around, OFF_SWITCH) else found


def _add_managed(gathering: Gathering, settings: ClaudeSettings, places: Places) -> None:
    path = f"{places.managed}{os.sep}CLAUDE.md"
    gathering.take(path, scope="managed", reason="from the administrator; can't be excluded")
    where, text = settings.managed_text()
    if text:
        size, count = len(text.encode("utf-8", "replace")), gathering.asked.count(text)
        gathering.files.append(
            InstructionFile(
                where, where, "managed", 'the text "claudeMd" of the administrator\'s settings', "", 0, 0,
                size, len(text), count, text, (), LAUNCH,
            )
        )  # fmt: skip
    for layer in settings.layers[settings.managed :]:
        if "claudeMd" in layer.values:
            gathering.note(f'{layer.path}: "claudeMd" counts in managed settings only')


def _add_user(sources: Sources, asked: Asked, places: Places) -> None:
    sources.is_on = "user" in asked.sources
    sources.off_reason = "the user's files are not among the setting sources"
    sources.file(f"{places.user}{os.sep}CLAUDE.md", "user", "yours, in every project")
    sources.rules(f"{places.user}{os.sep}rules", "user rule", base=str(sources.gathering.around.cwd))


def _add_folders(sources: Sources, checkout: Checkout) -> None:
    cwd = str(sources.gathering.around.cwd)
    for folder in folders_between(file_root(cwd), cwd):
        hidden = _holds_twin(folder, checkout)
        where = "of the working folder" if folder == cwd else f"of {folder}, above the working folder"
        sources.folder(folder, where, hidden="the worktree has its own" if hidden else "")


def _holds_twin(folder: str, checkout: Checkout) -> bool:
    """Whether a folder above a worktree belongs to the repository that the worktree was made from, and lies around it."""
    main, root = checkout.main, checkout.root
    if not main or not is_inside(root, main):
        return False
    return is_inside(folder, main) and not is_inside(folder, root)


def _add_further(sources: Sources, around: Around, asked: Asked) -> None:
    for given in asked.add_dirs:
        folder = os.path.realpath(os.path.join(around.cwd, given))
        if is_on(around, ADDED_SWITCH):
            sources.folder(folder, f"of the added folder {folder}", scope="added")
        else:
            code, reason = "switched_off", f"files of added folders are read with {ADDED_SWITCH}=1"
            for path in sources.names_in(folder):
                sources.gathering.skip(path, code, reason)


def _switched_off(found: Instructions) -> Instructions:
    skipped = [SkippedFile(file.path, "switched_off", f"{OFF_SWITCH} is set") for file in found.files]
    return found._replace(files=(), skipped=(*skipped, *found.skipped))
