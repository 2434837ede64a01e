"""Every ``daykeep`` command line in the documentation is one that the command line accepts."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import click
import pytest

from daykeep.cli.registry import COMMANDS
from tests.docs.pages import Found, command_lines, pages, words_of


def fault_of(text: str) -> str:
    """Why the command line would be refused, or an empty text. Nothing is run."""
    words = [word for word in words_of(text) if word not in {"--help", "-h", "--version"}]
    if not words:
        return ""
    entry = COMMANDS.get(words[0])
    if entry is None:
        return f"no command {words[0]}"
    command = getattr(import_module(entry.module), entry.attribute)
    try:
        _parse(command, words[0], words[1:], asks_help=len(words) < len(words_of(text)))
    except click.ClickException as error:
        return error.format_message()
    return ""


def _parse(command: click.Command, name: str, words: list[str], *, asks_help: bool) -> None:
    if not words and (asks_help or isinstance(command, click.Group)):
        return
    if isinstance(command, click.Group):
        inner = command.get_command(click.Context(command, info_name=name), words[0])
        if inner is None:
            raise click.UsageError(f"{name} has no command {words[0]}")
        _parse(inner, words[0], words[1:], asks_help=asks_help)
    else:
        command.make_context(name, list(words), resilient_parsing=asks_help)


ALL = [found for page in pages() for found in command_lines(page)]


@pytest.mark.parametrize("found", ALL, ids=str)
def test_documented_command_line_is_accepted(found: Found) -> None:
    # `daykeep log` in running text names the command; only its options have to exist then.
    words = words_of(found.text)
    if len(words) == 1 and words[0] in COMMANDS:
        return
    for line in alternatives(found.text):
        assert fault_of(line) == "", str(found)


def alternatives(text: str) -> list[str]:
    """The command lines that ``--session group|cron`` stands for."""
    match = re.search(r"(?<=\s)\w+(?:\|\w+)+", text)
    return [text.replace(match[0], word) for word in match[0].split("|")] if match else [text]


def test_wrong_command_lines_are_caught() -> None:
    assert fault_of("daykeep lgo x") == "no command lgo"
    assert "No such option" in fault_of("daykeep log x --kindd lesson")
    assert fault_of("daykeep log x --kind rumour") != ""
    assert fault_of("daykeep config shwo") == "config has no command shwo"
    assert fault_of("daykeep config show --origin") == ""
    good, bad = alternatives("daykeep start --session group|crone")
    assert fault_of(good) == ""
    assert "crone" in fault_of(bad)


def test_command_lines_are_found_in_blocks_and_in_text(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Run `daykeep start`, not daykeep.\n\n```sh\ncd x && daykeep log \\\n  --kind lesson y  # why\n```\n"
        "```console\n$ daykeep why z | head\ndaykeep prints this\n```\n```text\ndaykeep nothing\n```\n",
        encoding="utf-8",
    )
    assert [found.text for found in command_lines(page)] == [
        "daykeep start",
        "daykeep log --kind lesson y",
        "daykeep why z",
    ]


def test_every_command_has_a_how_to() -> None:
    texts = [page.read_text(encoding="utf-8") for page in pages() if page.parent.name == "how-to"]
    assert [name for name in COMMANDS if not any(f"daykeep {name}" in text for text in texts)] == []
