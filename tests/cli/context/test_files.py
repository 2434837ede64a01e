"""``daykeep context files``: the list, and a person's answer on imports."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.cli.terminal import at_terminal

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@pytest.fixture
def place(desk):
    """A project that imports from outside of it; not a workspace."""
    app = desk.folder / "work" / "app"
    app.mkdir(parents=True)
    (app.parent / "shared.md").write_text("shared\n")
    (app / "CLAUDE.md").write_text("# App\n@docs/a.md\n@../shared.md\n@docs/gone.md\n")
    (app / "docs").mkdir()
    (app / "docs" / "a.md").write_text("a\n")
    rules = app / ".claude" / "rules"
    rules.mkdir(parents=True)
    (rules / "r.md").write_text("---\npaths: src/**\n---\nrule\n")
    return app


def test_list_names_order_reason_size_and_what_is_left_out(desk, place):
    done = desk.run("context", "files", "--for", "src/x.py", where=place)
    lines = done.out.splitlines()
    assert lines[0].startswith("2 files at the start, ")
    assert lines[2].split()[2:] == ["CLAUDE.md", "of", "the", "working", "folder"]
    assert lines[3].split()[2:] == ["docs/a.md", "imported", "by", "CLAUDE.md:2"]
    assert lines[4].startswith("1 file with these paths")
    assert ".claude/rules/r.md" in lines[6]
    assert lines[7] == "2 not read:"
    assert "(pending, named in CLAUDE.md:3)" in lines[8]
    assert lines[9] == "  docs/gone.md: no such file (missing, named in CLAUDE.md:4)"


def test_list_as_json_holds_every_field(desk, place):
    answer = desk.run("context", "files", "--json", where=place).json
    assert answer["profile"] == "claude"
    first = answer["files"][0]
    assert (first["scope"], first["when"], first["hops"], first["text"][:5]) == (
        "project",
        "launch",
        0,
        "# App",
    )
    assert answer["tokens"] == sum(file["tokens"] for file in answer["files"])
    assert {file["code"] for file in answer["skipped"]} == {"pending", "missing", "no_match"}


def test_folder_without_instructions_says_so(desk):
    (desk.folder / "bare").mkdir()
    assert desk.run("context", "files", where=desk.folder / "bare").out == "No file is read at the start.\n"


def test_another_folder_is_listed_from_anywhere(desk, place):
    assert desk.run("context", "files", "--cwd", str(place), "--json", where=desk.folder).json["files"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cwd", "nowhere"], "is not a folder"),
        (["--setting-sources", "user,mine"], 'no setting source "mine"'),
        (["--settings", "{"], "not valid JSON"),
        (["--settings", "nowhere.json"], "no such file"),
        (["--profile", "mine"], "mine"),
    ],
)
def test_bad_call_says_what_is_wrong(desk, place, words, said):
    done = desk.run("context", "files", *words, where=place)
    assert done.code == 2
    assert said in done.err


def test_settings_may_be_given_as_json_or_as_a_file(desk, place):
    settings = json.dumps({"claudeMdExcludes": ["**/CLAUDE.md"]})
    (place / "mine.json").write_text(settings)
    for given in (settings, "mine.json"):
        answer = desk.run("context", "files", "--settings", given, "--json", where=place).json
        assert [file["code"] for file in answer["skipped"]] == ["excluded", "no_match"]


@pytest.mark.parametrize("option", ["--approve-imports", "--decline-imports", "--forget-imports"])
def test_an_answer_on_imports_is_refused_without_a_person(desk, place, option):
    done = desk.run("context", "files", option, where=place)
    assert done.code == 13
    assert "only a person can answer for the imports of a project" in done.err
    assert not list(desk.folder.rglob("imports.json"))


@posix
def test_a_person_approves_declines_and_takes_back_and_nothing_lands_in_the_project(desk, place):
    home = {"HOME": str(desk.folder / "home"), "USER": "ada"}
    before = sorted(place.parent.rglob("*"))

    def codes(option):
        code, shown = at_terminal(place, "context", "files", option, **home)
        assert code == 0, shown
        answer = desk.run("context", "files", "--json", where=place).json
        return {file["code"] for file in answer["skipped"]}, [file["path"] for file in answer["files"]]

    shown = at_terminal(place, "context", "files", "--approve-imports", **home)[1]
    assert f"may be read.\n  {place.parent.resolve() / 'shared.md'}\n" in shown
    approved, files = codes("--approve-imports")
    assert "pending" not in approved
    assert files[-1].endswith("shared.md")
    assert "declined" in codes("--decline-imports")[0]
    assert "pending" in codes("--forget-imports")[0]
    assert sorted(place.parent.rglob("*")) == before
    assert len(list((desk.folder / "home").rglob("imports.json"))) == 1


@posix
def test_one_checkout_has_one_answer_in_all_its_folders(desk, place):
    subprocess.run(["git", "init", "-q"], cwd=place, check=True)
    (place / "sub").mkdir()
    home = {"HOME": str(desk.folder / "home")}
    assert at_terminal(place / "sub", "context", "files", "--approve-imports", **home)[0] == 0
    skipped = desk.run("context", "files", "--json", where=place).json["skipped"]
    assert "pending" not in {file["code"] for file in skipped}


def test_names_with_control_characters_are_spelled_out(desk, place):
    if sys.platform == "win32":
        pytest.skip("no such names there")
    (place / "CLAUDE.md").write_text("@./a\x1b[31m.md\n")
    out = desk.run("context", "files", where=place).out
    assert "\x1b" not in out


def test_a_broken_record_of_answers_is_named_and_approves_nothing(desk, place):
    from daykeep.config import user_config_folder

    environ = {"HOME": str(desk.folder / "home")}
    from pathlib import Path

    folder = Path(user_config_folder(environ, sys.platform) or "")
    folder.mkdir(parents=True)
    (folder / "imports.json").write_text("{")
    done = desk.run("context", "files", where=place)
    assert "no answer counts" in done.err
    assert "pending" in done.out


@posix
def test_nothing_hidden_reaches_a_terminal_whatever_the_project_holds(place, tmp_path):
    ugly = "\x1b]0;x\x07\u202e\u200b\x9b31m\x7f"
    (place / "CLAUDE.md").write_text(f"text {ugly}\n@./gone{ugly}.md\n", encoding="utf-8")
    said = tmp_path / "said.json"
    said.write_text(json.dumps([{"role": "user", "content": ugly}]), encoding="utf-8")
    for words in (
        ("files",),
        ("files", "--json"),
        ("build", "--messages", str(said), "--tools", ugly),
        ("build", "--messages", str(said), "--to", "anthropic"),
        ("build", "--json"),
        ("build", "--static", ugly, "--json"),
        ("messages", str(said)),
        ("messages", str(said), "--json"),
    ):
        shown = at_terminal(place, "context", *words, HOME=str(tmp_path))[1]
        assert not set(ugly) - set("]0;x31m") & set(shown), words
