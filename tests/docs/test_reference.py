"""The reference pages are what the code says, and they leave nothing out."""

from __future__ import annotations

from pathlib import Path

from daykeep.settings import SETTINGS
from scripts.reference import __main__ as reference
from scripts.reference.answers import shape
from scripts.reference.commands import walk
from scripts.reference.errors import exit_codes, tree
from tests.docs.pages import REPOSITORY

PAGES = REPOSITORY / "docs" / "reference"


def test_reference_pages_are_up_to_date() -> None:
    assert sorted(reference.outdated()) == [], "run scripts/docs"


def test_page_that_says_something_else_is_caught(tmp_path: Path) -> None:
    for name in ("commands.md", "settings.md", "errors.md", "kept.md", "mcp.md"):
        (tmp_path / name).write_text((PAGES / name).read_text(encoding="utf-8"), encoding="utf-8")
    text = (tmp_path / "settings.md").read_text(encoding="utf-8")
    (tmp_path / "settings.md").write_text(text.replace("`12000`", "`20000`", 1), encoding="utf-8")
    assert sorted(reference.outdated(tmp_path)) == ["json.md", "settings.md"]


def test_every_command_and_option_is_on_its_page() -> None:
    text = (PAGES / "commands.md").read_text(encoding="utf-8")
    for name, command, _ in walk():
        assert f" daykeep {name}\n" in text
        for parameter in command.params:
            assert all(option in text for option in parameter.opts if option.startswith("-")), (
                name,
                parameter.name,
            )


def test_every_option_and_command_has_a_help_text() -> None:
    for name, command, context in walk():
        assert command.get_short_help_str(), name
        silent = [
            p.name
            for p in command.get_params(context)
            if p.param_type_name == "option" and not getattr(p, "help", "")
        ]
        assert silent == [], name


def test_every_setting_is_on_its_page_with_its_variable() -> None:
    text = (PAGES / "settings.md").read_text(encoding="utf-8")
    for setting in SETTINGS:
        assert f"\n## {setting.key}\n\n{setting.help}\n" in text
        assert (f"`{setting.environment}`" in text) == (setting.scope != "own")


def test_every_error_and_exit_code_is_on_its_page() -> None:
    text = (PAGES / "errors.md").read_text(encoding="utf-8")
    assert len({error.exit_code for error in tree()}) == len(list(tree())), "two errors share an exit code"
    for code in exit_codes():
        assert f"\n| {code} |" in text
    for error in tree():
        assert f"`{error.code}`" in text


def test_shape_keeps_names_and_types_only() -> None:
    value = {"ok": True, "items": [{"a": 1, "b": None}, {"a": 2, "b": "x", "c": []}], "none": []}
    assert shape(value) == {
        "ok": "true or false",
        "items": [{"a": "number", "b": "null or text", "c": []}],
        "none": [],
    }
