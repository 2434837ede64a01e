"""The size rules: module, function and command body, each with a soft and a hard limit."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.architecture.tree import Module

MODULE_LINES, MODULE_HARD = 400, 600
FUNCTION_LINES, FUNCTION_HARD = 40, 60
COMMAND_LINES, COMMAND_HARD = 15, 25


def check_sizes(modules: Sequence[Module], exceptions: Mapping[str, str]) -> list[str]:
    """What is too big: over the soft limit and not listed with a reason, or over the hard limit, listed or not.

    An entry of ``exceptions`` (``path`` or ``path::function`` -> reason) that is no longer needed is a finding too.
    """
    found, needed = [], set()
    for key, lines, soft, hard in _measure(modules):
        if lines > hard:
            found.append(f"{key}: {lines} lines, the hard limit is {hard}")
        elif lines > soft:
            needed.add(key)
            if not exceptions.get(key, "").strip():
                found.append(f"{key}: {lines} lines, more than {soft} and not on the list of exceptions")
    found += [f"{key}: on the list of exceptions without need" for key in exceptions if key not in needed]
    return found


def _measure(modules: Sequence[Module]) -> Iterator[tuple[str, int, int, int]]:
    for module in modules:
        yield module.path, len(module.text.splitlines()), MODULE_LINES, MODULE_HARD
        for node, name in _functions(module.tree, ""):
            key = f"{module.path}::{name}"
            yield key, (node.end_lineno or node.lineno) - node.lineno + 1, FUNCTION_LINES, FUNCTION_HARD
            if module.inside("cli/") and _is_command(node):
                yield f"{key} (command body)", _body_lines(node), COMMAND_LINES, COMMAND_HARD


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child, prefix + child.name
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        else:
            yield from _functions(child, prefix)


def _is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
        if name in {"command", "group"}:
            return True
    return False


def _body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
