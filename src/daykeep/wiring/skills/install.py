"""Puts skills into the folders of agents and takes exactly that away again.

What is written stands on record, by its hash, before the first write: a kill in between leaves nothing that the
next run takes for somebody else's.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.disk import FILE_MODE
from daykeep.files.placed import PROGRAM_MODE, Shelf, missing_folders, remove_made
from daykeep.files.replace import sha256_of
from daykeep.wiring.placed import PlacedSkill, load_placed, update_placed
from daykeep.wiring.skills.plan import CHANGED, KEPT, LINK, NEW, UPDATE, plan_removal, plan_skill
from daykeep.wiring.skills.shipped import shipped_skills

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from daykeep.wiring.placed import Placed
    from daykeep.wiring.skills.places import SkillsFolder
    from daykeep.wiring.skills.plan import SkillPlan

SHARED, FAILED = "shared", "failed"
"""The states of a skill that stays because another workspace uses it too, and of one that could not be done: ``why``."""


class SkillDone(NamedTuple):
    """What was (or would be) done with one skill: its name, full path, the state of its plan, and files by what became of them."""

    name: str
    path: str
    state: str
    changed: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    why: str = ""

    @property
    def stays(self) -> bool:
        """Whether a person's change or link, or an error, kept daykeep from doing what it was asked for."""
        return self.state in {CHANGED, LINK, FAILED}


def install_skills(
    at: SkillsFolder,
    names: Sequence[str],
    *,
    settings_folder: Path,
    workspace: str,
    force: bool = False,
    dry_run: bool = False,
) -> list[SkillDone]:
    """Copy skills into a folder, each whole or not at all; again it changes nothing. ``workspace`` is ``""`` for none.

    What a person changed stays as it is and is said; with ``force`` it is set aside under another name. A skill that
    can't be written does not keep the others waiting; the first error is raised where none could be.
    """
    shelf, skills = Shelf(at.root), shipped_skills(names)

    def do(skill: str, name: str) -> SkillDone:
        known = load_placed(settings_folder).skill(str(shelf.root), name)
        plan = plan_skill(shelf, name, skills[skill], known, force=force)
        if not dry_run and plan.state not in {CHANGED, LINK}:
            _install(shelf, plan, skills[skill], settings_folder, workspace)
        return _done(shelf, skill, plan)

    return _each(shelf, _names(at, skills), do)


def remove_skills(
    at: SkillsFolder,
    names: Sequence[str],
    *,
    settings_folder: Path,
    force: bool = False,
    dry_run: bool = False,
) -> list[SkillDone]:
    """Take skills out of a folder as far as they are what daykeep wrote, or ships; what a person changed stays.

    A skill that can't be removed does not keep the others waiting; the first error is raised where none could be.
    """
    shelf, skills = Shelf(at.root), shipped_skills(names)

    def do(skill: str, name: str) -> SkillDone:
        known = load_placed(settings_folder).skill(str(shelf.root), name)
        plan = plan_removal(shelf, name, skills[skill], known, force=force)
        if not dry_run and plan.state not in {CHANGED, LINK}:
            _remove(shelf, plan, known, settings_folder)
        return _done(shelf, skill, plan)

    return _each(shelf, _names(at, skills), do)


def _names(at: SkillsFolder, skills: Iterable[str]) -> list[tuple[str, str]]:
    """Skills and the names of their folders."""
    return [(skill, f"{at.folder}/{skill}".strip("/")) for skill in skills]


def _each(
    shelf: Shelf, names: Sequence[tuple[str, str]], do: Callable[[str, str], SkillDone]
) -> list[SkillDone]:
    done, errors = [], []
    for skill, name in names:
        try:
            done.append(do(skill, name))
        except DaykeepError as error:
            errors.append(error)
            done.append(SkillDone(skill, shelf.path(name), FAILED, why=error.message))
    if errors and len(errors) == len(done):
        raise errors[0]
    return done


def find_placed_skills(settings_folder: Path, workspace: str) -> list[PlacedSkill]:
    """The skills that stand on record for a workspace, but those that were there before."""
    found = load_placed(settings_folder).skills
    return [one for one in found if workspace in one.workspaces and not one.found]


def find_outdated_skills(settings_folder: Path, workspace: str) -> list[str]:
    """The full paths of skills on record for a workspace that this daykeep ships otherwise; nothing is written."""
    shipped = shipped_skills()
    outdated = []
    for known in load_placed(settings_folder).skills:
        skill = known.name.rpartition("/")[2]
        shelf = Shelf(Path(known.root))
        if workspace in known.workspaces and skill in shipped:
            with suppress(DaykeepError):  # of one that can't be read nothing can be said
                plan = plan_skill(shelf, known.name, shipped[skill], known)
                if plan.state in {NEW, UPDATE}:
                    outdated.append(shelf.path(known.name))
    return outdated


def release_skills(settings_folder: Path, workspace: str) -> list[SkillDone]:
    """Take away every skill that was placed for a workspace alone; one that another uses too stays.

    One that can't be taken away is named and stays on record.
    """
    done = []
    for known in find_placed_skills(settings_folder, workspace):
        shelf, skill = Shelf(Path(known.root)), known.name.rpartition("/")[2]
        try:
            done.append(_release(shelf, skill, known, settings_folder, workspace))
        except DaykeepError as error:
            done.append(SkillDone(skill, shelf.path(known.name), FAILED, why=error.message))
    return done


def _release(
    shelf: Shelf, skill: str, known: PlacedSkill, settings_folder: Path, workspace: str
) -> SkillDone:
    others = tuple(one for one in known.workspaces if one != workspace)
    if others:
        _record(settings_folder, known._replace(workspaces=others))
        return SkillDone(skill, shelf.path(known.name), SHARED)
    plan = plan_removal(shelf, known.name, {}, known)
    if plan.state not in {CHANGED, LINK}:
        _remove(shelf, plan, known, settings_folder)
    return _done(shelf, skill, plan)


def _install(
    shelf: Shelf, plan: SkillPlan, shipped: Mapping[str, bytes], settings_folder: Path, workspace: str
) -> None:
    hashes = {inner: sha256_of(data) for inner, data in shipped.items()}
    folder = Path(shelf.path(plan.name))
    new = tuple(missing_folders(folder.parent))

    def begin(placed: Placed) -> Placed:
        known = placed.skill(str(shelf.root), plan.name)
        return _with(placed, _entry(shelf, plan, known, hashes, workspace, new=new, done=False))

    def finish(placed: Placed) -> Placed:
        known = placed.skill(str(shelf.root), plan.name)
        return _with(placed, _entry(shelf, plan, known, hashes, workspace, new=(), done=True))

    update_placed(settings_folder, begin)
    for inner, aside in plan.aside:
        data = shelf.find(f"{plan.name}/{inner}")
        if data is not None:
            beside = f"{plan.name}/{aside}"
            there = shelf.find(beside)
            shelf.write(beside, data, expected_sha256=sha256_of(there) if there is not None else None)
    for inner, data, expected in plan.writes:
        mode = PROGRAM_MODE if data.startswith(b"#!") else FILE_MODE
        shelf.write(f"{plan.name}/{inner}", data, expected_sha256=expected, mode=mode)
    for inner, expected in plan.removes:
        shelf.remove(f"{plan.name}/{inner}", expected_sha256=expected)
    update_placed(settings_folder, finish)


def _entry(
    shelf: Shelf,
    plan: SkillPlan,
    known: PlacedSkill | None,
    hashes: Mapping[str, str],
    workspace: str,
    *,
    new: tuple[str, ...],
    done: bool,
) -> PlacedSkill:
    """The skill on record: while it is written the old hashes count beside the new ones."""
    before = known.files if known and not done else {}
    files = {
        inner: tuple(dict.fromkeys((*before.get(inner, ()), *_one(hashes.get(inner)))))
        for inner in sorted({*before, *hashes})
    }
    users = dict.fromkeys((*(known.workspaces if known else ()), *_one(workspace)))
    made = tuple(dict.fromkeys((*(known.made if known else ()), *new)))
    found = known.found if known else plan.state == KEPT
    return PlacedSkill(str(shelf.root), plan.name, files, made, found, tuple(users))


def _one(value: str | None) -> Iterator[str]:
    if value:
        yield value


def _remove(shelf: Shelf, plan: SkillPlan, known: PlacedSkill | None, settings_folder: Path) -> None:
    for inner, expected in plan.removes:
        shelf.remove(f"{plan.name}/{inner}", expected_sha256=expected)
    shelf.remove_empty(plan.name)
    if known is None:
        return
    remove_made(known.made)
    still = tuple(folder for folder in known.made if Path(folder).is_dir())

    def drop(placed: Placed) -> Placed:
        """The record without the skill; what still holds others' files goes with the last skill beside it."""
        placed = placed.with_skill(known.root, known.name, None)
        heir = next((one for one in placed.skills if one.root == known.root), None) if still else None
        return _with(placed, heir._replace(made=(*heir.made, *still))) if heir else placed

    update_placed(settings_folder, drop)


def _record(settings_folder: Path, entry: PlacedSkill) -> None:
    update_placed(settings_folder, lambda placed: _with(placed, entry))


def _with(placed: Placed, entry: PlacedSkill) -> Placed:
    return placed.with_skill(entry.root, entry.name, entry)


def _done(shelf: Shelf, skill: str, plan: SkillPlan) -> SkillDone:
    aside = tuple(name for _, name in plan.aside)
    return SkillDone(skill, shelf.path(plan.name), plan.state, plan.changed, aside, plan.left)
