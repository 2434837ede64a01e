"""What ``daykeep context files`` answers: the order as a table, what was left out, and a person's answer on imports."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from daykeep.cli.context.tokens import find_counting, find_settings
from daykeep.context.instructions.approvals import load_approvals
from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import APPROVED, DECLINED, Approvals, Around, Asked
from daykeep.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.context.instructions.model import InstructionFile, Instructions, SkippedFile

SOURCES = ("user", "project", "local")


def show_files(call: Call, given: Mapping[str, Any]) -> None:
    """Answer one call: first the answer on imports that it may carry, then the list."""
    around = find_around(call, given["cwd"])
    asked = Asked(
        for_paths=tuple(given["for_paths"]),
        add_dirs=tuple(given["add_dirs"]),
        sources=_sources(given["setting_sources"]),
        settings=_settings(given["settings"]),
        team=given["team"],
        concat=given["concat"],
        warn_chars=given["warn_chars"],
        count=find_counting(call, find_settings(call), given["model"]).count,
    )
    if given["answer"]:
        _record(call, around, given["answer"])
    asked = asked._replace(approvals=find_approvals(call))
    found = find_instructions(around, asked, profile=given["profile"])
    if given["answer"] == APPROVED:
        for path in _from_outside(found, around):
            call.note(f"  {path}")
    call.emit(_data(found), _lines(found, around))


def find_around(call: Call, cwd: str | None) -> Around:
    """Where the agent of a call starts; UsageError for a folder that is none."""
    from daykeep.app import home_folder
    from daykeep.cli.folders import working_folder

    return Around(working_folder(cwd), home_folder(call.environ), call.environ, sys.platform)


def find_approvals(call: Call) -> Approvals:
    """The answers on imports that are on record for the caller; a record that can't be read is said."""
    folders = call.settings_folders()
    approvals, problem = load_approvals(folders[0] if folders else None)
    if problem:
        call.note(problem)
    return approvals


def _record(call: Call, around: Around, answer: str) -> None:
    """Keep a person's answer for the project of a folder; RefusedError for anybody else."""
    from daykeep.app import open_moment
    from daykeep.context.instructions.approvals import record_answer
    from daykeep.context.instructions.claude.checkouts import find_root
    from daykeep.review.verdict.approval import require_person

    folders = call.settings_folders()
    if not folders:
        raise ConfigError("no settings folder is known for you", hint="set HOME")
    project = find_root(around.cwd)
    moment = open_moment(environ=call.environ)
    person = require_person(call, moment.settings, deed="answer for the imports of a project")
    kept = "" if answer == "ask" else answer
    changed = record_answer(folders[0], project, kept, by=person.by, now=moment.now)
    words = {APPROVED: "may be read", DECLINED: "are not read", "": "wait for an answer"}[kept]
    call.note(f"Imports from outside of {project} {words}{'' if changed else ', as before'}.")


def _from_outside(found: Instructions, around: Around) -> Iterator[str]:
    """The files from outside of the folder that are read because a person allowed it: they see what they allowed."""
    from daykeep.context.instructions.claude.gates import FREE

    inside = os.path.realpath(around.cwd).rstrip(os.sep) + os.sep
    for file in found.files:
        if file.hops and file.scope not in FREE and not file.real.startswith(inside):
            yield file.real


def _sources(given: str | None) -> tuple[str, ...]:
    if given is None:
        return SOURCES
    names = tuple(name.strip() for name in given.split(",") if name.strip())
    wrong = next((name for name in names if name not in SOURCES), "")
    if wrong:
        raise UsageError(f'no setting source "{wrong}"', hint=f"any of {', '.join(SOURCES)}")
    return names


def _settings(given: str | None) -> Mapping[str, Any]:
    """Settings as Claude Code takes them: a JSON object, or a file that holds one."""
    from daykeep.cli.folders import full_path
    from daykeep.context.instructions.claude.settings import read_layer

    if not given:
        return {}
    if not given.lstrip().startswith("{"):
        layer = read_layer(str(full_path(given)))
        if layer is None or layer.problem:
            raise UsageError(
                f'can\'t use the settings "{given}": {layer.problem if layer else "no such file"}'
            )
        return layer.values
    import json

    try:
        values: dict[str, Any] = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"can't use the settings given: not valid JSON: {error}") from error
    return values


def _data(found: Instructions) -> dict[str, Any]:
    return {
        "profile": found.profile,
        "files": [file._asdict() for file in found.files],
        "skipped": [file._asdict() for file in found.skipped],
        "remarks": list(found.notes),
        "tokens": sum(file.tokens for file in found.files),
    }


def _lines(found: Instructions, around: Around) -> Iterator[str]:
    """The list for people: what is read at the start, what with the paths of the call, what is not read."""
    launch = [file for file in found.files if file.when == "launch"]
    later = [file for file in found.files if file.when != "launch"]
    total = f"{sum(file.tokens for file in launch):,} tokens"
    yield f"{_count(launch)} at the start, {total}:" if launch else "No file is read at the start."
    yield from _table(launch, around)
    if later:
        yield f"{_count(later)} with these paths, {sum(file.tokens for file in later):,} tokens:"
        yield from _table(later, around)
    if found.skipped:
        yield f"{len(found.skipped)} not read:"
        yield from (_skip_line(file, around) for file in found.skipped)
    yield from found.notes


def _count(files: list[InstructionFile]) -> str:
    return f"{len(files)} file{'' if len(files) == 1 else 's'}"


def _table(files: list[InstructionFile], around: Around) -> Iterator[str]:
    rows = [
        (
            f"{file.size_bytes:,}",
            f"{file.tokens:,}",
            "  " * file.hops + _shown(file.path, around),
            file.reason,
        )
        for file in files
    ]
    if not rows:
        return
    sizes, tokens = (
        max(len(name), *(len(row[at]) for row in rows)) for at, name in ((0, "bytes"), (1, "tokens"))
    )
    width = min(max(len(row[2]) for row in rows), 60)
    yield f"  {'bytes':>{sizes}}  {'tokens':>{tokens}}  {'file':<{width}}  why"
    for size, count, path, reason in rows:
        yield f"  {size:>{sizes}}  {count:>{tokens}}  {path:<{width}}  {reason}"


def _skip_line(file: SkippedFile, around: Around) -> str:
    named = f", named in {_shown(file.importer, around)}:{file.line}" if file.importer else ""
    return f"  {_shown(file.path, around)}: {file.reason} ({file.code}{named})"


def _shown(path: str, around: Around) -> str:
    """A path below the folder or the home as people write it."""
    for folder, short in ((str(around.cwd), ""), (str(around.home), "~/")):
        if path.startswith(folder.rstrip("/\\") + ("\\" if "\\" in folder else "/")):
            return short + path[len(folder.rstrip("/\\")) + 1 :]
    return path
