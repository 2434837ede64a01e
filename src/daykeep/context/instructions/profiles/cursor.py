"""What Cursor reads: ``.cursor/rules/**/*.mdc`` by their frontmatter, ``AGENTS.md``, and the old ``.cursorrules``.

A rule is always read (``alwaysApply: true``), read with files that match its ``globs``, offered to the agent by its
``description``, or read when a person names it. A plain ``.md`` among the rules is ignored. Rules of the team win over
the project's, those over the user's; the team's and the user's are not kept in files. Source: cursor.com/docs/rules.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.instructions.claude.rules import Rules
from daykeep.context.instructions.folders import below, folders_between, is_inside
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.model import LAUNCH, ON_READ
from daykeep.context.instructions.profiles.place import find_place, first_match
from daykeep.text.globs import compile_globs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.context.instructions.model import Around, Asked, Instructions
    from daykeep.context.instructions.paths import Paths
    from daykeep.context.instructions.profiles.place import Place
    from daykeep.context.instructions.reading import Found
    from daykeep.text.globs import Globs

_LINE = re.compile(r"(description|alwaysApply)[ \t]*:[ \t]*(.*)$")


class _Rule(NamedTuple):
    """What the frontmatter of a rule says, read by hand: its values are often no YAML."""

    description: str
    always: bool
    paths: Paths
    lacks: str


def find(around: Around, asked: Asked) -> Instructions:
    """What Cursor reads in a project: always, then what paths of the call call for; every other rule is listed."""
    place = find_place(around, asked)
    gathering = Gathering(place.around, asked, plain=True)
    gathering.note("rules of the team and of the user are kept by Cursor itself, not in files")
    _take_plain(gathering, place, ".cursorrules", "the old form of rules, still read")
    waiting: list[tuple[Found, _Rule, str]] = []
    listing = Rules()
    start = folders_between(place.root, place.cwd) or [place.cwd]
    for folder in start:
        _agents(gathering, folder, "for the whole project" if folder == place.root else "", LAUNCH)
        waiting += _rules(gathering, listing, place, folder, LAUNCH)
    entered = set(start)
    for target in place.targets:
        for folder in folders_between(place.root, target.folder):
            if folder not in entered:
                entered.add(folder)
                _agents(gathering, folder, f"on the way to {target.given}", ON_READ)
                waiting += _rules(gathering, listing, place, folder, ON_READ)
    _add_matching(gathering, place, waiting)
    return gathering.done("cursor")


def _take_plain(gathering: Gathering, place: Place, name: str, reason: str) -> None:
    found = gathering.read(below(place.root, name))
    if found is not None:
        gathering.add(found._replace(body_from=0), scope="project", reason=reason, imports=False)


def _agents(gathering: Gathering, folder: str, reason: str, when: str) -> None:
    found = gathering.read(below(folder, "AGENTS.md"))
    if found is not None:
        scope = "project" if when == LAUNCH else "nested"
        whole = found._replace(body_from=0)
        reason = reason or f"of {gathering.shown(folder)}"
        gathering.add(whole, scope=scope, reason=reason, when=when, imports=False)


def _rules(
    gathering: Gathering, listing: Rules, place: Place, folder: str, when: str
) -> list[tuple[Found, _Rule, str]]:
    """Read the rules of one folder that are always meant; those with globs are given back to wait for a path."""
    listed = listing.find(below(folder, ".cursor", "rules"), endings=(".mdc", ".md"))
    for skipped in listed.skipped:
        gathering.skip(*skipped)
    waiting: list[tuple[Found, _Rule, str]] = []
    for path in listed.paths:
        if not path.endswith(".mdc"):
            gathering.skip(path, "unsupported", "a rule is a .mdc file; a plain .md here is ignored")
            continue
        found = gathering.read(path)
        if found is None:
            continue
        rule = _parse(gathering, found, place)
        if rule is None:
            continue
        if rule.always:
            gathering.add(found, scope="rule", reason="always applied", when=when, imports=False)
        elif rule.paths.patterns:
            waiting.append((found, rule, folder))
        elif rule.description:
            said = f"offered to the agent, which decides by its description: {_shorten(rule.description)}"
            gathering.skip(path, "not_loaded", said)
        else:
            name = PurePath(path).stem
            gathering.skip(path, "not_loaded", f"read only when a person names it: @{name}{rule.lacks}")
    return waiting


def _parse(gathering: Gathering, found: Found, place: Place) -> _Rule | None:
    values = {"description": "", "alwaysApply": ""}
    for line in found.lines[1 : max(found.body_from - 1, 1)]:
        match = _LINE.match(line)
        if match:
            values[match[1]] = match[2].strip()
    paths = gathering.paths_of(found._replace(lines=found.lines[: found.body_from]), keys=("globs",))
    if paths is None:
        return None
    paths = paths._replace(globs=_compile(paths.patterns, place.around.platform))
    shown = gathering.shown(found.path)
    for problem in paths.problems:
        if problem.code != "unquoted":  # Cursor writes globs without quotes itself
            gathering.note(f"{shown}:{problem.line}: {problem.message}")
    given = values["alwaysApply"]
    if given not in {"", "true", "false"}:
        gathering.note(f"{shown}: alwaysApply is {given}, neither true nor false, and counts as false")
    lacks = "" if found.body_from else "; it has no frontmatter"
    return _Rule(values["description"].strip("\"'"), given == "true", paths, lacks)


def _compile(patterns: Iterable[str], platform: str) -> Globs:
    ignore_case, windows = platform in {"win32", "darwin"}, platform == "win32"
    return compile_globs(map(_anywhere, patterns), ignore_case=ignore_case, windows=windows)


def _anywhere(pattern: str) -> str:
    """The pattern as Cursor takes it: one without a slash means files in every folder."""
    bare = pattern.removeprefix("!")
    if "/" in bare:
        return pattern
    return f"{pattern[: len(pattern) - len(bare)]}**/{bare}"


def _add_matching(gathering: Gathering, place: Place, waiting: list[tuple[Found, _Rule, str]]) -> None:
    for found, rule, folder in waiting:
        inside = [
            target
            for target in place.targets
            if is_inside(target.path, folder) or is_inside(target.real, folder)
        ]
        target = first_match(rule.paths, inside, (place.root, folder))
        if target is None:
            code, said = rule.paths.why_unread()
            gathering.skip(found.path, code, said if folder == place.root else f"{said}, in {folder}")
        else:
            gathering.add(
                found, scope="rule", reason=f"meant for {target.given}", when=ON_READ,
                globs=rule.paths.patterns, imports=False,
            )  # fmt: skip


def _shorten(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
