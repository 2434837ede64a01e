"""The plugin for Claude Code: valid by the documented fields, in step with the code, and unable to decide for a person."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import daykeep
from daykeep.text.frontmatter import parse_frontmatter
from daykeep.wiring.claude.handlers import EVENTS, PROGRAM, TIMEOUTS_SECONDS, own_words
from daykeep.wiring.claude.status import PLUGIN
from tests.architecture.tree import REPOSITORY
from tests.docs.test_command_lines import fault_of

FOLDER = REPOSITORY / "plugins" / "daykeep"
MARKETPLACE = REPOSITORY / ".claude-plugin" / "marketplace.json"
COMMANDS = sorted((FOLDER / "commands").glob("*.md"))
KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")

# code.claude.com/docs/en/plugins-reference and plugin-marketplaces
PLUGIN_FIELDS = {
    "name": str, "version": str, "description": str, "author": dict, "homepage": str, "repository": str, "license": str,
    "keywords": list, "commands": list, "skills": list, "agents": list, "hooks": dict, "mcpServers": dict, "userConfig": dict,
}  # fmt: skip
MARKETPLACE_FIELDS = {"name": str, "owner": dict, "plugins": list, "metadata": dict}
ENTRY_FIELDS = {
    "name": str,
    "source": str,
    "description": str,
    "version": str,
    "license": str,
    "keywords": list,
    "category": str,
}
COMMAND_FIELDS = {"description", "argument-hint", "allowed-tools", "disable-model-invocation"}
HANDLER_FIELDS = {"type": str, "command": str, "args": list, "timeout": int}


def load(path: Path) -> dict[str, Any]:
    value = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(value, dict)
    return value


def wrong_fields(value: dict[str, Any], fields: dict[str, type]) -> list[str]:
    return [key for key, each in value.items() if key not in fields or not isinstance(each, fields[key])]


def allowed_tools(path: Path) -> list[str]:
    return re.findall(r"Bash\(([^)]*):\*\)", head_of(path)["allowed-tools"])


def head_of(path: Path) -> dict[str, str]:
    found = parse_frontmatter(path.read_text(encoding="utf-8").splitlines())
    assert found.problems == ()
    return {key: str(value) for key, value in found.fields.items()}


def test_the_manifest_has_documented_fields_and_the_version_of_the_program() -> None:
    value = load(FOLDER / ".claude-plugin" / "plugin.json")
    assert wrong_fields(value, PLUGIN_FIELDS) == []
    assert KEBAB.fullmatch(value["name"])
    assert (value["name"], value["version"]) == (PLUGIN, daykeep.__version__)
    assert [path.name for path in (FOLDER / ".claude-plugin").iterdir()] == ["plugin.json"]


def test_the_marketplace_leads_to_the_plugin() -> None:
    value = load(MARKETPLACE)
    assert wrong_fields(value, MARKETPLACE_FIELDS) == []
    assert KEBAB.fullmatch(value["name"])
    assert value["owner"]["name"]
    (entry,) = value["plugins"]
    assert wrong_fields(entry, ENTRY_FIELDS) == []
    assert entry["source"].startswith("./")
    manifest = load(REPOSITORY / entry["source"] / ".claude-plugin" / "plugin.json")
    assert (entry["name"], entry["description"]) == (manifest["name"], manifest["description"])


def test_the_hooks_are_those_that_the_command_installs_but_find_program_and_workspace_by_themselves() -> None:
    value = load(FOLDER / "hooks" / "hooks.json")
    assert set(value) == {"description", "hooks"}
    assert list(value["hooks"]) == list(EVENTS)
    for event, (group,) in value["hooks"].items():
        (handler,) = group["hooks"]
        assert wrong_fields(handler, HANDLER_FIELDS) == []
        assert own_words(handler) == [PROGRAM]
        assert handler["timeout"] == TIMEOUTS_SECONDS[event]


def test_the_server_is_a_command_that_there_is() -> None:
    value = load(FOLDER / ".mcp.json")
    assert list(value) == ["mcpServers"]
    (server,) = value["mcpServers"].values()
    assert wrong_fields(server, {"command": str, "args": list}) == []
    assert fault_of(" ".join([server["command"], *server["args"]])) == ""


def test_the_promised_commands_are_there() -> None:
    names = {path.stem for path in COMMANDS}
    assert names == {"remember", "forget", "recall", "compact-plan", "daykeep-review"}
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"/daykeep:([\w-]+)", readme)) == names


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_a_command_says_what_it_does_and_may_run_only_what_it_names(path: Path) -> None:
    head = head_of(path)
    assert set(head) <= COMMAND_FIELDS
    assert head["description"].endswith(".")
    tools = allowed_tools(path)
    assert head["allowed-tools"] == ", ".join(f"Bash({tool}:*)" for tool in tools)
    lines = re.findall(r"`(daykeep [^`]+)`", path.read_text(encoding="utf-8"))
    for line in [*lines, *tools]:
        assert fault_of(as_run(line)) == "", line
    asked = [line for line in lines if line not in {"daykeep review", "daykeep revert"}]
    assert [line for line in asked if not any(line.startswith(tool) for tool in tools)] == []
    assert [tool for tool in tools if not any(line.startswith(tool) for line in asked)] == []


def as_run(line: str) -> str:
    """A command line as it would be run, with a word where it takes one and none is written."""
    words = line.replace("${CLAUDE_SESSION_ID}", "s-1")
    return f"{words} x" if re.fullmatch(r"daykeep (remember|forget|search|show|revert)", words) else words


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_no_command_decides_for_a_person(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    deciding = (
        "approve",
        "review reject",
        "review import",
        "review edit",
        "review undo",
        "--yes",
        "--origin user",
        "trust",
        "config set",
    )
    assert [word for word in deciding if word in text] == []
    for tool in allowed_tools(path):
        assert tool in {
            "daykeep remember", "daykeep forget", "daykeep search", "daykeep show", "daykeep recall",
            "daykeep context compact --dry-run", "daykeep session list", "daykeep review list", "daykeep review show",
        }  # fmt: skip


def kept(folder: str) -> dict[str, tuple[bytes, bool]]:
    """Each file that git keeps or would keep, by its name below the folder: bytes, and whether it may be run."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder]
    names = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.split(
        "\0"
    )
    paths = [REPOSITORY / name for name in names if name and (REPOSITORY / name).is_file()]
    return {
        str(path.relative_to(REPOSITORY / folder)): (path.read_bytes(), bool(path.stat().st_mode & 0o100))
        for path in paths
    }


def test_the_skills_are_those_of_the_repository() -> None:
    assert kept("plugins/daykeep/skills") == kept("skills"), "run scripts/plugin"


def test_nothing_in_the_plugin_points_out_of_it() -> None:
    assert [path for path in FOLDER.rglob("*") if path.is_symlink()] == []
    for path in [*FOLDER.rglob("*.json"), *COMMANDS]:
        assert "../" not in path.read_text(encoding="utf-8")
