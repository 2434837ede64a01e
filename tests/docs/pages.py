"""Reads the documentation for the checks: pages, headings, links, command lines."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^\s*(```+|~~~+)\s*([\w-]*)")
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")


class Found(NamedTuple):
    """Something found on a page, with the line it stands on."""

    page: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(REPOSITORY) if self.page.is_relative_to(REPOSITORY) else self.page}:{self.line}: {self.text}"


def pages() -> list[Path]:
    """Every page that a user or a contributor reads."""
    folders = ("docs", "skills", "workspace_template", "cron")
    found = [path for folder in folders for path in sorted((REPOSITORY / folder).rglob("*.md"))]
    return [*sorted(REPOSITORY.glob("*.md")), *found]


def lines_of(page: Path) -> list[tuple[int, str, str | None]]:
    """Number, text and language of the fence (None outside of fences) of every line; fence lines are left out."""
    found, fence, language = [], "", None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        mark = FENCE.match(line)
        if mark and (not fence or (line.strip() == fence)):
            fence, language = (mark[1], mark[2]) if not fence else ("", None)
            continue
        found.append((number, line, language))
    return found


def headings(page: Path) -> set[str]:
    """The fragments that the page's headings can be linked by."""
    found: set[str] = set()
    for _, line, language in lines_of(page):
        match = HEADING.match(line) if language is None else None
        if match:
            text = re.sub(r"[`*]", "", LINK.sub(lambda m: m[0][1 : m[0].index("]")], match[1])).lower()
            base = "".join(letter for letter in text if letter.isalnum() or letter in " -_").replace(" ", "-")
            name, count = base, 0
            while name in found:
                count += 1
                name = f"{base}-{count}"
            found.add(name)
    return found


def links(page: Path) -> list[Found]:
    return [
        Found(page, number, target)
        for number, line, language in lines_of(page)
        if language is None
        for target in LINK.findall(INLINE.sub("", line))
    ]


def command_lines(page: Path) -> list[Found]:
    """Every ``daykeep ...`` line of a shell block and every `daykeep ...` in running text, continuation lines joined."""
    found: list[Found] = []
    joined = ""
    for number, line, language in lines_of(page):
        if language in {"sh", "bash", "console", "shell"}:
            text = joined + line.strip()
            joined = ""
            if text.endswith("\\"):
                joined = text[:-1]
                continue
            found += [
                Found(page, number, piece) for piece in _shell_calls(text, prompt=language == "console")
            ]
        elif language is None:
            found += [
                Found(page, number, text)
                for text in INLINE.findall(line)
                if re.match(r"daykeep [a-z-]", text)
            ]
    return found


def _shell_calls(line: str, *, prompt: bool) -> list[str]:
    if prompt:
        if not line.startswith("$ "):
            return []
        line = line[2:]
    pieces = re.split(r"\s(?:\||&&|;|>>?|2>>?)\s", re.sub(r"\s#\s.*$", "", line))
    return [piece.strip() for piece in pieces if re.match(r"\s*daykeep [a-z-]", piece)]


def words_of(text: str) -> list[str]:
    return shlex.split(text)[1:]
