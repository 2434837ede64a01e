"""What becomes of one skill in one folder: written, brought up to date, left to the person who changed it, taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.replace import sha256_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.files.placed import Shelf
    from daykeep.wiring.placed import PlacedSkill

NEW, UPDATE, KEPT, CHANGED, LINK, REMOVE, NONE = "new", "update", "kept", "changed", "link", "remove", "none"
ASIDE = ".kept-{}"
"""What is added to the name of a person's file that has to make room: eight digits of its own hash."""


class SkillPlan(NamedTuple):
    """What is to be done in a skill's folder: ``name`` is that of the folder, relative to the shelf.

    ``state`` is new, update, kept (nothing to write), changed (a person changed it: nothing is done), link (somebody's
    link: nothing is done), remove or none (nothing is there). ``writes`` are names inside with their bytes and the hash
    of what is replaced, ``removes`` names with their hash, ``changed`` what a person changed, ``aside`` what of it makes
    room under which name, ``left`` what is not daykeep's.
    """

    name: str
    state: str
    writes: tuple[tuple[str, bytes, str | None], ...] = ()
    removes: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()
    aside: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()


def plan_skill(
    shelf: Shelf, name: str, shipped: Mapping[str, bytes], known: PlacedSkill | None, *, force: bool = False
) -> SkillPlan:
    """Decide what installing a skill does; reads, writes nothing.

    A file that is neither as shipped nor as daykeep wrote it is a person's: the whole skill stays as it is, unless
    ``force`` sets those files aside.
    """
    if shelf.is_link(name):
        return SkillPlan(name, LINK)
    own = known.files if known else {}
    found = {inner: _hash(shelf, f"{name}/{inner}") for inner in {*shipped, *own}}
    fresh = {inner: sha256_of(data) for inner, data in shipped.items()}
    differs = [inner for inner in sorted(shipped) if found[inner] != fresh[inner]]
    changed = tuple(inner for inner in differs if found[inner] and found[inner] not in own.get(inner, ()))
    if changed and not force:
        return SkillPlan(name, CHANGED, changed=changed)
    writes = tuple((inner, shipped[inner], found[inner]) for inner in sorted(differs, key=_skill_file_last))
    old = [(inner, found[inner] or "") for inner in sorted(own) if inner not in shipped]
    removes = tuple((inner, sha) for inner, sha in old if sha and sha in own[inner])
    aside = tuple((inner, inner + ASIDE.format((found[inner] or "")[:8])) for inner in changed)
    is_new = not any(found.values())
    state = NEW if is_new else UPDATE if writes or removes else KEPT
    return SkillPlan(name, state, writes, removes, changed, aside)


def plan_removal(
    shelf: Shelf, name: str, shipped: Mapping[str, bytes], known: PlacedSkill | None, *, force: bool = False
) -> SkillPlan:
    """Decide what taking a skill away does. With a file that a person changed all of it stays, unless ``force``."""
    if shelf.is_link(name):
        return SkillPlan(name, LINK)
    own = dict(known.files) if known else {inner: (sha256_of(data),) for inner, data in shipped.items()}
    found = {inner: _hash(shelf, f"{name}/{inner}") for inner in own}
    removes = tuple((inner, sha) for inner, sha in sorted(found.items()) if sha and sha in own[inner])
    changed = tuple(inner for inner, sha in sorted(found.items()) if sha and sha not in own[inner])
    left = tuple(inner for inner in shelf.list_names(name) if inner not in own)
    if changed and not force:
        return SkillPlan(name, CHANGED, changed=changed, left=left)
    return SkillPlan(name, REMOVE if removes else NONE, removes=removes, changed=changed, left=left)


def _hash(shelf: Shelf, name: str) -> str | None:
    data = shelf.find(name)
    return None if data is None else sha256_of(data)


def _skill_file_last(inner: str) -> tuple[bool, str]:
    """SKILL.md last: until it stands there, no agent takes a half-written folder for a skill."""
    return inner == "SKILL.md", inner
