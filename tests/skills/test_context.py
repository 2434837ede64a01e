"""The script of the skill context-manager: names of its own for the installed command's."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib import import_module

import click
import pytest

from daykeep.cli.registry import COMMANDS
from daykeep.workspace.template import template_root

SCRIPT = template_root() / "skills" / "context-manager" / "scripts" / "context.py"
RECORDER = '#!/bin/sh\nprintf \'%s\\n\' "$@" > "$RECORD"\nexit 7\n'


@pytest.fixture
def recorder(tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "daykeep"
    command.write_text(RECORDER, encoding="utf-8")
    command.chmod(0o755)
    return {"PATH": f"{folder}:/usr/bin:/bin", "RECORD": str(tmp_path / "record"), "HOME": str(tmp_path)}


def run(*words, environment, where):
    line = [sys.executable, "-S", str(SCRIPT), *words]
    return subprocess.run(line, cwd=where, env=environment, capture_output=True, text=True, check=False)


def load():
    spec = importlib.util.spec_from_file_location("context_of_the_skill", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("given", "handed_on"),
    [
        (["remember", "I like tea", "--type", "user"], ["remember", "I like tea", "--type", "user"]),
        (["forget", "tea", "--dry-run"], ["forget", "tea", "--dry-run"]),
        (["files", "--for", "a.ts"], ["context", "files", "--for", "a.ts"]),
        (["plan", "--session", "s"], ["context", "compact", "--dry-run", "--session", "s"]),
        (["compact", "t.jsonl", "--mode", "summary"], ["context", "compact", "t.jsonl", "--mode", "summary"]),
        (["extract", "--session", "s"], ["session", "extract", "--session", "s"]),
    ],
)
def test_line_is_handed_to_the_installed_command_and_its_exit_code_comes_back(
    tmp_path, recorder, given, handed_on
):
    assert run(*given, environment=recorder, where=tmp_path).returncode == 7
    assert (tmp_path / "record").read_text().splitlines() == handed_on


def test_every_name_stands_for_a_command_that_there_is():
    for words in load().COMMANDS.values():
        entry = COMMANDS[words[0]]
        command = getattr(import_module(entry.module), entry.attribute)
        rest = [word for word in words[1:] if not word.startswith("-")]
        assert not rest or isinstance(command, click.Group)
        assert not rest or rest[0] in command.commands


@pytest.mark.parametrize(("words", "code"), [([], 2), (["lose-all"], 2), (["--help"], 0)])
def test_unknown_name_shows_how_it_is_used(tmp_path, recorder, words, code):
    answer = run(*words, environment=recorder, where=tmp_path)
    assert answer.returncode == code
    assert "context.py remember TEXT" in answer.stdout + answer.stderr
    assert not (tmp_path / "record").exists()


def test_missing_command_is_said(tmp_path):
    answer = run("files", environment={"PATH": "/nowhere", "HOME": str(tmp_path)}, where=tmp_path)
    assert answer.returncode == 127
    assert "pipx install daykeep" in answer.stderr
