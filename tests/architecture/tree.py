"""Read a source tree for the architecture checks: parsed modules and the names that calls and imports resolve to."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCE = REPOSITORY / "src" / "daykeep"


@dataclass(frozen=True)
class Module:
    """One Python file: its path relative to the tree's root (POSIX), its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module
    aliases: dict[str, str] = field(default_factory=dict)

    def at(self, node: ast.AST, message: str) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {message}"

    def inside(self, *places: str) -> bool:
        """Whether the module is one of ``places``: a file (``clock.py``) or a folder (``files/``)."""
        return any(
            self.path == place or (place.endswith("/") and self.path.startswith(place)) for place in places
        )

    def name_of(self, node: ast.AST) -> str:
        """The dotted name of an expression with import aliases resolved: ``p.open`` -> ``p.open``, ``dt.now`` -> ...

        Empty when the expression isn't a plain chain of names; a chain on a call or subscript begins with ``?``.
        """
        if isinstance(node, ast.Name):
            return self.aliases.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            return f"{self.name_of(node.value) or '?'}.{node.attr}"
        return ""


def read_modules(root: Path) -> list[Module]:
    """Every ``.py`` file under ``root``, sorted by path; the same file is parsed once per call."""
    found = []
    for path in sorted(root.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text, filename=str(path))
        found.append(Module(path.relative_to(root).as_posix(), text, tree, _aliases(tree)))
    return found


def _aliases(tree: ast.Module) -> dict[str, str]:
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                names[item.asname or item.name.split(".")[0]] = (
                    item.name if item.asname else item.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for item in node.names:
                names[item.asname or item.name] = f"{node.module}.{item.name}"
    return names


def imported(module: Module) -> list[tuple[ast.stmt, str]]:
    """Every imported module name with its statement, wherever the import stands."""
    found: list[tuple[ast.stmt, str]] = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found.extend((node, item.name) for item in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.append((node, node.module or "." * node.level))
    return found


def docstrings(module: Module) -> set[int]:
    """The ids of the string nodes that are docstrings."""
    found = set()
    for node in ast.walk(module.tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body
            if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
                found.add(id(body[0].value))
    return found
