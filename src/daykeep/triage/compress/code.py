"""Code and differences made short: what they define and how much they change."""

from __future__ import annotations

import ast
import re
import warnings
from functools import cache
from typing import TYPE_CHECKING

from daykeep.triage.compress.lines import fill_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

MAX_PARSED_CHARS = 60_000
"""Longer Python is read by its lines: parsing it takes too long."""


@cache
def _definition() -> re.Pattern[str]:
    return re.compile(
        r"(?:export\s+|default\s+|pub(?:\(\w+\))?\s+|public\s+|private\s+|protected\s+|static\s+|abstract\s+|async\s+|final\s+)*"
        r"(?:def|class|function\*?|interface|enum|type|struct|trait|impl|fn|func|module|namespace)\s+[\w$<>.]+[^{=;]{0,120}"
        r"|(?:export\s+)?(?:const|let)\s+\w+\s*(?::[^=]{1,60})?=\s*(?:async\s*)?(?:\([^)]{0,120}\)|\w+)\s*=>"
    )


@cache
def _numbered() -> re.Pattern[str]:
    return re.compile(r"^\s*\d+\s*(?:→|\||:|\t) ?", re.MULTILINE)


def compress_code(text: str, limit_chars: int, wanted: Collection[str] = (), *, path: str = "") -> str:
    r"""Code as its path, how many lines it has, and the signatures in it; a difference as what it adds and takes away.

    >>> compress_code("import os\n\ndef run(port: int) -> None:\n    print(os, port)\n", 200, path="a.py")
    'a.py: 4 lines\ndef run(port: int) -> None'
    """
    if text.startswith(("diff --git ", "--- ")) or "\n@@ " in text:
        return fill_lines(_difference(text), limit_chars)
    bare = _numbered().sub("", text) if _is_numbered(text) else text
    count = len(text.splitlines())
    lines = [line.strip() for line in bare.splitlines()]
    asked = [line for line in lines if any(value in line for value in wanted)] if wanted else []
    rows = [f"{path}: {count} lines" if path else f"{count} lines", *asked, *_signatures(bare)]
    return fill_lines(list(dict.fromkeys(rows)), limit_chars)


def _is_numbered(text: str) -> bool:
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    return bool(lines) and all(_numbered().match(line) for line in lines)


def _signatures(text: str) -> list[str]:
    tree = (
        _parsed(text)
        if len(text) <= MAX_PARSED_CHARS and re.search(r"^\s*(?:def|class) ", text, re.MULTILINE)
        else None
    )
    if tree is not None:
        return list(_python(tree))
    return [
        found.group().strip() for line in text.splitlines() if (found := _definition().match(line.strip()))
    ]


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _python(tree: ast.Module | ast.ClassDef, lead: str = "") -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            bases = ", ".join(ast.unparse(base) for base in node.bases)
            yield f"{lead}class {node.name}({bases})" if bases else f"{lead}class {node.name}"
            yield from _python(node, f"{lead}{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            kind = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            yield f"{kind} {lead}{node.name}({ast.unparse(node.args)}){result}"


def _difference(text: str) -> Iterator[str]:
    """For each file of a difference how many lines come and go, and within what."""
    name, added, removed = "", 0, 0
    places: dict[str, None] = {}
    for line in [*text.splitlines(), "diff --git a/ b/"]:
        if line.startswith(("diff --git ", "+++ ")):
            if line.startswith("+++ "):
                name = line[4:].removeprefix("b/").strip()
                continue
            if name or added or removed:
                yield f"{name or 'difference'}: +{added} -{removed}" + (
                    f" in {'; '.join(places)}" if places else ""
                )
            name, added, removed = line.rpartition(" b/")[2], 0, 0
            places = {}
        elif line.startswith("@@"):
            place = line.rpartition("@@")[2].strip()
            if place:
                places[place] = None
        elif line.startswith("+"):
            added += 1
        elif line.startswith("-") and not line.startswith("--- "):
            removed += 1
