"""The CLI's lazy registry, which no linter follows: every name leads to a command that is what the registry says."""

from __future__ import annotations

import ast
from importlib import import_module

import click
import pytest

from daykeep.cli.registry import COMMANDS, MOMENTS, Entry
from tests.architecture.tree import SOURCE, Module, imported, read_modules

TOP_FLOOR = ("daykeep.cli.", "daykeep.hooks.", "daykeep.mcp.")
NOT_COMMANDS = {"main", "frame", "registry"}


def faults_of(name: str, entry: Entry) -> list[str]:
    """What is wrong with one row of the registry; imports the module it names."""
    if not entry.module.startswith(TOP_FLOOR):
        return [f"{name}: {entry.module} is not on the top floor"]
    command = getattr(import_module(entry.module), entry.attribute, None)
    if not isinstance(command, click.Command):
        return [f"{name}: {entry.module}.{entry.attribute} is not a command"]
    short = (command.help or "").strip().split("\n")[0]
    found = []
    if command.name != name:
        found.append(f"{name}: the command calls itself {command.name}")
    if short != entry.help:
        found.append(f"{name}: --help says {entry.help!r}, the command says {short!r}")
    if entry.moment not in MOMENTS:
        found.append(f"{name}: {entry.moment!r} is no moment of --help")
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_registry_row_leads_to_its_command(name: str) -> None:
    assert faults_of(name, COMMANDS[name]) == []


def test_wrong_rows_are_caught() -> None:
    good = COMMANDS["log"]
    assert faults_of("log", good._replace(module="daykeep.daily.log")) == [
        "log: daykeep.daily.log is not on the top floor"
    ]
    assert faults_of("log", good._replace(attribute="nothing")) == [
        "log: daykeep.cli.log.nothing is not a command"
    ]
    assert len(faults_of("log", good._replace(help="Another text.", moment="Never"))) == 2
    assert faults_of("lag", good) == ["lag: the command calls itself log"]


def test_every_command_module_is_in_the_registry_or_serves_one_that_is() -> None:
    modules = {
        module.path.removesuffix(".py").replace("/", "."): module
        for module in read_modules(SOURCE / "cli")
        if not module.path.endswith("__init__.py")
    }
    reached = {entry.module.removeprefix("daykeep.cli.") for entry in COMMANDS.values()}
    while True:
        used = {name for path in reached if path in modules for name in _cli_imports(modules[path])} - reached
        if not used:
            break
        reached |= used
    assert set(modules) - reached - NOT_COMMANDS == set()


def _cli_imports(module: Module) -> set[str]:
    names = {name for _, name in imported(module)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("daykeep.cli"):
            names |= {f"{node.module}.{item.name}" for item in node.names}
    return {name.removeprefix("daykeep.cli.") for name in names if name.startswith("daykeep.cli.")}


def test_help_lists_every_command_once_on_one_screen() -> None:
    from click.testing import CliRunner

    from daykeep.cli.main import root

    result = CliRunner().invoke(root, ["--help"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert len(lines) <= 40
    assert max(len(line) for line in lines) <= 80
    for name, entry in COMMANDS.items():
        assert [line for line in lines if line.endswith(f"  {name.ljust(9)}  {entry.help}")] != [], name
    assert sum(line.rstrip().endswith(".") for line in lines) >= len(COMMANDS)
