"""Reads the workspace's skills and checks them against the Agent Skills specification.

A skill is a folder ``skills/<name>/`` with a ``SKILL.md``: frontmatter between two lines equal to ``---``, then
Markdown. Rules and limits: agentskills.io/specification. Nothing here writes.
"""

from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from daykeep.errors import DaykeepError
from daykeep.text.frontmatter import parse_frontmatter
from daykeep.text.markdown import find_links

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files

SKILLS_FOLDER = "skills"
SKILL_FILE = "SKILL.md"

NAME_CHARS = 64
DESCRIPTION_CHARS = 1024
COMPATIBILITY_CHARS = 500
BODY_LINES = 500
"""Limits of the specification; the last one is its advice."""

SKILL_BYTES = 256_000
"""A SKILL.md larger than this is not read: no agent could load it either."""

LINK_CHARS = 40_000
"""Instructions longer than this are not searched for links: a parser takes seconds for a hostile text of that kind."""

_KNOWN_KEYS = frozenset({"name", "description", "license", "compatibility", "metadata", "allowed-tools"})
_QUOTES = "'\"|>[{"
_NOT_PLAIN = (": ", " #", "---")
"""What a plain value can't hold for YAML, and for readers that look for the next ``---`` to find the end."""
_ELSEWHERE = ("#", "/", "\\", "~", "mailto:")


class SkillProblem(NamedTuple):
    """What is wrong with a skill: ``level`` is error, warning or info; ``line`` is 0 where the file is meant."""

    level: str
    name: str
    line: int
    message: str


class Skill(NamedTuple):
    """A skill folder as it is, with everything that is wrong with it.

    ``name`` and ``description`` are ``""`` where the file doesn't give them; ``file`` is relative to the workspace.
    """

    folder: str
    file: str
    name: str
    description: str
    problems: tuple[SkillProblem, ...] = ()

    @property
    def usable(self) -> bool:
        """Whether an agent that keeps to the specification would load it."""
        return not any(problem.level == "error" for problem in self.problems)


def read_skills(files: Files) -> list[Skill]:
    """Every folder of ``skills/`` with a SKILL.md, or that should have one, sorted by folder name."""
    return [read_skill(files, folder) for folder in _list_folders(files)]


def read_skill(files: Files, folder: str) -> Skill:
    """Read and check one skill folder; what can't be read is a problem, never an exception."""
    file, found = _find_file(files, folder)
    if not file:
        return _broken(folder, f"{SKILLS_FOLDER}/{folder}/{SKILL_FILE}", found)
    try:
        data = files.find_bytes(file, limit_bytes=SKILL_BYTES + 1)
        document = files.read_document(file) if data is not None and len(data) <= SKILL_BYTES else None
    except DaykeepError as error:
        return _broken(folder, file, f"can't be read: {error.message}")
    if document is None:
        return _broken(folder, file, f"is larger than {SKILL_BYTES:,} bytes and is not read")
    return _check_document(files, folder, file, document, found)


def _list_folders(files: Files) -> list[str]:
    try:
        with os.scandir(files.root / SKILLS_FOLDER) as entries:
            return sorted(entry.name for entry in entries if entry.name[:1] not in "._" and _is_folder(entry))
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads round in a circle
        return False


def _find_file(files: Files, folder: str) -> tuple[str, str]:
    """The skill's file by its exact name, and what is wrong with that name; no file: ``""`` and the reason."""
    try:
        names = [entry.name for entry in (files.root / SKILLS_FOLDER / folder).iterdir()]
    except OSError as error:
        return "", f"the folder can't be listed: {error.strerror}"
    if SKILL_FILE in names:
        return f"{SKILLS_FOLDER}/{folder}/{SKILL_FILE}", ""
    near = sorted(name for name in names if name.lower() == SKILL_FILE.lower())
    if not near:
        return "", f"the folder has no {SKILL_FILE}"
    return f"{SKILLS_FOLDER}/{folder}/{near[0]}", f'is called "{near[0]}"; agents look for "{SKILL_FILE}"'


def _broken(folder: str, file: str, message: str) -> Skill:
    return Skill(folder, file, "", "", (SkillProblem("error", file, 0, message),))


def _check_document(files: Files, folder: str, file: str, document: Document, misnamed: str) -> Skill:
    front = parse_frontmatter(document.texts)
    fields: Mapping[str, Any] = front.fields
    problems = [SkillProblem("error", file, 0, misnamed)] if misnamed else []
    problems += [SkillProblem("error", file, p.line, p.message) for p in document.problems]
    if document.bom:
        problems.append(
            SkillProblem("warning", file, 1, "starts with a byte order mark; some readers skip the file")
        )
    if not front.last:
        reasons = [p.message for p in front.problems] or [
            'no frontmatter: it stands between two lines equal to "---", at the top'
        ]
        problems += [SkillProblem("error", file, 1, reason) for reason in reasons]
    else:
        problems += [SkillProblem("error", file, p.line, p.message) for p in front.problems]
        found = _Fields(file, document, front.first, front.last)
        problems += [
            *_check_quotes(file, document, front.last),
            *_check_name(found, fields, folder),
            *_check_description(found, fields),
            *_check_rest(found, fields),
        ]
    problems += _check_body(files, folder, file, document, front.last)
    return Skill(folder, file, _text(fields, "name"), _text(fields, "description"), tuple(problems))


class _Fields:
    """Where the frontmatter's keys stand, for problems with a line."""

    def __init__(self, file: str, document: Document, first: int, last: int) -> None:
        self.file = file
        self.lines = {}
        for number in range(last - 1, first, -1):
            key, colon, _ = document.texts[number - 1].partition(":")
            if colon and key == key.strip():
                self.lines[key] = number
        self.first = first or 1

    def problem(self, level: str, key: str, message: str) -> SkillProblem:
        return SkillProblem(level, self.file, self.lines.get(key, self.first), message)


def _text(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key)
    return value.strip() if isinstance(value, str) else ""


def _check_name(found: _Fields, fields: Mapping[str, Any], folder: str) -> Iterator[SkillProblem]:
    name = unicodedata.normalize("NFKC", _text(fields, "name"))
    if not name:
        yield found.problem("error", "name", '"name" is missing or not text')
        return
    if len(name) > NAME_CHARS:
        yield found.problem("error", "name", f'"name" has {len(name)} characters; the limit is {NAME_CHARS}')
    if name != name.lower() or not all(char.isalnum() or char == "-" for char in name):
        yield found.problem(
            "error", "name", f'"{name}": only lowercase letters, digits and hyphens are allowed'
        )
    if name.startswith("-") or name.endswith("-") or "--" in name:
        yield found.problem(
            "error", "name", f'"{name}": hyphens may stand only singly between other characters'
        )
    if name != unicodedata.normalize("NFKC", folder):
        yield found.problem("error", "name", f'"{name}" is not the name of its folder, "{folder}"')


def _check_description(found: _Fields, fields: Mapping[str, Any]) -> Iterator[SkillProblem]:
    description = _text(fields, "description")
    if not description:
        yield found.problem(
            "error", "description", '"description" is missing or not text: no agent can choose this skill'
        )
    elif len(description) > DESCRIPTION_CHARS:
        said = f'"description" has {len(description):,} characters; the limit is {DESCRIPTION_CHARS:,}'
        yield found.problem("error", "description", said)


def _check_quotes(file: str, document: Document, last: int) -> Iterator[SkillProblem]:
    """Values that daykeep reads as they are written, and a reader that takes them for YAML cuts or refuses."""
    for number in range(2, last):
        key, colon, value = document.texts[number - 1].partition(":")
        value = value.strip()
        if not colon or not value or value[0] in _QUOTES or key[:1] in "# ":
            continue
        fault = next((mark for mark in _NOT_PLAIN if mark in f"{value} "), "")
        if fault:
            said = f'"{key}" holds "{fault.strip()}" without quotes: other readers refuse or cut it; put it into quotes'
            yield SkillProblem("warning", file, number, said)


def _check_rest(found: _Fields, fields: Mapping[str, Any]) -> Iterator[SkillProblem]:
    compatibility = fields.get("compatibility")
    if compatibility is not None and not 0 < len(_text(fields, "compatibility")) <= COMPATIBILITY_CHARS:
        yield found.problem(
            "error", "compatibility", f'"compatibility" must be text of 1 to {COMPATIBILITY_CHARS} characters'
        )
    metadata = fields.get("metadata")
    if metadata not in (None, "") and not _is_flat(metadata):
        yield found.problem("warning", "metadata", '"metadata" should hold only plain "key: text" pairs')
    tools = fields.get("allowed-tools")
    if tools is not None and not isinstance(tools, str):
        yield found.problem(
            "warning", "allowed-tools", '"allowed-tools" should be one line of names with spaces between'
        )
    for key in fields:
        if key not in _KNOWN_KEYS:
            yield found.problem("info", key, f'"{key}" is not in the specification; it is kept as it is')


def _is_flat(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


def _check_body(
    files: Files, folder: str, file: str, document: Document, front_last: int
) -> Iterator[SkillProblem]:
    body = document.texts[front_last:]
    if not any(line.strip() for line in body):
        yield SkillProblem("warning", file, front_last or 1, "has no instructions below the frontmatter")
    if len(body) > BODY_LINES:
        said = f"has {len(body)} lines of instructions; over {BODY_LINES}, move details to files beside it"
        yield SkillProblem("info", file, front_last + BODY_LINES, said)
    text = "\n".join([*[""] * front_last, *body])
    if len(text) > LINK_CHARS:
        yield SkillProblem(
            "info", file, 0, f"is longer than {LINK_CHARS:,} characters; its links were not checked"
        )
        return
    for link in find_links(text):
        fault = _link_fault(files, folder, link.target)
        if fault:
            yield SkillProblem("warning", file, link.line, f'link to "{link.target}": {fault}')


def _link_fault(files: Files, folder: str, target: str) -> str:
    """Why a relative link leads nowhere; ``""`` where it leads to something, or is not relative."""
    path = unquote(target.split("#", 1)[0].split("?", 1)[0])
    if not path or target.startswith(_ELSEWHERE) or ":" in path.split("/", 1)[0]:
        return ""
    name = os.path.normpath(f"{SKILLS_FOLDER}/{folder}/{path}").replace(os.sep, "/")
    if name.startswith("../"):
        return "it leads out of the workspace"
    try:
        missing = files.kind(name) == "missing"
    except DaykeepError:
        return "it leads out of the workspace"
    return "there is no such file" if missing else ""
